//===--- KernelLoops.h - The loops of one kernel -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_KERNELLOOPS_H
#define WARPLINT_ANALYSIS_KERNELFACTS_KERNELLOOPS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Dataflow/Loops.h"

namespace warplint {

/// The loops of a kernel and their iterations: a fact (KernelFacts::get).
class KernelLoops {
public:
  explicit KernelLoops(const KernelFacts &Facts)
      : Facts(Facts), All(Facts.loops()) {}

  // As in Loops.
  const Loop *headedBy(const Node &Header) const {
    return All.headedBy(Header);
  }
  bool contains(const Node &Header, const Node &N) const {
    return All.contains(Header, N);
  }
  const Loop *innermost(const Node &A, const Node &B) const {
    return All.innermost(A, B);
  }
  const Loop *outermost(const Node &N) const { return All.outermost(N); }
  const Loop *leftBy(const Node &Branch, const Node &Inside) const {
    return All.leftBy(Branch, Inside);
  }
  bool isInvariant(const Term *T, const Loop &L) const {
    return All.isInvariant(T, L);
  }

  /// How many iterations whoever comes to the loop of \p Head runs at least, unless
  /// it leaves the loop by another branch; 0 if that is not known.
  int64_t minTripCount(const Node &Head) const;

  /// The test at \p Head is the only path out of its loop that anybody takes,
  /// traps aside.
  bool isLeftAtHeadOnly(const Node &Head) const;

  /// A branch, and the successor by which it leads somewhere.
  using Choice = std::pair<const Node *, unsigned>;
  /// The branches in the loop of \p Head that lead to \p To by one successor alone,
  /// in the order of the kernel's nodes.
  llvm::ArrayRef<Choice> choicesTo(const Node &Head, const Node &To) const;

private:
  const KernelFacts &Facts;
  const Loops &All;
  // Looked up, never iterated.
  mutable llvm::DenseMap<const Node *, int64_t> MinTripCount;
  mutable llvm::DenseMap<const Node *, bool> LeftAtHead;
  mutable llvm::DenseMap<std::pair<const Node *, const Node *>,
                         std::vector<Choice>>
      Choices; ///< By the loop's head and where they lead to.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_KERNELLOOPS_H
