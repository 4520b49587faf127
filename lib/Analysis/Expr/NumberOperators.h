//===--- NumberOperators.h - C++ operators on numbers -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators and types of Clang as those of lib/Arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_NUMBEROPERATORS_H
#define WARPLINT_ANALYSIS_EXPR_NUMBEROPERATORS_H

#include "Arithmetic/Operator.h"
#include "clang/AST/OperationKinds.h"
#include "clang/AST/Type.h"
#include <optional>

namespace clang {
class BinaryOperator;
} // namespace clang

namespace warplint {
class Term;

/// An operator as C++ spells it.
struct SpelledOperator {
  Operator Op = Operator::Constant;
  bool IsSwapped = false; ///< `a > b` is `b < a`.
};

/// What \p Op computes; nothing if it has side effects or no number as result.
std::optional<SpelledOperator> operatorOf(clang::BinaryOperatorKind Op);
/// The operator of `a * b` and of `a *= b`.
clang::BinaryOperatorKind plainOpcode(const clang::BinaryOperator &Op);
/// The operator that \p T applies, a BinaryTerm or one that the engine does not
/// compute, as of floating-point numbers; nothing if it is none.
std::optional<clang::BinaryOperatorKind> operatorOf(const Term &T);
/// How C++ spells \p Op; nothing if it does not.
std::optional<clang::BinaryOperatorKind> opcodeOf(Operator Op);
/// The width and sign of \p Type, an integer or enumeration.
IntegerType integerTypeOf(clang::QualType Type,
                          const clang::ASTContext &Context);

/// The result of \p Op on two numbers. Unknown on overflow, where C++ has no
/// result, or if \p Op has side effects.
base::Checked fold(clang::BinaryOperatorKind Op, int64_t L, int64_t R);
/// The result of \p Op on a number; otherwise as above.
base::Checked fold(clang::UnaryOperatorKind Op, int64_t Of);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_NUMBEROPERATORS_H
