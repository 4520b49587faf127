//===--- SetBits.h - Idempotent updates of bits -----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `flags |= 4` by many threads has the same result as by one of them: whether a
// thread reads the flags before or after another has set the bit, it writes
// them with the bit set.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_SETBITS_H
#define WARPLINT_ANALYSIS_DEPENDENCE_SETBITS_H

#include "Analysis/TwoThreads/PairQuestion.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"

namespace warplint::dependence {

/// \p A, of the thread of \p One, and \p B, of the thread of \p Other, belong
/// to one update (`x |= c`, `x = x & c`) by which both threads set or keep the
/// same bits, and nothing else depends on the value that was read. False if
/// unknown.
bool setSameBits(const twothreads::IntervalAccess &A,
                 const twothreads::IntervalAccess &B,
                 twothreads::ThreadEncoding &One,
                 twothreads::ThreadEncoding &Other, const KernelFacts &Facts);

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_SETBITS_H
