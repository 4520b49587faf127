//===--- Separation.h - Which threads an operation separates ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one answer to "does this operation separate the accesses of these two
// threads". It follows from a row's kind, scope, participants and own work; a
// new kind of barrier is a row of SyncApi.def or PtxApi.def, and a case here
// only if threads wait for each other in a way that no other kind has.
//
// A fence or an atomic separates no threads: it orders accesses of its own
// thread, and `releases` and `acquires` say which.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SEPARATION_H
#define WARPLINT_CUDAMODEL_SEPARATION_H

#include "CudaModel/SyncOp.h"

namespace warplint {

enum class Separation : uint8_t {
  /// Accesses of one thread before the operation may happen after accesses of
  /// the other behind it: nobody waits, or each thread only for its own work.
  None,
  /// Threads that take part are separated, as a count, a mask or a barrier
  /// object says; other threads of the scope are not.
  Participants,
  /// All threads of the scope are separated.
  Everyone,
};

/// Whether \p Op separates two threads whose smallest common scope is \p Common
/// (CUDA Programming Guide, "Synchronization Functions"; PTX ISA, "bar,
/// barrier", "Causality Order"). Of a split barrier, the wait counts for both
/// halves, the arrival is None.
Separation separationOf(const SyncOp &Op, Scope Common);

/// Whether \p Op separates all or some such threads; false only if it separates
/// none.
inline bool maySeparate(const SyncOp &Op, Scope Common) {
  return separationOf(Op, Common) != Separation::None;
}

/// Whether a fence, atomic or barrier of \p Order releases (accesses of its
/// thread before it happen before what an acquiring thread does after observing
/// it) or acquires (accesses behind it happen after what it observed); PTX ISA,
/// "Release and Acquire Patterns". An unknown order does both.
bool releases(MemoryOrder Order);
bool acquires(MemoryOrder Order);
inline bool releases(const SyncOp &Op) { return releases(Op.Order); }
inline bool acquires(const SyncOp &Op) { return acquires(Op.Order); }

/// Whether \p Op is a named barrier of a block with a thread count: `bar.sync
/// 1, 64`. Includes `bar.arrive`, which does not wait.
bool isCountedNamedBarrier(const SyncOp &Op);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_SEPARATION_H
