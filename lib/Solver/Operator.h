//===--- Operator.h - Operators of query expressions ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SOLVER_OPERATOR_H
#define WARPLINT_SOLVER_OPERATOR_H

#include "Support/Checked.h"
#include <cstdint>

namespace warplint {

/// What an expression of a query computes from its operands.
enum class Operator : uint8_t {
  Constant,
  Symbol,
  // Integer results.
  Add,
  Multiply,
  Divide,    ///< Rounds towards zero; by zero: not defined.
  Remainder, ///< Sign of the dividend.
  ShiftLeft,
  ShiftRight, ///< Arithmetic.
  BitAnd,
  BitOr,
  BitXor,
  Choose,   ///< operand 0 ? operand 1 : operand 2.
  Truncate, ///< To `Bits` bits, then extended by its sign or by zeros.
  // Truth values.
  Less,
  LessEqual,
  Equal,
  Not,
  And,
  Or,
};

/// The result of \p Kind for \p L and \p R (Not uses \p L only). Unknown if it
/// is not defined, and for operators that take more: constants, symbols, Choose
/// and Truncate.
inline Checked applied(Operator Kind, int64_t L, int64_t R) {
  switch (Kind) {
  case Operator::Add:
    return Checked(L) + R;
  case Operator::Multiply:
    return Checked(L) * R;
  case Operator::Divide:
    return Checked(L) / R;
  case Operator::Remainder:
    return Checked(L) % R;
  case Operator::ShiftLeft:
    return R < 62 ? Checked(L) << R : Checked(); // The solver's limit.
  case Operator::ShiftRight:
    return Checked(L) >> R;
  case Operator::BitAnd:
    return L & R;
  case Operator::BitOr:
    return L | R;
  case Operator::BitXor:
    return L ^ R;
  case Operator::Less:
    return L < R;
  case Operator::LessEqual:
    return L <= R;
  case Operator::Equal:
    return L == R;
  case Operator::Not:
    return !L;
  case Operator::And:
    return L && R;
  case Operator::Or:
    return L || R;
  case Operator::Constant:
  case Operator::Symbol:
  case Operator::Choose:
  case Operator::Truncate:
    break;
  }
  return {};
}

} // namespace warplint

#endif // WARPLINT_SOLVER_OPERATOR_H
