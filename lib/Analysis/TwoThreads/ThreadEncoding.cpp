//===--- ThreadEncoding.cpp - One interval, run by two threads ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/TwoThreads/ThreadEncoding.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Expr/RecordOffsets.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/DeclaredExtents.h"
#include "Analysis/TwoThreads/ChosenNumbers.h"
#include "Analysis/TwoThreads/JoinedObjects.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Planted/Faults.h"
#include "Support/Checked.h"
#include "clang/AST/RecordLayout.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace clang;

namespace warplint::twothreads {

/// What a term at a step, or a path to one, costs beside the terms that are
/// made of it, in steps of Budgets::Work.
static constexpr uint64_t WorkPerEncoding = 6;

/// A sum of 64 bits that is kept as an `int`: one that does not fit is a
/// mistake of its own, and no race. Hashes are made of other operations.
static bool isMeantToFit(const NarrowTerm &T) {
  return T.bits() == 32 && T.isSigned() && !anyPartOf(T.of(), [](auto &Part) {
           const auto *Op = dyn_cast<BinaryTerm>(&Part);
           return Op && Op->opcode() != BO_Mul && Op->opcode() != BO_Div;
         });
}

//===----------------------------------------------------------------------===//
// Paths through the interval
//===----------------------------------------------------------------------===//

ThreadEncoding::ThreadEncoding(QuerySymbols &Symbols, const Interval &Of,
                               TermVersions &Versions, unsigned Thread)
    : Symbols(Symbols), Of(Of), Versions(Versions), Thread(Thread),
      Values(Symbols.facts().values()) {}

bool ThreadEncoding::isUniform(const Term *T) const {
  return Symbols.facts().uniformity().isUniform(T, Symbols.sharing());
}

const Term *ThreadEncoding::takenCondition(const Node &Branch,
                                           unsigned Successor, unsigned Step) {
  if (!Branch.Branch || Branch.successors().size() < 2)
    return number(1);
  EncodedValue Condition = encode(Branch.Branch, Step);
  if (Condition.Root)
    return number(1);
  if (const auto *Switch = dyn_cast_or_null<SwitchStmt>(Branch.terminator()))
    return isCaseTaken(*Switch, Condition.Value,
                       caseLabelOf(Branch, *Switch, Successor));
  if (Branch.successors().size() != 2)
    return number(1);
  if (planted(Fault::OtherSuccessor) && Successor == 1)
    return number(1);
  const Term *False = Symbols.logicalNot(Condition.Value);
  return Successor == 0 ? Symbols.logicalNot(False) : False;
}

/// What led to the start: the branches over it that every path to it passes.
const Term *ThreadEncoding::startCondition() {
  const Term *Result = number(1);
  if (!Of.Start)
    return Result;
  const CfgView &View = Symbols.facts().paths();
  const Node &At = *Of.Start->At;
  for (const Node *Branch : View.allControls(At)) {
    if (!View.dominates(*Branch, At))
      continue;
    if (auto Successor = View.successorTo(*Branch, At))
      Result = Symbols.logicalAnd(Result,
                                  takenCondition(*Branch, *Successor, Before));
  }
  return Result;
}

/// The branch at \p Head asks for a variable that grows by the same amount in
/// each iteration.
bool ThreadEncoding::growsSteadily(const Node &Head) const {
  return Head.Branch &&
         llvm::any_of(Values.joins().phisAt(Head), [&](const Term *Phi) {
           if (!mentions(Head.Branch, Phi))
             return false;
           const Induction *Loop = Values.inductions().find(Phi);
           return Loop && isa<LinearTerm>(Loop->Next) &&
                  llvm::is_contained(Loop->Next->operands(), Phi);
         });
}

/// The thread can return to \p Head.
bool ThreadEncoding::mayReturnTo(const IntervalStep &Head) {
  return llvm::any_of(
      Head.Back, [&](unsigned From) { return !reach(From)->isConstant(0); });
}

/// Each iteration of the loop of step \p Head reaches all steps for which
/// Of.loopsAt() names it, and none passes a barrier.
bool ThreadEncoding::isPassedInAllIterations(unsigned Head) {
  llvm::ArrayRef<unsigned> Back = Of.Steps[Head].Back;
  return Back.size() == 1 &&
         !holdsBarrier(*Of.Steps[Head].At, *Of.Steps[Back.front()].At);
}

/// The condition under which \p Edge is taken to \p Step. Loops end in the
/// first iteration that lets them; which one that is matters only where
/// something else asks for it.
const Term *ThreadEncoding::edgeTaken(const IntervalStep::Edge &Edge,
                                      unsigned Step) {
  const Term *Taken = takenCondition(*Of.Steps[Edge.From].At, Edge.Successor,
                                     Edge.From),
             *Result = Taken;
  for (unsigned Head : Of.loopsAt(Edge.From)) {
    if (Of.reachesBackEdge(Step, Head))
      continue;
    const IntervalStep &Loop = Of.Steps[Head];
    // Where the loop counts, only the limit on iterations can say that it never
    // does, if there is more than one iteration.
    if (Taken->isConstant(0) && growsSteadily(*Loop.At) && mayReturnTo(Loop))
      return number(1);
    const Term *Iterations = Symbols.iterations(*Loop.At, Thread, Loop.Anew);
    Symbols.markAsExit(Taken, Iterations);
    if (!isPassedInAllIterations(Head))
      continue;
    if (const Term *First = Symbols.isFirst(Taken, Iterations)) {
      Symbols.markAsExit(First, Iterations);
      Result = Symbols.logicalAnd(Result, First);
    }
  }
  return Result;
}

const Term *ThreadEncoding::reach(unsigned Step) {
  auto Found = Reached.find(Step);
  if (Found != Reached.end())
    return Found->second;
  llvm::SaveAndRestore Wait(Waiting, Waiting + 1);
  if (Waiting % WaitingFromBelow == 0)
    reachFromBelow(Step);
  const IntervalStep &At = Of.Steps[Step];
  Symbols.terms().work().spend(WorkPerEncoding * (1 + At.From.size()));
  const Term *Result = nullptr;
  if (Step == 0)
    Result = startCondition();
  for (const IntervalStep::Edge &Edge : At.From) {
    const Term *Path =
        Symbols.logicalAnd(reach(Edge.From), edgeTaken(Edge, Step));
    Result = Result ? Symbols.logicalOr(Result, Path) : Path;
  }
  return Reached[Step] = Result ? Result : number(0);
}

/// Asks for all that comes before \p Step, the first steps first.
void ThreadEncoding::reachFromBelow(unsigned Step) {
  for (unsigned Earlier : Of.stepsBefore(Step))
    reach(Earlier);
}

const Term *ThreadEncoding::reach(unsigned Step, const Term *Under) {
  const Term *Result = reach(Step);
  if (!Under)
    return Result;
  EncodedValue Condition = encode(Under, Step);
  if (Condition.Root)
    return Result;
  return Symbols.logicalAnd(
      Result, Symbols.logicalNot(Symbols.logicalNot(Condition.Value)));
}

/// The condition that the thread reaches \p Step along \p Edge, if it reaches
/// \p Step at all.
const Term *ThreadEncoding::pathTaken(const IntervalStep::Edge &Edge,
                                      unsigned Step) {
  if (Of.Steps[Step].From.size() == 1)
    return number(1);
  return Symbols.logicalAnd(
      reach(Edge.From),
      takenCondition(*Of.Steps[Edge.From].At, Edge.Successor, Edge.From));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

EncodedValue ThreadEncoding::encode(const Term *T, unsigned Step) {
  if (const auto *Number = dyn_cast<ConstantTerm>(T))
    return number(number(Number->value()));
  auto Given = Assumed.find(T);
  if (Given != Assumed.end())
    return Given->second;
  std::pair<const Term *, unsigned> Key{T, Versions.at(T, Step)};
  auto Found = Current->Values.find(Key);
  if (Found != Current->Values.end())
    return Found->second;
  // Other versions of this term may give the value of a variable.
  if (!isa<PhiTerm>(T))
    for (const Term *Variable : Versions.variablesOf(T))
      encode(Variable, Key.second);
  if (!InProgress.insert(Key).second)
    return computeUnknown(T, Before);
  Symbols.terms().work().spend(WorkPerEncoding);
  llvm::SaveAndRestore Wait(Waiting, Waiting + 1);
  if (Waiting % WaitingFromBelow == 0)
    encodeFromBelow(T, Key.second);
  EncodedValue Result = compute(T, Key.second);
  InProgress.erase(Key);
  Current->Values[Key] = Result;
  return Result;
}

/// Encodes the parts of \p T, those first that others are made of. A join is
/// made of what it was at the steps before.
void ThreadEncoding::encodeFromBelow(const Term *T, unsigned Step) {
  if (isa<PhiTerm>(T)) {
    if (Step != Before)
      for (unsigned Earlier : Of.stepsBefore(Step))
        encode(T, Earlier);
    return;
  }
  TermFold<bool> Encoded;
  Encoded.run(T, [&](const Term *Part, auto &Parts) -> std::optional<bool> {
    if (!isa<PhiTerm>(Part) && !Parts.knowsAll(Part->operands()))
      return std::nullopt;
    if (Part != T)
      encode(Part, Step);
    return true;
  });
}

/// Bytes from the object's start to a field or element.
EncodedValue ThreadEncoding::computeOffset(const SubobjectTerm *T,
                                           unsigned Step) {
  TermArena &Arena = Symbols.terms();
  EncodedValue Base = encode(T->base(), Step);
  if (!Base.Root)
    Base = {number(0), Base.Value};
  if (const auto *Part = dyn_cast<FieldTerm>(T)) {
    const FieldDecl *Field = Part->field();
    auto Offset = offsetOfAccess(*Field, Symbols.facts().context());
    if (!Offset)
      return {Symbols.unknown(T, Thread, {}, SymbolInfo::Kind::Data),
              Base.Root};
    return {Arena.binary(BO_Add, Base.Value, number(*Offset)), Base.Root};
  }
  const auto *Element = cast<ElementTerm>(T);
  EncodedValue Index = encode(Element->index(), Step);
  if (Index.Root)
    return {Symbols.unknown(T, Thread, {}, SymbolInfo::Kind::Data), Base.Root};
  const Term *Bytes =
      Arena.binary(BO_Mul, Index.Value, number(Element->elementSize()));
  return {Arena.binary(BO_Add, Base.Value, Bytes), Base.Root};
}

/// A number, or bytes that are added to an address in a peer's shared memory.
EncodedValue ThreadEncoding::computeSum(const LinearTerm *T, unsigned Step) {
  llvm::SmallVector<const Term *, 8> Parts;
  const Term *Root = nullptr;
  bool HasAddress = false;
  for (auto [Op, Factor] : llvm::zip(T->operands(), T->coefficients())) {
    EncodedValue Part = encode(Op, Step);
    if (Part.Root && HasAddress)
      return computeUnknown(T, Step);
    HasAddress |= Part.Root != nullptr;
    if (Factor != 1 || !Symbols.peerPlace(Op))
      Part = asNumber(Part);
    if (Part.Root)
      Root = Part.Root;
    Parts.push_back(Part.Value);
  }
  return {Symbols.terms().sum(T->constant(), Parts, T->coefficients()), Root};
}

/// Bytes from the object's start to \p Address, which may be a number that PTX
/// takes.
EncodedValue ThreadEncoding::computePlace(const Term *Address, unsigned Step) {
  auto At = locate(Address);
  EncodedValue Result = At ? encode(At->Root, Step) : EncodedValue();
  if (!Result.Root)
    return computeUnknown(Address, Step);
  TermArena &Arena = Symbols.terms();
  const ASTContext &Context = Symbols.facts().context();
  base::Checked Bytes = At->Bytes;
  for (const FieldDecl *Field : At->Fields)
    Bytes = Bytes + offsetOfAccess(*Field, Context);
  if (!Bytes)
    return computeUnknown(Address, Step);
  Result.Value = Arena.binary(BO_Add, Result.Value, number(*Bytes));
  for (const auto &[Index, Size] : At->Steps) {
    EncodedValue Steps = encode(Index, Step);
    if (Steps.Root)
      return computeUnknown(Address, Step);
    Result.Value = Arena.binary(
        BO_Add, Result.Value, Arena.binary(BO_Mul, Steps.Value, number(Size)));
  }
  return Result;
}

EncodedValue ThreadEncoding::computeBinary(const BinaryTerm *T, unsigned Step) {
  EncodedValue L = encode(T->lhs(), Step);
  BinaryOperatorKind Op = T->opcode();
  std::optional<int64_t> Known = L.number();
  if (Known && T->isLogical() && (*Known != 0) == (Op == BO_LOr))
    return number(number(Op == BO_LOr));
  EncodedValue R = encode(T->rhs(), Step);
  // Two places in one object lie in the order of their bytes.
  if (T->isComparison() && L.Root && L.Root == R.Root)
    return number(Symbols.terms().binary(Op, L.Value, R.Value));
  // What arithmetic makes of addresses compares with addresses, too.
  bool IsOfNumbers = T->isComparison()
                         ? !(L.Root && R.Root) && !L.number() && !R.number()
                         : !T->isLogical();
  if (IsOfNumbers) {
    L = asNumber(L);
    R = asNumber(R);
  }
  if (L.Root || R.Root ||
      ((Op == BO_Div || Op == BO_Rem) && R.Value->isConstant(0)))
    return computeUnknown(T, Step);
  return number(Op == BO_Div || Op == BO_Rem
                    ? divided(Op, L.Value, R.Value, Symbols.terms())
                    : Symbols.terms().binary(Op, L.Value, R.Value));
}

EncodedValue ThreadEncoding::compute(const Term *T, unsigned Step) {
  TermArena &Arena = Symbols.terms();
  switch (T->kind()) {
  case TermKind::Identity:
    if (const Term *Place = Symbols.identity(T, Thread))
      return number(Place);
    return computeUnknown(T, Step);
  case TermKind::Linear:
    return computeSum(cast<LinearTerm>(T), Step);
  case TermKind::Unary: {
    const auto *Op = cast<UnaryTerm>(T);
    EncodedValue Of = encode(Op->of(), Step);
    if (Of.Root && Op->opcode() == UO_LNot)
      return computeUnknown(T, Step);
    Of = asNumber(Of);
    return number(Op->opcode() == UO_LNot
                      ? Symbols.logicalNot(Of.Value)
                      : Arena.unary(Op->opcode(), Of.Value));
  }
  case TermKind::Binary:
    return computeBinary(cast<BinaryTerm>(T), Step);
  case TermKind::Select: {
    const auto *Choice = cast<SelectTerm>(T);
    EncodedValue If = encode(Choice->condition(), Step);
    if (If.Root)
      return computeUnknown(T, Step);
    Path Paths[] = {{If.Value, encode(Choice->ifTrue(), Step)},
                    {number(1), encode(Choice->ifFalse(), Step)}};
    return merge(Paths, T);
  }
  case TermKind::Narrow: {
    const auto *Kept = cast<NarrowTerm>(T);
    EncodedValue Of = encode(Kept->of(), Step);
    if (Of.Root)
      return computeUnknown(T, Step);
    if (isMeantToFit(*Kept))
      return Of;
    return number(Arena.narrow(Of.Value, Kept->bits(), Kept->isSigned()));
  }
  case TermKind::Phi:
    if (const Term *Only = Values.resolved(T); Only != T)
      return encode(Only, Step);
    return phiAt(T, Step);
  case TermKind::Parameter:
    if (cast<ParameterTerm>(T)
            ->decl()
            ->getType()
            ->isIntegralOrEnumerationType())
      return number(Symbols.parameter(T));
    return {number(0), Symbols.objectOf(T)};
  case TermKind::Extract:
    return isIntegerParameter(T) ? number(Symbols.parameter(T))
                                 : computeUnknown(T, Step);
  case TermKind::Variable:
    return {number(Symbols.facts().get<JoinedObjects>().startOf(T)),
            Symbols.objectOf(T)};
  case TermKind::Local:
  case TermKind::Temporary:
  case TermKind::Return:
    return {number(0), T};
  case TermKind::Field:
  case TermKind::Element:
    return computeOffset(cast<SubobjectTerm>(T), Step);
  case TermKind::Opaque:
    if (auto Peer = Symbols.peerPlace(T))
      return computePlace(Peer->Own, Step);
    return computeUnknown(T, Step);
  case TermKind::Result:
    return computeResult(cast<ResultTerm>(T), Step);
  case TermKind::Constant:
  case TermKind::Undefined:
  case TermKind::Load:
  case TermKind::Symbol:
  case TermKind::Record:
    return computeUnknown(T, Step);
  }
  llvm_unreachable("all kinds are handled");
}

/// The first path whose condition holds gives the value.
EncodedValue ThreadEncoding::merge(llvm::ArrayRef<Path> Paths,
                                   const Term *For) {
  if (Paths.empty())
    return computeUnknown(For, Before);
  EncodedValue Result = Paths.back().Value;
  for (const Path &W : llvm::reverse(Paths.drop_back())) {
    if (W.Value == Result)
      continue;
    if (W.Value.Root != Result.Root)
      return computeUnknown(For, Before);
    Result.Value =
        Symbols.terms().select(W.Condition, W.Value.Value, Result.Value);
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

const Term *ThreadEncoding::homeRootOf(const Term *Address) const {
  const Term *Root = rootOf(Address);
  auto Peer = Symbols.peerPlace(Root);
  return Peer ? rootOf(Peer->Own) : Root;
}

const Term *ThreadEncoding::isWithin(const Term *Value, int64_t End) {
  TermArena &Arena = Symbols.terms();
  return Symbols.logicalAnd(Arena.binary(BO_LE, number(0), Value),
                            Arena.binary(BO_LT, Value, number(End)));
}

/// Where the steps of \p Address follow declared types, each index has an
/// extent, be it of a variable or of a member of what a pointer leads to. A
/// member of one element or none may stand for as many as there are behind it.
const Term *ThreadEncoding::staysInArrays(const Term *Address, unsigned Step) {
  const Term *Result = number(1);
  for (const DeclaredStep &At :
       declaredSteps(Address, variableAt(homeRootOf(Address)),
                     Symbols.facts().context())) {
    EncodedValue Index = encode(At.Index, Step);
    if (!Index.Root && (At.Extent > 1 || !At.OfMember))
      Result = Symbols.logicalAnd(Result, isWithin(Index.Value, At.Extent));
  }
  return Result;
}

const Term *ThreadEncoding::inBounds(const Term *Address, uint32_t Bytes,
                                     unsigned Step) {
  const ASTContext &Context = Symbols.facts().context();
  TermArena &Arena = Symbols.terms();
  const auto *Object = dyn_cast<VariableTerm>(homeRootOf(Address));
  const VarDecl *Var = variableAt(homeRootOf(Address));
  const Term *Result = staysInArrays(Address, Step);
  auto AlsoIf = [&](const Term *That) {
    return Symbols.logicalAnd(Result, That);
  };
  EncodedValue At = encode(Address, Step);
  if (!At.Root)
    return Result;
  if (!Var) {
    if (const Term *Inside = Symbols.facts().get<JoinedObjects>().isInside(
            At.Root, At.Value, Bytes, Arena))
      return AlsoIf(Inside);
    Result = AlsoIf(Arena.binary(BO_LE, number(0), At.Value));
    if (base::Checked Last =
            base::Checked(Symbols.bytesAt(At.Root)) - int64_t(Bytes))
      Result = AlsoIf(Arena.binary(BO_LE, At.Value, number(*Last)));
    return Result;
  }
  if (Var->getType()->isIncompleteType())
    return AlsoIf(Arena.binary(BO_LE, number(0), At.Value));
  int64_t Size = Context.getTypeSizeInChars(Var->getType()).getQuantity();
  int64_t Start = Symbols.facts().get<JoinedObjects>().startOf(Object);
  return AlsoIf(isWithin(Arena.binary(BO_Sub, At.Value, number(Start)),
                         Size - std::max<int64_t>(Bytes, 1) + 1));
}

} // namespace warplint::twothreads
