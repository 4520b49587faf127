//===--- Checked.h - Checked 64-bit arithmetic ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers of an analysed program may be anything: the least 64-bit number,
// a zero divisor, a shift by 64. All arithmetic on such numbers is here. A
// result that C++ does not define, or that does not fit into 64 bits, is
// unknown.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_CHECKED_H
#define WARPLINT_SUPPORT_CHECKED_H

#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

namespace warplint::base {

/// The absolute value of \p Value, also of the least number.
inline uint64_t magnitude(int64_t Value) {
  return Value < 0 ? 0 - uint64_t(Value) : uint64_t(Value);
}

/// \p Value truncated to \p Bits bits, then extended by its sign or by zeros.
/// \p Value itself if \p Bits is 0 or at least 64.
inline int64_t truncated(int64_t Value, uint64_t Bits, bool Signed) {
  if (Bits == 0 || Bits >= 64)
    return Value;
  uint64_t Low =
      uint64_t(Value) & llvm::maskTrailingOnes<uint64_t>(unsigned(Bits));
  return Signed ? llvm::SignExtend64(Low, unsigned(Bits)) : int64_t(Low);
}

/// A signed 64-bit integer, or unknown. An operator whose operand is unknown
/// gives unknown.
class Checked {
public:
  Checked() = default;
  Checked(int64_t Value) : Value(Value) {}
  Checked(std::optional<int64_t> Value) : Value(Value) {}

  operator std::optional<int64_t>() const { return Value; }
  explicit operator bool() const { return Value.has_value(); }
  int64_t operator*() const { return *Value; }
  int64_t orElse(int64_t Other) const { return Value.value_or(Other); }

  friend Checked operator+(Checked L, Checked R) {
    return made(L, R, llvm::AddOverflow<int64_t>);
  }
  friend Checked operator-(Checked L, Checked R) {
    return made(L, R, llvm::SubOverflow<int64_t>);
  }
  friend Checked operator*(Checked L, Checked R) {
    return made(L, R, llvm::MulOverflow<int64_t>);
  }
  /// Rounds towards 0.
  friend Checked operator/(Checked L, Checked R) {
    return divides(L, R) ? Checked(*L / *R) : Checked();
  }
  /// The result has the sign of the dividend.
  friend Checked operator%(Checked L, Checked R) {
    return divides(L, R) ? Checked(*L % *R) : Checked();
  }
  friend Checked operator<<(Checked L, Checked R) {
    if (!isShift(R))
      return {};
    return L * (int64_t(1) << *R);
  }
  /// Arithmetic shift: the sign stays.
  friend Checked operator>>(Checked L, Checked R) {
    return L && isShift(R) ? Checked(*L >> *R) : Checked();
  }
  Checked operator-() const { return Checked(0) - *this; }
  Checked &operator+=(Checked R) { return *this = *this + R; }
  Checked &operator-=(Checked R) { return *this = *this - R; }
  Checked &operator*=(Checked R) { return *this = *this * R; }

private:
  static Checked made(Checked L, Checked R,
                      int64_t (*Overflows)(int64_t, int64_t, int64_t &)) {
    int64_t Result = 0;
    return L && R && !Overflows(*L, *R, Result) ? Checked(Result) : Checked();
  }
  static bool divides(Checked L, Checked R) {
    return L && R && *R != 0 &&
           !(*R == -1 && *L == std::numeric_limits<int64_t>::min());
  }
  /// A shift by 63 is unknown: the shifted number may be one of an unsigned
  /// type.
  static bool isShift(Checked By) { return By && *By >= 0 && *By < 63; }

  std::optional<int64_t> Value;
};

/// The absolute value of \p Value; unknown for the least number.
inline Checked absolute(int64_t Value) {
  return Value < 0 ? -Checked(Value) : Checked(Value);
}

/// \p Value modulo \p Of, which must be above 0; the result is never negative.
inline int64_t euclideanModulo(int64_t Value, int64_t Of) {
  int64_t Rest = Value % Of;
  return Rest < 0 ? Rest + Of : Rest;
}

/// Whether \p Value is a multiple of \p Of; of 0, only 0 is one. False if
/// \p Value is unknown.
inline bool isMultipleOf(Checked Value, int64_t Of) {
  if (!Value)
    return false;
  return Of ? magnitude(*Value) % magnitude(Of) == 0 : *Value == 0;
}

/// The largest power of two that divides \p Value, which must not be 0.
inline int64_t lowestBit(int64_t Value) {
  return int64_t(uint64_t(Value) & magnitude(Value));
}

/// The greatest common divisor of \p L and \p R, 0 if both are 0; unknown if it
/// does not fit.
inline Checked commonDivisor(int64_t L, int64_t R) {
  uint64_t Common = std::gcd(magnitude(L), magnitude(R));
  return Common <= uint64_t(std::numeric_limits<int64_t>::max())
             ? Checked(int64_t(Common))
             : Checked();
}

} // namespace warplint::base

#endif // WARPLINT_SUPPORT_CHECKED_H
