//===--- StoredWords.h - Stores of one word to several places ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All threads fill an array with one word, some of them several times at once
// (`float4{a, a, a, a}`): it does not matter who comes last. Each store may have
// computed it for itself.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_STOREDWORDS_H
#define WARPLINT_ANALYSIS_DEPENDENCE_STOREDWORDS_H

#include "Analysis/TwoThreads/QuerySymbols.h"

namespace warplint {

/// \p A and \p B, which are \p Distance bytes apart, store one word, alone or
/// several times, that is the same in all threads that can meet there: the same
/// function of arguments of the kernel and of memory that nobody changes.
bool storeOneWord(const Event &A, const Event &B, const Term *Distance,
                  QuerySymbols &Symbols);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DEPENDENCE_STOREDWORDS_H
