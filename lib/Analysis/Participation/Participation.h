//===--- Participation.h - Threads a barrier waits for ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PARTICIPATION_PARTICIPATION_H
#define WARPLINT_ANALYSIS_PARTICIPATION_PARTICIPATION_H

#include "CudaModel/SyncOp.h"
#include "llvm/ADT/ArrayRef.h"

namespace warplint {
class KernelFacts;
class Node;
struct Event;
} // namespace warplint

namespace warplint::participation {

/// Whether \p E completes only if every non-exited thread of its scope, a block
/// or wider, executes \p E itself. A barrier object counts arrivals at any
/// place (CUDA Programming Guide, "Asynchronous Barrier"): it needs all threads
/// at \p E if its count is the block size and \p E is the only arrival on it.
/// False if that is not known.
bool needsAllThreads(const KernelFacts &Facts, const Event &E);

/// Whether \p L and \p R, which must be barriers, are known to use one hardware
/// barrier, that of the cluster or that of one number. It counts arrivals at
/// any place (PTX ISA, "barrier").
bool areOfOneBarrier(const Event &L, const Event &R);

/// Whether threads on \p OnePath and on \p OtherPath, each given by its
/// barriers in order, meet at the same hardware barriers. With `.aligned` they
/// do only if no warp is divergent between the two paths (\p WarpsStayWhole).
bool meetAtOneBarrier(llvm::ArrayRef<const Event *> OnePath,
                      llvm::ArrayRef<const Event *> OtherPath,
                      bool WarpsStayWhole);

/// Whether \p E is barrier 0 of the block, for all its threads, and gives no
/// result.
bool isBarrierZero(const Event &E);

/// Whether the warps that take the two successors of a divergent branch over
/// one of \p Barriers wait as often at barrier 0 before their paths join, on
/// whichever path, and neither side writes between two of these waits what the
/// other one accesses there. False if a warp may take both.
bool waitInPairs(llvm::ArrayRef<const Event *> Barriers,
                 const KernelFacts &Facts);

/// Whether all threads of one \p S that reach \p Branch together take the same
/// successor.
bool takeOneSuccessor(const Node &Branch, Scope S, const KernelFacts &Facts);

} // namespace warplint::participation

#endif // WARPLINT_ANALYSIS_PARTICIPATION_PARTICIPATION_H
