//===--- BarrierFaults.h - Faults in the use of mbarriers -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules of CUDA Programming Guide, "Asynchronous Barrier", and PTX ISA,
// "Parallel Synchronization and Communication Instructions: mbarrier".
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_BARRIERFAULTS_H
#define WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_BARRIERFAULTS_H

#include "Analysis/LaunchScenarios/Provenance.h"
#include <cstdint>
#include <vector>

namespace clang {
class Stmt;
} // namespace clang

namespace warplint {
class DeviceCode;
class KernelFacts;
class Node;
struct Event;
struct SyncOp;
} // namespace warplint

namespace warplint::mbarriers {

class BarrierObjects;

/// A fault in the initialization of an mbarrier.
struct InitFault {
  enum class Kind : uint8_t {
    Never,       ///< `At` uses an mbarrier that nothing initializes.
    Later,       ///< `At` uses an mbarrier before any initialization.
    ManyThreads, ///< Several threads execute the initialization `At`.
    /// Other threads than the one that executes `Init` use the mbarrier at
    /// `At`, without a barrier of the block between.
    NotVisible,
    /// `Init` executes while other threads may still wait at `At` for the
    /// mbarrier before its re-initialization.
    Again,
    /// `Init` invalidates the mbarrier while other threads may still wait at
    /// `At`.
    Ended,
    /// The relaxed cluster arrival `At` follows `Init` without a fence of
    /// cluster scope.
    NotReleased,
    /// Fewer threads can arrive than are expected; `At` is one of the arrivals.
    TooFew,
    TooMany ///< More threads arrive at `At` than expected.
  };
  Kind K = Kind::Never;
  const Event *At = nullptr;
  const Event *Init = nullptr;
  /// Of TooFew and TooMany, in a block of `Block` threads.
  int64_t Expected = 0, Arriving = 0;
  int64_t Block = 0; ///< Number of threads in the block that was tried.
  bool BlockIsKnown = false;
  std::array<int64_t, 3> BlockDim = {0, 0, 0}; ///< The extents of that block.
  scenarios::Provenance From = {};             ///< Of `BlockDim`.
};
std::vector<InitFault> findInitFaults(const KernelFacts &Facts);

/// A fault in waiting for phases of an mbarrier.
struct TokenFault {
  enum class Kind : uint8_t {
    /// `At` arrives on an mbarrier that no thread waits on; `Other` is an
    /// access that follows.
    NobodyWaits,
    /// `At` waits on another mbarrier than the one on which `Other` arrived.
    OtherObject,
    WaitedTwice,  ///< `At` waits for a token that `Other` has waited for.
    ArrivedTwice, ///< `At` arrives again; `Other` is the arrival before.
    /// `At` lies between the arrival and the wait, and accesses what another
    /// thread's `Other` accesses before it arrives.
    Unordered,
    /// `At` writes, between arrival and wait, what the completion function of
    /// the barrier may read.
    Completion,
    SameParity, ///< `At` waits in a loop for a parity that does not change.
    /// `At` begins the next phase while other threads may still wait at `Other`
    /// for the phase before.
    Rearmed,
    /// `At` waits for the parity that an mbarrier has before its first phase
    /// ends, so it does not wait for the copy `Other`.
    WrongStart,
  };
  Kind K = Kind::NobodyWaits;
  const Event *At = nullptr;
  const Event *Other = nullptr;
  /// Of Unordered and Completion, the arrival; of WrongStart, the read.
  const Event *Arrival = nullptr;
};
std::vector<TokenFault> findTokenFaults(const KernelFacts &Facts);
/// The faults among `findTokenFaults` that concern parities.
std::vector<TokenFault> findPhaseFaults(const BarrierObjects &Objects);

/// Try-waits whose result is not used, in user code that kernels and device
/// functions of the translation unit reach.
std::vector<const SyncOp *> findDroppedTries(DeviceCode &Code);

/// A thread that exits, or stops arriving, while the mbarrier still expects it.
struct DropoutFault {
  const Event *Arrival = nullptr; ///< Where the other threads still arrive.
  const Event *Init = nullptr;
  const Node *Branch = nullptr; ///< The branch that separates the threads.
  /// The return statement; null if threads leave a loop and stay in the kernel.
  const clang::Stmt *Return = nullptr;
};
std::vector<DropoutFault> findDropouts(const KernelFacts &Facts);

} // namespace warplint::mbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_BARRIERFAULTS_H
