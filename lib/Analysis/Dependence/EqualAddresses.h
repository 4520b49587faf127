//===--- EqualAddresses.h - What equal addresses have in common ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_EQUALADDRESSES_H
#define WARPLINT_ANALYSIS_DEPENDENCE_EQUALADDRESSES_H

#include "Analysis/Dependence/AddressDifferences.h"

namespace warplint {

/// What thread 2 has, with what of thread 1 equals it.
struct EqualParts {
  QuerySymbols::Renaming Twins;
  /// Nothing that differs is left of the distance.
  bool IsAll = false;
};

/// What is equal wherever \p Distance is \p Within: it is made of differences
/// of what is the threads' own, of which those are that weigh more than all
/// smaller ones and what else there is together. Nothing if there are none.
/// What a remainder is taken of counts as quotient and remainder: `4 * i - 3 *
/// (i % 64)` is `256 * (i / 64) + i % 64`. What \p Holds, of thread 1 first,
/// tells how large what they have can be, alone or summed up.
std::optional<EqualParts> equalWhere(QuerySymbols &Symbols,
                                     const Term *Distance,
                                     llvm::ArrayRef<const Term *> Holds = {},
                                     Near Within = {});

/// \p Distance is never \p Within: such differences cannot make up for it. For
/// \p Holds see above.
bool areApart(QuerySymbols &Symbols, const Term *Distance,
              llvm::ArrayRef<const Term *> Holds = {}, Near Within = {});

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DEPENDENCE_EQUALADDRESSES_H
