//===--- PostDominators.h - Where the successors of branches meet again -----*- C++ -*-===//
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

/// The immediate post-dominators of a kernel's branches.
class PostDominators {
public:
  explicit PostDominators(const KernelFacts &Facts);

  /// The first node that all paths from \p Branch on come to; the exit where
  /// there is none.
  const Node &joinOf(const Node &Branch) const;

private:
  void number(const KernelFacts &Facts);
  unsigned nearest(unsigned A, unsigned B) const;

  const Node *Exit;
  std::vector<const Node *> Nodes; ///< Each behind all that it leads to, but
                                   ///< for loops. The first one is no node.
  std::vector<std::vector<unsigned>> Successors; ///< By the place in `Nodes`.
  llvm::DenseMap<const Node *, unsigned> Places;
  std::vector<unsigned> Join; ///< By the place; 0: none.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_PIPELINEPROTOCOLS_POSTDOMINATORS_H
