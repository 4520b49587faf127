//===--- Reachability.h - Reachability between nodes, events ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which points of a kernel one thread can reach from which other points, on the
// edges of CfgView. Conditions along a path are not considered. The first
// question about a node walks over the kernel; later questions about that node
// are looked up.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_REACHABILITY_H
#define WARPLINT_ANALYSIS_KERNELFACTS_REACHABILITY_H

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/BitVector.h"
#include <map>
#include <vector>

namespace warplint {

class Node;
struct Event;

/// The events on paths from `First` to `Last` that pass neither of these two
/// events in between. Refers to both events.
class EventsBetween {
public:
  /// Whether \p E lies on such a path.
  bool contains(const Event &E) const;

private:
  friend class Reachability;
  EventsBetween(const Event &First, const Event &Last)
      : First(First), Last(Last) {}
  bool isBehindFirst(const Event &E) const;
  bool isBeforeLast(const Event &E) const;

  const Event &First, &Last;
  /// By Node::id(). `Entered`: a path from `First` reaches the node's start.
  /// `Leading`: a path from the node's end reaches `Last`.
  llvm::BitVector Entered, Leading;
};

/// Reachability between nodes and events of one kernel: a fact
/// (KernelFacts::get). Refers to the paths of the kernel's facts.
class Reachability {
public:
  explicit Reachability(const KernelFacts &Facts);

  /// Whether a path leads from the end of \p From to the start of \p To.
  bool reaches(const Node &From, const Node &To) const;
  bool isInCycle(const Node &N) const { return reaches(N, N); }
  /// Whether a path leads from directly after \p From to \p To.
  bool leadsTo(const Event &From, const Event &To) const;
  /// Whether a path leads from directly after \p From to \p To without entering
  /// a node of \p Barred.
  bool leadsTo(const Event &From, const Event &To,
               const CfgView::NodeSet &Barred) const;
  /// The events between \p First and \p Last, which must outlive the result.
  EventsBetween between(const Event &First, const Event &Last) const;

private:
  /// Nodes that paths from the end of \p From reach without entering a node of
  /// \p Barred, by Node::id().
  llvm::BitVector behind(const Node &From,
                         const CfgView::NodeSet &Barred) const;

  const CfgView &View;
  /// Predecessors in `View`, by Node::id().
  std::vector<llvm::SmallVector<const Node *, 2>> Predecessors;
  /// Nodes reachable from the end of a node, by its Node::id(); empty until it
  /// is asked for.
  mutable std::vector<llvm::BitVector> Behind;
  /// Results of behind(), by the ids of the node and of the barred nodes.
  mutable std::map<std::pair<unsigned, std::vector<unsigned>>, llvm::BitVector>
      BehindWithout;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_REACHABILITY_H
