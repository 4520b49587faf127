//===--- Handshake.h - A handshake and what it lacks ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_HANDSHAKE_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_HANDSHAKE_H

#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace warplint {
class KernelFacts;
} // namespace warplint

namespace warplint::memoryorder {

enum class Direction : uint8_t {
  Release, ///< Before an announcement.
  Acquire, ///< After an observation.
};

/// An announcement of data and its observation.
struct Handshake {
  enum class Kind : uint8_t { Ticket, Flag, Lock };
  Kind K = Kind::Flag;
  const MemoryOperation *Announcement = nullptr; ///< Never null.
  /// The announcement itself for a ticket; null if the host or another device
  /// observes.
  const MemoryOperation *Observation = nullptr;
  /// The wait for the partner of an exchange that no operation of this launch
  /// answers; null for all others.
  const MemoryOperation *Answer = nullptr;
  /// For each object, one write and one read of data that some thread writes
  /// before its announcement and another reads after the observation. `Read` is
  /// null if the host or another device reads.
  struct Data {
    const MemoryOperation *Write = nullptr, *Read = nullptr;
  };
  std::vector<Data> Passed;
  /// The scope of the threads that communicate: System, Grid or Block.
  Scope Needed = Scope::Grid;
};

/// A counter by which the last of several arrivals recognizes itself.
struct TicketCounter {
  const MemoryOperation *Count = nullptr;
  const Term *Comparison = nullptr; ///< The test for the last arrival.
  /// The value that the last arrival gets back; null if it is not compared
  /// unchanged.
  const Term *Last = nullptr;
  /// How much the value after which the counter restarts exceeds `Last`; null
  /// if the counter never restarts, or if `Last` is null.
  const Term *Excess = nullptr;
};

/// What is missing between an access and its announcement or observation.
struct HandshakeFault {
  enum class Kind : uint8_t {
    NoFence,
    NoBarrier,   ///< A fence, but no barrier for the threads that wrote.
    NarrowFence, ///< The scope of `Fence` is too small.
    /// The scope of the announcement or observation is too small.
    NarrowAtomic,
    Relaxed,      ///< No fence, and the atomic itself is relaxed.
    PlainRelease, ///< A lock is released by an ordinary store.
    LockStep,     ///< Lanes that wait for a lock keep its holder in their loop.
    /// Some path from taking a lock to the exit does not release it.
    NotGivenBack,
  };
  Kind K = Kind::NoFence;
  Direction Side = Direction::Release;
  const Handshake *Of = nullptr;
  Handshake::Data Data;
  const Event *Fence = nullptr;
  const Event *OneSided = nullptr; ///< See Passage.
  bool WithinWarp = false;         ///< Of NoBarrier: a warp barrier is enough.
  bool NotWaitedFor = false;       ///< A barrier is missing, too.
  /// Another thread observes on behalf of the reader.
  bool BehindBarrier = false;

  const MemoryOperation &signal() const {
    return Side == Direction::Release ? *Of->Announcement : *Of->Observation;
  }
  const MemoryOperation &access() const {
    return Side == Direction::Release ? *Data.Write : *Data.Read;
  }
};

/// What the handshakes of the kernel lack, in the order in which they are
/// found.
llvm::ArrayRef<HandshakeFault> handshakeFaults(const KernelFacts &Facts);

/// A signal that may arrive before the data of a put, at the same processing
/// element. Deliveries to one element are ordered by a fence, a quiet or a
/// barrier only (NVSHMEM API, "nvshmem_fence").
struct RemotePut {
  const Event *Put = nullptr, *Signal = nullptr;
};

/// For each signal, the first such put.
std::vector<RemotePut> findOvertakenPuts(const KernelFacts &Facts);

} // namespace warplint::memoryorder

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_HANDSHAKE_H
