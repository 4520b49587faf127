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

/// True if \p A and \p B exclude each other, where \p A is not 0 (or is 0, if
/// \p IsA is false) and \p B is not 0 (or is 0, if \p IsB is false):
/// comparisons of one term with constants (`w == 4` and `w < 4`), or a
/// condition and its opposite. False where that is not known.
bool exclude(const Term *A, bool IsA, const Term *B, bool IsB);

/// \p T is the same whenever a thread looks: no memory, no loop, no call.
bool isFixed(const Term *T);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_CONTRADICTIONS_H
