//===--- Executions.h - Which threads of a block come to a point -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PARTICIPATION_EXECUTIONS_H
#define WARPLINT_ANALYSIS_PARTICIPATION_EXECUTIONS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include <vector>

namespace warplint {

/// Who of one block comes to a node in the first iteration of the loops around it,
/// for a block of a given size. Threads that may have left count only if thread
/// identity and constants show that they have.
struct Execution {
  enum class Kind : uint8_t {
    Everyone, ///< No branch keeps threads apart.
    Some,     ///< `Threads`, by thread identity and constants.
    Unknown   ///< Something that the model does not compute keeps some away.
  };
  Kind Who = Kind::Unknown;
  /// For Everyone and Some; empty if nobody comes in the first iteration.
  std::vector<ThreadOfBlock> Threads;
  /// No branch over the node depends on memory or on functions not seen.
  bool Sure = false;
};

/// \p BlockDim must be the known extents where the launch is known.
Execution executionOf(const KernelFacts &Facts, const Node &N,
                      const std::array<int64_t, 3> &BlockDim);

/// \p E may not happen although its node is come to.
inline bool isConditional(const Event &E) {
  return E.Under || (E.Op && E.Op->Predicated);
}

/// The same of \p E, which a condition of its own may keep from threads that
/// come to its node.
Execution executionOf(const KernelFacts &Facts, const Event &E,
                      const std::array<int64_t, 3> &BlockDim);

/// Blocks to try a statement about counts on: the launch's own extents if they
/// are known, otherwise some along x, \p Hints (threads) among them. Empty if
/// the kernel uses other axes of a block that is not known.
std::vector<std::array<int64_t, 3>>
candidateBlocks(const KernelFacts &Facts, llvm::ArrayRef<int64_t> Hints);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_PARTICIPATION_EXECUTIONS_H
