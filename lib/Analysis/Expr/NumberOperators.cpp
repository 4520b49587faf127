//===--- NumberOperators.cpp - Operators of C++ on numbers ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/NumberOperators.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint {

Checked applied(BinaryOperatorKind Op, int64_t L, int64_t R) {
  switch (Op) {
  case BO_Add:
    return Checked(L) + R;
  case BO_Sub:
    return Checked(L) - R;
  case BO_Mul:
    return Checked(L) * R;
  case BO_Div:
    return Checked(L) / R;
  case BO_Rem:
    return Checked(L) % R;
  case BO_Shl:
    return Checked(L) << R;
  case BO_Shr:
    return Checked(L) >> R;
  case BO_And:
    return L & R;
  case BO_Or:
    return L | R;
  case BO_Xor:
    return L ^ R;
  case BO_LT:
    return L < R;
  case BO_GT:
    return L > R;
  case BO_LE:
    return L <= R;
  case BO_GE:
    return L >= R;
  case BO_EQ:
    return L == R;
  case BO_NE:
    return L != R;
  case BO_LAnd:
    return L && R;
  case BO_LOr:
    return L || R;
  default:
    return {};
  }
}

Checked applied(UnaryOperatorKind Op, int64_t Of) {
  switch (Op) {
  case UO_Plus:
    return Of;
  case UO_Minus:
    return -Checked(Of);
  case UO_Not:
    return ~Of;
  case UO_LNot:
    return Of == 0;
  default:
    return {};
  }
}

} // namespace warplint
