//===--- SetBits.h - Updates that may be made twice ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `flags |= 4` by many threads leaves what one of them would have left: whether
// a thread reads the flags before or after another has set the bit, it writes
// them with the bit.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_SETBITS_H
#define WARPLINT_ANALYSIS_DEPENDENCE_SETBITS_H

#include "Analysis/TwoThreads/PairQuestion.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"

namespace warplint {

/// \p A and \p B, of the threads of \p One and \p Other, are of one update
/// (`x |= c`, `x = x & c`) by which both threads set or keep the same bits,
/// and nothing else depends on what they read.
bool setSameBits(const IntervalAccess &A, const IntervalAccess &B,
                 ThreadEncoding &One, ThreadEncoding &Other,
                 const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DEPENDENCE_SETBITS_H
