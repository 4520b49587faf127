//===--- BranchCorrelation.h - Branches on what was joined --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who comes from `return false;` does not enter the body of `while (next())`:
// where paths meet, each brings a value, and a branch behind asks for it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DATAFLOW_BRANCHCORRELATION_H
#define WARPLINT_ANALYSIS_DATAFLOW_BRANCHCORRELATION_H

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Expr/TermArena.h"
#include "Analysis/Expr/TermTraversal.h"

namespace warplint {

class BranchCorrelation {
public:
  BranchCorrelation(const CfgView &View, const Evaluation &Values,
                  TermArena &Arena);

  struct Decision {
    const Node *Join = nullptr; ///< Where the value was brought.
    const Node *Branch = nullptr;
    const Node *To = nullptr; ///< The node that the branch then goes to.
  };
  /// What is decided at \p To where control comes from \p From, at which it
  /// was \p Before; null: nothing.
  const Decision *after(const Node &From, const Node &To,
                        const Decision *Before) const;
  /// By \p Known, control may go from \p From to \p To.
  static bool mayTake(const Node &From, const Node &To, const Decision *Known) {
    return !Known || Known->Branch != &From || Known->To == &To;
  }

private:
  /// Which terms have a phi inside.
  using KnownPhis = Fold<const Term *, bool>;
  void addBranch(const Node &Branch, const Evaluation &Values,
                 TermArena &Arena, KnownPhis &Phis);

  const CfgView &View;
  /// By where control comes from and the join. Looked up; filled before.
  llvm::DenseMap<std::pair<const Node *, const Node *>, Decision> ByPath;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DATAFLOW_BRANCHCORRELATION_H
