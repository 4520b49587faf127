//===--- ThreadCopies.cpp - One interval, run by two threads -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Races/ThreadCopies.h"
#include "Analysis/Flow/Intervals.h"
#include "Analysis/Symbolic/ThreadValues.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/ScopeExit.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// Ways through the interval
//===----------------------------------------------------------------------===//

ThreadCopy::ThreadCopy(QuerySpace &Space, const Interval &Of, unsigned Thread)
    : Space(Space), Of(Of), Thread(Thread), Values(Space.facts().values()) {
  for (unsigned I = 0; I < Of.Steps.size(); ++I)
    if (Of.Steps[I].First == 0 && (I > 0 || !Of.Start))
      FirstSteps[Of.Steps[I].At] = I;
}

bool ThreadCopy::isUniform(const Term *T) const {
  return Space.facts().uniformity().isUniform(T, Space.sharing());
}

/// The value for which control takes successor \p Arm of a switch; nothing for
/// its default.
static const Expr *caseValue(const Node &Branch, unsigned Arm) {
  const Stmt *Label = Branch.successors()[Arm]->block().getLabel();
  const auto *Case = dyn_cast_or_null<CaseStmt>(Label);
  return Case && !Case->getRHS() ? Case->getLHS() : nullptr;
}

const Term *ThreadCopy::armTaken(const Node &Branch, unsigned Arm,
                                 unsigned Step) {
  if (!Branch.Branch || Branch.successors().size() < 2)
    return number(1);
  Copied Condition = copy(Branch.Branch, Step);
  if (Condition.Root)
    return number(1);
  if (isa_and_nonnull<SwitchStmt>(Branch.terminator())) {
    const Expr *Case = caseValue(Branch, Arm);
    Expr::EvalResult Value;
    if (!Case || !Case->EvaluateAsInt(Value, Space.facts().context()) ||
        Value.Val.getInt().getSignificantBits() > 64)
      return number(1);
    return Space.terms().binary(BO_EQ, Condition.Value,
                                number(Value.Val.getInt().getExtValue()));
  }
  if (Branch.successors().size() != 2)
    return number(1);
  const Term *False = Space.logicalNot(Condition.Value);
  return Arm == 0 ? Space.logicalNot(False) : False;
}

/// What led to the start: the branches over it that every way to it passes.
const Term *ThreadCopy::startCondition() {
  const Term *Result = number(1);
  if (!Of.Start)
    return Result;
  const FlowView &View = Space.facts().paths();
  const Node &At = *Of.Start->At;
  for (const Node *Branch : View.allControls(At)) {
    if (!View.dominates(*Branch, At))
      continue;
    if (auto Arm = View.armTo(*Branch, At))
      Result = Space.logicalAnd(Result, armTaken(*Branch, *Arm, Before));
  }
  return Result;
}

/// The branch at \p Head asks for a variable that grows by the same amount in
/// each round.
bool ThreadCopy::growsSteadily(const Node &Head) const {
  return Head.Branch &&
         llvm::any_of(Values.joins().phis(), [&](const Term *Phi) {
           if (Phi->node() != &Head || !mentions(Head.Branch, Phi))
             return false;
           const Term *Next = nextValue(Phi, Values);
           return Next && Next->kind() == TermKind::Linear &&
                  llvm::is_contained(Next->operands(), Phi);
         });
}

/// The condition under which \p Edge is taken to \p Step. Loops end: which
/// round is the last matters only where something else asks for it.
const Term *ThreadCopy::edgeTaken(const IntervalStep::Edge &Edge,
                                  unsigned Step) {
  const Term *Taken = armTaken(*Of.Steps[Edge.From].At, Edge.Arm, Edge.From);
  for (unsigned Head = 0; Head <= Edge.From; ++Head) {
    const IntervalStep &Loop = Of.Steps[Head];
    if (!Loop.isLoopHead() ||
        (Head != Edge.From && !llvm::is_contained(Loop.Back, Edge.From)))
      continue;
    if (llvm::none_of(Loop.Back, [&](unsigned Latch) {
          return Latch == Step || Of.leads(Step, Latch, false);
        })) {
      // Where the loop counts, only the limit on rounds can say that it never
      // does.
      if (Taken->isConstant(0) && growsSteadily(*Loop.At))
        return number(1);
      Space.markAsExit(Taken, Space.rounds(*Loop.At, Thread));
    }
  }
  return Taken;
}

const Term *ThreadCopy::reach(unsigned Step) {
  auto Found = Reached.find(Step);
  if (Found != Reached.end())
    return Found->second;
  const IntervalStep &At = Of.Steps[Step];
  const Term *Result = nullptr;
  if (Step == 0)
    Result = startCondition();
  for (const IntervalStep::Edge &Edge : At.From) {
    const Term *Way = Space.logicalAnd(reach(Edge.From), edgeTaken(Edge, Step));
    Result = Result ? Space.logicalOr(Result, Way) : Way;
  }
  return Reached[Step] = Result ? Result : number(0);
}

const Term *ThreadCopy::reach(unsigned Step, const Term *Under) {
  const Term *Result = reach(Step);
  if (!Under)
    return Result;
  Copied Condition = copy(Under, Step);
  if (Condition.Root)
    return Result;
  return Space.logicalAnd(Result,
                          Space.logicalNot(Space.logicalNot(Condition.Value)));
}

/// What must hold for the thread to come to \p Step along \p Edge, if it comes
/// there at all.
const Term *ThreadCopy::wayTaken(const IntervalStep::Edge &Edge,
                                 unsigned Step) {
  if (Of.Steps[Step].From.size() == 1)
    return number(1);
  return Space.logicalAnd(
      reach(Edge.From), armTaken(*Of.Steps[Edge.From].At, Edge.Arm, Edge.From));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// \p T depends on a variable that this interval sets anew.
bool ThreadCopy::isRegional(const Term *T) {
  auto Found = Regional.find(T);
  if (Found != Regional.end())
    return Found->second;
  bool Result = false;
  if (T->kind() == TermKind::Phi) {
    const Term *Only = Values.resolved(T);
    Result = Only == T ? FirstSteps.count(T->node()) != 0 : isRegional(Only);
  } else {
    for (const Term *Op : T->operands())
      if (isRegional(Op)) {
        Result = true;
        break;
      }
  }
  return Regional[T] = Result;
}

Copied ThreadCopy::copy(const Term *T, unsigned Step) {
  if (T->isConstant())
    return number(number(T->value()));
  auto Given = Assumed.find(T);
  if (Given != Assumed.end())
    return Given->second;
  std::pair<const Term *, unsigned> Key{T, isRegional(T) ? Step : Before};
  auto Found = Remembered->find(Key);
  if (Found != Remembered->end())
    return Found->second;
  if (!UnderWay.insert(Key).second)
    return computeUnknown(T, Before);
  Copied Result = compute(T, Key.second);
  UnderWay.erase(Key);
  (*Remembered)[Key] = Result;
  return Result;
}

/// What an asm statement that synchronizes or loads with an order leaves.
static bool comesFromSync(const Term *T, DeviceCode &Code) {
  return T->kind() == TermKind::Opaque && T->site() &&
         isa<GCCAsmStmt>(T->site()) && !Code.operations(*T->site()).empty();
}

/// Clang did not understand the source of \p T.
static bool isNotUnderstood(const Term *T) {
  const auto *E = T->kind() == TermKind::Opaque
                      ? dyn_cast_or_null<Expr>(T->site())
                      : nullptr;
  return E && (E->containsErrors() || E->isTypeDependent());
}

Copied ThreadCopy::computeUnknown(const Term *T, unsigned Step) {
  // It may be anything, for each thread something else.
  if (isNotUnderstood(T))
    return number(Space.unknown(T, Thread, {}, SymbolInfo::Kind::Elected));
  auto Kind = T->kind() == TermKind::Result ||
                      comesFromSync(T, Space.facts().code()) ||
                      (T->kind() == TermKind::Identity && !isUniform(T)) ||
                      (T->kind() == TermKind::Load && Space.isHandshake(T))
                  ? SymbolInfo::Kind::Elected
                  : SymbolInfo::Kind::Data;
  // A function of the same arguments has one value, whoever computes it.
  bool IsRead = T->kind() == TermKind::Load;
  bool IsFunction =
      (T->kind() == TermKind::Opaque && T->identityScope() >= Space.sharing() &&
       !T->operands().empty() && T->operands().size() <= 4) ||
      (IsRead && Space.isFixed(T));
  // Blocks that wait for a flag see it when it comes.
  bool Waits = IsRead && Space.sharing() >= Scope::Grid && Space.isHandshake(T);
  bool Uniform = isUniform(T) && T->kind() != TermKind::Undefined && !Waits;
  if (!IsFunction || (Step == Before && !IsRead)) {
    const Term *Symbol = Space.unknown(T, Uniform ? 0 : Thread, {}, Kind);
    if (IsRead) {
      Copied Address = copy(T->operand(0), Step);
      if (Address.Root)
        Space.setAddress(Symbol, Address);
    }
    return number(Symbol);
  }
  llvm::SmallVector<const Term *, 8> Parts;
  llvm::DenseSet<const Term *> Symbols;
  for (const Term *Op : T->operands()) {
    Copied Part = copy(Op, Step);
    Parts.push_back(Part.Value);
    Parts.push_back(Part.Root);
    Space.collect(Part.Value, Symbols);
  }
  unsigned Owner = 0;
  for (const Term *Symbol : Symbols) {
    const SymbolInfo &Info = Space.info(Symbol);
    if (Info.K == SymbolInfo::Kind::Elected)
      Kind = SymbolInfo::Kind::Elected;
    Owner = std::max(Owner, Info.Thread);
  }
  // Wherever it is read, memory that is fixed holds the same.
  return number(
      Space.unknown(T, Owner, Parts, Kind, IsRead ? T->operand(0) : T));
}

/// Bytes from the object's start to a field or element.
Copied ThreadCopy::computeOffset(const Term *T, unsigned Step) {
  TermArena &Arena = Space.terms();
  Copied Base = copy(T->operand(0), Step);
  if (!Base.Root)
    Base = {number(0), Base.Value};
  if (T->kind() == TermKind::Field) {
    const FieldDecl *Field = T->field();
    if (Field->getParent()->isDependentType() ||
        Field->getParent()->isInvalidDecl())
      return {Space.unknown(T, Thread, {}, SymbolInfo::Kind::Data), Base.Root};
    const ASTContext &Context = Space.facts().context();
    int64_t Bits = Context.getFieldOffset(Field);
    return {Arena.binary(BO_Add, Base.Value, number(Bits / 8)), Base.Root};
  }
  Copied Index = copy(T->operand(1), Step);
  if (Index.Root)
    return {Space.unknown(T, Thread, {}, SymbolInfo::Kind::Data), Base.Root};
  return {Arena.binary(BO_Add, Base.Value,
                       Arena.binary(BO_Mul, Index.Value, number(T->value()))),
          Base.Root};
}

Copied ThreadCopy::computeBinary(const Term *T, unsigned Step) {
  Copied L = copy(T->operand(0), Step);
  auto Op = BinaryOperatorKind(T->opcode());
  if (!L.Root && L.Value->isConstant() && BinaryOperator::isLogicalOp(Op) &&
      (L.Value->value() != 0) == (Op == BO_LOr))
    return number(number(Op == BO_LOr));
  Copied R = copy(T->operand(1), Step);
  if (L.Root || R.Root ||
      ((Op == BO_Div || Op == BO_Rem) && R.Value->isConstant(0)))
    return computeUnknown(T, Step);
  return number(Space.terms().binary(Op, L.Value, R.Value));
}

Copied ThreadCopy::compute(const Term *T, unsigned Step) {
  TermArena &Arena = Space.terms();
  switch (T->kind()) {
  case TermKind::Identity:
    if (const Term *Place = Space.identity(T, Thread))
      return number(Place);
    return computeUnknown(T, Step);
  case TermKind::Linear: {
    const Term *Sum = number(T->value());
    for (auto [Op, C] : llvm::zip(T->operands(), T->coefficients())) {
      Copied Part = copy(Op, Step);
      if (Part.Root)
        return computeUnknown(T, Step);
      Sum = Arena.binary(BO_Add, Sum,
                         Arena.binary(BO_Mul, Part.Value, number(C)));
    }
    return number(Sum);
  }
  case TermKind::Unary: {
    Copied Of = copy(T->operand(0), Step);
    if (Of.Root)
      return computeUnknown(T, Step);
    return number(T->opcode() == UO_LNot
                      ? Space.logicalNot(Of.Value)
                      : Arena.unary(UnaryOperatorKind(T->opcode()), Of.Value));
  }
  case TermKind::Binary:
    return computeBinary(T, Step);
  case TermKind::Select: {
    Copied If = copy(T->operand(0), Step);
    if (If.Root)
      return computeUnknown(T, Step);
    Way Ways[] = {{If.Value, copy(T->operand(1), Step)},
                  {number(1), copy(T->operand(2), Step)}};
    return merge(Ways, T);
  }
  case TermKind::Narrow: {
    Copied Of = copy(T->operand(0), Step);
    if (Of.Root)
      return computeUnknown(T, Step);
    return number(
        Arena.narrow(Of.Value, unsigned(T->value()), T->opcode() != 0));
  }
  case TermKind::Phi:
    if (const Term *Only = Values.resolved(T); Only != T)
      return copy(Only, Step);
    return phiAt(T, Step);
  case TermKind::Parameter:
    if (T->decl()->getType()->isIntegralOrEnumerationType())
      return number(Space.parameter(T));
    return {number(0), T};
  case TermKind::Extract:
    if (rootOf(T->operand(0))->kind() == TermKind::Parameter && T->field() &&
        T->field()->getType()->isIntegralOrEnumerationType())
      return number(Space.parameter(T));
    return computeUnknown(T, Step);
  case TermKind::Variable:
    return {number(0), Space.objectOf(T)};
  case TermKind::Local:
  case TermKind::Temporary:
  case TermKind::Return:
    return {number(0), T};
  case TermKind::Field:
  case TermKind::Element:
    return computeOffset(T, Step);
  default:
    return computeUnknown(T, Step);
  }
}

/// The first way whose condition holds gives the value.
Copied ThreadCopy::merge(llvm::ArrayRef<Way> Ways, const Term *For) {
  if (Ways.empty())
    return computeUnknown(For, Before);
  Copied Result = Ways.back().Value;
  for (const Way &W : llvm::reverse(Ways.drop_back())) {
    if (W.Value == Result)
      continue;
    if (W.Value.Root != Result.Root)
      return computeUnknown(For, Before);
    Result.Value =
        Space.terms().select(W.Condition, W.Value.Value, Result.Value);
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Variables that change
//===----------------------------------------------------------------------===//

/// What \p Phi holds when step \p Step runs: set at this step, or on the way
/// here, or before the interval started.
Copied ThreadCopy::phiAt(const Term *Phi, unsigned Step) {
  auto Home = FirstSteps.find(Phi->node());
  if (Step == Before || Home == FirstSteps.end())
    return before(Phi);
  if (Home->second == Step)
    return define(Phi, Step);
  const IntervalStep &At = Of.Steps[Step];
  if (At.From.empty())
    return before(Phi);
  llvm::SmallVector<Way, 4> Ways;
  for (const IntervalStep::Edge &Edge : At.From) {
    Copied Value = alongEdge(copy(Phi, Edge.From), Edge);
    Ways.push_back({wayTaken(Edge, Step), Value});
  }
  return merge(Ways, Phi);
}

/// \p Value for those who take \p Edge: a flag that the edge asks to be unset
/// is 0.
Copied ThreadCopy::alongEdge(Copied Value, const IntervalStep::Edge &Edge) {
  if (Value.Root || Value.Value->isConstant())
    return Value;
  const Term *Taken = armTaken(*Of.Steps[Edge.From].At, Edge.Arm, Edge.From);
  return Taken == Space.logicalNot(Value.Value) ? number(number(0)) : Value;
}

/// The value that arrives at the join along the edges of the interval that do
/// not go around a loop.
Copied ThreadCopy::firstOf(const Term *Phi, unsigned Step) {
  llvm::SmallVector<Way, 4> Ways;
  for (const IntervalStep::Edge &Edge : Of.Steps[Step].From) {
    const Node *From = Of.Steps[Edge.From].At;
    for (const Incoming &I : Values.incoming(Phi)) {
      if (I.From != From)
        continue;
      Ways.push_back({wayTaken(Edge, Step),
                      alongEdge(copy(I.Held.Value, Edge.From), Edge)});
      break;
    }
  }
  return merge(Ways, Phi);
}

/// A barrier stands in the loop from \p Head to \p Latch.
bool ThreadCopy::holdsBarrier(const Node &Head, const Node &Latch) {
  auto [Found, New] = WithBarrier.try_emplace(&Head, false);
  if (!New)
    return Found->second;
  bool Result = false;
  llvm::SmallPtrSet<const Node *, 32> Seen{&Head, &Latch};
  llvm::SmallVector<const Node *, 32> Work{&Latch};
  auto Look = [&](const Node &N) {
    Result |= llvm::any_of(
        N.Events, [&](const Event &E) { return maySeparate(E, Of.Threads); });
  };
  Look(Head);
  while (!Work.empty() && !Result) {
    const Node *N = Work.pop_back_val();
    Look(*N);
    for (const Node *Before : N->predecessors())
      if (Seen.insert(Before).second)
        Work.push_back(Before);
  }
  return WithBarrier[&Head] = Result;
}

/// \p At is the head of the loop that changes \p Phi, and threads run through
/// it as they like. A loop with a barrier comes back without passing it only in
/// rounds that skip the barrier; the first time here stands for those.
bool ThreadCopy::isFreeLoopOf(const Term *Phi, const IntervalStep &At) {
  const Term *Next = nextValue(Phi, Values);
  if (!Next || !At.isLoopHead())
    return At.isLoopHead();
  for (const Incoming &I : Values.incoming(Phi))
    if (I.Held.Value == Next)
      return llvm::any_of(
                 At.Back,
                 [&](unsigned From) { return Of.Steps[From].At == I.From; }) &&
             !holdsBarrier(*At.At, *I.From);
  return false;
}

Copied ThreadCopy::define(const Term *Phi, unsigned Step) {
  const IntervalStep &At = Of.Steps[Step];
  Copied First = firstOf(Phi, Step);
  if (!isFreeLoopOf(Phi, At))
    return First;
  return loopValue(Phi, First, Space.rounds(*At.At, Thread), Step);
}

/// The start of the interval lies in the loop of \p Head.
bool ThreadCopy::isInside(const Node &Head) {
  auto [Found, New] = Inside.try_emplace(&Head, false);
  if (!New || !Of.Start)
    return Found->second;
  const FlowView &View = Space.facts().paths();
  const Node *At = Of.Start->At;
  bool Result = false;
  if (View.contains(Head) && View.contains(*At) && View.dominates(Head, *At)) {
    llvm::SmallPtrSet<const Node *, 32> Seen;
    llvm::SmallVector<const Node *, 32> Work{At};
    while (!Work.empty() && !Result)
      for (ViewNode *Next : View.successors(*Work.pop_back_val())) {
        Result |= Next->Of == &Head;
        if (Seen.insert(Next->Of).second)
          Work.push_back(Next->Of);
      }
  }
  return Inside[&Head] = Result;
}

Copied ThreadCopy::before(const Term *Phi) {
  if (const Term *First = firstValue(Phi, Values)) {
    // Threads that meet at a barrier in a loop are in the same round; after a
    // loop they have made the same number if they agree on it.
    bool Together = isInside(*Phi->node()) || isUniform(Phi);
    return loopValue(Phi, copy(First, Before),
                     Space.rounds(*Phi->node(), Together ? 0 : Thread), Before);
  }
  return chosenBefore(Phi);
}

/// A join of two values, one from each arm of a branch.
Copied ThreadCopy::chosenBefore(const Term *Phi) {
  llvm::ArrayRef<Incoming> From = Values.incoming(Phi);
  const FlowView &View = Space.facts().paths();
  if (From.size() != 2)
    return computeUnknown(Phi, Before);
  const Node *Chooser = nullptr;
  std::optional<unsigned> First;
  for (const Node *Branch : Space.facts().uniformity().choosers(Phi)) {
    if (Branch->successors().size() != 2 || !Branch->Branch ||
        isa_and_nonnull<SwitchStmt>(Branch->terminator()) ||
        !View.contains(*Branch) || !View.dominates(*Branch, *Phi->node()))
      continue;
    auto ArmOf = [&](const Incoming &I) -> std::optional<unsigned> {
      if (I.From != Branch)
        return View.armTo(*Branch, *I.From);
      return Branch->successors()[0] == Phi->node() ? 0 : 1;
    };
    auto One = ArmOf(From[0]), Other = ArmOf(From[1]);
    if (!One || !Other || *One == *Other)
      continue;
    Chooser = Branch;
    First = One;
    break;
  }
  if (!Chooser)
    return computeUnknown(Phi, Before);
  const Incoming &True = From[*First == 0 ? 0 : 1],
                 &False = From[*First == 0 ? 1 : 0];
  const Term *Taken = armTaken(*Chooser, 0, Before);
  Copied Else = copy(False.Held.Value, Before);
  // A flag that is looked at and not set.
  if (!Else.Root && Taken == Space.logicalNot(Space.logicalNot(Else.Value)))
    Else = number(number(0));
  Way Ways[] = {{Taken, copy(True.Held.Value, Before)}, {number(1), Else}};
  return merge(Ways, Phi);
}

/// The same amount in each round; null if it is not known to be.
const Term *ThreadCopy::stepOf(const Term *Phi, Copied First, unsigned Step) {
  const Term *Next = nextValue(Phi, Values);
  if (!Next)
    return nullptr;
  Memory Fresh;
  Memory *Outer = Remembered;
  Remembered = &Fresh;
  Assumed[Phi] = {Space.probe(), First.Root};
  Copied After = copy(Next, Step);
  Assumed.erase(Phi);
  Remembered = Outer;
  if (After.Root != First.Root)
    return nullptr;
  const Term *Amount = Space.terms().binary(BO_Sub, After.Value, Space.probe());
  llvm::DenseSet<const Term *> Symbols;
  Space.collect(Amount, Symbols);
  for (const Term *Symbol : Symbols) {
    auto Kind = Space.info(Symbol).K;
    if (Symbol == Space.probe() || (Kind != SymbolInfo::Kind::Place &&
                                    Kind != SymbolInfo::Kind::Parameter &&
                                    Kind != SymbolInfo::Kind::Pitch))
      return nullptr;
  }
  return Amount;
}

Copied ThreadCopy::loopValue(const Term *Phi, Copied First, const Term *Rounds,
                             unsigned Step) {
  if (!nextValue(Phi, Values))
    return computeUnknown(Phi, Before);
  if (const Term *Amount = stepOf(Phi, First, Step)) {
    TermArena &Arena = Space.terms();
    return {
        Arena.binary(BO_Add, First.Value, Arena.binary(BO_Mul, Amount, Rounds)),
        First.Root};
  }
  if (!First.Root && First.Value->isConstant())
    if (auto Value = listed(Phi, Rounds, Step))
      return *Value;
  // Which of its values a variable has is known only if the loop asks for it.
  const Term *Asked = Phi->node()->Branch;
  if (First.Root || !Asked || !mentions(Asked, Phi))
    return computeUnknown(Phi, Before);
  if (auto List = valuesOf(Phi))
    return number(
        Space.oneOf(Phi, Space.info(Rounds).Thread, First.Value, *List));
  return computeUnknown(Phi, Before);
}

//===----------------------------------------------------------------------===//
// Loops whose rounds can be listed
//===----------------------------------------------------------------------===//

static constexpr unsigned MaxListed = 64;
/// A variable that has grown beyond an int is not followed any further.
static constexpr int64_t MaxListedValue = int64_t(1) << 31;

/// Runs the variables of \p List from \p First until they repeat. Variables
/// whose next value is no number end up in \p Failed.
bool ThreadCopy::simulate(Listing &List, llvm::ArrayRef<int64_t> First,
                          unsigned Step, std::vector<const Term *> &Failed) {
  List.Rounds.assign(1, First.vec());
  while (List.Rounds.size() < MaxListed) {
    Memory Fresh;
    Memory *Outer = Remembered;
    Remembered = &Fresh;
    for (auto [Phi, Value] : llvm::zip(List.Of, List.Rounds.back()))
      Assumed[Phi] = number(number(Value));
    std::vector<int64_t> Next;
    bool Ended = false;
    for (const Term *Phi : List.Of) {
      Copied After = copy(nextValue(Phi, Values), Step);
      if (After.Root || !After.Value->isConstant())
        Failed.push_back(Phi);
      else if (std::abs(After.Value->value()) >= MaxListedValue)
        Ended = true;
      else
        Next.push_back(After.Value->value());
    }
    for (const Term *Phi : List.Of)
      Assumed.erase(Phi);
    Remembered = Outer;
    if (!Failed.empty())
      return false;
    if (Ended)
      return true;
    auto Seen = llvm::find(List.Rounds, Next);
    if (Seen != List.Rounds.end()) {
      List.Repeats = Seen == List.Rounds.begin();
      return true;
    }
    List.Rounds.push_back(std::move(Next));
  }
  return true;
}

/// \p T with \p Value for \p Phi, if that makes it a number.
std::optional<int64_t> ThreadCopy::valueWith(const Term *T, const Term *Phi,
                                             int64_t Value) {
  Memory Fresh;
  Memory *Outer = Remembered;
  Remembered = &Fresh;
  Assumed[Phi] = number(number(Value));
  Copied Result = copy(T, Before);
  Assumed.erase(Phi);
  Remembered = Outer;
  if (Result.Root || !Result.Value->isConstant())
    return std::nullopt;
  return Result.Value->value();
}

/// All values that \p Phi can take, in whatever round: a variable that starts
/// from a number, or from a function of one such variable of an outer loop.
std::optional<ValueList> ThreadCopy::valuesOf(const Term *Phi) {
  const Term *First = firstValue(Phi, Values);
  if (!First || !Enumerating.insert(Phi).second)
    return std::nullopt;
  auto Leave = llvm::make_scope_exit([&] { Enumerating.erase(Phi); });
  llvm::SmallVector<const Term *, 8> Work{First};
  const Term *Outer = nullptr;
  while (!Work.empty()) {
    const Term *T = Work.pop_back_val();
    if (T->kind() == TermKind::Phi) {
      T = Values.resolved(T);
      if (T->kind() == TermKind::Phi) {
        if (Outer && Outer != T)
          return std::nullopt;
        Outer = T;
        continue;
      }
    }
    Work.append(T->operands().begin(), T->operands().end());
  }
  ValueList Found;
  std::vector<int64_t> Starts = {0};
  if (Outer) {
    auto Known = valuesOf(Outer);
    if (!Known)
      return std::nullopt;
    Starts = Known->Values;
  }
  auto Add = [&](int64_t Value) {
    if (std::abs(Value) < MaxListedValue &&
        !llvm::is_contained(Found.Values, Value))
      Found.Values.push_back(Value);
    return Found.Values.size() <= MaxListed;
  };
  for (int64_t Start : Starts) {
    auto Value = valueWith(First, Outer ? Outer : Phi, Start);
    if (!Value || !Add(*Value))
      return std::nullopt;
  }
  for (size_t I = 0; I < Found.Values.size(); ++I) {
    int64_t Value = Found.Values[I];
    auto Next = valueWith(nextValue(Phi, Values), Phi, Value);
    if (!Next || !Add(*Next))
      return std::nullopt;
    Found.Falls &= *Next <= Value;
    Found.Rises &= *Next >= Value;
  }
  if (Found.Values.empty())
    return std::nullopt;
  return Found;
}

const ThreadCopy::Listing &ThreadCopy::listingAt(const Node &Head,
                                                 unsigned Step) {
  auto [Found, New] = Listings.try_emplace({&Head, Step});
  if (!New)
    return Found->second;
  std::vector<const Term *> Candidates;
  std::vector<int64_t> First;
  for (const Term *Phi : Values.joins().phis()) {
    if (Phi->node() != &Head || !firstValue(Phi, Values))
      continue;
    Copied Value = Step == Before ? copy(firstValue(Phi, Values), Before)
                                  : firstOf(Phi, Step);
    if (Value.Root || !Value.Value->isConstant())
      continue;
    Candidates.push_back(Phi);
    First.push_back(Value.Value->value());
  }
  Listing List;
  while (!Candidates.empty()) {
    std::vector<const Term *> Failed;
    List.Of = Candidates;
    if (simulate(List, First, Step, Failed))
      break;
    for (const Term *Phi : Failed) {
      size_t I = llvm::find(Candidates, Phi) - Candidates.begin();
      Candidates.erase(Candidates.begin() + I);
      First.erase(First.begin() + I);
    }
    List = {};
  }
  return Listings[{&Head, Step}] = std::move(List);
}

std::optional<Copied> ThreadCopy::listed(const Term *Phi, const Term *Rounds,
                                         unsigned Step) {
  const Listing &List = listingAt(*Phi->node(), Step);
  auto Position = llvm::find(List.Of, Phi);
  if (Position == List.Of.end())
    return std::nullopt;
  size_t Column = Position - List.Of.begin();
  TermArena &Arena = Space.terms();
  int64_t Count = List.Rounds.size();
  const Term *Round = Rounds;
  if (List.Repeats)
    Round = Arena.binary(BO_Rem, Rounds, number(Count));
  else
    Space.addFact(Rounds, Arena.binary(BO_LT, Rounds, number(Count)));
  const Term *Value = number(List.Rounds.back()[Column]);
  for (int64_t I = Count - 2; I >= 0; --I)
    Value = Arena.select(Arena.binary(BO_EQ, Round, number(I)),
                         number(List.Rounds[I][Column]), Value);
  return number(Value);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

const Term *ThreadCopy::inBounds(const Term *Address, uint32_t Bytes,
                                 unsigned Step) {
  const ASTContext &Context = Space.facts().context();
  TermArena &Arena = Space.terms();
  const Term *Root = rootOf(Address);
  const auto *Var = Root->kind() == TermKind::Variable
                        ? dyn_cast<VarDecl>(Root->decl())
                        : nullptr;
  const Term *Result = number(1);
  auto Within = [&](const Term *Value, int64_t End) {
    Result = Space.logicalAnd(
        Result, Space.logicalAnd(Arena.binary(BO_LE, number(0), Value),
                                 Arena.binary(BO_LT, Value, number(End))));
  };
  if (!Var) {
    Copied At = copy(Address, Step);
    if (!At.Root)
      return Result;
    return Arena.binary(BO_LE, number(0), At.Value);
  }
  llvm::SmallVector<const Term *, 4> Path;
  for (const Term *At = Address; At != Root; At = At->operand(0))
    Path.push_back(At);
  QualType Type = Var->getType().getNonReferenceType();
  // As long as the steps follow the declared type, each index has an extent.
  for (const Term *At : llvm::reverse(Path)) {
    if (At->kind() == TermKind::Field) {
      const auto *Record = Type->getAsRecordDecl();
      if (!Record || At->field()->getParent() != Record)
        break;
      Type = At->field()->getType();
      continue;
    }
    const auto *Array = Context.getAsConstantArrayType(Type);
    if (!Array ||
        Context.getTypeSizeInChars(Array->getElementType()).getQuantity() !=
            At->value())
      break;
    Copied Index = copy(At->operand(1), Step);
    if (!Index.Root)
      Within(Index.Value, Array->getSize().getZExtValue());
    Type = Array->getElementType();
  }
  Copied Offset = copy(Address, Step);
  if (!Offset.Root)
    return Result;
  if (Var->getType()->isIncompleteType())
    return Space.logicalAnd(Result,
                            Arena.binary(BO_LE, number(0), Offset.Value));
  int64_t Size = Context.getTypeSizeInChars(Var->getType()).getQuantity();
  Within(Offset.Value, Size - std::max<int64_t>(Bytes, 1) + 1);
  return Result;
}

} // namespace warplint
