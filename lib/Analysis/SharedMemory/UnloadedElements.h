//===--- UnloadedElements.h - Elements that nobody writes ------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SHAREDMEMORY_UNLOADEDELEMENTS_H
#define WARPLINT_ANALYSIS_SHAREDMEMORY_UNLOADEDELEMENTS_H

#include "Analysis/Facts/KernelFacts.h"

namespace warplint {

/// The first of \p Reads by which some thread of the block reads an element that
/// none of \p Writes, all that there are to the object, reaches in any thread.
/// Null where the launch is not known, an address follows from more than who
/// the thread is and loops that add up, or data decide over a read.
const Event *readOfUnloaded(llvm::ArrayRef<const Event *> Reads,
                            llvm::ArrayRef<const Event *> Writes,
                            int64_t ObjectSize, const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SHAREDMEMORY_UNLOADEDELEMENTS_H
