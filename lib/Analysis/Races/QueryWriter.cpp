//===--- QueryWriter.cpp - From terms to a query --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races/QueryWriter.h"

using namespace clang;

namespace warplint {

/// What stands for a number that is too large to be counted.
static constexpr int64_t LargeMax = int64_t(1) << 30;

/// A product or quotient of two variables, or a quotient of a number that is
/// too large for an int.
static bool isHard(const Term *T, const Query &Q, Query::Ref Written) {
  if (T->kind() != TermKind::Binary)
    return false;
  bool Divides = T->opcode() == BO_Div || T->opcode() == BO_Rem;
  if (!Divides && T->opcode() != BO_Mul)
    return false;
  if (!T->operand(0)->isConstant() && !T->operand(1)->isConstant())
    return true;
  const Query::Expression &E = Q.expressions()[Written];
  if (!Divides || E.Operands.empty())
    return false;
  const Query::Expression &Of = Q.expressions()[E.Operands[0]];
  return Of.Min && Of.Max && std::max(-*Of.Min, *Of.Max) > LargeMax;
}

bool QueryWriter::dependsOnNoPlace(const Term *T) const {
  SymbolSet Of;
  Symbols.collect(T, Of);
  return llvm::all_of(Of, [&](const Term *S) {
    return Symbols.info(S).Thread == 0 ||
           Symbols.info(S).K == SymbolInfo::Kind::Rounds;
  });
}

Query::Ref QueryWriter::write(const Term *T) {
  auto Found = Done.find(T);
  if (Found != Done.end())
    return Found->second;
  Query::Ref R = make(T);
  // What is too large or too hard to be counted is some number: one that the
  // threads share, or one of a loop that the thread has been through.
  if (Roughly && (!Q.expressions()[R].Min || isHard(T, Q, R)) &&
      dependsOnNoPlace(T))
    R = Q.symbol("large." + std::to_string(R), -LargeMax, LargeMax);
  Done[T] = R;
  return R;
}

Query::Ref QueryWriter::makeBinary(const Term *T) {
  Query::Ref L = write(T->operand(0)), R = write(T->operand(1));
  auto Make = [&](Operator Op) { return Q.make(Op, {L, R}); };
  switch (T->opcode()) {
  case BO_Add:
    return Make(Operator::Add);
  case BO_Sub:
    return Q.make(Operator::Add,
                  {L, Q.make(Operator::Multiply, {R, Q.constant(-1)})});
  case BO_Mul:
    return Make(Operator::Multiply);
  case BO_Div:
    return Make(Operator::Divide);
  case BO_Rem:
    return Make(Operator::Remainder);
  case BO_Shl:
    return Make(Operator::ShiftLeft);
  case BO_Shr:
    return Make(Operator::ShiftRight);
  case BO_And:
    return Make(Operator::BitAnd);
  case BO_Or:
    return Make(Operator::BitOr);
  case BO_Xor:
    return Make(Operator::BitXor);
  case BO_LT:
    return Make(Operator::Less);
  case BO_GT:
    return Q.make(Operator::Less, {R, L});
  case BO_LE:
    return Make(Operator::LessEqual);
  case BO_GE:
    return Q.make(Operator::LessEqual, {R, L});
  case BO_EQ:
    return Make(Operator::Equal);
  case BO_NE:
    return Q.make(Operator::Not, {Make(Operator::Equal)});
  case BO_LAnd:
    return Make(Operator::And);
  case BO_LOr:
    return Make(Operator::Or);
  default:
    llvm_unreachable("no operation of integer terms");
  }
}

Query::Ref QueryWriter::make(const Term *T) {
  switch (T->kind()) {
  case TermKind::Constant:
    return Q.constant(T->value());
  case TermKind::Symbol: {
    TermArena::Range Bounds = Symbols.terms().rangeOf(T);
    if (*Bounds.Min == *Bounds.Max)
      return Q.constant(*Bounds.Min);
    Written.insert({T, unsigned(Q.symbols().size())});
    return Q.symbol(Symbols.info(T).Name, *Bounds.Min, *Bounds.Max);
  }
  case TermKind::Linear: {
    Query::Ref Sum = Q.constant(T->value());
    for (auto [Part, C] : llvm::zip(T->operands(), T->coefficients()))
      Sum = Q.make(Operator::Add,
                   {Sum, C == 1 ? write(Part)
                                : Q.make(Operator::Multiply,
                                         {write(Part), Q.constant(C)})});
    return Sum;
  }
  case TermKind::Unary:
    if (T->opcode() == UO_LNot)
      return Q.make(Operator::Not, {write(T->operand(0))});
    // ~x is -x - 1.
    return Q.make(
        Operator::Add,
        {Q.make(Operator::Multiply, {write(T->operand(0)), Q.constant(-1)}),
         Q.constant(-1)});
  case TermKind::Select:
    return Q.make(Operator::Choose, {write(T->operand(0)), write(T->operand(1)),
                                     write(T->operand(2))});
  case TermKind::Narrow:
    return Q.truncate(write(T->operand(0)), unsigned(T->value()),
                      T->opcode() != 0);
  default:
    return makeBinary(T);
  }
}

} // namespace warplint
