//===--- BarrierFaults.h - What is wrong with barrier objects -*- C++ -*-===//
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

#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"

namespace warplint {

struct InitFault {
  enum class Kind : uint8_t {
    Never,       ///< `At` uses an object that nothing initializes.
    Later,       ///< `At` uses an object before any initialization.
    ManyThreads, ///< Several threads execute the initialization `At`.
    NotVisible,  ///< `At` is used by other threads than the one that executes
                 ///< `Init`, with no barrier of the block between.
    Again, ///< `Init` is executed while other threads may still be in the wait
           ///< `At` for the object as it was.
    Ended, ///< The same of an operation `Init` that ends the object.
    NotReleased, ///< The relaxed cluster arrival `At` follows `Init` without a
                 ///< fence of cluster scope.
    TooFew, ///< Fewer threads can arrive (`At` is one place) than expected.
    TooMany ///< More threads arrive at `At` than expected.
  };
  Kind K = Kind::Never;
  const Event *At = nullptr;
  const Event *Init = nullptr;
  int64_t Expected = 0, Arriving = 0; ///< Of TooFew and TooMany, in Block.
  int64_t Block = 0;                  ///< Threads of the block tried.
  bool BlockIsKnown = false;
};
std::vector<InitFault> findInitFaults(const BarrierObjects &Objects);

struct TokenFault {
  enum class Kind : uint8_t {
    NobodyWaits,  ///< `At` arrives on an object that nobody waits on; `Other`
                  ///< is an access that follows.
    OtherObject,  ///< `At` waits on another object than the one on which
                  ///< `Other` arrived.
    WaitedTwice,  ///< `At` waits for a token that `Other` has waited for.
    ArrivedTwice, ///< `At` arrives again; `Other` is the arrival before.
    Unordered,    ///< `At` comes between the arrival and the wait, and touches
                  ///< what another thread's `Other` touches before it arrives.
    Completion,   ///< `At` writes between arrival and wait what the completion
                  ///< function of the object can read.
    SameParity,   ///< `At` waits in a loop for a parity that does not change.
    Rearmed,      ///< `At` begins the next phase while other threads may still
                  ///< be in the wait `Other` for the phase before.
    WrongStart,   ///< `At` waits for the parity that an object has before its
                  ///< first phase ends, and does not wait for the copy `Other`.
  };
  Kind K = Kind::NobodyWaits;
  const Event *At = nullptr;
  const Event *Other = nullptr;
  /// Of Unordered and Completion; the read, of WrongStart.
  const Event *Arrival = nullptr;
};
std::vector<TokenFault> findTokenFaults(const BarrierObjects &Objects);
/// Those among them that are about parities.
std::vector<TokenFault> findPhaseFaults(const BarrierObjects &Objects);

/// Tries to wait of which nobody asks whether they did, in user code that
/// kernels and device functions of the unit reach.
std::vector<const SyncOp *> findDroppedTries(DeviceCode &Code);

/// A thread that leaves, or stops arriving, while the object goes on expecting
/// it.
struct DropoutFault {
  const Event *Arrival = nullptr; ///< Where the others go on arriving.
  const Event *Init = nullptr;
  const Node *Branch = nullptr; ///< Sends some threads away.
  /// The return; null if threads leave a loop and stay in the kernel.
  const clang::Stmt *Return = nullptr;
};
std::vector<DropoutFault> findDropouts(const BarrierObjects &Objects);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_BARRIERFAULTS_H
