//===--- TermVersions.cpp - Since when a term has its value ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/TwoThreads/TermVersions.h"
#include "Analysis/Expr/Worklist.h"

using namespace clang;

namespace warplint::twothreads {

/// The variable that \p Branch compares with 0; null if it does something else.
static const Term *testedForZero(const Term *Branch, const Evaluation &Values) {
  while (Branch) {
    if (const auto *Op = dyn_cast<UnaryTerm>(Branch)) {
      Branch = Op->opcode() == UO_LNot ? Op->of() : nullptr;
    } else if (const auto *Op = dyn_cast<BinaryTerm>(Branch)) {
      bool Compares = Op->opcode() == BO_EQ || Op->opcode() == BO_NE;
      Branch = Compares && Op->rhs()->isConstant(0)   ? Op->lhs()
               : Compares && Op->lhs()->isConstant(0) ? Op->rhs()
                                                      : nullptr;
    } else if (const auto *Kept = dyn_cast<NarrowTerm>(Branch)) {
      Branch = Kept->of();
    } else if (isa<PhiTerm>(Branch) && Values.resolved(Branch) != Branch) {
      Branch = Values.resolved(Branch);
    } else {
      return isa<PhiTerm>(Branch) ? Branch : nullptr;
    }
  }
  return nullptr;
}

TermVersions::TermVersions(const Interval &Of, const Evaluation &Values)
    : Of(Of), Values(Values), Sets(2) {
  for (unsigned I = 0; I < Of.Steps.size(); ++I) {
    const IntervalStep &Step = Of.Steps[I];
    if (Step.First == 0 && (I > 0 || !Of.Start))
      FirstSteps[Step.At].push_back(I);
    for (const IntervalStep::Edge &Edge : Step.From)
      if (const Term *Phi =
              testedForZero(Of.Steps[Edge.From].At->Branch, Values))
        Memo[Phi].push_back(I);
  }
}

llvm::ArrayRef<unsigned> TermVersions::firstStepsOf(const Node &N) const {
  auto Found = FirstSteps.find(&N);
  if (Found == FirstSteps.end())
    return {};
  return Found->second;
}

unsigned TermVersions::intern(Variables Set) {
  std::vector<unsigned> Ids;
  for (const Term *Variable : Set)
    Ids.push_back(Variable->id());
  auto [Found, New] = Known.try_emplace(std::move(Ids), Sets.size());
  if (New)
    Sets.push_back(std::move(Set));
  return Found->second;
}

unsigned TermVersions::setOf(const Term *T) {
  using Parts = TermFold<unsigned>::Parts;
  return SetOf.run(T, [&](const Term *T, Parts &Of) -> std::optional<unsigned> {
    if (const auto *Phi = dyn_cast<PhiTerm>(T)) {
      const Term *Only = Values.resolved(Phi);
      if (Only != Phi)
        return Of.of(Only);
      return FirstSteps.count(Phi->node()) ? intern({Phi}) : None;
    }
    llvm::SmallVector<const Term *, 4> Made(T->operands());
    if (const auto *Result = dyn_cast<ResultTerm>(T))
      if (const Event *E = Values.operationOf(*Result);
          E && E->Op->exchangesValues())
        for (const Term *Given : {E->Value, E->Select})
          if (Given)
            Made.push_back(Given);
    if (!Of.knowsAll(Made))
      return std::nullopt;
    unsigned Result = None;
    for (const Term *Op : Made) {
      unsigned Part = *Of.of(Op);
      if (Part == None || Part == Result || Result == Many)
        continue;
      if (Result == None || Part == Many) {
        Result = Part;
        continue;
      }
      Variables Both;
      std::set_union(
          Sets[Result].begin(), Sets[Result].end(), Sets[Part].begin(),
          Sets[Part].end(), std::back_inserter(Both),
          [](const Term *L, const Term *R) { return L->id() < R->id(); });
      Result = Values.limits().allows(BudgetId::VersionVariables, Both.size())
                   ? intern(std::move(Both))
                   : Many;
    }
    return Result;
  });
}

/// Paths around loops left out, a step comes after those that lead to it, so
/// one pass finds all dominators.
void TermVersions::findDominators() {
  unsigned Count = Of.Steps.size();
  Dominators.resize(Count, 0);
  Frontiers.resize(Count);
  for (unsigned Step = 1; Step < Count; ++Step) {
    llvm::ArrayRef<IntervalStep::Edge> From = Of.Steps[Step].From;
    if (From.empty())
      continue;
    unsigned Common = From.front().From;
    for (const IntervalStep::Edge &Edge : From.drop_front())
      for (unsigned Other = Edge.From; Common != Other;)
        if (Common > Other)
          Common = Dominators[Common];
        else
          Other = Dominators[Other];
    Dominators[Step] = Common;
    for (const IntervalStep::Edge &Edge : From)
      for (unsigned At = Edge.From; At != Common; At = Dominators[At])
        if (Frontiers[At].empty() || Frontiers[At].back() != Step)
          Frontiers[At].push_back(Step);
  }
  numberTree();
}

/// A step comes after what dominates it: sizes of the trees below are added up
/// from the last step on, places are given out from the first on.
void TermVersions::numberTree() {
  unsigned Count = Of.Steps.size();
  std::vector<unsigned> Size(Count, 1), Next(Count);
  for (unsigned Step = Count; Step-- > 1;)
    Size[Dominators[Step]] += Size[Step];
  Entered.resize(Count);
  Left.resize(Count);
  for (unsigned Step = 0; Step < Count; ++Step) {
    unsigned &Place = Next[Dominators[Step]];
    Entered[Step] = Step ? Place : 0;
    Place += Step ? Size[Step] : 0;
    Next[Step] = Entered[Step] + 1;
    Left[Step] = Entered[Step] + Size[Step];
  }
}

/// The steps that change \p Phi: where it is defined, where the incoming edge
/// implies its value, and where paths meet of which only some pass such a step.
llvm::ArrayRef<unsigned> TermVersions::changesOf(const Term *Phi) {
  auto [Found, New] = Changes.try_emplace(Phi);
  std::vector<unsigned> &Result = Found->second;
  if (!New)
    return Result;
  if (Dominators.empty())
    findDominators();
  KeyWorklist<unsigned> Work(firstStepsOf(*cast<PhiTerm>(Phi)->node()));
  if (auto At = Memo.find(Phi); At != Memo.end())
    Work.addAll(At->second);
  while (auto Step = Work.next()) {
    Result.push_back(*Step);
    Work.addAll(Frontiers[*Step]);
  }
  llvm::sort(Result, std::greater<>());
  return Result;
}

unsigned TermVersions::at(const Term *T, unsigned Step) {
  unsigned Set = setOf(T);
  if (Set == None || Step == Before)
    return Before;
  if (Set == Many)
    return Step;
  std::optional<unsigned> Last;
  for (const Term *Variable : Sets[Set])
    for (unsigned Change : changesOf(Variable)) {
      if (Last && Change <= *Last)
        break;
      if (dominates(Change, Step)) {
        Last = Change;
        break;
      }
    }
  return Last.value_or(Before);
}

} // namespace warplint::twothreads
