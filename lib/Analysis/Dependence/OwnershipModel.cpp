//===--- OwnershipModel.cpp - Elements that data give to a thread ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/OwnershipModel.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermCongruence.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/TwoThreads/Elections.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "CudaModel/MemorySpace.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint::dependence {

OwnershipModel::OwnershipModel(AccessPair &Pair, ThreadRelation Relation)
    : Pair(Pair), Relation(Relation), Symbols(Pair.symbols()), A(Pair.first()),
      B(Pair.second()) {}

/// \p Info is what an atomic or a collective of the warp returned, or follows
/// from that: a slot of a counter, a rank among lanes.
static bool isOfCounter(const twothreads::SymbolInfo &Info) {
  return Info.K == twothreads::SymbolInfo::Kind::Elected && Info.Of &&
         anyPartOf(Info.Of,
                   [](const Term &Part) { return isa<ResultTerm>(Part); });
}

/// The symbols that \p Place is computed from, but for those of which only a
/// test in it asks: which of the values on its paths it is, is decided as
/// whether a path is taken.
static twothreads::SymbolSet
computedFrom(const Term *Place, const twothreads::QuerySymbols &Symbols) {
  twothreads::SymbolSet Result;
  walkTerms(Place, [&](const Term &Part, TermList &Instead) {
    if (isa<SymbolTerm>(Part)) {
      Symbols.collect(&Part, Result);
      return Walk::Skip;
    }
    const auto *Test = dyn_cast<BinaryTerm>(&Part);
    if (Test && (Test->isComparison() || Test->isLogical()))
      return Walk::Skip;
    if (const auto *Choice = dyn_cast<SelectTerm>(&Part))
      Instead.append({Choice->ifTrue(), Choice->ifFalse()});
    return Walk::Enter;
  });
  return Result;
}

/// What data choose in the index that \p Info stands in.
static bool isChosen(const twothreads::SymbolInfo &Info) {
  return Info.K == twothreads::SymbolInfo::Kind::Data || isOfCounter(Info);
}

bool isOfMemory(const Term *T, const KernelFacts &Facts) {
  return T && !walkTerms(T, [&](const Term &Part, TermList &Instead) {
           if (isa<LoadTerm, ResultTerm>(Part))
             return Walk::Stop;
           for (const Incoming &I : Facts.values().incoming(&Part))
             Instead.push_back(I.Reaching.Value);
           if (isa<PhiTerm>(Part))
             for (const Node *Branch : Facts.uniformity().choosers(&Part))
               if (Branch->Branch)
                 Instead.push_back(Branch->Branch);
           return Walk::Enter;
         });
}

/// Keeps the accesses apart by \p That, which is said of data: nothing is known
/// where the element is not chosen by data.
bool OwnershipModel::assume(Assumption That, const Term *Subject,
                            Ownership &Result) const {
  const KernelFacts &Facts = Symbols.facts();
  if (IsByData)
    return Facts.assume({That, Subject}, Result.Apart);
  Result.IsOpen = Facts.assumptions().isOn(That);
  return Result.IsOpen;
}

OwnershipModel::Handed
OwnershipModel::handedOut(unsigned Thread,
                          const twothreads::SymbolSet &Left) const {
  const KernelFacts &Facts = Symbols.facts();
  // What two threads store they mean to keep; who reads may be early.
  bool Store = A.Access->Access == AccessKind::Write &&
               B.Access->Access == AccessKind::Write;
  twothreads::SymbolSet In;
  Symbols.collect(Pair.place(Thread).Value, In);
  Handed Result;
  for (const Term *Symbol : In) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    if (!Left.contains(Symbol))
      continue;
    const auto *Load = dyn_cast_or_null<LoadTerm>(Info.Of);
    Result.OfData |= Info.K == twothreads::SymbolInfo::Kind::Data;
    if (isOfCounter(Info) || (Store && Load && readsHandedOut(*Load, Facts)))
      Result.By.push_back(Info.Of);
  }
  return Result;
}

/// The ranks of both threads count lanes of their own warps, and nothing else
/// does: two warps count alike.
bool OwnershipModel::countWarpsAlike(const Handed &One,
                                     const Handed &Other) const {
  const KernelFacts &Facts = Symbols.facts();
  auto IsOfWarp = [&](const Term *By) {
    auto Atomics = Facts.get<twothreads::Elections>().behind(By, Relation);
    return Atomics && Atomics->empty() && isOfLanes(By, Symbols) &&
           !walkTerms(By, [&](const Term &Part) {
             const auto *Made = dyn_cast<ResultTerm>(&Part);
             const Event *E =
                 Made ? Facts.values().operationOf(*Made) : nullptr;
             return E && E->Op->Kind == SyncKind::Vote ? Walk::Stop
                                                       : Walk::Enter;
           });
  };
  return Relation != ThreadRelation::SameWarp && !One.OfData && !Other.OfData &&
         llvm::all_of(One.By, IsOfWarp) && llvm::all_of(Other.By, IsOfWarp);
}

/// Thread \p Thread comes, or chooses its element, by how far the counter was
/// that gave the other its slot in \p Slot: that slot lies behind.
bool OwnershipModel::asksCounter(unsigned Thread, const Handed &Slot) const {
  const KernelFacts &Facts = Symbols.facts();
  llvm::SmallVector<const Term *, 2> Counters;
  for (const Term *By : Slot.By)
    walkTerms(By, [&](const Term &Part) {
      if (const auto *Made = dyn_cast<ResultTerm>(&Part))
        if (const Event *E = Facts.values().operationOf(*Made);
            E && E->Op->Kind == SyncKind::AtomicRMW)
          Counters.push_back(rootOf(E->Address));
      return Walk::Enter;
    });
  twothreads::SymbolSet Used;
  Symbols.collect(Pair.reach(Thread), Used);
  Symbols.collect(Pair.place(Thread).Value, Used);
  return llvm::any_of(Used, [&](const Term *Symbol) {
    const Term *Of = Symbols.info(Symbol).Of;
    return Of && !walkTerms(Of, Facts.values(), [&](const Term &Part) {
             const auto *Load = dyn_cast<LoadTerm>(&Part);
             return Load && llvm::is_contained(Counters,
                                               rootOf(Load->address()))
                        ? Walk::Stop
                        : Walk::Enter;
           });
  });
}

/// A counter has given both threads their slots, or one whose slots the other
/// asks for.
void OwnershipModel::considerSlots(const twothreads::SymbolSet &Left,
                                   Ownership &Result) const {
  const KernelFacts &Facts = Symbols.facts();
  bool IsShared = A.Space == MemorySpace::Shared;
  // A pitch among many may be tied to another: only shared counters, which
  // start anew from it, are worth the assumption.
  bool Counts = IsShared && (A.Access->Access == AccessKind::Atomic ||
                             B.Access->Access == AccessKind::Atomic);
  Handed One = handedOut(1, Left), Other = handedOut(2, Left);
  bool Both = !One.By.empty() && !Other.By.empty();
  const Handed &Slot = One.By.empty() ? Other : One;
  auto WasStored = [](const Term *By) { return isa<LoadTerm>(By); };
  bool AreSlots = Both ? !countWarpsAlike(One, Other)
                       : asksCounter(One.By.empty() ? 1 : 2, Slot) ||
                             llvm::any_of(Slot.By, WasStored);
  Evidence &Apart = Result.Apart;
  if (AreSlots)
    Facts.assume({Assumption::ElectedIndex, Slot.By.front()}, Apart);
  for (const Term *Symbol : Left) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    if (!Apart.empty())
      return;
    // What was not understood may be a slot.
    if (Info.K == twothreads::SymbolInfo::Kind::Elected && !isOfCounter(Info)) {
      Result.IsOpen =
          Facts.assumptions().isOn(Assumption::ElectedIndex) &&
          !isOfMemory(Info.Of, Facts) &&
          !(Info.Of && twothreads::isLeftBySync(Info.Of, Facts.code()));
      if (Result.IsOpen ||
          Facts.assume({Assumption::ElectedIndex, Info.Of}, Apart))
        return;
    }
    if (Info.K == twothreads::SymbolInfo::Kind::Pitch && !Counts &&
        Facts.assume({Assumption::Pitch, Info.Of}, Apart))
      return;
  }
}

/// A variable of a loop that starts from a place of the thread's own may never
/// leave the thread's part.
static bool startsFromOwnPlace(const Term *Variable,
                               const twothreads::QuerySymbols &Symbols) {
  const KernelFacts &Facts = Symbols.facts();
  auto IsOwnPlace = [&](const Term &T) {
    const auto *Op = dyn_cast<BinaryTerm>(&T);
    if (isa<LoadTerm>(T) || (Op && (Op->isComparison() || Op->isLogical())))
      return Walk::Skip;
    return isa<IdentityTerm>(T) &&
                   !Facts.uniformity().isUniform(&T, Symbols.sharing())
               ? Walk::Stop
               : Walk::Enter;
  };
  llvm::SmallSetVector<const Term *, 8> Work;
  Work.insert(Variable);
  for (size_t I = 0; I < Work.size(); ++I) {
    const Term *Now = Work[I];
    if (!walkTerms(Now, IsOwnPlace))
      return true;
    const auto *Phi = dyn_cast<PhiTerm>(Now);
    if (!Phi)
      continue;
    const Loop *L = Facts.loops().headedBy(*Phi->node());
    for (const Incoming &From : Facts.values().incoming(Phi))
      if (!L || !From.From || !L->contains(*From.From))
        Work.insert(From.Reaching.Value);
  }
  return false;
}

/// Says where the thread stands, or how far it has come in a loop of its own.
static bool isOwnPlace(const twothreads::SymbolInfo &Info) {
  return Info.Thread != 0 && !isChosen(Info);
}

static bool isKnownChoice(const twothreads::SymbolInfo &Info) {
  return Info.Of && anyPartOf(Info.Of, [](const Term &Part) {
           return isa<LoadTerm, ResultTerm>(Part);
         });
}

/// The distance between two values of \p Part, \p Weight times: `t & ~31` goes
/// on in steps of 32.
static int64_t stepOf(const Term *Part, int64_t Weight) {
  int64_t Modulus = std::max<int64_t>(congruenceOf(Part).modulus(), 1);
  return (base::Checked(Modulus) * Weight).orElse(Weight);
}

namespace {
struct OwnPlace {
  const Term *Part;
  int64_t Weight, Step;
};
} // namespace

/// The condition that data stay in the part of the object that the nearest of
/// the thread's own places in its address selects; constant 1 where there is no
/// such part, since data lead as far as the place. Null if data and places are
/// not distinguished, or if the other access keeps to such a part, too.
/// \p Left: the symbols that the distance of the two accesses depends on.
const Term *OwnershipModel::staysInPart(unsigned Thread,
                                        const twothreads::SymbolSet &Left) {
  const auto *Sum = dyn_cast<LinearTerm>(Pair.place(Thread).Value);
  if (!Sum)
    return nullptr;
  TermArena &Arena = Symbols.terms();
  const Term *ByData = Arena.constant(0);
  int64_t Most = 0;
  bool OfCounter = false, Falls = false;
  llvm::SmallVector<OwnPlace, 4> Places;
  auto Times = [&](const Term *Part, int64_t Weight) {
    return Arena.binary(BO_Mul, Part, Arena.constant(Weight));
  };
  for (auto [Part, Weight] : llvm::zip(Sum->operands(), Sum->coefficients())) {
    bool OfData = false, OfPlace = false;
    for (const Term *Symbol : Symbols.symbolsOf(Part)) {
      const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
      bool IsData = isChosen(Info) && Left.contains(Symbol);
      // What a path that is not followed computes may be the thread's own.
      if (IsData && !isKnownChoice(Info))
        return nullptr;
      OfData |= IsData;
      OfCounter |= IsData && isOfCounter(Info);
      OfPlace |= isOwnPlace(Info);
    }
    if (OfData && OfPlace)
      return nullptr;
    Falls |= (OfData || OfPlace) && Weight <= 0;
    if (OfData) {
      ByData = Arena.binary(BO_Add, ByData, Times(Part, Weight));
      Most = std::max(Most, std::abs(Weight));
    } else if (OfPlace) {
      Places.push_back({Part, Weight, std::abs(stepOf(Part, Weight))});
    }
  }
  llvm::stable_sort(Places, [](const OwnPlace &L, const OwnPlace &R) {
    return L.Step < R.Step;
  });
  // Places that lie closer than data lead are in one part with them.
  int64_t Row = 0;
  base::Checked Span = Most;
  for (const OwnPlace &At : Places) {
    if (Span && At.Step > *Span) {
      Row = At.Step;
      break;
    }
    ByData = Arena.binary(BO_Add, ByData, Times(At.Part, At.Weight));
    TermArena::Range R = Arena.rangeOf(At.Part);
    Span = Span + (base::Checked(R.Max) - R.Min) * std::abs(At.Weight);
  }
  if (!Row)
    return Arena.constant(1);
  // Where the other access is in such a part, too, threads that share one are
  // meant to have different elements there, unless they only count there.
  const auto *There = dyn_cast<LinearTerm>(Pair.place(3 - Thread).Value);
  bool IsInPart =
      There && llvm::any_of(llvm::zip(There->operands(), There->coefficients()),
                            [&](auto Each) {
                              auto [Part, Weight] = Each;
                              return stepOf(Part, Weight) == Row &&
                                     Symbols.isOwned(Part, 3 - Thread);
                            });
  if (Falls || (IsInPart && !OfCounter))
    return nullptr;
  return Symbols.logicalAnd(Arena.binary(BO_LE, Arena.constant(0), ByData),
                            Arena.binary(BO_LT, ByData, Arena.constant(Row)));
}

/// One thread at a time comes, as far as `Apart` of \p Result holds; where two
/// may, `That` says what must hold.
void OwnershipModel::considerElections(Ownership &Result) {
  auto Assume = [&](const Term *Subject) {
    return Symbols.facts().assume({Assumption::ElectedThread, Subject},
                                  Result.Apart);
  };
  // Another thread chose who comes.
  bool ElectedOne = Symbols.isElected(Pair.reach(1), Relation),
       ElectedOther = Symbols.isElected(Pair.reach(2), Relation);
  // Through global memory the elected thread may have been waited for.
  if (A.Space == MemorySpace::Shared ? ElectedOne && ElectedOther && !passesBy()
                                     : ElectedOne || ElectedOther) {
    const Term *Both = ElectedOne && ElectedOther ? electedApart() : nullptr;
    if (!Both && Assume(A.Access->Address))
      return;
    if (Both)
      Result.That = Both;
  }
  if (Symbols.sharing() <= Scope::Block)
    if (const Term *Table = windowOver(*A.Access->At, Symbols.facts());
        Table && Table == windowOver(*B.Access->At, Symbols.facts()))
      Assume(Table);
}

OwnershipModel::Ownership OwnershipModel::ownership() {
  Ownership Result;
  Result.That = Symbols.terms().constant(1);
  considerElections(Result);
  if (!Result.Apart.empty())
    return Result;
  const Term *Address = A.Access->Address;
  bool IsShared = A.Space == MemorySpace::Shared;
  twothreads::SymbolSet In1, In2, All;
  Symbols.collect(Pair.place(1).Value, In1);
  Symbols.collect(Pair.place(2).Value, In2);
  Symbols.collect(Pair.distance(), All);
  // What an atomic or a vote decides gives one of the threads its place.
  twothreads::SymbolSet Of = computedFrom(Pair.distance(), Symbols), Left;
  for (const Term *Symbol : All)
    if (Of.contains(Symbol) ||
        Symbols.info(Symbol).K != twothreads::SymbolInfo::Kind::Data)
      Left.insert(Symbol);
  considerSlots(Left, Result);
  if (!Result.Apart.empty() || Result.IsOpen)
    return Result;
  bool Of1 = false, Of2 = false, Own = false;
  bool ByMemory1 = false, ByMemory2 = false;
  const Term *Index = nullptr; ///< Where the first index is read.
  for (const Term *Symbol : Left) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    if (!isChosen(Info))
      continue;
    Of1 |= In1.contains(Symbol);
    Of2 |= In2.contains(Symbol);
    bool IsOfMemory = isOfMemory(Info.Of, Symbols.facts());
    ByMemory1 |= IsOfMemory && In1.contains(Symbol);
    ByMemory2 |= IsOfMemory && In2.contains(Symbol);
    if (!Index && isa_and_nonnull<LoadTerm>(Info.Of))
      Index = Info.Of;
    Own |= isa_and_nonnull<PhiTerm>(Info.Of) &&
           startsFromOwnPlace(Info.Of, Symbols);
  }
  if (!Of1 && !Of2)
    return Result;
  IsByData = Of1 == ByMemory1 && Of2 == ByMemory2;
  // An index that is read from memory can be anything, but not both.
  bool ByData = handedOut(1, Left).OfData || handedOut(2, Left).OfData;
  Result.AreSlots = Of1 && Of2 && !ByData;
  if ((Of1 && Of2 ? ByData : !IsShared) &&
      assume(Assumption::DistinctIndices, Index ? Index : Address, Result))
    return Result;
  // Nor does it leave the array that it is an index of.
  const Term *Part1 = Pair.part(1), *Part2 = Pair.part(2);
  if ((Own || (Part1->isConstant() && Part2->isConstant() && Part1 != Part2)) &&
      assume(Assumption::OwnPart, Address, Result))
    return Result;
  for (unsigned Thread : {1u, 2u})
    if ((Thread == 1 ? Of1 : Of2) &&
        !keepToPart(Thread, Thread == 1 ? In1 : In2, Left, Result))
      break;
  return Result;
}

/// Data choose the element of thread \p Thread among the symbols \p Of. False
/// if that keeps the accesses apart.
bool OwnershipModel::keepToPart(unsigned Thread,
                                const twothreads::SymbolSet &Of,
                                const twothreads::SymbolSet &Left,
                                Ownership &Result) {
  const twothreads::IntervalAccess &Access = Thread == 1 ? A : B;
  // What is updated atomically is shared with others, and its first element is
  // as likely as any. Otherwise data must not leave the part of the object that
  // the thread's own place selects.
  bool Counts = Access.Access->Access == AccessKind::Atomic;
  const Assumption OwnPart = Assumption::OwnPart;
  if (!Counts && llvm::any_of(Of, [&](const Term *Symbol) {
        return isOwnPlace(Symbols.info(Symbol));
      })) {
    const Term *Part = staysInPart(Thread, Left);
    if (!Part && assume(OwnPart, A.Access->Address, Result))
      return false;
    if (Part && !Part->isConstant(1) &&
        Symbols.facts().assume({OwnPart, A.Access->Address}, Result.Within))
      Result.That = Symbols.logicalAnd(Result.That, Part);
  }
  for (const Term *Symbol : Of) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    if (!isChosen(Info) || !Left.contains(Symbol))
      continue;
    if (Info.Of && Info.K == twothreads::SymbolInfo::Kind::Data)
      Result.Loaded.push_back(Info.Of);
    if (Counts)
      Result.That = Symbols.logicalAnd(
          Result.That,
          Symbols.terms().binary(BO_EQ, Symbol, Symbols.terms().constant(0)));
  }
  return true;
}

} // namespace warplint::dependence
