//===--- ExitedThreads.h - Barriers after early exits -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_EXITEDTHREADS_H
#define WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_EXITEDTHREADS_H

#include "Analysis/Uniformity/EarlyExit.h"
#include "Target/GpuTarget.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace warplint {
class KernelFacts;
struct Event;
} // namespace warplint

namespace warplint::earlyexit {

/// A barrier that some threads of the block do not reach, since they have
/// exited.
struct ExitFault {
  enum class Kind : uint8_t {
    /// The barrier waits for non-exited threads only, on the target's hardware.
    Tolerated,
    /// On some target of the command the barrier waits for exited threads, too.
    OldTarget,
    Counted,    ///< The barrier counts arrivals: it waits forever.
    WiderScope, ///< Grid and cluster barriers wait for all threads.
    /// A value that an exited thread should have written at `Write` is read
    /// after the barrier, at `Read`.
    MissingValues
  };
  Kind K = Kind::Tolerated;
  EarlyExit Exit;
  const Event *Barrier = nullptr;
  const Event *Write = nullptr, *Read = nullptr;
};

/// One fault per early exit with a barrier after it, the most serious one of
/// its barriers. CUDA Programming Guide, "Synchronization Functions" (from
/// compute capability 7.0 a barrier is enforced per non-exited thread),
/// "Asynchronous Barrier".
std::vector<ExitFault> findExitFaults(const KernelFacts &Facts);

/// Barriers that some threads of the block pass by, as they take other paths.
/// Answers for one kernel.
class SkippedBarriers {
public:
  explicit SkippedBarriers(const KernelFacts &Facts);
  ~SkippedBarriers();

  /// Whether each of \p Barriers does without the threads that divergent
  /// branches keep from it, as it does without those that have exited
  /// (`Tolerated`): they wait for nobody on their way to the end of the kernel,
  /// or as whole warps at the same barrier of the hardware, and access nothing
  /// there that others access in the meantime.
  bool doWithout(llvm::ArrayRef<const Event *> Barriers);

private:
  struct Judged;
  std::unique_ptr<Judged> Inside;
};

/// Those of \p Targets on which a fault of kind \p K is one.
llvm::ArrayRef<GpuTarget> targetsOf(ExitFault::Kind K,
                                    const GpuTargets &Targets);

} // namespace warplint::earlyexit

#endif // WARPLINT_ANALYSIS_DETECTORS_EARLYEXIT_EXITEDTHREADS_H
