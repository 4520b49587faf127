//===--- PostDominators.h - Post-dominators of branches ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_POSTDOMINATORS_H
#define WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_POSTDOMINATORS_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {
class Node;
} // namespace warplint

namespace warplint::pipelines {

/// The immediate post-dominators of a kernel's branches.
class PostDominators {
public:
  explicit PostDominators(const KernelFacts &Facts);

  /// The first node that all paths from \p Branch lead to; the exit if there is
  /// none.
  const Node &joinOf(const Node &Branch) const;

private:
  void number(const KernelFacts &Facts);
  unsigned nearest(unsigned A, unsigned B) const;

  const Node *Exit;
  /// In post-order of the graph; the first one is null.
  std::vector<const Node *> Nodes;
  std::vector<std::vector<unsigned>> Successors; ///< By index in `Nodes`.
  llvm::DenseMap<const Node *, unsigned> Places;
  std::vector<unsigned> Join; ///< By index in `Nodes`; 0 for none.
};

} // namespace warplint::pipelines

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_POSTDOMINATORS_H
