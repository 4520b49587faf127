//===--- Reachability.h - Where control can come to -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which points of a kernel one thread can come to from which, on live paths
// and whatever the conditions on them say. The first question about a node
// walks over the kernel; questions about the same node are then looked up.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_REACHABILITY_H
#define WARPLINT_ANALYSIS_KERNELFACTS_REACHABILITY_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/BitVector.h"
#include <map>
#include <vector>

namespace warplint {

/// The events on the paths from one event to another that come past each of
/// the two only at its end.
class EventsBetween {
public:
  bool contains(const Event &E) const;

private:
  friend class Reachability;
  EventsBetween(const Event &First, const Event &Last)
      : First(First), Last(Last) {}
  bool isBehindFirst(const Event &E) const;
  bool isBeforeLast(const Event &E) const;

  const Event &First, &Last;
  /// By the number of the node: paths from `First` come to its start; paths
  /// from its end come to `Last`.
  llvm::BitVector Entered, Leading;
};

/// A fact of one kernel (KernelFacts::get).
class Reachability {
public:
  explicit Reachability(const KernelFacts &Facts);

  /// A path leads from the end of \p From to \p To.
  bool reaches(const Node &From, const Node &To) const;
  bool isInCycle(const Node &N) const { return reaches(N, N); }
  /// A path leads from behind \p From to \p To.
  bool leadsTo(const Event &From, const Event &To) const;
  /// The same, on a path that enters none of \p Barred.
  bool leadsTo(const Event &From, const Event &To,
               const CfgView::NodeSet &Barred) const;
  EventsBetween between(const Event &First, const Event &Last) const;

private:
  /// Nodes behind the end of \p From on paths that enter none of \p Barred.
  llvm::BitVector behind(const Node &From,
                         const CfgView::NodeSet &Barred) const;

  const CfgView &View;
  /// Predecessors on live paths, by the number of the node.
  std::vector<llvm::SmallVector<const Node *, 2>> Predecessors;
  /// Nodes behind the end of a node, by its number; empty if nobody asked.
  mutable std::vector<llvm::BitVector> Behind;
  /// The same by the numbers of the node and of those that are barred.
  mutable std::map<std::pair<unsigned, std::vector<unsigned>>, llvm::BitVector>
      BehindWithout;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_REACHABILITY_H
