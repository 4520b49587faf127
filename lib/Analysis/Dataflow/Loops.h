//===--- Loops.h - Natural loops of a kernel --------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The natural loops of a CfgView, by header; loops with one header are one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DATAFLOW_LOOPS_H
#define WARPLINT_ANALYSIS_DATAFLOW_LOOPS_H

#include "Analysis/Dataflow/CfgView.h"
#include "llvm/ADT/SetVector.h"
#include <vector>

namespace warplint {

class Term;

/// A natural loop: a header and all nodes on paths from it to its back edges.
struct Loop {
  const Node *Header = nullptr;
  /// With the header; in an order that depends only on the program.
  llvm::SmallSetVector<const Node *, 16> Nodes;
  const Loop *Around = nullptr; ///< The next outer loop; null if outermost.
  bool contains(const Node &N) const { return Nodes.count(&N); }
};

/// All natural loops of a kernel. Owns the loops; refers to the view.
class Loops {
public:
  Loops(const InlinedCFG &P, const CfgView &View);
  Loops(const Loops &) = delete;

  /// The loop with header \p Header; null if \p Header is no header.
  const Loop *headedBy(const Node &Header) const;
  /// Whether \p N lies in the loop with header \p Header. False if \p Header is
  /// no header.
  bool contains(const Node &Header, const Node &N) const {
    const Loop *L = headedBy(Header);
    return L && L->contains(N);
  }
  /// The smallest loop with both nodes in it; null if there is none.
  const Loop *innermost(const Node &A, const Node &B) const;
  /// The largest loop with \p N in it; null if there is none.
  const Loop *outermost(const Node &N) const;
  /// The smallest loop with both nodes in it, if a successor of \p Branch lies
  /// outside of that loop; otherwise null.
  const Loop *leftBy(const Node &Branch, const Node &Inside) const;
  /// Whether \p T has one value in all iterations of \p L: it has no phi of a
  /// node of \p L inside.
  bool isInvariant(const Term *T, const Loop &L) const;

private:
  const CfgView &View;
  std::vector<Loop> All; ///< Smallest first.
  llvm::DenseMap<const Node *, const Loop *> SmallestAround; ///< By node in it.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DATAFLOW_LOOPS_H
