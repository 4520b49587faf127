//===--- ProtocolFault.h - What a simulated block does wrong ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_PROTOCOLFAULT_H
#define WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_PROTOCOLFAULT_H

#include <cstdint>

namespace warplint {
struct Event;
} // namespace warplint

namespace warplint::namedbarriers {

/// What is wrong with the barriers of a simulated block.
struct ProtocolFault {
  enum class Kind : uint8_t {
    CountsDiffer, ///< Two arrivals at one phase give different thread counts.
    TooMany,      ///< More threads arrive at a phase than it counts.
    NeverFull,    ///< A warp waits for threads that never arrive.
    NotInTurn,    ///< A warp may arrive before the previous use has completed.
    /// Arrivals at one phase of an aligned form come from different
    /// instructions.
    SeveralPlaces
  };
  Kind K = Kind::CountsDiffer;
  const Event *At = nullptr; ///< Never null.
  /// Of CountsDiffer, NotInTurn, SeveralPlaces: the earlier arrival.
  const Event *Other = nullptr;
  int64_t Id = 0;
  int64_t Count = 0;      ///< Threads that the phase counts by `At`.
  int64_t OtherCount = 0; ///< Of CountsDiffer: by `Other`.
  int64_t Arrived = 0;    ///< Of TooMany, NeverFull: threads that arrive.
  int64_t Warp = 0;       ///< The warp that arrives at `At`.
  int64_t OtherWarp = -1; ///< The warp that arrives at `Other`.
};

} // namespace warplint::namedbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_NAMEDBARRIERS_PROTOCOLFAULT_H
