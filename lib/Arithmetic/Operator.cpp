//===--- Operator.cpp - Operators on integers of a type -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic/Operator.h"

namespace warplint {

/// The low 64 bits of the result of \p Op; nothing if \p Op does not wrap.
static std::optional<uint64_t> wrapped(Operator Op, uint64_t L, uint64_t R) {
  switch (Op) {
  case Operator::Add:
    return L + R;
  case Operator::Subtract:
    return L - R;
  case Operator::Multiply:
    return L * R;
  case Operator::ShiftLeft:
    return L << R;
  default:
    return std::nullopt;
  }
}

base::Checked fold(Operator Op, IntegerType Type, int64_t L, int64_t R) {
  bool Shifts = Op == Operator::ShiftLeft || Op == Operator::ShiftRight;
  if (!Type.holds(L) || (!Shifts && !Type.holds(R)) ||
      (Shifts && (R < 0 || R >= std::min(Type.Bits, 64u))))
    return {};
  if (!Type.Signed)
    if (auto Low = wrapped(Op, uint64_t(L), uint64_t(R)))
      return Type.convert(int64_t(*Low));
  base::Checked Result = fold(Op, L, R);
  if (isTruthOperator(Op)) // An int.
    return Result;
  return Result && Type.holds(*Result) ? Result : base::Checked();
}

} // namespace warplint
