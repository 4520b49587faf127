//===--- NumberOperators.h - Operators of C++ on numbers --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_NUMBEROPERATORS_H
#define WARPLINT_ANALYSIS_EXPR_NUMBEROPERATORS_H

#include "Support/Checked.h"
#include "clang/AST/OperationKinds.h"

namespace warplint {

/// What \p Op makes of two numbers, comparisons 0 or 1.
Checked applied(clang::BinaryOperatorKind Op, int64_t L, int64_t R);

/// What \p Op makes of a number.
Checked applied(clang::UnaryOperatorKind Op, int64_t Of);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_NUMBEROPERATORS_H
