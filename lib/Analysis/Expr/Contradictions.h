//===--- Contradictions.h - Conditions that exclude each other --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_CONTRADICTIONS_H
#define WARPLINT_ANALYSIS_EXPR_CONTRADICTIONS_H

#include "Analysis/Expr/Term.h"

namespace warplint {

/// No value of what both are computed from lets \p A be as \p IsA says and \p B
/// as \p IsB: comparisons of one term with numbers (`w == 4` and `w < 4`), or
/// one condition and its opposite. False where that is not seen.
bool exclude(const Term *A, bool IsA, const Term *B, bool IsB);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_CONTRADICTIONS_H
