//===--- UniformTerms.h - What no thread has for itself ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_UNIFORMTERMS_H
#define WARPLINT_ANALYSIS_EXPR_UNIFORMTERMS_H

#include "Analysis/Expr/TermTraversal.h"

namespace warplint {

/// \p T is built from constants and what all threads of a block share alone; if
/// \p Counted, also from phis: it is the same for all threads for which those
/// are.
inline bool isPlainlyUniform(const Term *T, bool Counted = false) {
  return walkTerms(T, [Counted](const Term &Part) {
    if (llvm::isa<PhiTerm>(Part))
      return Counted ? Walk::Skip : Walk::Stop;
    if (const auto *Self = llvm::dyn_cast<IdentityTerm>(&Part))
      return Self->uniformAt() < Scope::Block ? Walk::Stop : Walk::Skip;
    return llvm::isa<ConstantTerm, ParameterTerm, LinearTerm, UnaryTerm,
                     BinaryTerm, NarrowTerm, ExtractTerm>(Part)
               ? Walk::Enter
               : Walk::Stop;
  });
}

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_UNIFORMTERMS_H
