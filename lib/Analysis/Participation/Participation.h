//===--- Participation.h - Whom an operation waits for -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PARTICIPATION_PARTICIPATION_H
#define WARPLINT_ANALYSIS_PARTICIPATION_PARTICIPATION_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

/// The operation completes only when every non-exited thread of its scope, a
/// block or wider, comes to this very place. A barrier object counts arrivals
/// wherever they happen: it needs all threads here if it expects as many as the
/// block has and nothing else arrives on it (CUDA Programming Guide,
/// "Asynchronous Barrier").
bool needsAllThreads(const KernelFacts &Facts, const Event &E);

/// Both are uses of one hardware barrier, which counts arrivals wherever they
/// come from: of one number, or of the cluster (PTX ISA, "barrier").
bool areOfOneBarrier(const Event &L, const Event &R);

/// Threads that go one of two paths meet at one hardware barrier. With
/// `.aligned` only if the lanes of each warp go the same way (\p
/// WarpsStayWhole).
bool meetAtOneBarrier(llvm::ArrayRef<const Event *> OnePath,
                      llvm::ArrayRef<const Event *> OtherPath,
                      bool WarpsStayWhole);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_PARTICIPATION_PARTICIPATION_H
