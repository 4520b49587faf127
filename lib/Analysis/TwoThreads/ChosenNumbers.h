//===--- ChosenNumbers.h - Division by one of a few numbers -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_CHOSENNUMBERS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_CHOSENNUMBERS_H

#include "Analysis/Expr/TermArena.h"

namespace warplint::twothreads {

/// \p L / \p R or \p L % \p R, as \p Op says. Where \p R is one of a few
/// numbers that loop iterations select, the result is a selection among the
/// quotients by each of them: the solver decides that much faster than a
/// division by an unknown.
const Term *divided(clang::BinaryOperatorKind Op, const Term *L, const Term *R,
                    TermArena &Arena);

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_CHOSENNUMBERS_H
