//===--- WarpAtPoint.h - A warp at a point of the program -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_WARPATPOINT_H
#define WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_WARPATPOINT_H

#include "Target/Warp.h"
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace clang {
class ValueDecl;
} // namespace clang

namespace warplint {
class Node;
} // namespace warplint

namespace warplint::collectives {

/// One warp at a point of the program, in some launch.
struct WarpAtPoint {
  unsigned Warp = 0;     ///< Index in the block.
  LaneMask Existing = 0; ///< Lanes of the block, without `Returned`.
  LaneMask Coming = 0;   ///< Lanes that reach the point together.
  LaneMask Gone = 0;     ///< Lanes that lead straight to the exit from here.
  LaneMask Returned = 0; ///< Lanes that have exited before.
  const Node *ReturnsAt = nullptr; ///< A branch by which some of them exited.
  unsigned Iteration = 0;          ///< Of the innermost loop, counted from 0.
  std::array<int64_t, 3> BlockDim = {}; ///< Of the launch or example.
  bool BlockIsKnown = false;            ///< BlockDim is that of a launch.
  std::vector<std::pair<const clang::ValueDecl *, int64_t>> Given;
};

} // namespace warplint::collectives

#endif // WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_WARPATPOINT_H
