//===--- PairedSelects.cpp - Choices between two lanes' records -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/PairedSelects.h"
#include "Analysis/SymbolicExecution/Evaluation.h"

using namespace clang;

namespace warplint {

static bool isComparison(BinaryOperatorKind Op) {
  return BinaryOperator::isComparisonOp(Op) && Op != BO_Cmp;
}

std::optional<BinaryOperatorKind> comparisonOf(const Term &T) {
  if (T.operands().size() != 2)
    return std::nullopt;
  if (const auto *Op = dyn_cast<BinaryTerm>(&T))
    return isComparison(Op->opcode()) ? std::optional(Op->opcode())
                                      : std::nullopt;
  const auto *OfFloats = dyn_cast<OpaqueTerm>(&T);
  const auto *Site =
      OfFloats ? dyn_cast_or_null<BinaryOperator>(OfFloats->site()) : nullptr;
  return Site && isComparison(Site->getOpcode())
             ? std::optional(Site->getOpcode())
             : std::nullopt;
}

bool PairedSelects::isFixedPhi(const Term *T) const {
  return llvm::any_of(
      Pairs, [&](const LanePair &P) { return P.Own == T || P.Other == T; });
}

bool PairedSelects::add(const Term *Chosen, Exchanges EventOf) {
  llvm::SmallVector<const Term *, 16> Work{Chosen}, Seen;
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    if (llvm::is_contained(Seen, T))
      continue;
    Seen.push_back(T);
    if (!Values.limits().allows(BudgetId::SelectTerms, Seen.size()))
      return false;
    llvm::SmallVector<const Term *, 8> Parts(T->operands());
    if (const auto *Phi = dyn_cast<PhiTerm>(T)) {
      Parts.clear();
      for (const Incoming &In : Values.incoming(Phi))
        Parts.push_back(In.Reaching.Value);
      for (const Node *Branch : View.edgeSelectorsOf(*Phi->node()))
        if (Branch->Branch)
          Parts.push_back(Branch->Branch);
    }
    for (const Term *Part : Parts)
      if (const auto *Result = dyn_cast<ResultTerm>(Part))
        if (const Event *E = EventOf(*Result); E && !isFixedPhi(Result))
          Pairs.push_back({E->Value, Result});
    if (!Values.limits().allows(BudgetId::SelectPairs, Pairs.size()))
      return false;
    for (const Term *Part : Parts)
      if (!isFixedPhi(Part) && !isa<ResultTerm>(Part))
        Work.push_back(Part);
  }
  return true;
}

/// What \p T is in the trial in progress.
std::optional<unsigned> PairedSelects::given(const Term *T) const {
  for (unsigned I = 0; I < Pairs.size(); ++I)
    if (T == Pairs[I].Own || T == Pairs[I].Other)
      return (Trial >> (2 * I + (T == Pairs[I].Other))) & 1;
  return std::nullopt;
}

std::optional<bool> PairedSelects::compare(const Term &T) const {
  std::optional<BinaryOperatorKind> Op = comparisonOf(T);
  if (!Op)
    return std::nullopt;
  const Term *L = T.operands()[0], *R = T.operands()[1];
  if (llvm::none_of(Pairs, [&](const LanePair &P) {
        return (P.Own == L && P.Other == R) || (P.Own == R && P.Other == L);
      }))
    return std::nullopt;
  unsigned Left = *given(L), Right = *given(R);
  switch (*Op) {
  case BO_LT:
    return Left < Right;
  case BO_GT:
    return Left > Right;
  case BO_LE:
    return Left <= Right;
  case BO_GE:
    return Left >= Right;
  case BO_EQ:
    return Left == Right;
  default:
    return Left != Right;
  }
}

/// No more than \p Depth choices may follow.
bool PairedSelects::isTooDeep(unsigned Depth) const {
  if (!Depth)
    Values.limits().cut(BudgetId::SelectDepth);
  return !Depth;
}

std::optional<bool> PairedSelects::truthOf(const Term *T,
                                           unsigned Depth) const {
  if (isFixedPhi(T) || isTooDeep(Depth))
    return std::nullopt;
  if (const auto *Number = dyn_cast<ConstantTerm>(T))
    return Number->value() != 0;
  if (std::optional<bool> Known = compare(*T))
    return Known;
  if (const auto *Not = dyn_cast<UnaryTerm>(T);
      Not && Not->opcode() == UO_LNot) {
    std::optional<bool> Of = truthOf(Not->of(), Depth - 1);
    return Of ? std::optional(!*Of) : std::nullopt;
  }
  if (const auto *Op = dyn_cast<BinaryTerm>(T); Op && Op->isLogical()) {
    std::optional<bool> L = truthOf(Op->lhs(), Depth - 1);
    if (!L || *L == (Op->opcode() == BO_LOr))
      return L;
    return truthOf(Op->rhs(), Depth - 1);
  }
  if (const auto *Choice = dyn_cast<SelectTerm>(T)) {
    std::optional<bool> If = truthOf(Choice->condition(), Depth - 1);
    return If ? truthOf(*If ? Choice->ifTrue() : Choice->ifFalse(), Depth - 1)
              : std::nullopt;
  }
  const auto *Phi = dyn_cast<PhiTerm>(T);
  const Term *Operand = Phi ? joined(*Phi, Depth - 1) : nullptr;
  return Operand ? truthOf(Operand, Depth - 1) : std::nullopt;
}

/// What reaches \p Phi in the trial in progress.
const Term *PairedSelects::joined(const PhiTerm &Phi, unsigned Depth) const {
  std::vector<const Node *> Choosers = View.edgeSelectorsOf(*Phi.node());
  auto First = llvm::find_if(Choosers, [&](const Node *N) {
    return llvm::all_of(Choosers, [&](const Node *Other) {
      return View.dominates(*N, *Other);
    });
  });
  if (First == Choosers.end())
    return nullptr;
  const Node *At = *First, *From = nullptr;
  for (unsigned Step = 0; At != Phi.node(); ++Step) {
    if (!Values.limits().allows(BudgetId::SelectNodes, Step + 1))
      return nullptr;
    llvm::ArrayRef<ViewNode *> Paths = View.successors(*At);
    unsigned Path = 0;
    if (Paths.size() != 1) {
      std::optional<bool> Test;
      if (Paths.size() == 2 && At->Branch && At->successors().size() == 2)
        Test = truthOf(At->Branch, Depth);
      if (!Test)
        return nullptr;
      Path = *Test ? 0 : 1;
    }
    From = At;
    At = Paths[Path]->Of;
  }
  for (const Incoming &In : Values.incoming(&Phi))
    if (In.From == From)
      return In.Reaching.Value;
  return nullptr;
}

/// The member of a pair that \p T is in the trial in progress; null where it is
/// anything else.
const Term *PairedSelects::chosenOf(const Term *T, unsigned Depth) const {
  if (isFixedPhi(T))
    return T;
  if (isTooDeep(Depth))
    return nullptr;
  if (const auto *Choice = dyn_cast<SelectTerm>(T)) {
    std::optional<bool> If = truthOf(Choice->condition(), Depth - 1);
    return If ? chosenOf(*If ? Choice->ifTrue() : Choice->ifFalse(), Depth - 1)
              : nullptr;
  }
  const auto *Phi = dyn_cast<PhiTerm>(T);
  const Term *Operand = Phi ? joined(*Phi, Depth - 1) : nullptr;
  return Operand ? chosenOf(Operand, Depth - 1) : nullptr;
}

bool PairedSelects::areAlike(const Term *Chosen) {
  const unsigned Depth = Values.limits().budgets().SelectDepth;
  unsigned Owns = 0; // The bits of the lane's own members.
  for (unsigned Pair = 0; Pair < Pairs.size(); ++Pair)
    Owns |= 1u << (2 * Pair);
  auto InTrial = [&](unsigned Values) -> std::optional<unsigned> {
    Trial = Values;
    const Term *Operand = chosenOf(Chosen, Depth);
    return Operand ? given(Operand) : std::nullopt;
  };
  for (unsigned One = 0; One < 1u << (2 * Pairs.size()); ++One) {
    unsigned Other = (One & Owns) << 1 | ((One >> 1) & Owns);
    std::optional<unsigned> Here = InTrial(One);
    if (!Here || Here != InTrial(Other))
      return false;
  }
  return true;
}

} // namespace warplint
