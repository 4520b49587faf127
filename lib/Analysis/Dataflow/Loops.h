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

#ifndef WARPLINT_ANALYSIS_DATAFLOW_LOOPS_H
#define WARPLINT_ANALYSIS_DATAFLOW_LOOPS_H

#include "Analysis/Dataflow/CfgView.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace warplint {

/// A header and all nodes that come back to it without leaving.
struct Loop {
  const Node *Header = nullptr;
  /// In an order that follows from the program.
  llvm::SmallSetVector<const Node *, 16> Nodes;
  const Loop *Around = nullptr; ///< The smallest loop that this one is in.
  bool contains(const Node &N) const { return Nodes.count(&N); }
};

class Loops {
public:
  Loops(const InlinedCFG &P, const CfgView &View);
  Loops(const Loops &) = delete;

  /// The loop that \p Header is the header of; null if it is of none.
  const Loop *headedBy(const Node &Header) const;
  /// \p N lies in the loop that \p Header is the header of.
  bool contains(const Node &Header, const Node &N) const {
    const Loop *L = headedBy(Header);
    return L && L->contains(N);
  }
  /// The smallest loop with both nodes in it; null if there is none.
  const Loop *innermost(const Node &A, const Node &B) const;
  /// The largest loop with \p N in it; null if there is none.
  const Loop *outermost(const Node &N) const;
  /// The smallest loop around both that \p Branch can leave; null if there is
  /// none.
  const Loop *leftBy(const Node &Branch, const Node &Inside) const;
  /// \p T is the same in all iterations of \p L: no counter of the loop is in it.
  bool isInvariant(const Term *T, const Loop &L) const;

private:
  const CfgView &View;
  std::vector<Loop> All; ///< Smallest first.
  llvm::DenseMap<const Node *, const Loop *> SmallestAround;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DATAFLOW_LOOPS_H
