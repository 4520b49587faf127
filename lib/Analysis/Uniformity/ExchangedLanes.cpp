//===--- ExchangedLanes.cpp - What lanes hold after exchanges -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/ExchangedLanes.h"
#include "Analysis/Symbolic/SourceLanes.h"
#include "Analysis/Symbolic/TermTraversal.h"
#include "Analysis/Symbolic/ThreadValues.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Model/Arithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace clang;

namespace warplint {

/// More steps than any exchange within a warp has.
static constexpr unsigned MostSteps = 8;

namespace {

class ExchangeReader {
public:
  ExchangeReader(const InlinedCFG &P, const Evaluation &Values,
                 TermArena &Arena, const FlowView &View)
      : P(P), Values(Values), Arena(Arena), View(View) {}
  std::optional<ExchangedValue> read(const Term *Value);

private:
  const Event *chosenExchange(const PhiTerm &Joined) const;
  bool isOfAll(const Event &E) const;
  const Event *lastExchange(const Term *Value);
  bool combines(const Term *Value, const ResultTerm &With,
                const Event &E) const;
  bool addLoop(const Induction &Loop, const Node *Behind);
  bool addStep(const Event &E, const GivenValues &Given);
  const Event *eventOf(const ResultTerm &Result) const;

  const InlinedCFG &P;
  const Evaluation &Values;
  TermArena &Arena;
  const FlowView &View;
  uint32_t Bits = 0;
  bool Crosses = false, Shifts = false, IsSymmetric = true;
};

} // namespace

const Event *ExchangeReader::eventOf(const ResultTerm &Result) const {
  for (const Node *N : P.order())
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
    return Arena.binary(BO_Sub, Value, &With) == E.Value;
  return walkTerms(Value, [&](const Term &Part) {
    if (&Part == E.Value || &Part == &With || Part.isConstant())
      return Walk::Skip;
    return Part.operands().empty() || isa<PhiTerm, LoadTerm, ResultTerm>(Part)
               ? Walk::Stop
               : Walk::Enter;
  });
}

/// \p Site makes the same of two operands, whichever comes first.
static bool isOrderless(const Stmt *Site) {
  if (const auto *Op = dyn_cast_or_null<BinaryOperator>(Site)) {
    BinaryOperatorKind Kind =
        Op->isCompoundAssignmentOp()
            ? BinaryOperator::getOpForCompoundAssignment(Op->getOpcode())
            : Op->getOpcode();
    return Kind == BO_Add || Kind == BO_Mul;
  }
  if (const auto *Op = dyn_cast_or_null<CXXOperatorCallExpr>(Site))
    return Op->getOperator() == OO_Plus || Op->getOperator() == OO_PlusEqual;
  const auto *Call = dyn_cast_or_null<CallExpr>(Site);
  const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
  return Callee && isCommutative(*Callee);
}

/// \p Test tells which of \p Own and \p Other is larger.
static bool comparesBoth(const Term *Test, const Term *Own, const Term *Other) {
  const auto *Op = dyn_cast<BinaryTerm>(Test);
  const auto *OfFloats = dyn_cast<OpaqueTerm>(Test);
  const auto *Site =
      OfFloats ? dyn_cast_or_null<BinaryOperator>(OfFloats->site()) : nullptr;
  if (!(Op && (Op->opcode() == BO_LT || Op->opcode() == BO_LE)) &&
      !(Site && Site->isRelationalOp()))
    return false;
  llvm::ArrayRef<const Term *> Of = Test->operands();
  return Of.size() == 2 &&
         ((Of[0] == Own && Of[1] == Other) || (Of[0] == Other && Of[1] == Own));
}

/// \p Value is the same of \p Own and \p Other as of \p Other and \p Own.
static bool isSymmetricIn(const Term *Value, const Term *Own,
                          const Term *Other) {
  auto AreBoth = [&](const Term *L, const Term *R) {
    return (L == Own && R == Other) || (L == Other && R == Own);
  };
  if (isa<LinearTerm>(Value)) // See `combines`.
    return true;
  if (const auto *Op = dyn_cast<BinaryTerm>(Value))
    return AreBoth(Op->lhs(), Op->rhs()) &&
           llvm::is_contained({BO_Mul, BO_And, BO_Or, BO_Xor, BO_LAnd, BO_LOr},
                              Op->opcode());
  if (const auto *Choice = dyn_cast<SelectTerm>(Value))
    return comparesBoth(Choice->condition(), Own, Other) &&
           AreBoth(Choice->ifTrue(), Choice->ifFalse());
  const auto *Made = dyn_cast<OpaqueTerm>(Value);
  return Made && Made->operands().size() == 2 &&
         AreBoth(Made->operands()[0], Made->operands()[1]) &&
         isOrderless(Made->site());
}

/// The exchange whose result \p Joined holds, or what the lane gave for it,
/// whichever is the larger, or the smaller.
const Event *ExchangeReader::chosenExchange(const PhiTerm &Joined) const {
  llvm::SmallVector<const Term *, 2> Held;
  for (const Incoming &In : Values.incoming(&Joined))
    if (!llvm::is_contained(Held, In.Held.Value))
      Held.push_back(In.Held.Value);
  if (Held.size() != 2)
    return nullptr;
  if (!isa<ResultTerm>(Held[1]))
    std::swap(Held[0], Held[1]);
  const auto *Other = dyn_cast<ResultTerm>(Held[1]);
  const Event *E = Other ? eventOf(*Other) : nullptr;
  auto Choosers = View.choosersOf(*Joined.node());
  bool IsChosen = E && E->Op->Kind == SyncKind::Shuffle && E->Select &&
                  E->Value == Held[0] && Choosers.size() == 1 &&
                  Choosers[0]->Branch &&
                  comparesBoth(Choosers[0]->Branch, Held[0], Other);
  return IsChosen ? E : nullptr;
}

/// All lanes of the warp take part in \p E.
bool ExchangeReader::isOfAll(const Event &E) const {
  return isOfWholeWarp(E) && lanesPerSegment(E, Values) == LanesPerWarp;
}

/// The exchange that made \p Value of what the lane gave.
const Event *ExchangeReader::lastExchange(const Term *Value) {
  const Event *Found = nullptr;
  if (const auto *Joined = dyn_cast<PhiTerm>(Value)) {
    Found = chosenExchange(*Joined);
    IsSymmetric &= Found && isOfAll(*Found);
    return Found;
  }
  walkTerms(Value, [&](const Term &Part) {
    const auto *Result = dyn_cast<ResultTerm>(&Part);
    if (!Result)
      return isa<LoadTerm, PhiTerm>(Part) ? Walk::Skip : Walk::Enter;
    const Event *E = eventOf(*Result);
    if (!E || E->Op->Kind != SyncKind::Shuffle || !E->Value || !E->Select ||
        !combines(Value, *Result, *E))
      return Walk::Skip;
    Found = E;
    IsSymmetric &= isSymmetricIn(Value, E->Value, Result) && isOfAll(*E);
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
  if (Mode != ShuffleMode::Xor || !walkTerms(E.Select, Values, IsOfThread))
    return false;
  auto Across = ThreadValues(Values, Given).run(E.Select, {});
  if (!Across || !llvm::isPowerOf2_64(*Across) || *Across >= LanesPerWarp)
    return false;
  Crosses = true;
  Bits |= uint32_t(*Across);
  return true;
}

/// Each round of \p Loop is one exchange, with a distance that counts. It is
/// over where control comes to \p Behind, if there is one.
bool ExchangeReader::addLoop(const Induction &Loop, const Node *Behind) {
  const Event *E = lastExchange(Loop.Next);
  const Node &Head = Loop.head();
  if (!E || E->Value != Loop.Variable || !Head.Branch)
    return false;
  std::optional<unsigned> In = View.armTo(Head, *E->At);
  if (Behind && View.armTo(Head, *Behind) == In)
    return false;
  Inputs Of = inputsOf({Head.Branch, E->Select}, Values);
  if (!In || !Of.Parameters.empty() || Of.Counters.size() != 1)
    return false;
  const Induction *Counter = Values.inductions().find(Of.Counters[0]);
  if (!Counter || &Counter->head() != &Head)
    return false;
  GivenValues Given;
  ThreadValues Run(Values, Given);
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
  const Node *Behind = nullptr;
  for (unsigned Step = 0; Step < MostSteps; ++Step) {
    if (const Induction *Loop = Values.inductions().find(Value)) {
      if (!addLoop(*Loop, Behind))
        break;
      Value = Loop->First;
      continue;
    }
    const Event *E = lastExchange(Value);
    if (!E)
      break;
    if (!isa<ConstantTerm>(E->Select) || !addStep(*E, GivenValues()))
      return std::nullopt;
    Value = E->Value;
    Behind = E->At;
  }
  if (Crosses == Shifts)
    return std::nullopt;
  return ExchangedValue{Value, Bits, IsSymmetric};
}

std::optional<ExchangedValue>
exchangedValue(const Term *Value, const InlinedCFG &P, const Evaluation &Values,
               TermArena &Arena, const FlowView &View) {
  return ExchangeReader(P, Values, Arena, View).read(Value);
}

/// What all lanes of a warp have combined step by step is the same in each of
/// them, and in each warp if what they had is. The variable of a loop of such
/// steps is that behind the loop, which must not be asked for before.
Scope Uniformity::scopeByExchange(const Term *T) const {
  const Induction *Steps =
      isa<PhiTerm>(T) ? Values.inductions().find(T) : nullptr;
  const Term *Last = Steps ? Steps->Next : T;
  llvm::SmallVector<const Term *, 4> Parts(Last->operands());
  if (isa<PhiTerm>(Last))
    for (const Incoming &In : Values.incoming(Last))
      Parts.push_back(In.Held.Value);
  const Event *Exchange = nullptr;
  for (const Term *Part : Parts)
    if (const auto *Made = dyn_cast<ResultTerm>(Part))
      if (const Event *E =
              Collectives.lookup({Made->callContext(), Made->site()});
          E && E->Op->Kind == SyncKind::Shuffle)
        Exchange = E;
  if (!Exchange)
    return Scope::Thread;
  auto [Known, New] = ByExchange.try_emplace(T, nullptr);
  if (New)
    if (auto Made = exchangedValue(T, P, Values, Arena, View);
        Made && Made->IsSymmetric && Made->AgreeingBits == LanesPerWarp - 1 &&
        !(Steps && isAskedWithin(*Steps, *Exchange)))
      Known->second = Made->Before;
  const Term *Before = Known->second;
  if (!Before)
    return Scope::Thread;
  return hasWholeWarps(Arena.launch()) && isSameInEveryWarp(Before)
             ? Scope::Block
             : Scope::Warp;
}

/// In the loop of \p Steps, something else than the exchange \p E and what is
/// made of its result asks for what that counts before it is over.
bool Uniformity::isAskedWithin(const Induction &Steps, const Event &E) const {
  auto IsInside = [&](const Node &N) {
    return View.contains(N) && View.dominates(Steps.head(), N) &&
           View.armTo(Steps.head(), N) == View.armTo(Steps.head(), *E.At);
  };
  // With the result beside it, it differs by thread anyway.
  auto Asks = [&](const Term *T) {
    bool OfSteps = false, OfResult = false;
    if (T)
      walkTerms(T, [&](const Term &Part) {
        const auto *Made = dyn_cast<ResultTerm>(&Part);
        OfSteps |= &Part == Steps.Variable;
        OfResult |=
            Made && Made->site() == E.Site && Made->callContext() == E.Owner;
        return Walk::Enter;
      });
    return OfSteps && !OfResult;
  };
  auto AsksEvent = [&](const Event &Other) {
    return &Other != &E &&
           llvm::any_of(std::array{Other.Under, Other.Address, Other.Value,
                                   Other.Mask, Other.Select, Other.Id,
                                   Other.Count},
                        Asks);
  };
  if (llvm::any_of(P.order(), [&](const Node *N) {
        return IsInside(*N) &&
               (Asks(N->Branch) || llvm::any_of(N->Events, AsksEvent));
      }))
    return true;
  return llvm::any_of(Values.joins().phis(), [&](const Term *Phi) {
    return Phi != Steps.Variable && Phi != Steps.Next &&
           llvm::any_of(Values.incoming(Phi), [&](const Incoming &In) {
             return IsInside(*In.From) && Asks(In.Held.Value);
           });
  });
}

} // namespace warplint
