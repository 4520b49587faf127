//===--- NumberOperators.h - C++ operators on numbers -----------*- C++ -*-===//
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

/// The result of \p Op on two numbers; 0 or 1 for comparisons and logical
/// operators. Nothing on overflow, where C++ has no result, or if \p Op has
/// side effects.
Checked applied(clang::BinaryOperatorKind Op, int64_t L, int64_t R);

/// The result of \p Op on a number; nothing on overflow or if \p Op has side
/// effects.
Checked applied(clang::UnaryOperatorKind Op, int64_t Of);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_NUMBEROPERATORS_H
