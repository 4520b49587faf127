//===--- LoopEvolution.cpp - How a loop goes on ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Support/Checked.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// The first iteration
//===----------------------------------------------------------------------===//

const Term *LoopEvolution::firstValue(const Term &Part, const Loop &Of) const {
  const auto *Join = dyn_cast<PhiTerm>(&Part);
  if (!Join || Join->node() != Of.Header)
    return nullptr;
  const Term *First = nullptr;
  for (const Incoming &I : Values.incoming(Join)) {
    if (Of.contains(*I.From))
      continue;
    if (First && First != I.Reaching.Value)
      return nullptr;
    First = I.Reaching.Value;
  }
  return First;
}

const Term *LoopEvolution::inFirstIteration(const Term *T,
                                            const Loop &Of) const {
  return TermRewriter(Arena).rewrite(
      T, [&](const Term &Part) { return firstValue(Part, Of); });
}

bool LoopEvolution::mayTakeInFirst(const Node &Head, const Node &Branch,
                                   const Node &To) const {
  const Loop *Of = All.headedBy(Head);
  if (!Of || !isTwoWay(Branch) || !Arena.work().spend(1))
    return true;
  std::unique_ptr<TermRewriter> &Rewriter = InFirst[&Head];
  if (!Rewriter)
    Rewriter = std::make_unique<TermRewriter>(Arena);
  const Node *Taken = takenCondition(
      Branch, Rewriter->rewrite(Branch.Branch, [&](const Term &Part) {
        return firstValue(Part, *Of);
      }));
  return !Taken || Taken == &To;
}

llvm::ArrayRef<ConditionPart> LoopEvolution::conditionsAt(const Node &N) const {
  auto [Known, New] = Conditions.try_emplace(&N);
  if (!New)
    return Known->second;
  std::vector<ConditionPart> Found;
  for (const Node *Branch : View.allControls(N)) {
    if (Branch == &N || !Branch->Branch || !View.dominates(*Branch, N))
      continue;
    auto Successor = View.successorTo(*Branch, N);
    if (!Successor)
      continue;
    const Node *To = View.successors(*Branch)[*Successor]->Of;
    if (isTwoWay(*Branch))
      llvm::append_range(
          Found, partsOf(Branch->Branch, To == Branch->successors()[0]));
    else if (auto Case = caseOf(*Branch,
                                llvm::find(Branch->successors(), To) -
                                    Branch->successors().begin(),
                                P.root().getASTContext()))
      Found.push_back(
          {Arena.binary(BO_EQ, Branch->Branch, Arena.constant(*Case)), true});
  }
  return Conditions[&N] = std::move(Found);
}

//===----------------------------------------------------------------------===//
// Trip counts
//===----------------------------------------------------------------------===//

bool LoopEvolution::isTestedAtHead(const Loop &Of, bool &GoesOnIf) const {
  if (!isTwoWay(*Of.Header))
    return false;
  bool Stays[2];
  for (unsigned I : {0u, 1u})
    Stays[I] = Of.contains(*Of.Header->successors()[I]);
  GoesOnIf = Stays[0];
  return Stays[0] != Stays[1];
}

std::optional<LoopEvolution::TestedCount>
LoopEvolution::countedBy(const Node &Head) const {
  const Loop *L = All.headedBy(Head);
  bool GoesOnIf = true;
  if (!L || !isTestedAtHead(*L, GoesOnIf))
    return std::nullopt;
  auto Bound = Values.inductions().boundBy(Head.Branch);
  const Induction *Of = Bound ? Bound->Of : nullptr;
  const Term *Room = Bound ? Bound->Room : nullptr;
  bool IsBelow = Bound && Bound->IsBelow, IsOrdered = Bound && Bound->IsOrdered;
  if (!Bound) {
    // `while (n--)` ends at 0.
    Of = GoesOnIf && isa<PhiTerm>(Head.Branch)
             ? Values.inductions().find(Head.Branch)
             : nullptr;
    if (!Of || Of->K != Induction::Kind::Added)
      return std::nullopt;
    Room = Of->First;
  } else if (!IsOrdered) {
    if (cast<BinaryTerm>(Head.Branch)->opcode() != (GoesOnIf ? BO_NE : BO_EQ))
      return std::nullopt;
  } else if (!GoesOnIf) {
    return std::nullopt;
  }
  auto Step = Of->constantStep();
  auto Size = Step ? base::absolute(*Step) : base::Checked();
  if (!Size || &Of->head() != &Head)
    return std::nullopt;
  if (IsOrdered) {
    // A step that leads away from the bound.
    if (IsBelow ? *Step <= 0 : *Step >= 0)
      return std::nullopt;
  } else {
    if (*Size != 1)
      return std::nullopt;
    if (IsBelow != (*Step > 0))
      Room = Arena.unary(UO_Minus, Room);
  }
  return TestedCount{Room, *Size, IsOrdered};
}

int64_t LoopEvolution::countMinTripCount(const Loop &Of) const {
  llvm::SmallVector<RepeatedRead, 2> Reads;
  bool IsRun = runsOnce(*Of.Header, Reads) && Reads.empty();
  auto Count = countedBy(*Of.Header);
  auto Room =
      Count && Count->IsOrdered ? Arena.rangeOf(Count->Room).Min : std::nullopt;
  if (!Room || *Room <= 0)
    return IsRun;
  base::Checked Whole = base::Checked(Room) / Count->Step;
  return (Whole + !base::isMultipleOf(Room, Count->Step)).orElse(1);
}

int64_t LoopEvolution::minTripCount(const Node &Head) const {
  auto [Known, New] = MinTripCount.try_emplace(&Head, 0);
  if (const Loop *L = New ? All.headedBy(Head) : nullptr)
    Known->second = countMinTripCount(*L);
  return Known->second;
}

/// \p N has a live edge out of \p L that does not lead to an abort.
static bool leaves(const Node &N, const Loop &L, const Evaluation &Values) {
  for (unsigned Successor = 0; Successor < N.successors().size(); ++Successor) {
    const Node *Next = N.successors()[Successor];
    if (!L.contains(*Next) && Values.isLive(N, Successor) &&
        Next->ending() != Node::Ending::Abort)
      return true;
  }
  return false;
}

bool LoopEvolution::isLeftAtHeadOnly(const Node &Head) const {
  auto [Known, New] = LeftAtHead.try_emplace(&Head, false);
  if (New)
    if (const Loop *L = All.headedBy(Head))
      Known->second = llvm::none_of(L->Nodes, [&](const Node *N) {
        return N != &Head && leaves(*N, *L, Values);
      });
  return Known->second;
}

llvm::ArrayRef<LoopEvolution::Choice>
LoopEvolution::choicesTo(const Node &Head, const Node &To) const {
  auto [Known, New] = Choices.try_emplace({&Head, &To});
  if (const Loop *L = New ? All.headedBy(Head) : nullptr)
    for (const Node *N : P.order())
      if (N->Branch && L->contains(*N))
        if (auto Successor = View.successorTo(*N, To))
          Known->second.push_back({N, *Successor});
  return Known->second;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

/// What paths bring to \p Phi, through other joins and choices.
TermArena::Range LoopEvolution::rangeOfPhi(const Term *Phi) const {
  Worklist<Term> Work{Phi};
  llvm::SmallVector<const Term *, 8> Brought;
  auto Add = [&](const Term *Value) {
    if (Value && isa<PhiTerm, SelectTerm>(Value))
      Work.add(Value);
    else
      Brought.push_back(Value);
  };
  while (const Term *Join = Work.next()) {
    if (!Arena.limits().allows(BudgetId::InductionJoins, Work.seen().size()))
      return {};
    if (const auto *Choice = dyn_cast<SelectTerm>(Join)) {
      Add(Choice->ifTrue());
      Add(Choice->ifFalse());
    }
    for (const Incoming &I : Values.incoming(Join))
      Add(I.Reaching.Value);
  }
  std::optional<TermArena::Range> Whole;
  bool Rises = false, Falls = false;
  for (const Term *Value : Brought) {
    if (!Value)
      return {};
    // What a path adds to one of the joins goes on from there.
    const Term *From = nullptr;
    for (auto [Part, C] : Summands(Value).Parts)
      if (C == 1 && Work.seen().count(Part))
        From = Part;
    if (From) {
      TermArena::Range Step = rangeOf(Arena.binary(BO_Sub, Value, From));
      Rises |= !Step.Max || *Step.Max > 0;
      Falls |= !Step.Min || *Step.Min < 0;
      continue;
    }
    TermArena::Range One = rangeOf(Value);
    Whole = Whole ? unionOf(*Whole, One) : One;
  }
  if (!Whole || (Rises && Falls))
    return {};
  if (Rises)
    Whole->Max = std::nullopt;
  if (Falls)
    Whole->Min = std::nullopt;
  return *Whole;
}

/// \p T is read as an unsigned number.
static bool isUnsignedRead(const Term &T) {
  const auto *Load = dyn_cast<LoadTerm>(&T);
  const auto *Read = Load ? dyn_cast_or_null<Expr>(Load->site()) : nullptr;
  return Read && Read->getType()->isUnsignedIntegerType();
}

/// A symbol with the bounds of \p Part, a phi, a parameter or an unsigned
/// number in memory; null for others.
const Term *LoopEvolution::boundedAs(const Term &Part) const {
  if (!isa<PhiTerm, ParameterTerm>(Part) && !isUnsignedRead(Part))
    return nullptr;
  auto [Known, New] = Bounded.try_emplace(&Part, nullptr);
  // While it is asked for itself, nothing is known of it.
  if (!New)
    return Known->second;
  if (!isa<PhiTerm>(Part))
    return Known->second = Arena.symbol({0, std::nullopt});
  if (!Arena.limits().allows(BudgetId::JoinDepth, BoundedDepth + 1)) {
    Bounded.erase(&Part);
    return nullptr;
  }
  llvm::SaveAndRestore Deeper(BoundedDepth, BoundedDepth + 1);
  const Term *Symbol = Arena.symbol(rangeOfPhi(&Part));
  return Bounded[&Part] = Symbol;
}

/// What inner loops leave is at least what they begin with if they only count
/// up: then that takes its place.
bool LoopEvolution::isMonotone(const Term *Phi, bool Up) const {
  const Induction *Of = Values.inductions().find(Phi);
  const Loop *In = Of ? All.headedBy(Of->head()) : nullptr;
  if (!In || Of->K == Induction::Kind::Advanced)
    return false;
  const Term *Step = Arena.binary(BO_Sub, Of->Next, Phi);
  for (unsigned Passed = 1; Arena.limits().allows(BudgetId::JoinDepth, Passed);
       ++Passed) {
    TermArena::Range Bounds = rangeOf(Step);
    if (Up ? Bounds.isNonNegative() : Bounds.Max && *Bounds.Max <= 0)
      return true;
    const Term *Before = Step;
    Step = replaceSummands(Step, Arena, [&](const Term *Part, int64_t C) {
      const auto *Inner = dyn_cast<PhiTerm>(Part);
      return Inner && Inner->node() != In->Header &&
                     In->contains(*Inner->node()) &&
                     isMonotone(Part, C > 0 ? Up : !Up)
                 ? Values.inductions().find(Part)->First
                 : Part;
    });
    if (Step == Before)
      return false;
  }
  return false;
}

TermArena::Range LoopEvolution::rangeOf(const Term *T) const {
  return Arena.rangeOf(TermRewriter(Arena).rewrite(
      T, [&](const Term &Part) { return boundedAs(Part); }));
}

//===----------------------------------------------------------------------===//
// Behind the last iteration
//===----------------------------------------------------------------------===//

/// How many iterations \p Of makes by the test at its header alone; null if
/// that does not say it.
const Term *LoopEvolution::tripCountByTest(const Loop &Of) const {
  auto Count = countedBy(*Of.Header);
  if (!Count || !Count->IsOrdered || !All.isInvariant(Count->Room, Of))
    return nullptr;
  const Term *Zero = Arena.constant(0),
             *Last = Arena.binary(BO_Add, Count->Room,
                                  Arena.constant(Count->Step - 1));
  return Arena.select(Arena.binary(BO_LT, Zero, Count->Room),
                      Arena.binary(BO_Div, Last, Arena.constant(Count->Step)),
                      Zero);
}

const Term *LoopEvolution::valueAfter(const Term *Phi, const Loop &Of) const {
  auto [Known, New] = After.try_emplace(Phi, nullptr);
  if (!New)
    return Known->second;
  const Induction *Variable = Values.inductions().find(Phi);
  if (!Variable || &Variable->head() != Of.Header ||
      !isLeftAtHeadOnly(*Of.Header))
    return nullptr;
  const Term *Next = next(*Variable), *Step = Arena.binary(BO_Sub, Next, Phi);
  const Term *Trips = isa<ConstantTerm>(Step) ? tripCountByTest(Of) : nullptr;
  if (!Trips)
    return nullptr;
  return After[Phi] = Arena.binary(BO_Add, Variable->First,
                                   Arena.binary(BO_Mul, Trips, Step));
}

const Term *LoopEvolution::next(const Induction &Of) const {
  const Loop *Outer = All.headedBy(Of.head());
  const Term *Next = Of.Next;
  if (!Outer || isa<SubobjectTerm>(Next))
    return Next;
  for (unsigned Passed = 1; Arena.limits().allows(BudgetId::JoinDepth, Passed);
       ++Passed) {
    const Term *Then = TermRewriter(Arena).rewrite(Next, [&](const Term &Part) {
      const auto *Join = dyn_cast<PhiTerm>(&Part);
      const Loop *Inner = Join && Join->node() != Outer->Header &&
                                  Outer->contains(*Join->node())
                              ? All.headedBy(*Join->node())
                              : nullptr;
      return Inner ? valueAfter(Join, *Inner) : nullptr;
    });
    if (Then == Next)
      break;
    Next = Then;
  }
  return Next;
}

} // namespace warplint
