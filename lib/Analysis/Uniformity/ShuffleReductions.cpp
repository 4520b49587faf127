//===--- ShuffleReductions.cpp - Values combined by shuffles --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/ShuffleReductions.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Analysis/Uniformity/PairedSelects.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/Arithmetic.h"
#include "llvm/Support/MathExtras.h"
#include <array>

using namespace clang;

namespace warplint {

namespace {

class ExchangeReader {
public:
  ExchangeReader(const InlinedCFG &P, const Evaluation &Values,
                 TermArena &Arena, const CfgView &View)
      : P(P), Values(Values), Arena(Arena), View(View) {}
  std::optional<ShuffleReduction> read(const Term *Value);
  /// All lanes of the warp hold the same records in the end, of which \p Value
  /// is a member: in each step they choose of two, and both lanes the same one.
  /// \p Loops gets the members' variables where steps are iterations of a loop.
  bool readRecords(const Term *Value,
                   llvm::SmallVectorImpl<const Induction *> &Loops);

private:
  using Members = llvm::SmallVector<const Term *, 4>;
  bool collect(Members &Of, PairedSelects &Choices,
               llvm::SmallVectorImpl<const Induction *> &Loops) const;
  const Event *crossingOf(const ResultTerm &Result) const;
  bool addIterations(const Node &Head, const Event &E, const Node *Behind);
  const Event *chosenExchange(const PhiTerm &Joined) const;
  bool isOfAll(const Event &E) const;
  const Event *lastExchange(const Term *Value);
  bool combines(const Term *Value, const ResultTerm &With,
                const Event &E) const;
  bool addLoop(const Induction &Loop, const Node *Behind);
  bool addStep(const Event &E, const GivenValues &Given);
  const Event *eventOf(const ResultTerm &Result) const;
  bool mayHave(unsigned Exchanges) const {
    return Values.limits().allows(BudgetId::Exchanges, Exchanges);
  }

  const InlinedCFG &P;
  const Evaluation &Values;
  TermArena &Arena;
  const CfgView &View;
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

/// Whether \p Value is computed from the operand of the shuffle \p E and its
/// result \p With alone.
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

/// \p Test decides which of \p Own and \p Other is larger.
static bool comparesBoth(const Term *Test, const Term *Own, const Term *Other) {
  auto Op = comparisonOf(*Test);
  if (!Op || BinaryOperator::isEqualityOp(*Op))
    return false;
  llvm::ArrayRef<const Term *> Of = Test->operands();
  return (Of[0] == Own && Of[1] == Other) || (Of[0] == Other && Of[1] == Own);
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
  llvm::SmallVector<const Term *, 2> Operands;
  for (const Incoming &In : Values.incoming(&Joined))
    if (!llvm::is_contained(Operands, In.Reaching.Value))
      Operands.push_back(In.Reaching.Value);
  if (Operands.size() != 2)
    return nullptr;
  if (!isa<ResultTerm>(Operands[1]))
    std::swap(Operands[0], Operands[1]);
  const auto *Other = dyn_cast<ResultTerm>(Operands[1]);
  const Event *E = Other ? eventOf(*Other) : nullptr;
  auto Choosers = View.edgeSelectorsOf(*Joined.node());
  bool IsChosen = E && E->Op->Kind == SyncKind::Shuffle && E->Select &&
                  E->Value == Operands[0] && Choosers.size() == 1 &&
                  Choosers[0]->Branch &&
                  comparesBoth(Choosers[0]->Branch, Operands[0], Other);
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

/// Each iteration of \p Loop is one exchange, with a distance that counts. It
/// is over where control reaches \p Behind, if there is one.
bool ExchangeReader::addLoop(const Induction &Loop, const Node *Behind) {
  const Event *E = lastExchange(Loop.Next);
  return E && E->Value == Loop.Variable &&
         addIterations(Loop.head(), *E, Behind);
}

bool ExchangeReader::addIterations(const Node &Head, const Event &E,
                                   const Node *Behind) {
  if (!Head.Branch)
    return false;
  std::optional<unsigned> In = View.successorTo(Head, *E.At);
  if (Behind && View.successorTo(Head, *Behind) == In)
    return false;
  Inputs Of = inputsOf({Head.Branch, E.Select}, Values);
  if (!In || !Of.Parameters.empty() || Of.Counters.size() != 1)
    return false;
  const Induction *Counter = Values.inductions().find(Of.Counters[0]);
  if (!Counter || &Counter->head() != &Head)
    return false;
  GivenValues Given;
  ThreadValues Run(Values, Given);
  std::optional<int64_t> Now = Run.run(Counter->First, {});
  for (unsigned Iteration = 1; Now && mayHave(Iteration); ++Iteration) {
    Given[Counter->Variable] = *Now;
    std::optional<int64_t> Test = Run.run(Head.Branch, {});
    if (!Test)
      return false;
    if ((*Test != 0) != (*In == 0))
      return true;
    if (!addStep(E, Given))
      return false;
    Now = Run.run(Counter->Next, {});
  }
  return false;
}

std::optional<ShuffleReduction> ExchangeReader::read(const Term *Value) {
  const Node *Behind = nullptr;
  for (unsigned Step = 1; mayHave(Step); ++Step) {
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
  return ShuffleReduction{Value, Bits, IsSymmetric};
}

/// The exchange with the lane across, of all lanes, that \p Result is from.
const Event *ExchangeReader::crossingOf(const ResultTerm &Result) const {
  const Event *E = eventOf(Result);
  return E && E->Op->Kind == SyncKind::Shuffle && E->Value && E->Select &&
                 E->Op->Entry->Shuffle == ShuffleMode::Xor && isOfAll(*E)
             ? E
             : nullptr;
}

/// Takes the members \p Of records to those that they were chosen of, with all
/// that the choice hangs on. Where they are variables of one loop, \p Loops
/// gets those, and the choices are of one iteration.
bool ExchangeReader::collect(
    Members &Of, PairedSelects &Choices,
    llvm::SmallVectorImpl<const Induction *> &Loops) const {
  auto EventOf = [&](const ResultTerm &R) { return crossingOf(R); };
  const bool InLoop = Values.inductions().find(Of.front()) != nullptr;
  for (unsigned I = 0; I < Of.size(); ++I) { // Grows on the path.
    const Induction *Loop = Values.inductions().find(Of[I]);
    if ((Loop != nullptr) != InLoop ||
        (Loop && !Loops.empty() && &Loops.front()->head() != &Loop->head()))
      return false;
    if (Loop)
      Loops.push_back(Loop);
    if (!Choices.add(Loop ? Loop->Next : Of[I], EventOf))
      return false;
    if (InLoop)
      for (const LanePair &Pair : Choices.pairs())
        if (!llvm::is_contained(Of, Pair.Own))
          Of.push_back(Pair.Own);
  }
  for (const Term *Member : Of) {
    const Induction *Loop = Values.inductions().find(Member);
    if (!Choices.areAlike(Loop ? Loop->Next : Member))
      return false;
  }
  return !Choices.pairs().empty();
}

bool ExchangeReader::readRecords(
    const Term *Value, llvm::SmallVectorImpl<const Induction *> &Loops) {
  Members Of{Value};
  const Node *Behind = nullptr;
  for (unsigned Step = 1; mayHave(Step); ++Step) {
    PairedSelects Choices(Values, View);
    llvm::SmallVector<const Induction *, 4> Iterations;
    if (!collect(Of, Choices, Iterations))
      return false;
    const Event *E = crossingOf(*Choices.pairs().front().Other);
    Of.clear();
    for (const LanePair &Pair : Choices.pairs()) {
      if (crossingOf(*Pair.Other)->Select != E->Select)
        return false;
      Of.push_back(Pair.Own);
    }
    bool IsKnown =
        Iterations.empty()
            ? isa<ConstantTerm>(E->Select) && addStep(*E, GivenValues())
            : addIterations(Iterations[0]->head(), *E, Behind);
    if (!IsKnown)
      return false;
    Loops.append(Iterations.begin(), Iterations.end());
    if (Bits == LaneBits)
      return true;
    for (unsigned I = 0; !Iterations.empty() && I < Of.size(); ++I)
      Of[I] = Values.inductions().find(Of[I])->First;
    Behind = E->At;
  }
  return false;
}

std::optional<ShuffleReduction>
exchangedValue(const Term *Value, const InlinedCFG &P, const Evaluation &Values,
               TermArena &Arena, const CfgView &View) {
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
      Parts.push_back(In.Reaching.Value);
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
  if (New) {
    llvm::SmallVector<const Induction *, 4> Loops;
    if (auto Made = exchangedValue(T, P, Values, Arena, View);
        Made && Made->IsSymmetric && Made->AgreeingBits == LaneBits &&
        !(Steps && isAskedWithin(Steps, *Exchange->At)))
      Known->second = Made->Before;
    else if (ExchangeReader(P, Values, Arena, View).readRecords(T, Loops) &&
             (Loops.empty() || !isAskedWithin(Loops, *Exchange->At)))
      Known->second = T;
  }
  const Term *Before = Known->second;
  if (!Before)
    return Scope::Thread;
  if (Before == T) // What others of the record had is not asked for.
    return Scope::Warp;
  return mayAssumeWholeWarps(Arena) && isUniformAcrossWarps(Before)
             ? Scope::Block
             : Scope::Warp;
}

/// In the loop of \p Steps, to which \p Inside belongs, something else than
/// exchanges and what is made of their results asks for what those count before
/// it is over.
bool Uniformity::isAskedWithin(llvm::ArrayRef<const Induction *> Steps,
                               const Node &Inside) const {
  const Node &Head = Steps[0]->head();
  auto IsInside = [&](const Node &N) {
    return View.contains(N) && View.dominates(Head, N) &&
           View.successorTo(Head, N) == View.successorTo(Head, Inside);
  };
  auto IsExchange = [&](const CallContext *Owner, const Stmt *Site) {
    const Event *E = Collectives.lookup({Owner, Site});
    return E && E->Op->Kind == SyncKind::Shuffle;
  };
  // With a result beside it, it differs by thread anyway.
  auto Asks = [&](const Term *T) {
    bool OfSteps = false, OfResult = false;
    if (T)
      walkTerms(T, [&](const Term &Part) {
        const auto *Made = dyn_cast<ResultTerm>(&Part);
        OfSteps |= llvm::any_of(
            Steps, [&](const Induction *S) { return S->Variable == &Part; });
        OfResult |= Made && IsExchange(Made->callContext(), Made->site());
        return Walk::Enter;
      });
    return OfSteps && !OfResult;
  };
  auto AsksEvent = [&](const Event &E) {
    return !IsExchange(E.Owner, E.Site) &&
           llvm::any_of(std::array{E.Under, E.Address, E.Value, E.Mask,
                                   E.Select, E.Id, E.Count},
                        Asks);
  };
  if (llvm::any_of(P.order(), [&](const Node *N) {
        return IsInside(*N) &&
               (Asks(N->Branch) || llvm::any_of(N->Events, AsksEvent));
      }))
    return true;
  llvm::DenseSet<const Term *> Making; // Looked up.
  for (const Induction *Each : Steps)
    walkTerms(Each->Next, Values, [&](const Term &Part) {
      Making.insert(&Part);
      return Walk::Enter;
    });
  return llvm::any_of(Values.joins().phis(), [&](const Term *Phi) {
    return !Making.contains(Phi) &&
           llvm::any_of(Values.incoming(Phi), [&](const Incoming &In) {
             return IsInside(*In.From) && Asks(In.Reaching.Value);
           });
  });
}

} // namespace warplint
