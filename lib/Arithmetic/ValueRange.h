//===--- ValueRange.h - Operators on bounds of integers ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ARITHMETIC_VALUERANGE_H
#define WARPLINT_ARITHMETIC_VALUERANGE_H

#include "Arithmetic/Operator.h"
#include <optional>

namespace warplint {

/// Inclusive bounds of an integer; nothing where unbounded.
struct ValueRange {
  std::optional<int64_t> Min, Max;

  static ValueRange of(int64_t Value) { return {Value, Value}; }
  bool isBounded() const { return Min && Max; }
  bool isNonNegative() const { return Min && *Min >= 0; }
  /// Whether all numbers of the range are of \p Type.
  bool fits(IntegerType Type) const {
    return isBounded() && Type.holds(*Min) && Type.holds(*Max);
  }
  bool operator==(const ValueRange &R) const {
    return Min == R.Min && Max == R.Max;
  }
};

/// Bounds of what `fold(Op, L, R)` gives for all \p L and \p R within their
/// bounds, where it gives anything. Not uses \p L only.
ValueRange rangeOf(Operator Op, const ValueRange &L, const ValueRange &R);
/// Bounds of `Condition ? Then : Else`.
ValueRange rangeOfChoice(const ValueRange &Condition, const ValueRange &Then,
                         const ValueRange &Else);
/// Bounds of what is converted to \p Type.
ValueRange rangeOfConversion(const ValueRange &Of, IntegerType Type);
/// The least range that holds all numbers of both.
ValueRange unionOf(const ValueRange &L, const ValueRange &R);

} // namespace warplint

#endif // WARPLINT_ARITHMETIC_VALUERANGE_H
