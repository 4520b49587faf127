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
#include <vector>

namespace warplint {
class KernelFacts;
} // namespace warplint

namespace warplint::mbarriers {

/// The faults of the kernel's asynchronous copies.
std::vector<CopyFault> findCopyFaults(const KernelFacts &Facts);

} // namespace warplint::mbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_ASYNCCOPIES_H
