//===--- Separation.h - Whom an operation orders ----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one answer to "does this operation separate these two threads'
// accesses". It follows from a row's kind, scope, participants and own work; a
// new kind of barrier is a row of SyncApi.def or PtxApi.def, and a case here
// only if threads meet there in a path that no other kind has.
//
// A fence or an atomic separates nobody: it orders its own thread's accesses,
// and which of them is said by `releases` and `acquires`.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SEPARATION_H
#define WARPLINT_CUDAMODEL_SEPARATION_H

#include "CudaModel/SyncOp.h"

namespace warplint {

enum class Separation : uint8_t {
  /// What one thread did before the operation may come after what another does
  /// behind it: nobody waits, or each thread for its own work only.
  None,
  /// The threads that take part are separated, as many as a count, a mask or a
  /// barrier object says; the others of the scope are not.
  Participants,
  /// All threads of the scope are separated.
  Everyone,
};

/// What \p Op does for two threads of which \p Common is the smallest scope
/// that holds both (CUDA Programming Guide, "Synchronization Functions"; PTX
/// ISA, "bar, barrier", "Causality Order"). The second half of a split barrier
/// answers for both halves.
Separation separationOf(const SyncOp &Op, Scope Common);

/// Nobody knows that it does not separate two such threads.
inline bool maySeparate(const SyncOp &Op, Scope Common) {
  return separationOf(Op, Common) != Separation::None;
}

/// The two sides of a memory order, of a fence, an atomic or a barrier: what
/// the thread did before comes before what \p Op announces, and what it does
/// behind comes behind what \p Op has seen (PTX ISA, "Release and Acquire
/// Patterns"). An order that is not known has both.
bool releases(MemoryOrder Order);
bool acquires(MemoryOrder Order);
inline bool releases(const SyncOp &Op) { return releases(Op.Order); }
inline bool acquires(const SyncOp &Op) { return acquires(Op.Order); }

/// Threads wait in operations of this kind for a phase of a barrier object, or
/// ask whether it is over.
bool waitsForObject(SyncKind Kind);

/// \p Op is one of the barriers of a block that have a number, and tells how
/// many threads come to it: `bar.sync 1, 64`. `bar.arrive` is one too, though
/// it waits for nobody.
bool isCountedNamedBarrier(const SyncOp &Op);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_SEPARATION_H
