//===--- LaunchLimits.h - Extents beyond what a GPU can launch --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches come from the host code, from other units, from what a kernel
// asserts and from options; any of them may have any extent. All pass here: no
// later part of the analysis sees a block, a grid or a cluster beyond the
// limits of the hardware (Target/Limits.h).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHES_LAUNCHLIMITS_H
#define WARPLINT_ANALYSIS_LAUNCHES_LAUNCHLIMITS_H

#include "Analysis/Expr/LaunchExtents.h"
#include <optional>
#include <vector>

namespace warplint::launches {

/// An extent for which a launch fails.
struct Unlaunchable {
  enum class Part : uint8_t {
    Block,  ///< Threads.
    Grid,   ///< Blocks along an axis.
    Cluster ///< Blocks.
  };
  Part Of = Part::Block;
  std::optional<unsigned> Axis; ///< Nothing: the product of all axes.
  /// What the launch asks for, and the most that is allowed: threads or blocks.
  uint64_t Asked = 0, Most = 0;

  bool operator==(const Unlaunchable &R) const {
    return Of == R.Of && Axis == R.Axis && Asked == R.Asked && Most == R.Most;
  }
};

/// Sets extents of \p Of to 0 (unknown) that no GPU can launch or that exceed
/// `Of.MaxThreads`: such a launch fails. Adds what was removed to \p Refused,
/// each once, until that has 4.
void keepLaunchable(LaunchExtents &Of, std::vector<Unlaunchable> &Refused);

} // namespace warplint::launches

#endif // WARPLINT_ANALYSIS_LAUNCHES_LAUNCHLIMITS_H
