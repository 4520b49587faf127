//===--- LaneAgreement.cpp - Lanes that have one value --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/LaneAgreement.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/LoopEvolution/IterationValues.h"
#include "Assumptions/SampleSizes.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// What another analysis knows
//===----------------------------------------------------------------------===//

uint32_t LaneRun::bitsOf(const Term *T, const Node *At) const {
  const Induction *Variable = Values.inductions().find(T);
  return BitsOf ? BitsOf(T, At && Variable && isWithin(*Variable, *At)) : 0;
}

/// \p T as any value that lanes have in common as far as is known.
LaneRun::Table LaneRun::given(const Term *T, const Node *At) {
  Seen.Inputs.insert(T);
  return drawn(T, bitsOf(T, At));
}

/// \p T is computed from what an iteration in execution changes.
bool LaneRun::isExecuted(const Term *T) const {
  for (const Execution *In = InLoop; In; In = In->Around)
    if (!walkTerms({T}, [&](const Term &Part, TermList &Instead) {
          const auto *Phi = dyn_cast<PhiTerm>(&Part);
          if (Phi && Phi->node() == In->Head)
            return Walk::Stop;
          if (Phi && !isWithin(*In->Variables.front().first, *Phi->node()))
            return Walk::Skip;
          Exchanged.addParts(Part, Instead);
          return Walk::Enter;
        }))
      return true;
  return false;
}

/// \p T is not followed further: its own step of the analysis has joined or
/// exchanged it.
bool LaneRun::isGiven(const Term *T, const Node *At) const {
  if (!BitsOf || T == Top)
    return false;
  if (const auto *Phi = dyn_cast<PhiTerm>(T))
    return Values.resolved(Phi) == Phi && !isExecuted(T);
  if (const auto *Op = dyn_cast<BinaryTerm>(T); Op && Op->isComparison()) {
    // The draws seldom come between places and a number that the warp has.
    auto IsOfWarp = [&](const Term *Side) {
      return !Side->isConstant() && bitsOf(Side, At) == LaneBits;
    };
    return IsOfWarp(Op->lhs()) != IsOfWarp(Op->rhs()) && !isExecuted(T);
  }
  return isa<SiteTerm>(T) && bitsOf(T, At) == LaneBits && !isExecuted(T);
}

/// Lanes for which \p T differs in a launch do so in a draw: what the warp has
/// in common is only added.
bool LaneRun::showsPlaces(const Term *T, const Node *At) const {
  return walkTerms(T, [&](const Term &Part) {
    if (isa<ConstantTerm, IdentityTerm>(Part) || bitsOf(&Part, At) == LaneBits)
      return Walk::Skip;
    const auto *Op = dyn_cast<BinaryTerm>(&Part);
    bool Shows = isa<LinearTerm, NarrowTerm>(Part) ||
                 (Op && !Op->isComparison() && !Op->isLogical() &&
                  (Op->opcode() == BO_Xor || Op->rhs()->isConstant()));
    return Shows ? Walk::Enter : Walk::Stop;
  });
}

//===----------------------------------------------------------------------===//
// Joins and loops
//===----------------------------------------------------------------------===//

std::optional<LaneRun::Table> LaneRun::join(const PhiTerm &Phi,
                                            const Node *At) {
  Table Result;
  for (unsigned Lane = 0; Lane < LanesPerWarp; ++Lane) {
    const Term *Arriving = arriving(
        Phi, View, Values, [&](const Node &N) -> std::optional<unsigned> {
          auto Test = isTwoWay(N) ? run(N.Branch, At) : std::nullopt;
          return Test ? std::optional((*Test)[Lane] ? 0u : 1u) : std::nullopt;
        });
    auto Value = Arriving ? run(Arriving, At) : std::nullopt;
    if (!Value)
      return std::nullopt;
    Result[Lane] = (*Value)[Lane];
  }
  return Result;
}

/// \p At is reached from the head of the loop of \p Of by iterations only.
bool LaneRun::isWithin(const Induction &Of, const Node &At) const {
  const Node &Head = Of.head();
  if (&At == &Head)
    return true;
  auto In = View.successorTo(Head, *Of.Latch);
  return View.contains(At) && View.dominates(Head, At) &&
         View.successorTo(Head, At) == In;
}

/// The value of the variable of \p Of behind its loop.
std::optional<LaneRun::Table> LaneRun::loop(const Induction &Of,
                                            const Node *At) {
  const Node &Head = Of.head();
  auto In = View.successorTo(Head, *Of.Latch);
  if (!In || !Head.Branch || Head.successors().size() != 2 ||
      (At && isWithin(Of, *At)))
    return std::nullopt;
  llvm::SmallSetVector<const Induction *, 4> Variables;
  Variables.insert(&Of);
  while (Values.limits().allows(BudgetId::Exchanges, Variables.size())) {
    Execution Now;
    Now.Around = InLoop;
    Now.Head = &Head;
    for (const Induction *Each : Variables) {
      auto First = run(Each->First, &Head);
      if (!First)
        return std::nullopt;
      Now.Variables[Each] = *First;
    }
    llvm::SaveAndRestore Enter(InLoop, &Now);
    auto Outer = std::move(Known);
    std::optional<Table> Result;
    for (unsigned Iteration = 1;
         Values.limits().allows(BudgetId::Exchanges, Iteration); ++Iteration) {
      Known.clear();
      auto Test = run(Head.Branch, &Head);
      if (!Test || !llvm::all_equal(*Test))
        break;
      if ((Test->front() != 0) != (*In == 0)) {
        Result = Now.Variables[&Of];
        break;
      }
      auto Next = Now.Variables;
      bool IsKnown = true;
      for (auto &[Each, Value] : Next) {
        auto New = run(Each->Next, Each->Latch);
        IsKnown &= New.has_value();
        Value = New.value_or(Value);
      }
      if (!IsKnown)
        break;
      Now.Variables = std::move(Next);
    }
    Known = std::move(Outer);
    if (Result || Now.Missing.empty()) {
      for (const Induction *Each : Variables)
        if (Exchanged.contains(Each->Variable))
          Seen.Loops.insert(Each);
      return Result;
    }
    Variables.insert_range(Now.Missing);
  }
  return std::nullopt;
}

std::optional<LaneAgreement>
laneAgreement(const Term *Value, const Node *At, Trust Given,
              const Evaluation &Values, TermArena &Arena, const CfgView &View,
              ExchangedTerms *Exchanged, AgreeingBitsOf Known, uint32_t Least) {
  ExchangedTerms Own(Values, View);
  if (!Exchanged)
    Exchanged = &Own;
  if (!Known && !Exchanged->contains(Value))
    return std::nullopt;
  LaneAgreement Result;
  Result.AgreeingBits = LaneBits;
  std::optional<int64_t> Before;
  for (unsigned Run = 1; Run <= samples::LaneDraws; ++Run) {
    // Draws from many values come first: they show most differences.
    unsigned Draw = Run % samples::LaneDraws;
    LaneRun In(Values, Arena, View, Given, Draw, *Exchanged, Known, Value);
    auto Table = In.run(Value, At);
    if (!Table || (!Known && !In.Exchanges))
      return std::nullopt;
    for (unsigned Lane = 0; Lane < LanesPerWarp; ++Lane)
      for (unsigned Bit = 1; Bit < LanesPerWarp; Bit *= 2)
        if ((*Table)[Lane] != (*Table)[Lane ^ Bit])
          Result.AgreeingBits &= ~Bit;
    Result.Varies |= Before.value_or(Table->front()) != Table->front();
    Before = Table->front();
    Result.Before.insert_range(In.Seen.Before);
    Result.Inputs.insert_range(In.Seen.Inputs);
    Result.Loops.insert_range(In.Seen.Loops);
    if (Known && (Result.AgreeingBits & ~Least) == 0)
      break;
  }
  return Result;
}

} // namespace warplint
