//===--- Uniformity.cpp - Over which threads a value agrees -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity.h"
#include "Analysis/ThreadValues.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// Barrier intervals
//===----------------------------------------------------------------------===//

bool separatesIntervals(const Event &E) {
  if (E.K == Event::Kind::Unknown)
    return true;
  if (E.K != Event::Kind::Sync)
    return false;
  switch (E.Op->Kind) {
  case SyncKind::Barrier:
  case SyncKind::BarrierWait:
  case SyncKind::ObjectArriveAndWait:
  case SyncKind::ObjectWait:
  case SyncKind::ObjectTryWait:
  case SyncKind::ObjectWaitParity:
  case SyncKind::PipelineWait:
  case SyncKind::PipelineAcquire:
    return true;
  default:
    return false;
  }
}

/// Index of \p E among the events of its node.
static size_t positionOf(const Event &E) { return &E - E.At->Events.data(); }

bool Phases::reaches(const Event &From, const Event &To) const {
  llvm::SmallPtrSet<const Node *, 32> Seen;
  llvm::SmallVector<std::pair<const Node *, size_t>, 32> Work{
      {From.At, positionOf(From) + 1}};
  while (!Work.empty()) {
    auto [N, First] = Work.pop_back_val();
    bool Blocked = false;
    for (size_t I = First; I < N->Events.size() && !Blocked; ++I) {
      if (&N->Events[I] == &To)
        return true;
      Blocked = separatesIntervals(N->Events[I]);
    }
    if (Blocked || !View.contains(*N))
      continue;
    for (ViewNode *Next : View.successors(*N))
      if (Seen.insert(Next->Of).second)
        Work.push_back({Next->Of, 0});
  }
  return false;
}

bool Phases::mayShareInterval(const Event &A, const Event &B) const {
  return reaches(A, B) || reaches(B, A);
}

//===----------------------------------------------------------------------===//
// Uniformity
//===----------------------------------------------------------------------===//

Uniformity::Uniformity(Program &P, const Evaluation &Values,
                       TermArena &Arena, DeviceCode &Code,
                       const FlowView &View)
    : P(P), Values(Values), Arena(Arena), Code(Code), View(View),
      Intervals(P, View) {
  const LaunchExtents &Launch = Arena.launch();
  OneWarp = (Launch.blockSize() && Launch.blockSize() <= LanesPerWarp) ||
            (Launch.MaxThreads && Launch.MaxThreads <= LanesPerWarp);
  for (const Node *N : P.order())
    for (const Event &E : N->Events) {
      if (E.K != Event::Kind::Access)
        continue;
      if (E.Access == AccessKind::Read)
        ReadEvents[{E.Owner, E.Site}].push_back(&E);
      else
        Writes.push_back(&E);
    }
  solve();
}

/// Starts from "all agree" and gives up what cannot be kept: the greatest
/// solution, so that a loop of uniform steps stays uniform.
void Uniformity::solve() {
  for (const auto &[Phi, Ignored] : Values.joins())
    PhiScope[Phi] = Scope::System;
  bool Changed = true;
  while (Changed) {
    Changed = false;
    Known.clear();
    for (auto &[Phi, Held] : PhiScope) {
      Scope New = computePhi(Phi);
      if (New < Held) {
        Held = New;
        Changed = true;
      }
    }
  }
  Known.clear();
}

llvm::ArrayRef<const Node *> Uniformity::choosers(const Term *Phi) const {
  auto [Found, New] = Choosers.try_emplace(Phi->node());
  if (New) {
    std::vector<const Node *> Branches = View.choosersOf(*Phi->node());
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
  if (Result < Scope::Block && hasUniformRounds(Branch.Branch))
    return Scope::Block;
  return Result;
}

Scope Uniformity::of(const Term *T) const {
  auto Found = Known.find(T);
  if (Found != Known.end())
    return Found->second;
  Scope Result = compute(T);
  if (OneWarp && Result == Scope::Warp)
    Result = Scope::Block;
  return Known[T] = Result;
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
    // A result that is uniform whatever went in (a vote), or as uniform as the
    // lane it was taken from (a shuffle).
    Result = T->identityScope();
    for (const Term *Op : T->operands())
      Result = std::min(Result, of(Op));
    return Result;
  case TermKind::Identity:
  case TermKind::Opaque:
    Result = T->kind() == TermKind::Identity || T->site() || T->activation()
                 ? T->identityScope()
                 : Scope::System;
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

namespace {

/// A loop that runs while `Counter < Limit` and adds Step in each round.
struct StridedLoop {
  const Term *First = nullptr, *Step = nullptr, *Limit = nullptr;
};

} // namespace

static std::optional<StridedLoop> stridedLoop(const Term *Condition,
                                              const Evaluation &Values,
                                              TermArena &Arena) {
  if (Condition->kind() != TermKind::Binary || Condition->opcode() != BO_LT)
    return std::nullopt;
  const Term *Counter = Condition->operand(0);
  llvm::ArrayRef<Incoming> From = Values.incoming(Counter);
  if (Counter->kind() != TermKind::Phi || From.size() != 2)
    return std::nullopt;
  for (unsigned I : {0u, 1u}) {
    const Term *Next = From[I].Held.Value;
    const Term *Step = Arena.binary(BO_Sub, Next, Counter);
    if (Next->kind() == TermKind::Linear && !mentions(Step, Counter))
      return StridedLoop{From[1 - I].Held.Value, Step, Condition->operand(1)};
  }
  return std::nullopt;
}

/// \p T is a whole multiple of \p Of, for all values of what both are made of.
/// A constant number of whole warps is taken for a multiple of a block size that
/// is not known: tiles and blocks are sized for each other.
static bool isMultiple(const Term *T, const Term *Of) {
  if (T->isConstant(0) || T == Of)
    return true;
  if (Of->isIdentity(IdentityKind::BlockDim) ||
      Of->isIdentity(IdentityKind::BlockSize))
    if (T->isConstant() && T->value() % LanesPerWarp == 0)
      return true;
  if (Of->isConstant())
    return Of->value() != 0 && T->isConstant() && T->value() % Of->value() == 0;
  if (T->kind() == TermKind::Binary && T->opcode() == BO_Mul)
    return isMultiple(T->operand(0), Of) || isMultiple(T->operand(1), Of);
  return T->kind() == TermKind::Linear && T->value() == 0 &&
         llvm::all_of(T->operands(),
                      [&](const Term *Op) { return isMultiple(Op, Of); });
}

/// The counter starts at its own index below the step, from a common base, and
/// the distance from the base to the limit is a multiple of the step: then every
/// thread makes distance / step rounds.
bool Uniformity::hasUniformRounds(const Term *Condition) const {
  auto Loop = stridedLoop(Condition, Values, Arena);
  if (!Loop || !isUniform(Loop->Step, Scope::Block) ||
      !isUniform(Loop->Limit, Scope::Block))
    return false;
  llvm::SmallVector<const Term *, 4> Candidates{Loop->First};
  if (Loop->First->kind() == TermKind::Linear)
    Candidates.assign(Loop->First->operands().begin(),
                      Loop->First->operands().end());
  for (const Term *Own : Candidates) {
    const Term *Base = Arena.binary(BO_Sub, Loop->First, Own);
    const Term *Distance = Arena.binary(BO_Sub, Loop->Limit, Base);
    TermArena::Range Index = Arena.rangeOf(Own),
                     Room =
                         Arena.rangeOf(Arena.binary(BO_Sub, Own, Loop->Step));
    if (isUniform(Base, Scope::Block) && isMultiple(Distance, Loop->Step) &&
        Index.Min && *Index.Min >= 0 && Room.Max && *Room.Max < 0)
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static MemorySpace spaceOfRoot(const Term *Root) {
  if (Root->kind() == TermKind::Variable)
    if (const auto *Var = dyn_cast<VarDecl>(Root->decl()))
      return memorySpaceOf(*Var);
  return MemorySpace::Global;
}

/// The indices that two accesses use on one object can never be equal.
static bool indicesApart(const TermArena &Arena, const Term *A, const Term *B) {
  if (A->kind() != B->kind())
    return false;
  if (A->kind() == TermKind::Field)
    return A->operand(0) == B->operand(0) && A->field() != B->field();
  if (A->kind() != TermKind::Element || A->operand(0) != B->operand(0))
    return false;
  TermArena::Range Ra = Arena.rangeOf(A->operand(1)),
                   Rb = Arena.rangeOf(B->operand(1));
  return (Ra.Max && Rb.Min && *Ra.Max < *Rb.Min) ||
         (Rb.Max && Ra.Min && *Rb.Max < *Ra.Min);
}

const Event *Uniformity::findInterference(const Term *Load) const {
  const Term *Address = Load->operand(0);
  const Term *Root = rootOf(Address);
  bool Shared = spaceOfRoot(Root) == MemorySpace::Shared;
  auto Reads = ReadEvents.find({Load->activation(), Load->site()});
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
    if (indicesApart(Arena, Write->Address, Address))
      continue;
    for (const Event *Read : Reads->second)
      if (Intervals.mayShareInterval(*Write, *Read))
        return Write;
  }
  return nullptr;
}

const Event *Uniformity::interferingWrite(const Term *Load) const {
  auto [Found, New] = Interference.try_emplace(Load, nullptr);
  if (New) {
    const Event *Write = findInterference(Load);
    Found = Interference.find(Load);
    Found->second = Write;
  }
  return Found->second;
}

Scope Uniformity::computeLoad(const Term *T) const {
  const Term *Address = T->operand(0);
  Scope Result = of(Address);
  if (Result == Scope::Thread)
    return Result;
  const Term *Root = rootOf(Address);
  switch (spaceOfRoot(Root)) {
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
std::optional<int64_t> static rankOffset(const Uniformity &U, const Term *T) {
  auto IsRank = [](const Term *Op) {
    return Op->isIdentity(IdentityKind::ThreadRankInBlock) ||
           Op->isIdentity(IdentityKind::ThreadRankInGrid) ||
           (Op->isIdentity(IdentityKind::ThreadIdx) && Op->axis() == 0);
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
               U.isUniform(Op, Scope::Block)))
      return std::nullopt;
    else if (!U.isUniform(Op, Scope::Warp))
      return std::nullopt;
  }
  if (Ranks != 1)
    return std::nullopt;
  return T->value();
}

/// Whether lanes of one warp agree on a quotient, masked value or comparison of
/// their rank.
static bool sameForWarp(const Uniformity &U, const Term *T) {
  const Term *L = T->operand(0), *R = T->operand(1);
  if (!R->isConstant())
    return false;
  auto Offset = rankOffset(U, L);
  if (!Offset)
    return false;
  auto Aligned = [](int64_t V) { return V % LanesPerWarp == 0; };
  int64_t C = R->value();
  switch (T->opcode()) {
  case BO_Div:
    return C != 0 && Aligned(C) && Aligned(*Offset);
  case BO_Shr:
    return C >= 5 && Aligned(*Offset);
  case BO_And:
    return (C & (LanesPerWarp - 1)) == 0 && Aligned(*Offset);
  case BO_LT:
  case BO_GE:
    return Aligned(C - *Offset);
  case BO_LE:
  case BO_GT:
    return Aligned(C - *Offset + 1);
  default:
    return false;
  }
}

Scope Uniformity::computeBinary(const Term *T) const {
  Scope Result = std::min(of(T->operand(0)), of(T->operand(1)));
  if (Result == Scope::Thread && sameForWarp(*this, T))
    return Scope::Warp;
  return Result;
}

} // namespace warplint
