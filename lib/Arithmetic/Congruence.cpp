//===--- Congruence.cpp - Operators on residues of integers ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic/Congruence.h"
#include "llvm/ADT/bit.h"
#include <initializer_list>

namespace warplint {

/// The numbers that leave \p Rest modulo the common divisor of \p Moduli; all
/// numbers if one of these does not fit.
static Congruence modulo(std::initializer_list<base::Checked> Moduli,
                         base::Checked Rest) {
  base::Checked Common = 0;
  for (base::Checked Each : Moduli)
    Common =
        Common && Each ? base::commonDivisor(*Common, *Each) : base::Checked();
  if (!Common || !Rest)
    return {};
  return {*Common, *Rest};
}

Congruence unionOf(const Congruence &L, const Congruence &R) {
  return modulo({L.modulus(), R.modulus(),
                 base::Checked(L.rest()) - base::Checked(R.rest())},
                L.rest());
}

static Congruence product(const Congruence &L, const Congruence &R) {
  base::Checked M = L.modulus(), N = R.modulus(), A = L.rest(), B = R.rest();
  return modulo({M * N, M * B, N * A}, A * B);
}

/// Divided by \p By, which is above 0; \p Down: rounded down, else towards 0.
static Congruence quotient(const Congruence &L, int64_t By, bool Down) {
  if (!base::isMultipleOf(L.modulus(), By) ||
      (!Down && !base::isMultipleOf(L.rest(), By)))
    return {};
  return {L.modulus() / By,
          (L.rest() - base::euclideanModulo(L.rest(), By)) / By};
}

/// How many low bits of the numbers are known.
static unsigned knownBits(const Congruence &Of) {
  return Of.isNumber() ? 62 : llvm::countr_zero(uint64_t(Of.modulus()));
}

/// How many low bits of the numbers are known to be 0.
static unsigned zeroBits(const Congruence &Of) {
  unsigned Known = knownBits(Of);
  return Of.rest()
             ? std::min<unsigned>(Known, llvm::countr_zero(uint64_t(Of.rest())))
             : Known;
}

static Congruence bitwise(Operator Op, const Congruence &L,
                          const Congruence &R) {
  unsigned Known = std::min(knownBits(L), knownBits(R));
  unsigned Zero =
      Op == Operator::BitAnd ? std::max(zeroBits(L), zeroBits(R)) : 0;
  if (Zero >= Known)
    return {int64_t(1) << Zero, 0};
  return {int64_t(1) << Known, fold(Op, L.rest(), R.rest()).orElse(0)};
}

Congruence congruenceOf(Operator Op, const Congruence &L, const Congruence &R) {
  if (L.isNumber() && (R.isNumber() || Op == Operator::Not))
    if (base::Checked Number = fold(Op, L.rest(), R.rest()))
      return Congruence::of(*Number);
  base::Checked A = L.rest(), B = R.rest();
  bool IsShift = R.isNumber() && *B >= 0 && *B < 62;
  switch (Op) {
  case Operator::Add:
    return modulo({L.modulus(), R.modulus()}, A + B);
  case Operator::Subtract:
    return modulo({L.modulus(), R.modulus()}, A - B);
  case Operator::Multiply:
    return product(L, R);
  case Operator::Divide:
    return R.isNumber() && *B > 0 ? quotient(L, *B, /*Down=*/false)
                                  : Congruence();
  case Operator::Remainder: // A multiple of the divisor less than the dividend.
    return R.isNumber() && L.isMultipleOf(*B ? *B : 1) && *B
               ? Congruence::of(0)
               : modulo({L.modulus(), R.modulus(), B}, A);
  case Operator::ShiftLeft:
    return IsShift ? product(L, Congruence::of(int64_t(1) << *B))
                   : Congruence();
  case Operator::ShiftRight:
    return IsShift ? quotient(L, int64_t(1) << *B, /*Down=*/true)
                   : Congruence();
  case Operator::BitAnd:
  case Operator::BitOr:
  case Operator::BitXor:
    return bitwise(Op, L, R);
  case Operator::Minimum:
  case Operator::Maximum:
  case Operator::Choose:
    return unionOf(L, R);
  default:
    return {};
  }
}

Congruence congruenceOfConversion(const Congruence &Of, IntegerType Type) {
  if (Of.isNumber())
    if (base::Checked Number = Type.convert(Of.rest()))
      return Congruence::of(*Number);
  // From 64 bits on, what changes does not fit.
  return Type.Bits < 63
             ? modulo({Of.modulus(), int64_t(1) << Type.Bits}, Of.rest())
         : Type.Bits == 63 ? Congruence()
                           : Of;
}

} // namespace warplint
