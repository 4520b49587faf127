//===--- QueryWriter.cpp - From terms to a query --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/TwoThreads/QueryWriter.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Program/DeviceCode.h"

using namespace clang;

namespace warplint::twothreads {

/// What stands for a number that is too large to be counted.
static constexpr int64_t LargeNumber = int64_t(1) << 30;

/// A product or quotient of two variables, or a quotient of a number that is
/// too large for an int.
static bool isHard(const Term *T, const solver::Query &Q,
                   solver::Query::Ref Written) {
  const auto *Op = dyn_cast<BinaryTerm>(T);
  if (!Op)
    return false;
  bool Divides = Op->opcode() == BO_Div || Op->opcode() == BO_Rem;
  if (!Divides && Op->opcode() != BO_Mul)
    return false;
  if (!Op->lhs()->isConstant() && !Op->rhs()->isConstant())
    return true;
  const solver::Query::Expression &E = Q.expressions()[Written];
  if (!Divides || E.Operands.empty())
    return false;
  const solver::Query::Expression &Of = Q.expressions()[E.Operands[0]];
  return Of.Min && Of.Max && std::max(-*Of.Min, *Of.Max) > LargeNumber;
}

bool QueryWriter::dependsOnNoPlace(const Term *T) const {
  SymbolSet Of;
  Symbols.collect(T, Of);
  return llvm::all_of(Of, [&](const Term *S) {
    return Symbols.info(S).Thread == 0 ||
           Symbols.info(S).K == SymbolInfo::Kind::Iterations;
  });
}

solver::Query::Ref QueryWriter::write(const Term *T) {
  return Done.run(
      T, [&](const Term *T, Parts &Of) -> std::optional<solver::Query::Ref> {
        if (!Of.knowsAll(T->operands()))
          return std::nullopt;
        solver::Query::Ref R = make(T, Of);
        // What is too large or too hard to be counted is some number: one that
        // the threads share, or one of a loop that the thread has been through.
        if (Roughly &&
            (!Q.expressions()[R].range().isBounded() || isHard(T, Q, R)) &&
            dependsOnNoPlace(T))
          R = Q.symbol("large." + std::to_string(R), -LargeNumber, LargeNumber);
        return R;
      });
}

solver::Query::Ref QueryWriter::makeBinary(const BinaryTerm *T, Parts &Of) {
  solver::Query::Ref L = *Of.of(T->lhs()), R = *Of.of(T->rhs());
  auto Is = operatorOf(T->opcode());
  if (!Is)
    llvm_unreachable("no operation of integer terms");
  if (Is->IsSwapped)
    std::swap(L, R);
  return Q.make(Is->Op, {L, R});
}

/// The expression for \p T, whose parts are written.
solver::Query::Ref QueryWriter::make(const Term *T, Parts &Of) {
  switch (T->kind()) {
  case TermKind::Constant:
    return Q.constant(cast<ConstantTerm>(T)->value());
  case TermKind::Symbol: {
    TermArena::Range Bounds = Symbols.terms().rangeOf(T);
    if (*Bounds.Min == *Bounds.Max)
      return Q.constant(*Bounds.Min);
    Written.insert({T, unsigned(Q.symbols().size())});
    return Q.symbol(Symbols.info(T).Name, *Bounds.Min, *Bounds.Max);
  }
  case TermKind::Linear: {
    const auto *Terms = cast<LinearTerm>(T);
    solver::Query::Ref Sum = Q.constant(Terms->constant());
    for (auto [Part, C] : llvm::zip(Terms->operands(), Terms->coefficients()))
      Sum = Q.make(Operator::Add,
                   {Sum, C == 1 ? *Of.of(Part)
                                : Q.make(Operator::Multiply,
                                         {*Of.of(Part), Q.constant(C)})});
    return Sum;
  }
  case TermKind::Unary: {
    const auto *Op = cast<UnaryTerm>(T);
    solver::Query::Ref Operand = *Of.of(Op->of());
    if (Op->opcode() == UO_LNot)
      return Q.make(Operator::Not, {Operand});
    // ~x is -x - 1.
    return Q.make(Operator::Add,
                  {Q.make(Operator::Multiply, {Operand, Q.constant(-1)}),
                   Q.constant(-1)});
  }
  case TermKind::Select: {
    const auto *Choice = cast<SelectTerm>(T);
    return Q.make(Operator::Choose,
                  {*Of.of(Choice->condition()), *Of.of(Choice->ifTrue()),
                   *Of.of(Choice->ifFalse())});
  }
  case TermKind::Narrow: {
    const auto *Kept = cast<NarrowTerm>(T);
    return Q.truncate(*Of.of(Kept->of()), Kept->bits(), Kept->isSigned());
  }
  default:
    return makeBinary(cast<BinaryTerm>(T), Of);
  }
}

} // namespace warplint::twothreads
