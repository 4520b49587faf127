//===--- LaneFunctions.h - What collectives compute of lanes ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_LANEFUNCTIONS_H
#define WARPLINT_CUDAMODEL_LANEFUNCTIONS_H

#include "CudaModel/SyncOp.h"

namespace warplint {

/// What a vote, match or reduction gives to each lane, from the operands of all
/// lanes that take part (CUDA Programming Guide, "Warp Vote Functions", "Warp
/// Match Functions", "Warp Reduce Functions").
enum class LaneFunction : uint8_t {
  Any,      ///< 1 if the operand is not 0 in some lane, else 0.
  All,      ///< 1 if the operand is not 0 in all lanes, else 0.
  Uniform,  ///< 1 if the operand is 0 in all lanes or in none, else 0.
  Ballot,   ///< The mask of the lanes whose operand is not 0.
  MatchAny, ///< The mask of the lanes with the operand of this lane.
  Add,
  Minimum,
  Maximum,
  And,
  Or,
  Xor
};

/// The function of \p Entry; nothing for shuffles, and for operations whose
/// row does not name the function.
std::optional<LaneFunction> laneFunctionOf(const SyncApiEntry &Entry);

/// The lane whose value lane \p Self receives in a shuffle, in segments of
/// \p Width lanes: an index counts modulo the width, and \p Self itself is the
/// source where another one would be out of reach (CUDA Programming Guide,
/// "Warp Shuffle Functions"; PTX ISA, shfl.sync). \p Self if \p Width is not
/// positive.
int64_t sourceLane(int64_t Self, ShuffleMode Mode, int64_t Select,
                   int64_t Width);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_LANEFUNCTIONS_H
