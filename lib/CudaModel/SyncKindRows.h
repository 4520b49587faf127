//===--- SyncKindRows.h - What each kind of operation does ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of SyncKinds.def: what is known of an operation by its kind alone.
// What the call adds (scope, participants, order) stands in SyncOp.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SYNCKINDROWS_H
#define WARPLINT_CUDAMODEL_SYNCKINDROWS_H

#include "CudaModel/SyncKinds.h"

namespace warplint {

/// Kinds that work on the same thing.
enum class SyncFamily : uint8_t {
  Barrier,      ///< Of a block, a cluster or the grid.
  WarpBarrier,  ///< Of lanes.
  Exchange,     ///< Lanes exchange values, and each lane gets a result.
  ActiveMask,   ///< Asks which lanes are converged.
  Fence,        ///< Orders memory of the thread.
  Atomic,       ///< Atomic access.
  Cached,       ///< Access with a cache operator.
  Matrix,       ///< Rows of matrices, accessed by a warp.
  Multiply,     ///< Matrix multiplication beside the threads.
  TensorMemory, ///< Life and use of tensor memory.
  Copy,         ///< Asynchronous copies and their groups.
  Object,       ///< Barrier objects.
  Pipeline,     ///< `cuda::pipeline`.
  Grid,         ///< Programmatic dependent launch.
  Peer,         ///< Distributed shared memory.
  Exit,         ///< The end of a thread.
  Host,         ///< Calls of the host.
};

/// What a thread waits for in an operation: threads, a phase of a barrier
/// object (or whether it is complete), or the end of grids.
enum class WaitsFor : uint8_t { Nothing, Threads, Object, Grids };

/// What a thread's part in an operation lets go on: other threads at a barrier,
/// a phase of a barrier object, by an arrival or by its count of bytes, or a
/// stage of a pipeline.
enum class ArrivesAt : uint8_t { Nothing, Threads, Object, Bytes, Stage };

/// What an operation does with the memory at its object operand.
enum class ObjectAccess : uint8_t { Nothing, Reads, Writes, Both };

/// Whether an operation orders accesses of its own thread. `AsNamed`: if it has
/// a memory order.
enum class OrdersMemory : uint8_t { Never, AsNamed, Always };

/// One row of SyncKinds.def.
struct SyncKindRow {
  SyncKind Kind;
  SyncFamily Family;
  WaitsFor Waits;
  ArrivesAt Arrives;
  ObjectAccess Access;
  OrdersMemory Memory;
  const char *Source;

  constexpr bool reads() const {
    return Access == ObjectAccess::Reads || Access == ObjectAccess::Both;
  }
  constexpr bool writes() const {
    return Access == ObjectAccess::Writes || Access == ObjectAccess::Both;
  }
};

/// All rows, in the order of SyncKind.
inline constexpr SyncKindRow SyncKindRows[] = {
#define SYNC_KIND(NAME, FAMILY, WAITS, ARRIVES, TOUCHES, ORDERS, SOURCE)       \
  {SyncKind::NAME,                                                             \
   SyncFamily::FAMILY,                                                         \
   WaitsFor::WAITS,                                                            \
   ArrivesAt::ARRIVES,                                                         \
   ObjectAccess::TOUCHES,                                                      \
   OrdersMemory::ORDERS,                                                       \
   SOURCE},
#include "CudaModel/SyncKinds.def"
};

constexpr const SyncKindRow &rowOf(SyncKind Kind) {
  return SyncKindRows[uint8_t(Kind)];
}

/// Whether \p Kind waits for a phase of a barrier object, or tests whether it
/// is complete.
constexpr bool waitsForObject(SyncKind Kind) {
  return rowOf(Kind).Waits == WaitsFor::Object;
}

/// Whether \p Kind counts as arrivals on a barrier object.
constexpr bool arrivesAtObject(SyncKind Kind) {
  return rowOf(Kind).Arrives == ArrivesAt::Object;
}

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_SYNCKINDROWS_H
