//===--- EqualPlaces.h - What equal addresses have in common ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_RACES_EQUALPLACES_H
#define WARPLINT_ANALYSIS_RACES_EQUALPLACES_H

#include "Analysis/Races/QuerySymbols.h"

namespace warplint {

/// What thread 2 has, with what of thread 1 equals it, wherever \p Distance is
/// 0: it is made of differences of what is the threads' own, each weighed more
/// than all smaller ones together. Nothing if it is made of anything else.
/// What a remainder is taken of counts as quotient and remainder: `4 * i - 3 *
/// (i % 64)` is `256 * (i / 64) + i % 64`. What \p Holds, of thread 1 first,
/// tells how large what they have can be, alone or summed up.
std::optional<QuerySymbols::Renaming>
equalWhere(QuerySymbols &Symbols, const Term *Distance,
           llvm::ArrayRef<const Term *> Holds = {});

/// \p Distance is never 0: it is such differences and a number that they cannot
/// make up for. For \p Holds see above.
bool areApart(QuerySymbols &Symbols, const Term *Distance,
              llvm::ArrayRef<const Term *> Holds = {});

} // namespace warplint

#endif // WARPLINT_ANALYSIS_RACES_EQUALPLACES_H
