//===--- StoredWords.h - Arrays filled with one word ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads fill an array with one word, some of them with several copies at
// once (`float4{a, a, a, a}`): the order of the stores does not matter. Each
// store may have computed the word anew.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_STOREDWORDS_H
#define WARPLINT_ANALYSIS_DEPENDENCE_STOREDWORDS_H

#include "Analysis/TwoThreads/QuerySymbols.h"

namespace warplint {
class Term;
struct Event;
} // namespace warplint

namespace warplint::dependence {

/// \p A and \p B, which are \p Distance bytes apart, store one word, once or as
/// several copies, that is equal in all threads that can meet there: one
/// function of kernel arguments and of memory that the kernel does not write.
/// False if unknown.
bool storeOneWord(const Event &A, const Event &B, const Term *Distance,
                  twothreads::QuerySymbols &Symbols);

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_STOREDWORDS_H
