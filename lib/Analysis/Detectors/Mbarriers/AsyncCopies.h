//===--- AsyncCopies.h - Faults of asynchronous copies ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An asynchronous copy owns its destination until the thread that issued it has
// waited for the completion group, mbarrier or pipeline that tracks it; other
// threads may access the destination after a barrier that follows the wait. A
// bulk copy out of shared memory owns its source in the same way, and reads
// what threads wrote only after a proxy fence (CUDA Programming Guide,
// "Asynchronous Data Copies"; PTX ISA, "Asynchronous Data Copy").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_ASYNCCOPIES_H
#define WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_ASYNCCOPIES_H

#include "Analysis/Detectors/Mbarriers/CopyFault.h"
#include <optional>
#include <vector>

namespace warplint {
class KernelFacts;
} // namespace warplint

namespace warplint::mbarriers {

class BarrierObjects;

/// The faults of the kernel's asynchronous copies.
std::vector<CopyFault> findCopyFaults(const KernelFacts &Facts);

/// A signal in global memory that announces what \p Copy writes there, on a
/// path with no wait for its writes (CopyFault::Kind::Announced). Only signals
/// that can announce nothing else count: the kernel writes nothing to global
/// memory before, and waits for nobody whom it could answer.
std::optional<CopyFault> findAnnouncedEarly(const BarrierObjects &Objects,
                                            const Event &Copy);

/// A tensor map that \p Copy uses and that no fence of the kernel acquires,
/// though it acquires others of the same array
/// (CopyFault::Kind::MapNotAcquired).
std::optional<CopyFault> findMapNotAcquired(const KernelFacts &Facts,
                                            const Event &Copy);

/// The faults in the use of registers that `wgmma` accumulates into, at most
/// one of each kind.
std::vector<RegisterFault> findRegisterFaults(const KernelFacts &Facts);

} // namespace warplint::mbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_ASYNCCOPIES_H
