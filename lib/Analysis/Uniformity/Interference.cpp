//===--- Interference.cpp - Writes that reads by several threads can meet -===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/Reachable.h"
#include "Analysis/Expr/LinearSum.h"
#include "Analysis/Expr/RecordOffsets.h"
#include "Analysis/Expr/UniformTerms.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/LoopEvolution/IterationValues.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/MemorySpace.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace warplint {

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// Indices of alternating buffers: `x` and `x ^ 1`, `x` and `1 - x`.
static bool differAlways(TermArena &Arena, const Term *A, const Term *B) {
  auto Flips = [](const Term *T, const Term *Of) {
    const auto *Op = dyn_cast<BinaryTerm>(T);
    return Op && Op->opcode() == BO_Xor &&
           ((Op->lhs() == Of && Op->rhs()->isConstant()) ||
            (Op->rhs() == Of && Op->lhs()->isConstant()));
  };
  if (Flips(A, B) || Flips(B, A))
    return true;
  if (!isa<PhiTerm>(A) && !isa<PhiTerm>(B))
    return false;
  const auto *Distance = dyn_cast<LinearTerm>(Arena.binary(BO_Sub, A, B));
  return Distance && Distance->constant() % 2 != 0 &&
         llvm::all_of(Distance->coefficients(),
                      [](int64_t C) { return C % 2 == 0; });
}

/// One is a field of a class that the other one's class is derived from.
static bool isInherited(const FieldDecl &A, const FieldDecl &B) {
  const auto *Of = dyn_cast<CXXRecordDecl>(A.getParent()),
             *Other = dyn_cast<CXXRecordDecl>(B.getParent());
  return Of && Other && Of->hasDefinition() && Other->hasDefinition() &&
         (Of->isDerivedFrom(Other) || Other->isDerivedFrom(Of));
}

/// Two accesses to one object that can never touch.
static bool areApart(TermArena &Arena, const Term *A, const Term *B) {
  auto PathA = pathOf(A), PathB = pathOf(B);
  for (auto [StepA, StepB] : llvm::zip(PathA, PathB)) {
    if (StepA->kind() != StepB->kind())
      return false;
    if (const auto *Field = dyn_cast<FieldTerm>(StepA)) {
      const auto *Other = cast<FieldTerm>(StepB);
      const FieldDecl *L = Field->field(), *R = Other->field();
      if (L == R)
        continue;
      if (Field->base() == Other->base() && isInherited(*L, *R))
        return true;
      return L->getParent() == R->getParent() && !L->getParent()->isUnion() &&
             !areInOneWord(*L, *R);
    }
    const auto *ElementA = cast<ElementTerm>(StepA),
               *ElementB = cast<ElementTerm>(StepB);
    if (ElementA->elementSize() != ElementB->elementSize())
      return false;
    if (differAlways(Arena, ElementA->index(), ElementB->index()))
      return true;
    TermArena::Range Ra = Arena.rangeOf(ElementA->index()),
                     Rb = Arena.rangeOf(ElementB->index());
    if ((Ra.Max && Rb.Min && *Ra.Max < *Rb.Min) ||
        (Rb.Max && Ra.Min && *Rb.Max < *Ra.Min))
      return true;
  }
  return false;
}

//===----------------------------------------------------------------------===//
// Conditions of writes
//===----------------------------------------------------------------------===//

/// \p Distance cannot be 0 where what \p Says says is true.
static bool excludesZero(const LoopEvolution &Known, const Term *Distance,
                         const BoundedNumber &Says) {
  TermArena &Arena = Known.arena();
  for (BinaryOperatorKind Sign : {BO_Sub, BO_Add}) {
    // Distance is Number (or minus Number) plus what is left.
    const Term *Left = Arena.binary(Sign, Distance, Says.Number);
    if (Says.IsNotZero && Left->isConstant(0))
      return true;
    TermArena::Range Whole = Known.rangeOf(Arena.binary(
        Sign == BO_Sub ? BO_Add : BO_Sub, Left, Arena.symbol(Says.Bounds)));
    if ((Whole.Min && *Whole.Min > 0) || (Whole.Max && *Whole.Max < 0))
      return true;
  }
  return false;
}

static bool hasPhi(const Term *T) {
  return anyPartOf(T, [](const Term &Part) { return isa<PhiTerm>(Part); });
}

/// \p Says, which holds where \p Write comes in a later iteration of the loops
/// that it counts in, said of an iteration in which \p Read comes first: a
/// variable that only rises is then at least what it is at the end of this one.
/// Nothing if its variables do not say that.
static std::optional<BoundedNumber> saidBefore(BoundedNumber Says,
                                               const Event &Write,
                                               const Event &Read,
                                               const LoopEvolution &Known) {
  bool IsKnown = Says.Bounds.Min && !Says.Bounds.Max;
  TermArena &Arena = Known.arena();
  Says.Number =
      replaceSummands(Says.Number, Arena, [&](const Term *Part, int64_t C) {
        if (!hasPhi(Part))
          return Part;
        const Induction *Of = Known.values().inductions().find(Part);
        const Loop *In = Of ? Known.loops().headedBy(Of->head()) : nullptr;
        bool Up = C < 0;
        if (!In || !In->contains(*Write.At) || !In->contains(*Read.At) ||
            !Known.isMonotone(Part, Up) ||
            anyPartOf(Of->Next, [&](const Term &T) {
              return isa<PhiTerm>(T) && !Known.isMonotone(&T, Up);
            }))
          IsKnown = false;
        return IsKnown ? Of->Next : Part;
      });
  return IsKnown ? std::optional(Says) : std::nullopt;
}

/// The branches over \p Write keep it from the element at \p Address, which is
/// the same for all threads: `if (threadIdx.x > 0) s[threadIdx.x] = ...` beside
/// a read of `s[0]`. \p Before, if it is not null, reads there, and no other
/// thread comes from the write to that without a barrier.
bool Uniformity::isKeptFrom(const Event &Write, const Term *Address,
                            const Event *Before) const {
  const auto *To = dyn_cast<ElementTerm>(Write.Address),
             *At = dyn_cast<ElementTerm>(Address);
  // What a loop counts may differ between a write and a read.
  bool Counted = At && To && hasPhi(At->index()) && !hasPhi(To->index());
  if (!To || !At || At->base() != To->base() ||
      At->elementSize() != To->elementSize() ||
      !isPlainlyUniform(At->index(), Counted))
    return false;
  const LoopEvolution &Known = Evolution;
  const Term *Distance = Arena.binary(BO_Sub, To->index(), At->index());
  for (const ConditionPart &Part : Known.conditionsAt(*Write.At)) {
    std::optional<BoundedNumber> Says = boundedBy(Part, Arena);
    if (Counted && hasPhi(Part.Says))
      Says = Before ? saidBefore(*Says, Write, *Before, Known) : std::nullopt;
    if (Says && excludesZero(Known, Distance, *Says))
      return true;
  }
  return false;
}

/// `atomicAdd(p, 0)` is how code reads atomically.
static bool leavesValue(const Event &E) {
  return E.isAtomic() && E.Op && E.Op->Entry->KeepsOnZero && E.Value &&
         E.Value->isConstant(0);
}

static bool reads(const Event &E) { return E.isRead() || leavesValue(E); }

/// \p Load is volatile and reads memory that threads of other blocks write, or
/// that the kernel asks for again and again, as if the host wrote it: two
/// threads that read it one after the other may see two values. What nobody
/// writes while the kernel runs is one value, volatile or not.
bool Uniformity::isChangedFromOutside(const LoadTerm &Load) const {
  const Term *Root = rootOf(Load.address());
  MemorySpace Space = memorySpaceOf(Root);
  if (Space != MemorySpace::Global && Space != MemorySpace::Managed)
    return false;
  const Event *Read = nullptr;
  for (const Event *E : Values.eventsOf(Load))
    if (reads(*E) && E->Volatile)
      Read = E;
  if (!Read)
    return false;
  bool IsWritten = llvm::any_of(Values.writesTo(Root), [&](const Event *Write) {
    return !leavesValue(*Write) &&
           !areApart(Arena, Write->Address, Load.address());
  });
  return IsWritten ? !Trusted.Unchanged
                   : !Trusted.Polled &&
                         Evolution.loops().innermost(*Read->At, *Read->At);
}

//===----------------------------------------------------------------------===//
// Writes behind exchanges
//===----------------------------------------------------------------------===//

/// The head of the loop around \p Read in each of whose iterations \p Address
/// is another element; null if no loop is known to move it.
static const Node *movedBy(const Term *Address, const Event &Read,
                           const LoopEvolution &Evolution) {
  const auto *Element = dyn_cast<ElementTerm>(Address);
  if (!Element || hasPhi(Element->base()))
    return nullptr;
  const Loop *In = Evolution.loops().innermost(*Read.At, *Read.At);
  while (In && !movesOn(Element->index(), *In, Evolution))
    In = In->Around;
  return In ? In->Header : nullptr;
}

/// A path leads from event number \p First of \p From to \p To without an event
/// that \p Ends it, and without passing \p Head, which may be null.
bool Uniformity::leadsTo(const Node &From, size_t First, const Event &To,
                         const Node *Head, EventTest Ends) const {
  enum class At { Found, Ended, Behind };
  auto Walk = [&](llvm::ArrayRef<Event> Events) {
    for (const Event &E : Events) {
      if (&E == &To)
        return At::Found;
      if (Ends(E))
        return At::Ended;
    }
    return At::Behind;
  };
  const Loops &All = Evolution.loops();
  // Nodes, and whether a loop is entered there.
  using Place = std::pair<const Node *, unsigned>;
  KeyWorklist<Place> Work;
  std::optional<Place> Here = Place{&From, false};
  At Now = Walk(llvm::ArrayRef(From.Events).drop_front(First));
  while (Now != At::Found) {
    auto [N, Enters] = *Here;
    if (Now == At::Behind)
      for (const ViewNode *Next : View.successors(*N))
        if (Next->Of != Head &&
            (!Enters || Evolution.mayTakeInFirst(*N, *N, *Next->Of)))
          Work.add({Next->Of,
                    All.headedBy(*Next->Of) && !All.contains(*Next->Of, *N)});
    Here = Work.next();
    if (!Here)
      return false;
    Now = Walk(Here->first->Events);
  }
  return true;
}

bool Uniformity::leadsTo(const Event &From, const Event &To, const Node *Head,
                         EventTest Ends) const {
  return leadsTo(*From.At, &From - From.At->Events.data() + 1, To, Head, Ends);
}

/// The lanes of a warp, which have one \p Address and read it by \p Read, have
/// all read it when one of them reaches \p Write: an exchange of all lanes
/// stands between, and the next iteration reads another element.
bool Uniformity::followsExchange(const Event &Write, const Event &Read,
                                 const Term *Address) const {
  if (Write.Address != Address)
    return false;
  const Node *Head = movedBy(Address, Read, Evolution);
  auto Separates = [](const Event &E) { return maySeparate(E, Scope::Warp); };
  return !leadsTo(Read, Write, Head, isWholeWarpCollective) &&
         !leadsTo(Write, Read, Head, Separates);
}

/// What decides which value \p Phi has: what it joins, and the branches that
/// choose between these or end its loop. False if one of them is not known.
bool Uniformity::addDeciders(const PhiTerm &Phi, TermList &To) const {
  for (const Incoming &I : Values.incoming(&Phi))
    To.push_back(I.Reaching.Value);
  for (const Node *Branch : View.edgeSelectorsOf(*Phi.node()))
    To.push_back(Branch->Branch);
  if (const Loop *L = Evolution.loops().headedBy(*Phi.node()))
    for (const Node *N : L->Nodes)
      if (Evolution.loops().leftBy(*N, *N) == L)
        To.push_back(N->Branch);
  return !llvm::is_contained(To, nullptr);
}

/// \p All are one value each for the threads of a block, in one iteration: made
/// of what isPlainlyUniform says, and of loads of memory that the kernel does
/// not write, at such addresses.
bool Uniformity::areSameForBlock(llvm::ArrayRef<const Term *> All) const {
  return walkTerms(All, [&](const Term &Part, TermList &Instead) {
    if (isa<SubobjectTerm, VariableTerm>(Part))
      return Walk::Enter;
    if (const auto *Phi = dyn_cast<PhiTerm>(&Part))
      return addDeciders(*Phi, Instead) ? Walk::Enter : Walk::Stop;
    if (const auto *Made = dyn_cast<OpaqueTerm>(&Part))
      return Made->uniformAt() >= Scope::Block ? Walk::Enter : Walk::Stop;
    const auto *Load = dyn_cast<LoadTerm>(&Part);
    if (!Load)
      return !Part.operands().empty() && !isa<SiteTerm>(Part) ? Walk::Enter
             : isPlainlyUniform(&Part)                        ? Walk::Skip
                                                              : Walk::Stop;
    const Term *Root = rootOf(Load->address());
    bool IsKept = isa<ParameterTerm, ExtractTerm, VariableTerm>(Root) &&
                  memorySpaceOf(Root) != MemorySpace::Shared &&
                  Values.writesTo(Root).empty() &&
                  llvm::none_of(Values.eventsOf(*Load), [](const Event *E) {
                    return E->Volatile || !E->isRead();
                  });
    return IsKept ? Walk::Enter : Walk::Stop;
  });
}

/// Its own write was the last one there, or one of the same value.
bool Uniformity::readsOwnStore(const Event &Write, const Event &Read) const {
  auto IsItself = [&](const Event &E) { return &E == &Write; };
  // Another value lies there when its thread reads.
  auto StoresElse = [&](const Event *Other) {
    return Other->Value != Write.Value &&
           !areApart(Arena, Other->Address, Read.Address) &&
           leadsTo(Write, *Other, nullptr,
                   [](const Event &) { return false; }) &&
           leadsTo(*Other, Read, nullptr, IsItself);
  };
  if (!Write.isStore() || !Write.Value ||
      llvm::any_of(Values.writesTo(rootOf(Read.Address)), StoresElse))
    return false;
  const Loop *Around = Evolution.loops().innermost(*Write.At, *Write.At);
  // Where both are in one iteration, or the value is the same in all.
  if (Write.Address == Read.Address && View.precedes(Write, Read) &&
      (!Around || !hasPhi(Write.Value) ||
       (!Around->Around && Around->contains(*Read.At) &&
        movedBy(Read.Address, Read, Evolution) == Around->Header)))
    return areSameForBlock(Write.Value);
  // All threads have written there as often before any of them reads.
  llvm::SmallVector<const Term *, 8> Deciding{Write.Address, Write.Value};
  for (const Node *Branch : View.allControls(*Write.At))
    Deciding.push_back(Branch->Branch);
  return Write.At != Read.At && !Write.Under &&
         !leads(View, *Read.At, *Write.At) &&
         !llvm::is_contained(Deciding, nullptr) && areSameForBlock(Deciding);
}

/// Null if none of the writes can happen between the reads by \p Load of two
/// threads of one \p Within, whose intervals are \p Intervals.
const Event *Uniformity::findInterference(const LoadTerm &Load, Scope Within,
                                          const CommonIntervals &Intervals,
                                          IsHarmless Excused) const {
  const Term *Address = Load.address();
  const Term *Root = rootOf(Address);
  bool Shared = memorySpaceOf(Root) == MemorySpace::Shared;
  llvm::SmallVector<const Event *, 1> Reads;
  llvm::copy_if(Values.eventsOf(Load), std::back_inserter(Reads),
                [](const Event *E) { return reads(*E); });
  if (Reads.empty() || Trusted.Unchanged)
    return nullptr;
  for (const Event *Write : Values.writesTo(Root)) {
    if (leavesValue(*Write) || rootOf(Write->Address) != Root)
      continue;
    // Blocks mostly write elements of their own in global memory; only the very
    // element that is read, or a counter that all share, counts there.
    if (!Shared && Write->Address != Address &&
        Write->Access != AccessKind::Atomic)
      continue;
    if (areApart(Arena, Write->Address, Address))
      continue;
    bool Meets = llvm::any_of(Reads, [&](const Event *Read) {
      return Intervals.mayHold(*Write, *Read) &&
             !readsOwnStore(*Write, *Read) &&
             !(Within == Scope::Warp &&
               followsExchange(*Write, *Read, Address)) &&
             !(Excused && Excused(*Read, *Write));
    });
    if (!Meets)
      continue;
    const Event *Before =
        Reads.size() == 1 && !Intervals.leads(*Write, *Reads.front())
            ? Reads.front()
            : nullptr;
    if (!isKeptFrom(*Write, Address, Before))
      return Write;
  }
  return nullptr;
}

const CommonIntervals &Uniformity::intervalsWithin(Scope S) const {
  return IntervalsOf.try_emplace(S, View, ThreadPair(S), &Evolution, &Entered)
      .first->second;
}

const Event *Uniformity::interferenceWithin(const Term *Load, Scope S) const {
  auto Found = Interference.find({Load, S});
  if (Found != Interference.end())
    return Found->second;
  return Interference[{Load, S}] =
             findInterference(*cast<LoadTerm>(Load), S, intervalsWithin(S));
}

/// \p Address is made of which warp the thread is in, be it only where a loop
/// begins: until what the loop does to it is settled, it seems to be the same
/// for all.
bool Uniformity::isWarpsOwn(const Term *Address) const {
  auto [Found, New] = WarpsOwn.try_emplace(Address, false);
  if (!New)
    return Found->second;
  bool Own = !walkTerms(Address, Values, [&](const Term &Part) {
    const auto *Op = dyn_cast<BinaryTerm>(&Part);
    const auto *Self = dyn_cast<IdentityTerm>(&Part);
    if ((Op && !Op->isComparison() && sameForWarp(*Op)) ||
        (Self && compute(Self) == Scope::Warp))
      return Walk::Stop;
    return isa<LoadTerm>(Part) ? Walk::Skip : Walk::Enter;
  });
  return WarpsOwn[Address] = Own;
}

const Event *Uniformity::interferingWrite(const Term *Load) const {
  // What the lanes of a warp read at an address of their own, other warps
  // leave alone.
  const Term *Address = cast<LoadTerm>(Load)->address();
  Scope Same = of(Address);
  bool Own = Same == Scope::Warp || (Same > Scope::Warp && isWarpsOwn(Address));
  return interferenceWithin(Load, Own ? Scope::Warp : Scope::Block);
}

Scope Uniformity::computeLoad(const LoadTerm &T) const {
  const Term *Address = T.address();
  Scope Result = of(Address);
  if (Trusted.Loaded && !isThreadOwned(Address))
    Result = Scope::System;
  if (Result == Scope::Thread)
    return Result;
  const Term *Root = rootOf(Address);
  switch (memorySpaceOf(Root)) {
  case MemorySpace::Constant:
    return Result;
  case MemorySpace::Shared:
    Result = std::min(Result, Scope::Block);
    break;
  case MemorySpace::Local:
  case MemorySpace::Global:
  case MemorySpace::Managed:
    break;
  }
  if (isChangedFromOutside(T))
    return Scope::Thread;
  if (!interferingWrite(&T))
    return Result;
  // A function that is analysed by itself may get what its warp has alone.
  bool MayBeWarps = isa<ParameterTerm>(Root) &&
                    !P.root().hasAttr<CUDAGlobalAttr>() &&
                    !interferenceWithin(&T, Scope::Warp);
  return MayBeWarps ? std::min(Result, Scope::Warp) : Scope::Thread;
}

} // namespace warplint
