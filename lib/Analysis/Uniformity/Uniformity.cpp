//===--- Uniformity.cpp - Over which threads a value agrees -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/Uniformity.h"
#include "Analysis/Symbolic/ThreadValues.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// Uniformity
//===----------------------------------------------------------------------===//

/// `atomicAdd(p, 0)` is how code reads atomically.
static bool leavesValue(const Event &E) {
  return E.Access == AccessKind::Atomic && E.Op && E.Op->Entry->KeepsOnZero &&
         E.Value && E.Value->isConstant(0);
}

Uniformity::Uniformity(InlinedCFG &P, const Evaluation &Values,
                       TermArena &Arena, DeviceCode &Code, const FlowView &View)
    : P(P), Values(Values), Arena(Arena), Code(Code), View(View) {
  const LaunchExtents &Launch = Arena.launch();
  OneThread = Launch.blockSize() == 1 || Launch.MaxThreads == 1;
  // One row only, rows of whole warps, or rows of unknown length.
  RowsAreWholeWarps = Launch.Block[0] % LanesPerWarp == 0 ||
                      (Launch.Block[1] == 1 && Launch.Block[2] == 1);
  OneWarp = (Launch.blockSize() && Launch.blockSize() <= LanesPerWarp) ||
            (Launch.MaxThreads && Launch.MaxThreads <= LanesPerWarp);
  OneBlockCluster = Launch.clusterSize() == 1;
  RowsAreWarps = Launch.Block[0] == LanesPerWarp ||
                 (!Launch.Block[0] && countsRowsAsWarps(Arena));
  for (const Node *N : P.order())
    for (const Event &E : N->Events) {
      if (isWholeWarpCollective(E))
        Collectives[{E.Owner, E.Site}] = &E;
      if (E.K != Event::Kind::Access)
        continue;
      if (E.Access == AccessKind::Read || leavesValue(E))
        ReadEvents[{E.Owner, E.Site}].push_back(&E);
      else
        Writes.push_back(&E);
    }
  // A branch to a return or trap leaves fewer threads, not threads that came
  // another way.
  FlowView::NodeSet Ends;
  for (const Node *N : P.order())
    if (N->Reached && (N->ending() == Node::Ending::Abort || endsThread(P, *N)))
      Ends.insert(N);
  FlowView::NodeSet Leaving = View.leadingOnlyTo(Ends);
  if (Leaving.count(&P.entry()))
    Leaving.clear();
  Staying = std::make_unique<FlowView>(P, Values, Leaving);
  solve();
}

/// Starts from "all agree" and gives up what cannot be kept: the greatest
/// solution, so that a loop of uniform steps stays uniform.
void Uniformity::solve() {
  for (const Term *Phi : Values.joins().phis()) {
    PhiScope[Phi] = Scope::System;
    PhiAcross[Phi] = true;
  }
  bool Changed = true;
  while (Changed) {
    Changed = false;
    Known.clear();
    KnownAcross.clear();
    for (auto &[Phi, Held] : PhiScope) {
      Scope New = computePhi(Phi);
      if (New < Held) {
        Held = New;
        Changed = true;
      }
      bool &Across = PhiAcross[Phi];
      if (Across && !joinsSameInEveryWarp(Phi)) {
        Across = false;
        Changed = true;
      }
    }
  }
  Known.clear();
  KnownAcross.clear();
}

llvm::ArrayRef<const Node *> Uniformity::choosers(const Term *Phi) const {
  auto [Found, New] = Choosers.try_emplace(Phi->node());
  if (New) {
    const FlowView &Of = Staying->contains(*Phi->node()) ? *Staying : View;
    std::vector<const Node *> Branches = Of.choosersOf(*Phi->node());
    Found = Choosers.find(Phi->node());
    Found->second = std::move(Branches);
  }
  return Found->second;
}

Scope Uniformity::computePhi(const Term *Phi) const {
  if (const Term *Only = Values.resolved(Phi); Only != Phi)
    return of(Only);
  Scope Result = Scope::System;
  for (const Incoming &I : Values.incoming(Phi))
    if (I.Held.Value != Phi)
      Result = std::min(Result, of(I.Held.Value));
  for (const Node *Branch : choosers(Phi))
    Result = std::min(Result, ofBranch(*Branch));
  return Result;
}

Scope Uniformity::ofBranch(const Node &Branch) const {
  if (!Branch.Branch)
    return Scope::System;
  Scope Result = of(Branch.Branch);
  if (Result < Scope::Block && hasUniformRounds(Branch))
    return Scope::Block;
  return Result;
}

Scope Uniformity::of(const Term *T) const {
  auto Found = Known.find(T);
  if (Found != Known.end())
    return Found->second;
  Scope Result = compute(T);
  if ((OneWarp && Result == Scope::Warp) ||
      (OneThread && Result < Scope::Block))
    Result = Scope::Block;
  if (OneBlockCluster && Result == Scope::Block)
    Result = Scope::Cluster;
  return Known[T] = Result;
}

/// threadIdx.y and .z: lanes of a warp agree on them if rows are whole warps,
/// and rows whose length is not known are taken for that.
Scope Uniformity::scopeOfRow(unsigned Axis) const {
  const auto &Block = Arena.launch().Block;
  if (OneWarp)
    return Scope::Thread;
  bool WholeRows = Block[0] % LanesPerWarp == 0;
  bool WholePlanes =
      Block[0] && Block[1] && uint64_t(Block[0]) * Block[1] % LanesPerWarp == 0;
  return WholeRows || (Axis == 2 && WholePlanes) ? Scope::Warp : Scope::Thread;
}

/// A result that is uniform whatever went in (a vote), or as uniform as the
/// lane it was taken from (a shuffle). Warps that put in the same get the same.
Scope Uniformity::computeResult(const Term *T) const {
  Scope Result = T->identityScope();
  for (const Term *Op : T->operands())
    Result = std::min(Result, of(Op));
  if (Result == Scope::Warp && comesFromWholeWarp(T))
    return Scope::Block;
  return Result;
}

Scope Uniformity::compute(const Term *T) const {
  Scope Result = Scope::System;
  switch (T->kind()) {
  case TermKind::Phi: {
    auto Found = PhiScope.find(T);
    return Found == PhiScope.end() ? Scope::System : Found->second;
  }
  case TermKind::Load:
    return computeLoad(T);
  case TermKind::Binary:
    return computeBinary(T);
  case TermKind::Result:
    return computeResult(T);
  case TermKind::Identity:
    if (T->isIdentity(IdentityKind::ThreadIdx) && T->axis() > 0)
      return scopeOfRow(T->axis());
    return T->identityScope();
  case TermKind::Opaque:
    Result = T->site() || T->callContext() ? T->identityScope() : Scope::System;
    break;
  default:
    break;
  }
  for (const Term *Op : T->operands())
    Result = std::min(Result, of(Op));
  return Result;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// \p T is a whole multiple of \p Of, for all values of what both are made of.
/// A constant number of whole warps is taken for a multiple of a block size
/// that is not known: tiles and blocks are sized for each other.
static bool isMultiple(const Term *T, const Term *Of, unsigned Depth = 0) {
  if (T->isConstant(0) || T == Of)
    return true;
  if (Depth > 6)
    return false;
  bool Binary = T->kind() == TermKind::Binary;
  if (Binary && T->opcode() == BO_Mul)
    return isMultiple(T->operand(0), Of, Depth + 1) ||
           isMultiple(T->operand(1), Of, Depth + 1);
  int64_t Number = Of->isConstant() ? Of->value() : 0;
  if (Of->isIdentity(IdentityKind::BlockDim) ||
      Of->isIdentity(IdentityKind::BlockSize))
    Number = LanesPerWarp;
  auto Divides = [&](int64_t V) { return Number > 0 && V % Number == 0; };
  if (T->isConstant())
    return Divides(T->value());
  // x & ~(c - 1) is x rounded down to a multiple of the power of two c.
  if (Binary && T->opcode() == BO_And && T->operand(1)->isConstant())
    return Divides(T->operand(1)->value() & -T->operand(1)->value());
  if (T->kind() != TermKind::Linear ||
      (T->value() != 0 && !Divides(T->value())))
    return false;
  for (unsigned I = 0; I < T->operands().size(); ++I)
    if (!(Of->isConstant() && Divides(T->coefficients()[I])) &&
        !isMultiple(T->operand(I), Of, Depth + 1))
      return false;
  return true;
}

/// \p Branch stands in the loop of \p Counter and decides whether it goes on. A
/// branch behind the loop sees how far each thread came.
bool Uniformity::decidesOverRounds(const Node &Branch,
                                   const Induction &Counter) const {
  const Node *Head = &Counter.head();
  return &Branch == Counter.Latch ||
         View.armTo(Branch, *Counter.Latch, &Branch == Head ? nullptr : Head)
             .has_value();
}

/// All threads make the same number of rounds if they have the same way to go
/// by the same steps, or if each starts at its own index below the step, from a
/// common base that is a multiple of the step away from the limit.
bool Uniformity::hasUniformRounds(const Node &Branch) const {
  auto Bound = Values.inductions().boundBy(Branch.Branch);
  if (!Bound || !decidesOverRounds(Branch, *Bound->Of) ||
      !isUniform(Bound->Of->Step, Scope::Block))
    return false;
  if (isUniform(Bound->Room, Scope::Block))
    return true;
  if (!Bound->IsOrdered || !Bound->IsBelow)
    return false;
  const Term *First = Bound->Of->First, *Step = Bound->Of->Step;
  llvm::SmallVector<const Term *, 4> Candidates{First};
  if (First->kind() == TermKind::Linear)
    Candidates.assign(First->operands().begin(), First->operands().end());
  for (const Term *Own : Candidates) {
    const Term *Distance = Arena.binary(BO_Add, Bound->Room, Own);
    TermArena::Range Index = Arena.rangeOf(Own),
                     Left = Arena.rangeOf(Arena.binary(BO_Sub, Own, Step));
    if (isUniform(Distance, Scope::Block) && isMultiple(Distance, Step) &&
        Index.Min && *Index.Min >= 0 && Left.Max && *Left.Max < 0)
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static bool isPhi(const Term *T) { return T->kind() == TermKind::Phi; }

/// The steps from an object to an address in it, outermost first.
static llvm::SmallVector<const Term *, 4> pathOf(const Term *Address) {
  llvm::SmallVector<const Term *, 4> Path;
  for (; Address->kind() == TermKind::Field ||
         Address->kind() == TermKind::Element;
       Address = Address->operand(0))
    Path.push_back(Address);
  std::reverse(Path.begin(), Path.end());
  return Path;
}

/// Indices of alternating buffers: `x` and `x ^ 1`, `x` and `1 - x`.
static bool differAlways(TermArena &Arena, const Term *A, const Term *B) {
  auto Flips = [](const Term *T, const Term *Of) {
    return T->kind() == TermKind::Binary && T->opcode() == BO_Xor &&
           ((T->operand(0) == Of && T->operand(1)->isConstant()) ||
            (T->operand(1) == Of && T->operand(0)->isConstant()));
  };
  if (Flips(A, B) || Flips(B, A))
    return true;
  if (!isPhi(A) && !isPhi(B))
    return false;
  const Term *Distance = Arena.binary(BO_Sub, A, B);
  return Distance->kind() == TermKind::Linear && Distance->value() % 2 != 0 &&
         llvm::all_of(Distance->coefficients(),
                      [](int64_t C) { return C % 2 == 0; });
}

/// Two accesses to one object that can never touch.
static bool areApart(TermArena &Arena, const Term *A, const Term *B) {
  auto PathA = pathOf(A), PathB = pathOf(B);
  for (auto [StepA, StepB] : llvm::zip(PathA, PathB)) {
    if (StepA->kind() != StepB->kind())
      return false;
    if (StepA->kind() == TermKind::Field) {
      if (StepA->field() == StepB->field())
        continue;
      return StepA->field()->getParent() == StepB->field()->getParent() &&
             !StepA->field()->getParent()->isUnion();
    }
    if (StepA->value() != StepB->value())
      return false;
    if (differAlways(Arena, StepA->operand(1), StepB->operand(1)))
      return true;
    TermArena::Range Ra = Arena.rangeOf(StepA->operand(1)),
                     Rb = Arena.rangeOf(StepB->operand(1));
    if ((Ra.Max && Rb.Min && *Ra.Max < *Rb.Min) ||
        (Rb.Max && Ra.Min && *Rb.Max < *Ra.Min))
      return true;
  }
  return false;
}

/// Built from constants and what the whole grid shares alone.
static bool isPlainlyUniform(const Term *T) {
  llvm::SmallVector<const Term *, 8> Work{T};
  unsigned Steps = 0;
  while (!Work.empty()) {
    const Term *Next = Work.pop_back_val();
    if (++Steps > 64)
      return false;
    switch (Next->kind()) {
    case TermKind::Constant:
    case TermKind::Parameter:
      continue;
    case TermKind::Identity:
      if (Next->identityScope() < Scope::Block)
        return false;
      continue;
    case TermKind::Linear:
    case TermKind::Unary:
    case TermKind::Binary:
    case TermKind::Narrow:
    case TermKind::Extract:
      Work.append(Next->operands().begin(), Next->operands().end());
      continue;
    default:
      return false;
    }
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Conditions of writes
//===----------------------------------------------------------------------===//

/// That a condition holds, or fails, as a statement about one number: it is at
/// least `Least`, or it is 0, or it is not 0.
namespace {
struct NumberFact {
  enum class Kind { AtLeast, Zero, NotZero } K = Kind::NotZero;
  const Term *Number = nullptr;
  int64_t Least = 0;
};
} // namespace

static NumberFact factOf(TermArena &Arena, const Term *Condition, bool Holds) {
  if (Condition->kind() != TermKind::Binary ||
      !BinaryOperator::isComparisonOp(BinaryOperatorKind(Condition->opcode())))
    return {Holds ? NumberFact::Kind::NotZero : NumberFact::Kind::Zero,
            Condition};
  const Term *L = Condition->operand(0), *R = Condition->operand(1);
  auto Op = BinaryOperatorKind(Condition->opcode());
  if (!Holds)
    Op = BinaryOperator::negateComparisonOp(Op);
  if (Op == BO_GT || Op == BO_GE) {
    std::swap(L, R);
    Op = BinaryOperator::reverseComparisonOp(Op);
  }
  const Term *Distance = Arena.binary(BO_Sub, R, L);
  if (Op == BO_EQ || Op == BO_NE)
    return {Op == BO_EQ ? NumberFact::Kind::Zero : NumberFact::Kind::NotZero,
            Distance};
  return {NumberFact::Kind::AtLeast, Distance, Op == BO_LT ? 1 : 0};
}

/// \p Distance cannot be 0 where \p Fact is true.
static bool excludesZero(TermArena &Arena, const Term *Distance,
                         const NumberFact &Fact) {
  for (BinaryOperatorKind Sign : {BO_Sub, BO_Add}) {
    // Distance is Number (or minus Number) plus what is left.
    const Term *Left = Arena.binary(Sign, Distance, Fact.Number);
    TermArena::Range Rest = Arena.rangeOf(Left);
    bool Above = Rest.Min && *Rest.Min > 0, Below = Rest.Max && *Rest.Max < 0;
    switch (Fact.K) {
    case NumberFact::Kind::NotZero:
      if (Left->isConstant(0))
        return true;
      break;
    case NumberFact::Kind::Zero:
      if (Above || Below)
        return true;
      break;
    case NumberFact::Kind::AtLeast:
      if (Sign == BO_Sub ? Rest.Min && *Rest.Min + Fact.Least > 0
                         : Rest.Max && *Rest.Max - Fact.Least < 0)
        return true;
      break;
    }
  }
  return false;
}

/// \p Distance cannot be 0 where \p Condition holds, or where it fails.
static bool excludesZero(TermArena &Arena, const Term *Distance,
                         const Term *Condition, bool Holds) {
  if (Condition->kind() == TermKind::Unary && Condition->opcode() == UO_LNot)
    return excludesZero(Arena, Distance, Condition->operand(0), !Holds);
  if (Condition->kind() == TermKind::Binary &&
      Condition->opcode() == (Holds ? BO_LAnd : BO_LOr))
    return llvm::any_of(Condition->operands(), [&](const Term *Part) {
      return excludesZero(Arena, Distance, Part, Holds);
    });
  return excludesZero(Arena, Distance, factOf(Arena, Condition, Holds));
}

/// The branches over \p Write keep it from the element at \p Address, which is
/// the same for all threads: `if (threadIdx.x > 0) s[threadIdx.x] = ...` beside
/// a read of `s[0]`.
bool Uniformity::isKeptFrom(const Event &Write, const Term *Address) const {
  const Term *To = Write.Address;
  if (Address->kind() != TermKind::Element || To->kind() != TermKind::Element ||
      Address->operand(0) != To->operand(0) ||
      Address->value() != To->value() || !isPlainlyUniform(Address->operand(1)))
    return false;
  const Term *Distance =
      Arena.binary(BO_Sub, To->operand(1), Address->operand(1));
  for (const Node *Branch : View.allControls(*Write.At)) {
    auto Arm = View.armTo(*Branch, *Write.At);
    if (Arm && Branch->Branch && Branch->successors().size() == 2 &&
        !isa_and_nonnull<SwitchStmt>(Branch->terminator()) &&
        excludesZero(Arena, Distance, Branch->Branch, /*Holds=*/*Arm == 0))
      return true;
  }
  return false;
}

const Event *Uniformity::findInterference(const Term *Load, Scope S) const {
  const Term *Address = Load->operand(0);
  const Term *Root = rootOf(Address);
  bool Shared = memorySpaceOf(Root) == MemorySpace::Shared;
  auto Reads = ReadEvents.find({Load->callContext(), Load->site()});
  if (Reads == ReadEvents.end())
    return nullptr;
  for (const Event *Write : Writes) {
    if (rootOf(Write->Address) != Root)
      continue;
    // Blocks mostly write elements of their own in global memory; only the very
    // element that is read, or a counter that all share, counts there.
    if (!Shared && Write->Address != Address &&
        Write->Access != AccessKind::Atomic)
      continue;
    if (areApart(Arena, Write->Address, Address) || isKeptFrom(*Write, Address))
      continue;
    for (const Event *Read : Reads->second)
      // What every reader has just stored itself, the same value in all, reads
      // the same whoever was last.
      if (!(Write->Value && Write->Access == AccessKind::Write &&
            Write->Address == Address && isPlainlyUniform(Write->Value) &&
            comesBefore(*Write, *Read)) &&
          mayShareInterval(View, *Write, *Read, S))
        return Write;
  }
  return nullptr;
}

/// Every thread that executes \p Late has executed \p Early before.
bool Uniformity::comesBefore(const Event &Early, const Event &Late) const {
  if (Early.At == Late.At)
    return &Early < &Late;
  return View.dominates(*Early.At, *Late.At);
}

const Event *Uniformity::interferenceWithin(const Term *Load, Scope S) const {
  auto Found = Interference.find({Load, S});
  if (Found != Interference.end())
    return Found->second;
  return Interference[{Load, S}] = findInterference(Load, S);
}

const Event *Uniformity::interferingWrite(const Term *Load) const {
  // What the lanes of a warp read at an address of their own, other warps
  // leave alone.
  Scope S = of(Load->operand(0)) == Scope::Warp ? Scope::Warp : Scope::Block;
  return interferenceWithin(Load, S);
}

Scope Uniformity::computeLoad(const Term *T) const {
  const Term *Address = T->operand(0);
  Scope Result = of(Address);
  if (Result == Scope::Thread)
    return Result;
  const Term *Root = rootOf(Address);
  switch (memorySpaceOf(Root)) {
  case MemorySpace::Constant:
    return Result;
  case MemorySpace::Shared:
    Result = std::min(Result, Scope::Block);
    break;
  default:
    break;
  }
  return interferingWrite(T) ? Scope::Thread : Result;
}

//===----------------------------------------------------------------------===//
// Warp alignment
//===----------------------------------------------------------------------===//

/// \p T is a thread's rank plus something all threads of the block agree on:
/// then the constant part, otherwise nothing. Products of block-uniform terms
/// (blockIdx.x * blockDim.x) are taken for multiples of the warp size, as they
/// are in every launch with whole warps.
std::optional<int64_t> Uniformity::rankOffset(const Term *T) const {
  auto IsRank = [&](const Term *Op) {
    return Op->isIdentity(IdentityKind::ThreadRankInBlock) ||
           Op->isIdentity(IdentityKind::ThreadRankInGrid) ||
           (Op->isIdentity(IdentityKind::ThreadIdx) && Op->axis() == 0 &&
            RowsAreWholeWarps);
  };
  if (IsRank(T))
    return 0;
  if (T->kind() != TermKind::Linear)
    return std::nullopt;
  unsigned Ranks = 0;
  for (unsigned I = 0; I < T->operands().size(); ++I) {
    const Term *Op = T->operand(I);
    if (IsRank(Op) && T->coefficients()[I] == 1)
      ++Ranks;
    else if (T->coefficients()[I] % LanesPerWarp != 0 &&
             !(Op->kind() == TermKind::Binary && Op->opcode() == BO_Mul &&
               isUniform(Op, Scope::Block)))
      return std::nullopt;
    else if (!isUniform(Op, Scope::Warp))
      return std::nullopt;
  }
  if (Ranks != 1)
    return std::nullopt;
  return T->value();
}

/// Whether lanes of one warp agree on a quotient, masked value or comparison of
/// their rank.
bool Uniformity::sameForWarp(const Term *T) const {
  const Term *L = T->operand(0), *R = T->operand(1);
  auto Aligned = [](int64_t V) { return V % LanesPerWarp == 0; };
  if (L->isConstant()) {
    auto Offset = rankOffset(R);
    return Offset &&
           ((T->opcode() == BO_LE && Aligned(L->value() - *Offset)) ||
            (T->opcode() == BO_LT && Aligned(L->value() - *Offset + 1)));
  }
  auto Offset = R->isConstant() ? rankOffset(L) : std::nullopt;
  if (!Offset)
    return false;
  int64_t C = R->value();
  TermArena::Range Rank = Arena.rangeOf(L);
  switch (T->opcode()) {
  case BO_Div: // Rounds towards zero, not down.
    return C != 0 && Aligned(C) && Aligned(*Offset) &&
           !(Rank.Min && *Rank.Min < 0);
  case BO_Shr:
    return C >= 5 && Aligned(*Offset);
  case BO_And:
    return (C & (LanesPerWarp - 1)) == 0 && Aligned(*Offset);
  case BO_LT:
    return Aligned(C - *Offset);
  case BO_LE:
    return Aligned(C - *Offset + 1);
  default:
    return false;
  }
}

Scope Uniformity::computeBinary(const Term *T) const {
  Scope Result = std::min(of(T->operand(0)), of(T->operand(1)));
  if (Result == Scope::Thread && sameForWarp(T))
    return Scope::Warp;
  return Result;
}

} // namespace warplint
