//===--- Operator.h - Operators on integers and their results ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one answer to what an operator gives for two numbers. Terms of kernels,
// numbers of the host at a launch and expressions of queries are evaluated with
// it. `ValueRange.h` and `Congruence.h` hold the same operators on sets of
// numbers.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ARITHMETIC_OPERATOR_H
#define WARPLINT_ARITHMETIC_OPERATOR_H

#include "Support/Checked.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cstdint>

namespace warplint {

/// What an expression computes from its operands. The numbers up to BitXor are
/// written into files (`CrossUnitLaunches::text`).
enum class Operator : uint8_t {
  Constant,
  Symbol, ///< An unknown number.
  // Integer results.
  Add,
  Subtract,
  Multiply,
  Divide,    ///< Rounds towards zero.
  Remainder, ///< Sign of the dividend.
  BitAnd,
  Minimum,
  Maximum,
  // Truth values, 0 or 1. An operand of And and Or is true unless it is 0.
  Less,
  LessEqual,
  Equal,
  NotEqual,
  And,
  Or,
  // Integer results.
  BitOr,
  BitXor,
  ShiftLeft,
  ShiftRight, ///< Arithmetic: the sign stays.
  Choose,     ///< operand 0 ? operand 1 : operand 2.
  Truncate,   ///< To an IntegerType.
  // A truth value.
  Not,
};

/// Whether the result of \p Op is 0 or 1 for all operands.
constexpr bool isTruthOperator(Operator Op) {
  return (Op >= Operator::Less && Op <= Operator::Or) || Op == Operator::Not;
}

/// A type of C++ to which operands have been promoted, or in which a result is
/// kept.
struct IntegerType {
  unsigned Bits = 64;
  bool Signed = true;

  /// The least number of the type.
  int64_t least() const {
    return Signed ? llvm::minIntN(std::min(Bits, 64u)) : 0;
  }
  /// The largest number of the type that fits into 64 bits with a sign.
  int64_t most() const {
    return Signed ? llvm::maxIntN(std::min(Bits, 64u))
                  : int64_t(llvm::maxUIntN(std::min(Bits, 63u)));
  }
  bool holds(int64_t Value) const {
    return Value >= least() && Value <= most();
  }
  /// \p Value converted to the type: the low bits stay. Unknown if the result
  /// does not fit into 64 bits with a sign.
  base::Checked convert(int64_t Value) const {
    if (Bits < 64)
      return base::truncated(Value, Bits, Signed);
    return holds(Value) ? base::Checked(Value) : base::Checked();
  }
};

/// The result of \p Op on the integers \p L and \p R (Not uses \p L only).
/// Unknown if C++ defines none, if it does not fit into 64 bits, and for
/// operators that take more: constants, symbols, Choose and Truncate.
inline base::Checked fold(Operator Op, int64_t L, int64_t R) {
  switch (Op) {
  case Operator::Add:
    return base::Checked(L) + R;
  case Operator::Subtract:
    return base::Checked(L) - R;
  case Operator::Multiply:
    return base::Checked(L) * R;
  case Operator::Divide:
    return base::Checked(L) / R;
  case Operator::Remainder:
    return base::Checked(L) % R;
  case Operator::ShiftLeft:
    return base::Checked(L) << R;
  case Operator::ShiftRight:
    return base::Checked(L) >> R;
  case Operator::BitAnd:
    return L & R;
  case Operator::BitOr:
    return L | R;
  case Operator::BitXor:
    return L ^ R;
  case Operator::Minimum:
    return L < R ? L : R;
  case Operator::Maximum:
    return L < R ? R : L;
  case Operator::Less:
    return L < R;
  case Operator::LessEqual:
    return L <= R;
  case Operator::Equal:
    return L == R;
  case Operator::NotEqual:
    return L != R;
  case Operator::And:
    return L && R;
  case Operator::Or:
    return L || R;
  case Operator::Not:
    return !L;
  case Operator::Constant:
  case Operator::Symbol:
  case Operator::Choose:
  case Operator::Truncate:
    break;
  }
  return {};
}

/// The result of \p Op in C++ on operands that were promoted to \p Type; the
/// right operand of a shift has a type of its own. Unsigned sums, differences,
/// products and left shifts wrap around. Unknown as above, where a signed
/// result is not one of \p Type, and for operands that are none.
base::Checked fold(Operator Op, IntegerType Type, int64_t L, int64_t R);

} // namespace warplint

#endif // WARPLINT_ARITHMETIC_OPERATOR_H
