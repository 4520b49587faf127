//===--- ChosenNumbers.h - Terms that are one of a few numbers -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_CHOSENNUMBERS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_CHOSENNUMBERS_H

#include "Analysis/Expr/TermArena.h"

namespace warplint {

/// \p L divided by \p R, or the rest (\p Op). Where \p R is one of a few numbers
/// that iterations of a loop choose, a choice of what comes of each: that is much
/// easier to decide than a division by what is not known.
const Term *divided(clang::BinaryOperatorKind Op, const Term *L, const Term *R,
                    TermArena &Arena);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_TWOTHREADS_CHOSENNUMBERS_H
