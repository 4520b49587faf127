//===--- BarrierOrder.h - What a barrier orders, for a reader ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_DIAGNOSTICS_BARRIERORDER_H
#define WARPLINT_DIAGNOSTICS_BARRIERORDER_H

#include "llvm/ADT/ArrayRef.h"
#include <string>

namespace warplint {

class KernelFacts;
struct Event;

/// What the barrier \p Barrier orders, in Markdown: the threads that reach it,
/// and each object in shared or global memory that is accessed in the interval
/// before it and in the interval behind it, with a write among these. \p
/// Barrier are the events of one call in the source, which must be barriers of
/// one scope; not empty. No verdict rests on it.
std::string orderText(const KernelFacts &Facts,
                      llvm::ArrayRef<const Event *> Barrier);

} // namespace warplint

#endif // WARPLINT_DIAGNOSTICS_BARRIERORDER_H
