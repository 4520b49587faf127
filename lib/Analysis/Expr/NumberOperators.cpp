//===--- NumberOperators.cpp - Operators of C++ on numbers ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/Term.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include <array>

using namespace clang;

namespace warplint {

/// Each operator with its spelling.
static constexpr std::pair<Operator, BinaryOperatorKind> Spellings[] = {
    {Operator::Add, BO_Add},        {Operator::Subtract, BO_Sub},
    {Operator::Multiply, BO_Mul},   {Operator::Divide, BO_Div},
    {Operator::Remainder, BO_Rem},  {Operator::ShiftLeft, BO_Shl},
    {Operator::ShiftRight, BO_Shr}, {Operator::BitAnd, BO_And},
    {Operator::BitOr, BO_Or},       {Operator::BitXor, BO_Xor},
    {Operator::Less, BO_LT},        {Operator::LessEqual, BO_LE},
    {Operator::Equal, BO_EQ},       {Operator::NotEqual, BO_NE},
    {Operator::And, BO_LAnd},       {Operator::Or, BO_LOr}};

/// The operators by their spelling: Constant for those that have none. Asked
/// for at each step of a thread that is run with concrete values.
static constexpr auto BySpelling = [] {
  std::array<SpelledOperator, BO_Comma + 1> Result{};
  for (auto [Op, Spelling] : Spellings)
    Result[Spelling] = {Op, false};
  Result[BO_GT] = {Operator::Less, true};
  Result[BO_GE] = {Operator::LessEqual, true};
  return Result;
}();

std::optional<SpelledOperator> operatorOf(BinaryOperatorKind Op) {
  const SpelledOperator &Is = BySpelling[Op];
  return Is.Op == Operator::Constant ? std::nullopt : std::optional(Is);
}

BinaryOperatorKind plainOpcode(const BinaryOperator &Op) {
  return Op.isCompoundAssignmentOp()
             ? BinaryOperator::getOpForCompoundAssignment(Op.getOpcode())
             : Op.getOpcode();
}

std::optional<BinaryOperatorKind> operatorOf(const Term &T) {
  if (const auto *Op = dyn_cast<BinaryTerm>(&T))
    return Op->opcode();
  const auto *Unknown = dyn_cast<OpaqueTerm>(&T);
  const auto *Op =
      Unknown ? dyn_cast_or_null<BinaryOperator>(Unknown->site()) : nullptr;
  return Op ? std::optional(plainOpcode(*Op)) : std::nullopt;
}

std::optional<BinaryOperatorKind> opcodeOf(Operator Op) {
  for (auto [Kind, Spelling] : Spellings)
    if (Kind == Op)
      return Spelling;
  return std::nullopt;
}

IntegerType integerTypeOf(QualType Type, const ASTContext &Context) {
  return {Context.getIntWidth(Type),
          !Type->isUnsignedIntegerOrEnumerationType()};
}

base::Checked fold(BinaryOperatorKind Op, int64_t L, int64_t R) {
  auto Is = operatorOf(Op);
  if (!Is)
    return {};
  return Is->IsSwapped ? fold(Is->Op, R, L) : fold(Is->Op, L, R);
}

base::Checked fold(UnaryOperatorKind Op, int64_t Of) {
  switch (Op) {
  case UO_Plus:
    return Of;
  case UO_Minus:
    return -base::Checked(Of);
  case UO_Not:
    return ~Of;
  case UO_LNot:
    return fold(Operator::Not, Of, 0);
  default:
    return {};
  }
}

} // namespace warplint
