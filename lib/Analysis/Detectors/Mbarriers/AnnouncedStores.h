//===--- AnnouncedStores.h - Bulk stores told of too early ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bulk copy to global memory is no access of the thread that starts it: a
// release of that thread publishes what the copy writes only behind
// `cp.async.bulk.wait_group`, which waits until the writes are visible to it;
// with `.read` it waits for the source alone (PTX ISA,
// "cp.async.bulk.wait_group").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_ANNOUNCEDSTORES_H
#define WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_ANNOUNCEDSTORES_H

#include "Analysis/Detectors/Mbarriers/CopyFault.h"
#include <optional>

namespace warplint::mbarriers {

class BarrierObjects;

/// A signal in global memory that announces what \p Copy writes there, on a
/// path with no wait for its writes (CopyFault::Kind::Announced). Only signals
/// that can announce nothing else count: the kernel writes nothing to global
/// memory before, and waits for nobody whom it could answer.
std::optional<CopyFault> findAnnouncedEarly(const BarrierObjects &Objects,
                                            const Event &Copy);

} // namespace warplint::mbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_ANNOUNCEDSTORES_H
