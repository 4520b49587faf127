//===--- Congruence.h - Operators on residues of integers -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ARITHMETIC_CONGRUENCE_H
#define WARPLINT_ARITHMETIC_CONGRUENCE_H

#include "Arithmetic/Operator.h"

namespace warplint {

/// Numbers that leave \p Rest modulo \p Modulus: `8 * i + 3` leaves 3 modulo 8.
/// The default is all numbers.
class Congruence {
public:
  Congruence() = default;
  /// The numbers `Modulus * i + Rest`; \p Modulus is not below 0, and 0 for
  /// \p Rest alone.
  Congruence(int64_t Modulus, int64_t Rest)
      : Modulus(Modulus),
        Rest(Modulus ? base::euclideanModulo(Rest, Modulus) : Rest) {}
  static Congruence of(int64_t Value) { return {0, Value}; }

  int64_t modulus() const { return Modulus; }
  /// From 0 up to the modulus; the number itself if the modulus is 0.
  int64_t rest() const { return Rest; }
  bool isNumber() const { return Modulus == 0; }
  bool holds(int64_t Value) const {
    return Modulus ? base::euclideanModulo(Value, Modulus) == Rest
                   : Value == Rest;
  }
  /// Whether all of the numbers are multiples of \p Of, which is not 0.
  bool isMultipleOf(int64_t Of) const {
    return warplint::base::isMultipleOf(Modulus, Of) &&
           warplint::base::isMultipleOf(Rest, Of);
  }

private:
  int64_t Modulus = 1, Rest = 0;
};

/// What `fold(Op, L, R)` gives for all numbers of \p L and \p R, where it gives
/// anything. Not uses \p L only.
Congruence congruenceOf(Operator Op, const Congruence &L, const Congruence &R);
/// What is converted to \p Type.
Congruence congruenceOfConversion(const Congruence &Of, IntegerType Type);
/// The numbers of both.
Congruence unionOf(const Congruence &L, const Congruence &R);

} // namespace warplint

#endif // WARPLINT_ARITHMETIC_CONGRUENCE_H
