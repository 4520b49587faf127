//===--- Warp.h - Lanes of a warp and masks of them -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many threads make a warp, and sets of them. No other file spells that
// number or the type of a mask.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TARGET_WARP_H
#define WARPLINT_TARGET_WARP_H

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <limits>
#include <string>

namespace warplint {

/// Threads of a warp (CUDA Programming Guide, "SIMT Architecture").
inline constexpr int64_t LanesPerWarp = 32;
/// The lowest bits of a thread's number, which are its lane: `n & LaneBits` is
/// `n % LanesPerWarp`, `n >> LaneBitCount` the number of its warp.
inline constexpr int64_t LaneBits = LanesPerWarp - 1;
inline constexpr unsigned LaneBitCount = llvm::ConstantLog2<LanesPerWarp>();
static_assert((LanesPerWarp & LaneBits) == 0, "a power of two");

/// Threads of a warpgroup, which executes `wgmma` together (PTX ISA,
/// "Warpgroup").
inline constexpr int64_t ThreadsPerWarpGroup = 4 * LanesPerWarp;

/// A set of lanes of one warp; bit 0 is lane 0.
using LaneMask = uint32_t;
static_assert(std::numeric_limits<LaneMask>::digits == LanesPerWarp,
              "a bit per lane");
inline constexpr LaneMask AllLanes = ~LaneMask(0);

/// The set of \p Lane, which is below LanesPerWarp.
constexpr LaneMask laneBit(unsigned Lane) { return LaneMask(1) << Lane; }
constexpr bool hasLane(LaneMask Mask, unsigned Lane) {
  return Mask >> Lane & 1;
}
/// Lanes 0 to \p Count - 1; all if there are no more.
constexpr LaneMask firstLanes(unsigned Count) {
  return Count >= LanesPerWarp ? AllLanes : laneBit(Count) - 1;
}
/// The lowest lane of \p Mask, which is not empty.
inline unsigned lowestLane(LaneMask Mask) { return llvm::countr_zero(Mask); }
inline unsigned laneCount(LaneMask Mask) { return llvm::popcount(Mask); }

/// \p Mask as source and messages spell it: "0xff".
std::string hexOf(LaneMask Mask);

} // namespace warplint

#endif // WARPLINT_TARGET_WARP_H
