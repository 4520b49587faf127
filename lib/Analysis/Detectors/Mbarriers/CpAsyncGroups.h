//===--- CpAsyncGroups.h - Copies left pending in loops ---------*- C++ -*-===//
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

namespace warplint::mbarriers {

/// A read, among \p Accesses, of what a copy to \p To brings in an iteration of
/// a loop, before the copy is complete or visible: a wait that leaves some
/// groups pending must not leave the one whose data is read next, and if
/// another thread made that copy, a barrier must follow the wait. Nothing if
/// there is none.
std::optional<CopyFault> findReadTooEarly(const BarrierObjects &Objects,
                                          const CopyAccess &To,
                                          llvm::ArrayRef<CopyAccess> Accesses);

/// The first write among \p Writes to the source \p From of a bulk copy, in a
/// loop, before the copy is known to have read it. Nothing if there is none.
std::optional<CopyFault> findWrittenTooEarly(const BarrierObjects &Objects,
                                             const CopyAccess &From,
                                             llvm::ArrayRef<CopyAccess> Writes);

} // namespace warplint::mbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_CPASYNCGROUPS_H
