//===--- ExitedThreads.h - Barriers behind early exits -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_EXITEDTHREADS_H
#define WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_EXITEDTHREADS_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

/// A barrier that some threads of the block may have left the kernel before.
struct ExitFault {
  enum class Kind : uint8_t {
    Tolerated,    ///< The barrier waits for non-exited threads only, by the
                  ///< hardware of the target.
    OldTarget,    ///< Below sm_70 the barrier waits for exited threads too.
    Counted,      ///< The barrier counts arrivals: it waits for ever.
    WiderScope,   ///< Grid and cluster barriers wait for all threads.
    MissingValues ///< Data that an exited thread should have written is read
                  ///< after the barrier (`Write`, `Read`).
  };
  Kind K = Kind::Tolerated;
  EarlyExit Exit;
  const Event *Barrier = nullptr;
  const Event *Write = nullptr, *Read = nullptr;
};

/// One entry per early exit that a barrier lies behind, the most serious one of
/// its barriers. \p ComputeCapability is 90 for sm_90. CUDA Programming Guide,
/// "Synchronization Functions" (from compute capability 7.0 a barrier is
/// enforced per non-exited thread), "Asynchronous Barrier".
std::vector<ExitFault> findExitFaults(const KernelFacts &Facts,
                                      unsigned ComputeCapability);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_EXITEDTHREADS_H
