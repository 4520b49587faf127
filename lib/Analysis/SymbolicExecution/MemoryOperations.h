//===--- MemoryOperations.h - Accesses that other threads see ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reads, writes and atomics of a kernel on shared and global memory, with
// their object, strength, order and scope (PTX ISA, "Memory Consistency
// Model").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_MEMORYOPERATIONS_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_MEMORYOPERATIONS_H

#include "Analysis/KernelIR/Event.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/SyncOp.h"
#include <optional>
#include <vector>

namespace warplint {

class Evaluation;
class InlinedCFG;
class Node;
class Term;

/// How directly a read or write acts on memory that all blocks share.
enum class AccessStrength : uint8_t {
  ReadOnly, ///< Read through a cache that is not kept coherent.
  Plain,    ///< The compiler may keep the value in a register, L1 may hold it.
  Device,   ///< Served by the L2 cache, but ordered with nothing.
  Volatile, ///< Relaxed at system scope.
  Atomic,
};

/// A read, write or atomic by the thread itself (no asynchronous copy).
struct MemoryOperation {
  const Event *At = nullptr; ///< Never null.
  /// The parameter, variable, or pointer held by one of them, that the address
  /// is computed from; never null. Different objects do not overlap.
  const Term *Object = nullptr;
  MemorySpace Space = MemorySpace::Global;
  bool Reads = false, Writes = false;
  AccessStrength Strength = AccessStrength::Plain;
  MemoryOrder Order = MemoryOrder::None;
  Scope Extent = Scope::Thread; ///< Of an atomic.

  const Term *address() const { return At->Address; }
  const Node &node() const { return *At->At; }
  bool isAtomic() const { return Strength == AccessStrength::Atomic; }
  bool isReadModifyWrite() const { return Reads && Writes; }
  /// The compiler performs it as written and every block sees it at once.
  bool isStrong() const { return Strength >= AccessStrength::Device; }
  AtomicUpdate update() const {
    return At->Op ? At->Op->Update : AtomicUpdate::None;
  }
};

/// Whether \p E is a read or write by an asynchronous copy, which may happen at
/// any time between \p E and the wait for the copy.
bool isOfCopy(const Event &E);

/// The roots (see rootOf) that \p Address may have: phis and conditional
/// operators are looked through.
llvm::SmallVector<const Term *, 2> possibleRoots(const Term *Address,
                                                 const Evaluation &Values);
/// The memory space that \p Address points into; nullopt if it may be one of
/// several, or if it is not known where the pointer comes from.
std::optional<MemorySpace> memorySpaceOf(const Term *Address,
                                         const Evaluation &Values);

/// The memory operations of \p P in the order of InlinedCFG::order(). Accesses
/// to unknown objects and to the thread's own variables are left out.
std::vector<MemoryOperation> memoryOperations(const InlinedCFG &P,
                                              const Evaluation &Values);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_MEMORYOPERATIONS_H
