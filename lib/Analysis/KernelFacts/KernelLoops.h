//===--- KernelLoops.h - Loops and trip counts of a kernel ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_KERNELLOOPS_H
#define WARPLINT_ANALYSIS_KERNELFACTS_KERNELLOOPS_H

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

class Term;

/// The loops of a kernel and their trip counts: a fact (KernelFacts::get).
class KernelLoops {
public:
  explicit KernelLoops(const KernelFacts &Facts)
      : Facts(Facts), All(Facts.loops()) {}

  // These forward to Loops, which documents them.
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

  /// The least trip count, by the test at \p Head, of each thread that reaches
  /// the loop headed by \p Head. Other exits of the loop are not considered.
  /// 0 if nothing is known, or if \p Head is no header.
  int64_t minTripCount(const Node &Head) const;

  /// Whether the loop headed by \p Head has no live exit but the test at
  /// \p Head; edges to a trap or a failed assertion do not count. False if
  /// \p Head is no header.
  bool isLeftAtHeadOnly(const Node &Head) const;

  /// A branch, and the index of one of its CfgView::successors().
  using Choice = std::pair<const Node *, unsigned>;
  /// The branches in the loop headed by \p Head from which exactly one
  /// successor leads to \p To (CfgView::successorTo), each with that successor,
  /// in the order of InlinedCFG::order(). Empty if \p Head is no header.
  llvm::ArrayRef<Choice> choicesTo(const Node &Head, const Node &To) const;

private:
  const KernelFacts &Facts;
  const Loops &All;
  // Looked up, never iterated.
  mutable llvm::DenseMap<const Node *, int64_t> MinTripCount;
  mutable llvm::DenseMap<const Node *, bool> LeftAtHead;
  mutable llvm::DenseMap<std::pair<const Node *, const Node *>,
                         std::vector<Choice>>
      Choices; ///< By the arguments of choicesTo().
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_KERNELLOOPS_H
