//===--- DeclaredExtents.h - Steps within declared arrays -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_DECLAREDEXTENTS_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_DECLAREDEXTENTS_H

#include "Analysis/Expr/TermArena.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

/// A step of an address that follows the declared type of an array.
struct DeclaredStep {
  const Term *Index = nullptr;
  uint64_t Extent = 0;   ///< Elements of the array.
  bool OfMember = false; ///< The array is a member, or an element of one.
};

/// Those of \p Address, outermost first. \p Var is the variable that it lies in,
/// null if it lies in none: then the steps behind the first member count.
llvm::SmallVector<DeclaredStep, 4>
declaredSteps(const Term *Address, const clang::VarDecl *Var,
              const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_DECLAREDEXTENTS_H
