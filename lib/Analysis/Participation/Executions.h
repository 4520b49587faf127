//===--- Executions.h - Threads of a block that reach a point ---*- C++ -*-===//
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

namespace warplint::participation {

/// The threads of one block, of given extents, that reach a point in the first
/// iteration of the loops around it. Threads count as exited only if thread
/// identity and constants show it.
struct Execution {
  enum class Kind : uint8_t {
    Everyone, ///< All threads of the block; no branch is divergent.
    Some,     ///< `Threads`, by thread identity and constants.
    Unknown   ///< A condition that cannot be computed keeps some threads away.
  };
  Kind Who = Kind::Unknown;
  /// For Everyone and Some. Empty if no thread reaches the point in the first
  /// iteration.
  std::vector<ThreadOfBlock> Threads;
  /// No branch over the point depends on memory or on unknown functions.
  bool Sure = false;
};

/// The threads that reach \p N in a block of \p BlockDim, which must have the
/// known extents of the launch.
Execution executionOf(const KernelFacts &Facts, const Node &N,
                      const std::array<int64_t, 3> &BlockDim);

/// Whether \p E has a condition of its own, so that threads may reach its node
/// without executing \p E.
inline bool isConditional(const Event &E) {
  return E.Under || (E.Op && E.Op->Predicated);
}

/// The threads that execute \p E in a block of \p BlockDim, which must have the
/// known extents of the launch. Includes the condition of \p E itself.
Execution executionOf(const KernelFacts &Facts, const Event &E,
                      const std::array<int64_t, 3> &BlockDim);

} // namespace warplint::participation

#endif // WARPLINT_ANALYSIS_PARTICIPATION_EXECUTIONS_H
