//===--- Checked.h - Arithmetic on numbers of a program ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What an analysed program holds may be any number: the least of 64 bits, 0
// where something is divided, a shift by 64. All arithmetic on such numbers is
// here. A result that C++ does not define, or that 64 bits do not hold, is not
// known.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SUPPORT_CHECKED_H
#define WARPLINT_SUPPORT_CHECKED_H

#include "llvm/Support/MathExtras.h"
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>

namespace warplint {

/// How far \p Value is from 0. The least number has a size as well.
inline uint64_t magnitude(int64_t Value) {
  return Value < 0 ? 0 - uint64_t(Value) : uint64_t(Value);
}

/// \p Value in \p Bits bits, extended by its sign or by zeros. What has 64 bits
/// or more, or none, stays as it is.
inline int64_t truncated(int64_t Value, uint64_t Bits, bool Signed) {
  if (Bits == 0 || Bits >= 64)
    return Value;
  uint64_t Low =
      uint64_t(Value) & llvm::maskTrailingOnes<uint64_t>(unsigned(Bits));
  return Signed ? llvm::SignExtend64(Low, unsigned(Bits)) : int64_t(Low);
}

/// A whole number of 64 bits, or none where it is not known.
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
  /// Has the sign of the dividend.
  friend Checked operator%(Checked L, Checked R) {
    return divides(L, R) ? Checked(*L % *R) : Checked();
  }
  friend Checked operator<<(Checked L, Checked R) {
    if (!isShift(R))
      return {};
    return L * (int64_t(1) << *R);
  }
  /// The sign stays.
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
  /// By 63 bits a number without a sign may have been shifted.
  static bool isShift(Checked By) { return By && *By >= 0 && *By < 63; }

  std::optional<int64_t> Value;
};

/// How far \p Value is from 0.
inline Checked absolute(int64_t Value) {
  return Value < 0 ? -Checked(Value) : Checked(Value);
}

/// What is left of \p Value by \p Of, which is above 0: never below 0.
inline int64_t euclideanModulo(int64_t Value, int64_t Of) {
  int64_t Rest = Value % Of;
  return Rest < 0 ? Rest + Of : Rest;
}

/// \p Value is a multiple of \p Of, which may be 0: then only 0 is.
inline bool isMultipleOf(Checked Value, int64_t Of) {
  if (!Value)
    return false;
  return Of ? magnitude(*Value) % magnitude(Of) == 0 : *Value == 0;
}

/// The largest power of two that divides \p Value, which is not 0.
inline int64_t lowestBit(int64_t Value) {
  return int64_t(uint64_t(Value) & magnitude(Value));
}

/// The greatest number that divides both, 0 for two zeros.
inline Checked commonDivisor(int64_t L, int64_t R) {
  uint64_t Common = std::gcd(magnitude(L), magnitude(R));
  return Common <= uint64_t(std::numeric_limits<int64_t>::max())
             ? Checked(int64_t(Common))
             : Checked();
}

} // namespace warplint

#endif // WARPLINT_SUPPORT_CHECKED_H
