//===--- CompilerOrder.h - What a compiler may not move ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a compiler may reorder. It moves no access across a fence, and keeps the
// order of two accesses of one thread to what may be one place. Inline PTX that
// does not clobber memory is no fence to it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_COMPILERORDER_H
#define WARPLINT_ANALYSIS_DEPENDENCE_COMPILERORDER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <optional>

namespace clang {
class GCCAsmStmt;
} // namespace clang

namespace warplint {
class KernelFacts;
class Node;
struct Event;
struct SyncOp;
struct ThreadOfBlock;
} // namespace warplint

namespace warplint::dependence {

/// Whether \p Op keeps accesses of its thread on one side.
bool ordersMemory(const SyncOp &Op);

/// Whether \p Asm has `"memory"` among its clobbers.
bool clobbersMemory(const clang::GCCAsmStmt &Asm);

/// Whether no access that \p E, an operation in PTX that does not clobber
/// memory, should keep on one side can get to the other: on all paths
/// something that compilers move nothing across stands between. An operation
/// that only acquires needs it behind, one that only releases needs it in
/// front, all others need both.
bool isFenced(const Event &E, const KernelFacts &Facts);

/// Whether the compiler makes \p Second, a later access of the same thread in
/// the same iteration or in the \p NextIteration of a loop, behind \p First.
/// It gives a thread its own value back without a load where it knows that the
/// thread has just stored that value. \p Threads are those of the block. False
/// if unknown.
bool keepsOrder(const Event &First, const Event &Second, bool NextIteration,
                llvm::ArrayRef<ThreadOfBlock> Threads,
                const KernelFacts &Facts);

/// What a walk looks for on all paths.
struct PathSearch {
  /// What an event decides about the path; nothing if the path goes on.
  llvm::function_ref<std::optional<bool>(const Event &)> Decides;
  bool AtEnd = false;          ///< What holds of a path that nothing decides.
  bool Backwards = false;      ///< From the event to the start of the kernel.
  const Node *Until = nullptr; ///< Paths end here, if it is not null.
};

/// Whether \p Search decides that all paths from \p E are right.
bool onAllPaths(const Event &E, const PathSearch &Search,
                const KernelFacts &Facts);

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_COMPILERORDER_H
