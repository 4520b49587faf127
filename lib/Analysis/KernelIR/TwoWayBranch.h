//===--- TwoWayBranch.h - Conditions and their successors -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_TWOWAYBRANCH_H
#define WARPLINT_ANALYSIS_KERNELIR_TWOWAYBRANCH_H

#include "Analysis/Expr/Term.h"
#include "Analysis/KernelIR/InlinedCFG.h"

namespace warplint {

/// Whether \p N ends with a known condition and two different successors, the
/// first of which is taken if the condition is true. False for a switch.
inline bool isTwoWay(const Node &N) {
  llvm::ArrayRef<Node *> Successors = N.successors();
  return N.Branch && Successors.size() == 2 && Successors[0] != Successors[1] &&
         !llvm::isa_and_nonnull<clang::SwitchStmt>(N.terminator());
}

/// The label of successor number \p Successor of \p N, which ends with
/// \p Switch, if it is a case of that switch; null for its default, and where
/// the switch has none.
inline const clang::CaseStmt *caseLabelOf(const Node &N,
                                          const clang::SwitchStmt &Switch,
                                          unsigned Successor) {
  const clang::Stmt *Label = N.successors()[Successor]->block().getLabel();
  for (const clang::SwitchCase *Each = Switch.getSwitchCaseList(); Each;
       Each = Each->getNextSwitchCase())
    if (Each == Label)
      return llvm::dyn_cast<clang::CaseStmt>(Each);
  return nullptr;
}

/// The value of \p Case; nullopt for a range of values, and for what is no
/// constant of 64 bits.
inline std::optional<int64_t> valueOf(const clang::CaseStmt &Case,
                                      const clang::ASTContext &Context) {
  clang::Expr::EvalResult Value;
  if (Case.getRHS() || !Case.getLHS()->EvaluateAsInt(Value, Context) ||
      !Value.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return Value.Val.getInt().getExtValue();
}

/// The case value for which \p N, which ends with a switch, goes to successor
/// number \p Successor; nullopt for the default and for a range of values.
inline std::optional<int64_t> caseOf(const Node &N, unsigned Successor,
                                     const clang::ASTContext &Context) {
  const auto *Switch =
      llvm::dyn_cast_or_null<clang::SwitchStmt>(N.terminator());
  const auto *Case = Switch ? caseLabelOf(N, *Switch, Successor) : nullptr;
  return Case ? valueOf(*Case, Context) : std::nullopt;
}

/// The successor that \p N takes if its condition has the value \p Truth; null
/// if \p Truth is no constant, or if \p N is not isTwoWay().
inline const Node *takenCondition(const Node &N, const Term *Truth) {
  const auto *Known = llvm::dyn_cast<ConstantTerm>(Truth);
  return Known && isTwoWay(N) ? N.successors()[Known->value() != 0 ? 0 : 1]
                              : nullptr;
}

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_TWOWAYBRANCH_H
