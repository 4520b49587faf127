//===--- ExchangedLanes.cpp - What lanes hold after exchanges -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races/ExchangedLanes.h"
#include "Analysis/Symbolic/TermTraversal.h"
#include "Analysis/Symbolic/ThreadValues.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint {

/// More steps than any exchange within a warp has.
static constexpr unsigned MostSteps = 8;

namespace {

class ExchangeReader {
public:
  explicit ExchangeReader(const KernelFacts &Facts) : Facts(Facts) {}
  std::optional<ExchangedValue> read(const Term *Value);

private:
  const Event *lastExchange(const Term *Value) const;
  bool combines(const Term *Value, const ResultTerm &With,
                const Event &E) const;
  bool addLoop(const Induction &Loop);
  bool addStep(const Event &E, const GivenValues &Given);
  const Event *eventOf(const ResultTerm &Result) const;

  const KernelFacts &Facts;
  uint32_t Bits = 0;
  bool Crosses = false, Shifts = false;
};

} // namespace

const Event *ExchangeReader::eventOf(const ResultTerm &Result) const {
  for (const Node *N : Facts.cfg().order())
    for (const Event &E : N->Events)
      if (E.K == Event::Kind::Sync && E.Site == Result.site() &&
          E.Owner == Result.callContext())
        return &E;
  return nullptr;
}

/// \p Value is made of what the lane gave and of \p With, which it got for it.
bool ExchangeReader::combines(const Term *Value, const ResultTerm &With,
                              const Event &E) const {
  if (isa<LinearTerm>(Value))
    return Facts.terms().binary(BO_Sub, Value, &With) == E.Value;
  return walkTerms(Value, [&](const Term &Part) {
    if (&Part == E.Value || &Part == &With || Part.isConstant())
      return Walk::Skip;
    return Part.operands().empty() || isa<PhiTerm, LoadTerm, ResultTerm>(Part)
               ? Walk::Stop
               : Walk::Enter;
  });
}

/// The exchange that made \p Value of what the lane gave.
const Event *ExchangeReader::lastExchange(const Term *Value) const {
  const Event *Found = nullptr;
  walkTerms(Value, [&](const Term &Part) {
    const auto *Result = dyn_cast<ResultTerm>(&Part);
    if (!Result)
      return isa<LoadTerm, PhiTerm>(Part) ? Walk::Skip : Walk::Enter;
    const Event *E = eventOf(*Result);
    if (!E || E->Op->Kind != SyncKind::Shuffle || !E->Value || !E->Select ||
        !combines(Value, *Result, *E))
      return Walk::Skip;
    Found = E;
    return Walk::Stop;
  });
  return Found;
}

/// False if it is not known which lanes the step \p E brings together.
bool ExchangeReader::addStep(const Event &E, const GivenValues &Given) {
  ShuffleMode Mode = E.Op->Entry->Shuffle;
  if (Mode == ShuffleMode::Up || Mode == ShuffleMode::Down) {
    Shifts = true;
    return true;
  }
  auto IsOfThread = [](const Term &Part) {
    return isa<IdentityTerm>(Part) ? Walk::Stop : Walk::Enter;
  };
  if (Mode != ShuffleMode::Xor ||
      !walkTerms(E.Select, Facts.values(), IsOfThread))
    return false;
  auto Across = ThreadValues(Facts.values(), Given).run(E.Select, {});
  if (!Across || !llvm::isPowerOf2_64(*Across) || *Across >= LanesPerWarp)
    return false;
  Crosses = true;
  Bits |= uint32_t(*Across);
  return true;
}

/// Each round of \p Loop is one exchange, with a distance that counts.
bool ExchangeReader::addLoop(const Induction &Loop) {
  const Event *E = lastExchange(Loop.Next);
  const Node &Head = Loop.head();
  if (!E || E->Value != Loop.Variable || !Head.Branch)
    return false;
  std::optional<unsigned> In = Facts.paths().armTo(Head, *E->At);
  Inputs Of = inputsOf({Head.Branch, E->Select}, Facts.values());
  if (!In || !Of.Parameters.empty() || Of.Counters.size() != 1)
    return false;
  const Induction *Counter = Facts.values().inductions().find(Of.Counters[0]);
  if (!Counter || &Counter->head() != &Head)
    return false;
  GivenValues Given;
  ThreadValues Run(Facts.values(), Given);
  std::optional<int64_t> Now = Run.run(Counter->First, {});
  for (unsigned Round = 0; Now && Round < MostSteps; ++Round) {
    Given[Counter->Variable] = *Now;
    std::optional<int64_t> Test = Run.run(Head.Branch, {});
    if (!Test)
      return false;
    if ((*Test != 0) != (*In == 0))
      return true;
    if (!addStep(*E, Given))
      return false;
    Now = Run.run(Counter->Next, {});
  }
  return false;
}

std::optional<ExchangedValue> ExchangeReader::read(const Term *Value) {
  for (unsigned Step = 0; Step < MostSteps; ++Step) {
    if (const Induction *Loop = Facts.values().inductions().find(Value)) {
      if (!addLoop(*Loop))
        break;
      Value = Loop->First;
      continue;
    }
    const Event *E = lastExchange(Value);
    if (!E)
      break;
    if (!addStep(*E, GivenValues()))
      return std::nullopt;
    Value = E->Value;
  }
  if (Crosses == Shifts)
    return std::nullopt;
  return ExchangedValue{Value, Bits};
}

std::optional<ExchangedValue> exchangedValue(const Term *Value,
                                             const KernelFacts &Facts) {
  return ExchangeReader(Facts).read(Value);
}

} // namespace warplint
