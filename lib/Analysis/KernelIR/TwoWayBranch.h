//===--- TwoWayBranch.h - Branches with two successors ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_TWOWAYBRANCH_H
#define WARPLINT_ANALYSIS_KERNELIR_TWOWAYBRANCH_H

#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Expr/Term.h"

namespace warplint {

/// \p N ends in a condition that tells its two successors apart, the first for true.
inline bool isTwoWay(const Node &N) {
  llvm::ArrayRef<Node *> Successors = N.successors();
  return N.Branch && Successors.size() == 2 && Successors[0] != Successors[1] &&
         !llvm::isa_and_nonnull<clang::SwitchStmt>(N.terminator());
}

/// The number for which control takes successor \p Successor of \p N, which ends in a switch;
/// nothing for its default, and for a range of numbers.
inline std::optional<int64_t> caseOf(const Node &N, unsigned Successor,
                                     const clang::ASTContext &Context) {
  const auto *Case = llvm::dyn_cast_or_null<clang::CaseStmt>(
      N.successors()[Successor]->block().getLabel());
  clang::Expr::EvalResult Value;
  if (!Case || Case->getRHS() ||
      !Case->getLHS()->EvaluateAsInt(Value, Context) ||
      !Value.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return Value.Val.getInt().getExtValue();
}

/// Where threads go from \p N if its condition comes to \p Truth; null if that
/// is no constant or \p N has no such successors.
inline const Node *takenCondition(const Node &N, const Term *Truth) {
  const auto *Known = llvm::dyn_cast<ConstantTerm>(Truth);
  return Known && isTwoWay(N) ? N.successors()[Known->value() != 0 ? 0 : 1]
                              : nullptr;
}

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_TWOWAYBRANCH_H
