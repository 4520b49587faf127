//===--- SeparatedLoops.cpp - Barriers in one of known rounds ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Flow/SeparatedLoops.h"
#include "Analysis/Flow/FirstRoundArms.h"
#include "Analysis/Symbolic/Evaluation.h"
#include "Analysis/Symbolic/TwoWayBranch.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

/// Rounds that are gone through one by one.
static constexpr unsigned MostRounds = 64;

const Term *SeparatedLoops::valueIn(const Round &Now, const Term *T) const {
  return TermRewriter(Arena).rewrite(
      T, [&](const Term &Part) { return Now.lookup(&Part); });
}

/// The nodes of \p Of, in an order of their own.
std::vector<const Node *> SeparatedLoops::nodesOf(const Loop &Of) const {
  std::vector<const Node *> Found = {Of.Header};
  llvm::SmallPtrSet<const Node *, 16> Seen = {Of.Header};
  for (size_t I = 0; I < Found.size(); ++I)
    for (const ViewNode *Next : View.successors(*Found[I]))
      if (Of.contains(*Next->Of) && Seen.insert(Next->Of).second)
        Found.push_back(Next->Of);
  return Found;
}

/// The variables of \p Of that begin with one constant, on all ways into it.
SeparatedLoops::Round SeparatedLoops::firstRound(const Loop &Of) const {
  Round First;
  llvm::SmallPtrSet<const Term *, 8> Open;
  auto Note = [&](const Term *In) {
    TermRewriter(Arena).rewrite(In, [&](const Term &Part) -> const Term * {
      const auto *Join = dyn_cast<PhiTerm>(&Part);
      if (!Join || Join->node() != Of.Header || !Open.insert(Join).second)
        return nullptr;
      const Term *Begins = firstValue(*Join, Of, Values);
      if (isa_and_nonnull<ConstantTerm>(Begins))
        First[Join] = Begins;
      return nullptr;
    });
  };
  for (const Node *N : nodesOf(Of))
    if (N->Branch)
      Note(N->Branch);
  return First;
}

/// What the variables are in the round after \p Now: what all ways around leave.
SeparatedLoops::Round SeparatedLoops::roundAfter(const Round &Now,
                                                 const Loop &Of) const {
  Round Next;
  for (auto [Join, Value] : Now) {
    const Term *Then = nullptr;
    bool Known = true;
    for (const Incoming &I : Values.incoming(Join)) {
      if (!Of.contains(*I.From))
        continue;
      const Term *Left =
          I.Held.Value ? valueIn(Now, I.Held.Value) : nullptr;
      Known &= isa_and_nonnull<ConstantTerm>(Left) && (!Then || Then == Left);
      Then = Left;
    }
    if (Known && Then)
      Next[Join] = Then;
  }
  return Next;
}

SeparatedLoops::Ways SeparatedLoops::waysOf(const Round &Now, const Loop &Of,
                                            Separator Separates) const {
  Ways Found;
  llvm::SmallPtrSet<const Node *, 16> Seen;
  llvm::SmallVector<const Node *, 16> Work{Of.Header};
  while (!Work.empty()) {
    const Node *At = Work.pop_back_val();
    if (!Seen.insert(At).second || Separates(*At))
      continue;
    const Loop *Inner = At == Of.Header ? nullptr : All.headedBy(*At);
    if (Inner && isAlwaysSeparated(*Inner, Separates))
      continue;
    const Node *Only =
        isTwoWay(*At) ? armTaken(*At, valueIn(Now, At->Branch)) : nullptr;
    for (const ViewNode *Next : View.successors(*At)) {
      const Node &To = *Next->Of;
      if (Only && Only != &To)
        continue;
      if (!Of.contains(To))
        Found.Out = true;
      else if (&To == Of.Header)
        Found.Around = true;
      else
        Work.push_back(&To);
    }
  }
  return Found;
}

bool SeparatedLoops::isAlwaysSeparated(const Loop &Of,
                                       Separator Separates) const {
  if (llvm::none_of(Of.Nodes, [&](const Node *N) { return Separates(*N); }))
    return false;
  Round Now = firstRound(Of);
  for (unsigned I = 0; I < MostRounds && !Now.empty(); ++I) {
    if (!Arena.work().spend(Of.Nodes.size()))
      return false;
    Ways From = waysOf(Now, Of, Separates);
    if (From.Out || !From.Around)
      return !From.Out;
    Now = roundAfter(Now, Of);
  }
  return false;
}

/// The rounds of \p Of until no thread comes around any more.
SeparatedLoops::Course &SeparatedLoops::courseOf(const Loop &Of) const {
  auto [Found, New] = Courses.try_emplace(&Of);
  Course &Whole = Found->second;
  if (!New)
    return Whole;
  Whole.Nodes = nodesOf(Of);
  std::vector<Round> Rounds;
  Round Now = firstRound(Of);
  for (bool More = true; More; Now = roundAfter(Now, Of)) {
    if (Now.empty() || Rounds.size() == MostRounds ||
        !Arena.work().spend(Of.Nodes.size()))
      return Whole;
    Rounds.push_back(Now);
    More = waysOf(Now, Of, [](const Node &) { return false; }).Around;
  }
  Whole.Rounds = std::move(Rounds);
  return Whole;
}

std::vector<SeparatedLoops::FreeRounds>
SeparatedLoops::freeRounds(const Loop &Of, const Term &Phi,
                           Separator Separates) const {
  Course &Whole = courseOf(Of);
  std::vector<FreeRounds> Found;
  for (const Round &Now : Whole.Rounds) {
    const auto *Value = dyn_cast_or_null<ConstantTerm>(Now.lookup(&Phi));
    if (!Value)
      return {};
    Found.push_back({Value->value(), 0});
  }
  std::vector<bool> Between;
  if (Found.empty() || !Arena.work().spend(Of.Nodes.size()))
    return {};
  for (const Node *N : Whole.Nodes)
    Between.push_back(Separates(*N));
  auto [Known, New] = Whole.Free.try_emplace(Between);
  std::vector<unsigned> &Free = Known->second;
  if (New) {
    Free.assign(Found.size(), 0);
    for (size_t I = Found.size() - 1; I-- > 0;) {
      if (!Arena.work().spend(Of.Nodes.size())) {
        Whole.Free.erase(Known);
        return {};
      }
      if (waysOf(Whole.Rounds[I], Of, Separates).Around)
        Free[I] = Free[I + 1] + 1;
    }
  }
  for (size_t I = 0; I < Found.size(); ++I)
    Found[I].Number = Free[I];
  return Found;
}

} // namespace warplint
