//===--- QueryConditions.cpp - Truth values of queries -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races/QuerySymbols.h"

using namespace clang;

namespace warplint {

static bool isTruth(const Term *T) {
  if (T->kind() == TermKind::Unary)
    return T->opcode() == UO_LNot;
  return T->kind() == TermKind::Binary &&
         (BinaryOperator::isComparisonOp(BinaryOperatorKind(T->opcode())) ||
          BinaryOperator::isLogicalOp(BinaryOperatorKind(T->opcode())));
}

const Term *QuerySymbols::logicalNot(const Term *T) {
  if (T->isConstant())
    return Arena.constant(T->value() == 0);
  if (T->kind() == TermKind::Unary && T->opcode() == UO_LNot &&
      isTruth(T->operand(0)))
    return T->operand(0);
  if (!isTruth(T))
    return Arena.binary(BO_EQ, T, Arena.constant(0));
  if (T->kind() == TermKind::Binary)
    switch (T->opcode()) {
    case BO_LT:
      return Arena.binary(BO_LE, T->operand(1), T->operand(0));
    case BO_LE:
      return Arena.binary(BO_LT, T->operand(1), T->operand(0));
    case BO_EQ:
      return Arena.binary(BO_NE, T->operand(0), T->operand(1));
    case BO_NE:
      return Arena.binary(BO_EQ, T->operand(0), T->operand(1));
    default:
      break;
    }
  return Arena.unary(UO_LNot, T);
}

const Term *QuerySymbols::logicalAnd(const Term *L, const Term *R) {
  if (L->isConstant())
    return L->value() ? R : L;
  if (R->isConstant())
    return R->value() ? L : R;
  return L == R ? L : Arena.binary(BO_LAnd, L, R);
}

/// Both arms of one branch together are the way to the branch.
const Term *QuerySymbols::logicalOr(const Term *L, const Term *R) {
  if (L->isConstant())
    return L->value() ? L : R;
  if (R->isConstant())
    return R->value() ? R : L;
  if (L == R)
    return L;
  if (L == logicalNot(R))
    return Arena.constant(1);
  auto IsAnd = [](const Term *T) {
    return T->kind() == TermKind::Binary && T->opcode() == BO_LAnd;
  };
  if (IsAnd(L) && IsAnd(R) && L->operand(0) == R->operand(0))
    return logicalAnd(L->operand(0), logicalOr(L->operand(1), R->operand(1)));
  return Arena.binary(BO_LOr, L, R);
}

std::vector<const Term *>
QuerySymbols::withoutIdleExits(llvm::ArrayRef<const Term *> Truths,
                               const SymbolSet &Others) const {
  llvm::SetVector<const Term *> Parts;
  llvm::SmallVector<const Term *, 32> Work(Truths.begin(), Truths.end());
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    if (T->kind() == TermKind::Binary && T->opcode() == BO_LAnd)
      Work.append(T->operands().begin(), T->operands().end());
    else
      Parts.insert(T);
  }
  // An exit may be all that asks for the rounds of an earlier loop.
  for (bool Changed = true; Changed;) {
    Changed = false;
    llvm::DenseMap<const Term *, unsigned> Uses;
    llvm::DenseMap<const Term *, SymbolSet> SymbolsOf;
    for (const Term *Part : Parts) {
      collect(Part, SymbolsOf[Part]);
      for (const Term *Symbol : SymbolsOf[Part])
        ++Uses[Symbol];
    }
    Parts.remove_if([&](const Term *Part) {
      auto Exit = Exits.find(Part);
      bool Idle = Exit != Exits.end() && Uses.lookup(Exit->second) == 1 &&
                  SymbolsOf[Part].count(Exit->second) &&
                  !Others.count(Exit->second);
      Changed |= Idle;
      return Idle;
    });
  }
  return {Parts.begin(), Parts.end()};
}

void QuerySymbols::collect(const Term *T, SymbolSet &Found) const {
  llvm::SmallVector<const Term *, 32> Work{T};
  llvm::DenseSet<const Term *> Seen;
  while (!Work.empty()) {
    const Term *Next = Work.pop_back_val();
    if (!Seen.insert(Next).second)
      continue;
    if (Next->kind() == TermKind::Symbol && Found.insert(Next))
      Work.append(factsAbout(Next).begin(), factsAbout(Next).end());
    Work.append(Next->operands().begin(), Next->operands().end());
  }
}

} // namespace warplint
