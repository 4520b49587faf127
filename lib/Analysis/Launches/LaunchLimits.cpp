//===--- LaunchLimits.cpp - What no GPU launches --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/LaunchLimits.h"
#include "Target/Limits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace warplint::launches {

using Part = Unlaunchable::Part;

/// Programs that sweep over sizes repeat themselves.
static constexpr size_t RefusedListed = 4;

/// The product of the extents that are known; saturates.
static uint64_t productOf(const std::array<uint32_t, 3> &Extents) {
  uint64_t Product = 1;
  for (uint32_t Extent : Extents)
    Product = llvm::SaturatingMultiply<uint64_t>(Product, Extent ? Extent : 1);
  return Product;
}

/// Why no block of \p Of runs; nothing if one may.
static std::optional<Unlaunchable> blockOf(const LaunchExtents &Of) {
  uint64_t Most = Of.MaxThreads ? Of.MaxThreads : MaxThreadsPerBlock;
  if (uint64_t Threads = productOf(Of.Block); Threads > Most)
    return Unlaunchable{Part::Block, std::nullopt, Threads, Most};
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (Of.Block[Axis] > MaxBlockDim[Axis])
      return Unlaunchable{Part::Block, Axis, Of.Block[Axis],
                          uint64_t(MaxBlockDim[Axis])};
  return std::nullopt;
}

void keepLaunchable(LaunchExtents &Of, std::vector<Unlaunchable> &Refused) {
  auto Refuse = [&](const Unlaunchable &What) {
    if (Refused.size() < RefusedListed && !llvm::is_contained(Refused, What))
      Refused.push_back(What);
  };
  if (auto Why = blockOf(Of)) {
    Refuse(*Why);
    Of.Block = {0, 0, 0};
  }
  for (unsigned Axis = 0; Axis < 3; ++Axis)
    if (Of.Grid[Axis] > MaxGridDim[Axis]) {
      Refuse({Part::Grid, Axis, Of.Grid[Axis], uint64_t(MaxGridDim[Axis])});
      Of.Grid[Axis] = 0;
    }
  if (uint64_t Blocks = productOf(Of.Cluster); Blocks > MaxBlocksPerCluster) {
    Refuse({Part::Cluster, std::nullopt, Blocks, MaxBlocksPerCluster});
    Of.Cluster = {0, 0, 0};
  }
}

} // namespace warplint::launches
