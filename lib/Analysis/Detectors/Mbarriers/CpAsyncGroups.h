//===--- CpAsyncGroups.h - Groups of copies that a loop leaves pending ----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_CPASYNCGROUPS_H
#define WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_CPASYNCGROUPS_H

#include "Analysis/Detectors/Mbarriers/CopiedBytes.h"
#include "Analysis/Detectors/Mbarriers/CopyFault.h"

namespace warplint {

/// A wait that leaves some groups pending must not leave the one that brings
/// what is read next; and if another thread has copied that, the two must meet
/// behind the wait. A read among \p Accesses of what a copy to \p To brings in
/// an iteration of a loop, for which one of the two does not hold.
std::optional<CopyFault> findReadTooEarly(const BarrierObjects &Objects,
                                          const Touch &To,
                                          llvm::ArrayRef<Touch> Accesses);

/// The same for what a bulk copy reads, \p From: the first among \p Writes that
/// comes before the copy is known to have read it.
std::optional<CopyFault> findWrittenTooEarly(const BarrierObjects &Objects,
                                             const Touch &From,
                                             llvm::ArrayRef<Touch> Writes);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_CPASYNCGROUPS_H
