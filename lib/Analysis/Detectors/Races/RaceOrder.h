//===--- RaceOrder.h - Which access of a race comes first -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_RACEORDER_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_RACEORDER_H

#include "Analysis/Dependence/AccessPair.h"
#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/TwoThreads/QueryWriter.h"

namespace warplint::races {

/// The thread (1 or 2) that is in a later iteration of a loop around both
/// accesses of \p R, if the symbols that \p Writer wrote have these \p Values;
/// 0 if neither is.
unsigned laterIteration(const Race &R, const Interval &I,
                        const twothreads::QuerySymbols &Symbols,
                        const twothreads::QueryWriter &Writer,
                        llvm::ArrayRef<int64_t> Values);

/// Orders the sides of \p R, made by \p A and \p B, and sets the kind of the
/// race. \p Later: the thread that is in a later iteration, 0 if neither is.
void putInOrder(Race &R, const Interval &I, const twothreads::IntervalAccess &A,
                const twothreads::IntervalAccess &B, unsigned Later,
                const CfgView &View);

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_RACEORDER_H
