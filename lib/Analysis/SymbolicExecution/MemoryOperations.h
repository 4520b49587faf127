//===--- MemoryOperations.h - Accesses that other threads can see -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reads, writes and atomics of a kernel on shared and global memory, with
// what the memory model wants to know of each: the object, strength, order and
// scope (PTX ISA, "Memory Consistency Model").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_MEMORYOPERATIONS_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_MEMORYOPERATIONS_H

#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include <vector>

namespace warplint {

/// What stands between a read or write and memory that all blocks share.
enum class AccessStrength : uint8_t {
  ReadOnly, ///< Read through a cache that is not kept coherent.
  Plain,    ///< The compiler may keep the value in a register, L1 may hold it.
  Device,   ///< Served by the L2 cache, but ordered with nothing.
  Volatile, ///< Relaxed at system scope.
  Atomic,
};

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

/// \p E is what an asynchronous copy reads or writes. It may do so at any time
/// from there on until somebody has waited for it.
bool isOfCopy(const Event &E);

/// The object that \p Address lies in, null if several or none are possible.
const Term *objectOf(const Term *Address, const Evaluation &Values);

/// Roots of the addresses that \p Address may be: pointers that are chosen from
/// several, or change from iteration to iteration, are looked through.
llvm::SmallVector<const Term *, 2> possibleRoots(const Term *Address,
                                                 const Evaluation &Values);
/// The memory that \p Address points into; nothing if it may be one of several,
/// or if it is not known where the pointer comes from.
std::optional<MemorySpace> memorySpaceOf(const Term *Address,
                                         const Evaluation &Values);

/// In the order of the program's nodes; accesses to unknown objects are left
/// out.
std::vector<MemoryOperation> memoryOperations(const InlinedCFG &P,
                                              const Evaluation &Values);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_MEMORYOPERATIONS_H
