//===--- CompilerOrder.h - What a compiler may not move ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A compiler may move accesses across inline PTX that does not clobber memory,
// but not across a barrier or a fence beside it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_COMPILERORDER_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_COMPILERORDER_H

namespace clang {
class GCCAsmStmt;
} // namespace clang

namespace warplint {
class KernelFacts;
struct Event;
struct SyncOp;
} // namespace warplint

namespace warplint::memoryorder {

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

} // namespace warplint::memoryorder

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_COMPILERORDER_H
