//===--- DeclaredExtents.h - Array steps of an address ----------*- C++ -*-===//
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

/// An array step of an address into an array of declared extent.
struct DeclaredStep {
  const Term *Index = nullptr;
  uint64_t Extent = 0;   ///< Elements of the array.
  bool OfMember = false; ///< The array is a member, or an element of one.
};

/// The array steps of \p Address whose extent is declared, outermost first.
/// \p Var is the variable that \p Address lies in. If it is null, only steps
/// within members are found. Steps whose size is not that of the declared
/// element are left out.
llvm::SmallVector<DeclaredStep, 4>
declaredSteps(const Term *Address, const clang::VarDecl *Var,
              const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_DECLAREDEXTENTS_H
