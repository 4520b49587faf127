//===--- BranchCorrelation.h - Branches decided by a phi's edge -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path through `return false;` in `next()` does not enter the body of
// `while (next())`: the edge into a join gives a phi a constant, which decides
// a later branch on that phi.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DATAFLOW_BRANCHCORRELATION_H
#define WARPLINT_ANALYSIS_DATAFLOW_BRANCHCORRELATION_H

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Expr/TermArena.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelIR/Phis.h"

namespace warplint {

class Evaluation;

/// Which successor a branch takes on paths that came to a join by a certain
/// edge. Refers to the view; \p Values and \p Arena are only used to construct.
class BranchCorrelation {
public:
  BranchCorrelation(const CfgView &View, const Evaluation &Values,
                    TermArena &Arena);

  /// One later branch that a path's edge into `Join` has decided.
  struct Decision {
    const Node *Join = nullptr; ///< The node of the phi.
    const Node *Branch = nullptr;
    const Node *To = nullptr; ///< The only successor that `Branch` can take.
  };
  /// The decision that holds for a path that takes the edge from \p From to
  /// \p To, if \p Before held for it at \p From. Null: no branch is known to be
  /// decided, before as after. The result is owned by this.
  const Decision *after(const Node &From, const Node &To,
                        const Decision *Before) const;
  /// Whether a path for which \p Known (may be null) holds at \p From can go on
  /// to \p To.
  static bool mayTake(const Node &From, const Node &To, const Decision *Known) {
    return !Known || Known->Branch != &From || Known->To == &To;
  }

private:
  /// By term: whether it is a phi or has one inside.
  using KnownPhis = Fold<const Term *, bool>;
  void addBranch(const Node &Branch, const Evaluation &Values, TermArena &Arena,
                 KnownPhis &Phis);

  const CfgView &View;
  /// By the edge into the join. Filled by the constructor; looked up only.
  llvm::DenseMap<std::pair<const Node *, const Node *>, Decision> ByPath;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DATAFLOW_BRANCHCORRELATION_H
