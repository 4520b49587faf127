//===--- Loops.h - Loops of a program -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Natural loops of the live paths, and what they wait for.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_FLOW_LOOPS_H
#define WARPLINT_ANALYSIS_FLOW_LOOPS_H

#include "Analysis/Flow/FlowView.h"
#include <vector>

namespace warplint {

/// A header and all nodes that come back to it without leaving.
struct Loop {
  const Node *Header = nullptr;
  FlowView::NodeSet Nodes;
  bool contains(const Node &N) const { return Nodes.count(&N); }
};

class Loops {
public:
  Loops(const InlinedCFG &P, const FlowView &View);

  /// The smallest loop with both nodes in it; null if there is none.
  const Loop *innermost(const Node &A, const Node &B) const;
  /// The smallest loop around both that \p Branch can leave; null if there is
  /// none.
  const Loop *leftBy(const Node &Branch, const Node &Inside) const;
  /// \p T is the same in all rounds of \p L: no counter of the loop is in it.
  bool isInvariant(const Term *T, const Loop &L) const;

private:
  const FlowView &View;
  std::vector<Loop> All; ///< Smallest first.
};

/// Control can come from \p From to \p To in one thread, conditions aside, and
/// not through \p Without.
bool leadsTo(const FlowView &View, const Event &From, const Event &To,
             const Event *Without = nullptr);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_FLOW_LOOPS_H
