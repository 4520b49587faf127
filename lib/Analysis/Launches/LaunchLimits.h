//===--- LaunchLimits.h - What no GPU launches ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches come from the host code, from other units, from what a kernel says
// of itself and from options; any of them may say any number. All pass here:
// no later part of the analysis sees a block, a grid or a cluster that is
// larger than the hardware's.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHES_LAUNCHLIMITS_H
#define WARPLINT_ANALYSIS_LAUNCHES_LAUNCHLIMITS_H

#include "Analysis/Expr/LaunchExtents.h"
#include <optional>
#include <vector>

namespace warplint {

/// Part of a launch that fails.
struct Unlaunchable {
  enum class Part : uint8_t {
    Block,  ///< Threads.
    Grid,   ///< Blocks along an axis.
    Cluster ///< Blocks.
  };
  Part Of = Part::Block;
  std::optional<unsigned> Axis; ///< Nothing: all axes together.
  uint64_t Asked = 0, Most = 0;

  bool operator==(const Unlaunchable &R) const {
    return Of == R.Of && Axis == R.Axis && Asked == R.Asked && Most == R.Most;
  }
};

/// Takes out of \p Of what no GPU launches, or what its own bound on threads
/// forbids: such a launch fails, and nothing is known of one that runs. Adds to
/// \p Refused what that was, each once and the first few.
void keepLaunchable(LaunchExtents &Of, std::vector<Unlaunchable> &Refused);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHES_LAUNCHLIMITS_H
