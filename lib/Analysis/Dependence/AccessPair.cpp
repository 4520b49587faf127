//===--- AccessPair.cpp - An access of each of two threads ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/AccessPair.h"
#include "Analysis/Dependence/RowBounds.h"
#include "Analysis/Dependence/StoredWords.h"
#include "Analysis/Dependence/TableWindows.h"
#include "Analysis/Expr/TermCongruence.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelLoops.h"
#include "Analysis/TwoThreads/CommonContents.h"
#include "Analysis/TwoThreads/CommonValues.h"
#include "Analysis/Uniformity/ShuffleReductions.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace clang;

namespace warplint::dependence {

/// An object with a name, or one that the caller named.
static bool isObject(const Term *Root) {
  return isa<VariableTerm, ParameterTerm>(Root);
}

bool updatesPlace(const twothreads::IntervalAccess &P) {
  return !P.Access->Value || findPart(P.Access->Value, [&](const Term &T) {
    const auto *Load = dyn_cast<LoadTerm>(&T);
    return Load && Load->address() == P.Access->Address;
  });
}

//===----------------------------------------------------------------------===//
// Where they meet
//===----------------------------------------------------------------------===//

/// \p Root is the same object in both threads: it has a name, or both threads
/// have the same pointer to it.
static bool isOneObject(const Term *Root,
                        const twothreads::QuerySymbols &Symbols) {
  return isObject(Root) ||
         (isa<SymbolTerm>(Root) && Symbols.info(Root).Thread == 0 &&
          Symbols.info(Root).K == twothreads::SymbolInfo::Kind::Data);
}

/// The two pointers lead to one object, or two parameters may be one buffer.
static bool mayBeOneObject(const Term *Root, const Term *Other,
                           const twothreads::QuerySymbols &Symbols) {
  return Root == Other ? isOneObject(Root, Symbols)
                       : isa_and_nonnull<ParameterTerm>(Other) &&
                             isa<ParameterTerm>(Root) &&
                             !Symbols.facts().assumes(Assumption::NoAlias);
}

AccessPair::AccessPair(twothreads::QuerySymbols &Symbols, const Interval &Of,
                       const twothreads::IntervalAccess &A,
                       const twothreads::IntervalAccess &B,
                       twothreads::ThreadEncoding &One,
                       twothreads::ThreadEncoding &Other)
    : Symbols(Symbols), Of(Of), A(A), B(B), One(One), Other(Other),
      To1(One.encode(A.Access->Address, A.Step)),
      To2(Other.encode(B.Access->Address, B.Step)) {
  if (!To1.Root || !mayBeOneObject(To1.Root, To2.Root, Symbols) ||
      A.Space != B.Space)
    return;
  Object = To1.Root;
  Distance = Symbols.terms().binary(BO_Sub, To1.Value, To2.Value);
  // Accesses that far apart are the same or do not overlap.
  IsWhole = A.Access->Bytes == B.Access->Bytes &&
            congruenceOf(Distance).isMultipleOf(A.Access->Bytes);
  if (!IsWhole)
    Meeting = {1 - int64_t(A.Access->Bytes), int64_t(B.Access->Bytes) - 1};
  Equal = equalWhere(Symbols, Distance, {}, Meeting);
}

const Term *AccessPair::meet() {
  TermArena &Arena = Symbols.terms();
  if (areApart(Symbols, Distance, {}, Meeting))
    return Arena.constant(0);
  if (IsWhole)
    return Arena.binary(BO_EQ, To1.Value, To2.Value);
  return Symbols.logicalAnd(
      Arena.binary(BO_LT, Distance, Arena.constant(B.Access->Bytes)),
      Arena.binary(BO_LT, Arena.constant(-int64_t(A.Access->Bytes)), Distance));
}

const Term *AccessPair::reach(unsigned Thread) {
  const twothreads::IntervalAccess &P = Thread == 1 ? A : B;
  return (Thread == 1 ? One : Other).reach(P.Step, P.Access->Under);
}

std::array<const Term *, 2> AccessPair::reachesBoth() {
  return {One.reach(A.Step, A.Access->Under),
          One.reach(B.Step, B.Access->Under)};
}

llvm::SmallVector<const Term *, 4> AccessPair::bounds() {
  const KernelFacts &Facts = Symbols.facts();
  llvm::SmallVector<const Term *, 4> All;
  if (Facts.assumes(Assumption::InRow))
    All = {staysInRow(To1.Value, Symbols), staysInRow(To2.Value, Symbols)};
  if (Facts.assumes(Assumption::InBounds))
    All.append({One.inBounds(A.Access->Address, A.Access->Bytes, A.Step),
                Other.inBounds(B.Access->Address, B.Access->Bytes, B.Step)});
  return All;
}

bool AccessPair::staysApart() {
  if (Equal && Equal->IsAll && llvm::all_of(Equal->Twins, [](const auto &Each) {
        return isa<SymbolTerm>(Each.first);
      }))
    return false;
  const Term *Holds[] = {reach(1), reach(2)};
  Equal = equalWhere(Symbols, Distance, Holds, Meeting);
  return !(Equal && Equal->IsAll) &&
         areApart(Symbols, Distance, Holds, Meeting);
}

bool AccessPair::neverWhere(const Term *Truth) {
  return Equal && Symbols.renamed(Truth, Equal->Twins)->isConstant(0);
}

//===----------------------------------------------------------------------===//
// What they leave there
//===----------------------------------------------------------------------===//

/// In all loops around \p N the threads are in the same iteration where \p
/// `Equal` has what they have in common.
static bool areInOneIteration(const Node &N,
                              const twothreads::QuerySymbols::Renaming &Equal,
                              twothreads::QuerySymbols &Symbols) {
  const Loop *Around = Symbols.facts().get<KernelLoops>().innermost(N, N);
  for (; Around; Around = Around->Around) {
    auto Found = Equal.find(Symbols.iterations(*Around->Header, 2));
    if (Found == Equal.end() ||
        Found->second != Symbols.iterations(*Around->Header, 1))
      return false;
  }
  return true;
}

/// Both accesses are one store, of a value that depends only on what is equal
/// in both threads where they meet: threads of one row, for example, that have
/// computed the same sum.
bool AccessPair::storesWhatFollows() {
  if (!IsWhole || A.Access != B.Access || A.Step != B.Step)
    return false;
  if (!Equal || !areInOneIteration(*A.Access->At, Equal->Twins, Symbols))
    return false;
  auto StandAlike = [&](unsigned Axis) {
    twothreads::SymbolSet Place;
    Symbols.collect(Symbols.threadIndex(2, Axis), Place);
    return llvm::all_of(
        Place, [&](const Term *T) { return Equal->Twins.count(T) != 0; });
  };
  if (Symbols.sharing() > Scope::Block)
    return StandAlike(0) && StandAlike(1) && StandAlike(2) &&
           Symbols.facts().get<twothreads::CommonContents>().areBlocksAlike();
  return twothreads::followsFrom(
      A.Access->Value, Symbols.facts(), [&](const IdentityTerm &Self) {
        return Self.identity() == IdentityKind::ThreadIdx &&
               StandAlike(Self.axis());
      });
}

/// \p Value may come from a call that a budget left without inlining.
static bool mayComeFromClosed(const Term *Value, const KernelFacts &Facts) {
  return !Facts.isComplete() &&
         !walkTerms(Value, Facts.values(), [](const Term &Part) {
           return isa<LoadTerm, OpaqueTerm, ResultTerm>(Part) ? Walk::Stop
                                                              : Walk::Enter;
         });
}

bool AccessPair::storesSame() {
  auto Stores = [](const Event &E) {
    return E.Value &&
           (E.Access == AccessKind::Write ||
            (E.Access == AccessKind::Atomic && E.Op && E.Op->Entry->Replaces));
  };
  if (!Stores(*A.Access) || !Stores(*B.Access))
    return false;
  twothreads::EncodedValue Left = One.encode(A.Access->Value, A.Step),
                           Right = Other.encode(B.Access->Value, B.Step);
  const KernelFacts &Facts = Symbols.facts();
  if (Left == Right || mayComeFromClosed(A.Access->Value, Facts) ||
      mayComeFromClosed(B.Access->Value, Facts) || storesWhatFollows() ||
      storeOneWord(*A.Access, *B.Access, Distance, Symbols))
    return true;
  if (!IsWhole || Left.Root != Right.Root)
    return false;
  auto Twins = Equal ? Equal->Twins : twothreads::QuerySymbols::Renaming();
  twothreads::CommonValues Values(Symbols, Twins, Distance);
  return Values.areSame(Left.Value, Right.Value);
}

const Term *AccessPair::storesTwo() {
  auto Stores = [](const Event &E) {
    return E.Access == AccessKind::Write && E.Value;
  };
  if (!Stores(*A.Access) || !Stores(*B.Access) ||
      (A.Access != B.Access && !IsWhole))
    return nullptr;
  twothreads::EncodedValue Left = One.encode(A.Access->Value, A.Step),
                           Right = Other.encode(B.Access->Value, B.Step);
  if (Left.Root || Right.Root)
    return nullptr;
  return Symbols.terms().binary(BO_NE, Left.Value, Right.Value);
}

bool AccessPair::storesWhatWasShared() {
  auto Stores = [&](const Event &E) {
    const auto *Load = dyn_cast_or_null<LoadTerm>(E.Value);
    const Term *From = Load ? rootOf(Load->address()) : nullptr;
    return From && memorySpaceOf(From) == MemorySpace::Shared &&
           From != rootOf(E.Address);
  };
  return A.Access != B.Access && A.Access->Access == AccessKind::Write &&
         B.Access->Access == AccessKind::Write &&
         (Stores(*A.Access) || Stores(*B.Access));
}

/// \p Value comes out of a collective of the warp.
static bool comesFromLanes(const Term *Value, const Evaluation &Values) {
  return !walkTerms(Value, Values, [](const Term &T) {
    return isa<ResultTerm>(T) ? Walk::Stop
           : isa<LoadTerm>(T) ? Walk::Skip
                              : Walk::Enter;
  });
}

bool AccessPair::storesWhatLanesShare() {
  if (A.Access != B.Access || !A.Access->Value ||
      !comesFromLanes(A.Access->Value, Symbols.facts().values()))
    return false;
  const Term *Differ = lanesApart();
  return !Differ || Differ->isConstant(0);
}

const Term *AccessPair::lanesApart() {
  if (A.Access != B.Access || !A.Access->Value)
    return nullptr;
  const KernelFacts &Facts = Symbols.facts();
  auto Made = exchangedValue(A.Access->Value, Facts.cfg(), Facts.values(),
                             Facts.terms(), Facts.paths());
  if (!Made || comesFromLanes(Made->Before, Facts.values()) ||
      One.encode(Made->Before, A.Step) == Other.encode(Made->Before, B.Step))
    return nullptr;
  TermArena &Arena = Symbols.terms();
  const Term *Across = Arena.binary(BO_Xor, Symbols.rank(1), Symbols.rank(2)),
             *Others = Arena.constant(~Made->AgreeingBits & LaneBits);
  return Arena.binary(BO_NE, Arena.binary(BO_And, Across, Others),
                      Arena.constant(0));
}

/// Whoever reaches step \p To of \p I has passed \p Step before.
static bool passesBefore(const Interval &I, unsigned Step, unsigned To) {
  llvm::BitVector Without(I.Steps.size());
  if (Step != 0)
    Without.set(0);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (unsigned S = 1; S < I.Steps.size(); ++S) {
      if (S == Step || Without.test(S))
        continue;
      const IntervalStep &At = I.Steps[S];
      if (llvm::any_of(At.From,
                       [&](const auto &E) { return Without.test(E.From); }) ||
          llvm::any_of(At.Back, [&](unsigned B) { return Without.test(B); })) {
        Without.set(S);
        Changed = true;
      }
    }
  }
  return !Without.test(To);
}

bool AccessPair::readsOwnCopy() {
  const twothreads::IntervalAccess &Write =
                                       A.Access->Access == AccessKind::Write
                                           ? A
                                           : B,
                                   &Read = &Write == &A ? B : A;
  if (Write.Access->Access != AccessKind::Write ||
      Read.Access->Access != AccessKind::Read || !Write.Access->Value)
    return false;
  // The write must be in this interval: an earlier one may have been
  // overwritten.
  bool Before = Write.Step == Read.Step
                    ? Write.Access < Read.Access
                    : passesBefore(Of, Write.Step, Read.Step);
  return Before && !Write.Access->Under &&
         One.encode(Write.Access->Value, Write.Step) ==
             Other.encode(Write.Access->Value, Write.Step) &&
         One.encode(Write.Access->Address, Write.Step) ==
             Other.encode(Write.Access->Address, Write.Step);
}

//===----------------------------------------------------------------------===//
// What is not known
//===----------------------------------------------------------------------===//

/// Where in the object the array starts that is indexed last.
static const Term *partOf(const twothreads::IntervalAccess &P,
                          twothreads::ThreadEncoding &Copy) {
  const Term *At = P.Access->Address;
  while (const auto *Field = dyn_cast<FieldTerm>(At))
    At = Field->base();
  if (const auto *Element = dyn_cast<ElementTerm>(At))
    At = Element->base();
  return Copy.encode(At, P.Step).Value;
}

Evidence AccessPair::ofElected(const twothreads::SymbolSet &Left) const {
  const KernelFacts &Facts = Symbols.facts();
  bool IsShared = A.Space == MemorySpace::Shared;
  // A pitch among many may be tied to another: only shared counters, which
  // start anew from it, are worth the assumption.
  bool Counts = IsShared && (A.Access->Access == AccessKind::Atomic ||
                             B.Access->Access == AccessKind::Atomic);
  Evidence Apart;
  for (const Term *Symbol : Left) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    if ((Info.K == twothreads::SymbolInfo::Kind::Elected &&
         Facts.assume({Assumption::ElectedIndex, Info.Of}, Apart)) ||
        (Info.K == twothreads::SymbolInfo::Kind::Pitch && !Counts &&
         Facts.assume({Assumption::Pitch, Info.Of}, Apart)))
      break;
  }
  return Apart;
}

/// A variable of a loop that starts from a place of the thread's own may never
/// leave the thread's part.
static bool startsFromOwnPlace(const Term *Variable,
                               const twothreads::QuerySymbols &Symbols) {
  const KernelFacts &Facts = Symbols.facts();
  return !walkTerms(Variable, Facts.values(), [&](const Term &T) {
    if (isa<LoadTerm>(T))
      return Walk::Skip;
    return isa<IdentityTerm>(T) &&
                   !Facts.uniformity().isUniform(&T, Symbols.sharing())
               ? Walk::Stop
               : Walk::Enter;
  });
}

AccessPair::DataAssumption AccessPair::dataAssumption(ThreadRelation Relation) {
  DataAssumption Result;
  Result.That = Symbols.terms().constant(1);
  auto Assume = [&](Assumption That, const Term *Subject) {
    return Symbols.facts().assume({That, Subject}, Result.Apart);
  };
  const Term *Address = A.Access->Address;
  bool IsShared = A.Space == MemorySpace::Shared;
  // Another thread chose who comes.
  bool ElectedOne = Symbols.isElected(reach(1)),
       ElectedOther = Symbols.isElected(reach(2));
  // Through global memory the elected thread may have been waited for.
  if (IsShared ? ElectedOne && ElectedOther && !passesBy()
               : ElectedOne || ElectedOther) {
    const Term *Both =
        ElectedOne && ElectedOther ? electedApart(Relation) : nullptr;
    if (!Both && Assume(Assumption::ElectedThread, Address))
      return Result;
    if (Both)
      Result.That = Both;
  }
  if (Symbols.sharing() <= Scope::Block)
    if (const Term *Table = windowOver(*A.Access->At, Symbols.facts());
        Table && Table == windowOver(*B.Access->At, Symbols.facts()) &&
        Assume(Assumption::ElectedThread, Table))
      return Result;
  twothreads::SymbolSet In1, In2, Left;
  Symbols.collect(To1.Value, In1);
  Symbols.collect(To2.Value, In2);
  Symbols.collect(Distance, Left);
  Result.Apart = ofElected(Left);
  if (!Result.Apart.empty())
    return Result;
  bool Of1 = false, Of2 = false, Own = false;
  for (const Term *Symbol : Left) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    if (Info.K != twothreads::SymbolInfo::Kind::Data)
      continue;
    Of1 |= In1.contains(Symbol);
    Of2 |= In2.contains(Symbol);
    Own |= isa_and_nonnull<PhiTerm>(Info.Of) &&
           startsFromOwnPlace(Info.Of, Symbols);
  }
  if (!Of1 && !Of2)
    return Result;
  // An index that is read from memory can be anything, but not both.
  if ((!IsShared || (Of1 && Of2)) &&
      Assume(Assumption::DistinctIndices, Address))
    return Result;
  const twothreads::SymbolSet &Of = Of1 ? In1 : In2;
  // Nor does it leave the array that it is an index of.
  const Term *Part1 = partOf(A, One), *Part2 = partOf(B, Other);
  if ((Own || (Part1->isConstant() && Part2->isConstant() && Part1 != Part2)) &&
      Assume(Assumption::OwnPart, Address))
    return Result;
  // What is updated atomically is shared with others, and its first element is
  // as likely as any. Otherwise it must not start from the thread's own part of
  // the object.
  bool Counts = (Of1 ? A : B).Access->Access == AccessKind::Atomic;
  for (const Term *Symbol : Of) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    bool IsData = Info.K == twothreads::SymbolInfo::Kind::Data;
    if (!Counts && Info.Thread != 0 && !IsData &&
        Assume(Assumption::OwnPart, Address)) {
      Result.Loaded.clear();
      return Result;
    }
    if (!IsData || !Left.contains(Symbol))
      continue;
    if (Info.Of)
      Result.Loaded.push_back(Info.Of);
    if (Counts)
      Result.That = Symbols.logicalAnd(
          Result.That,
          Symbols.terms().binary(BO_EQ, Symbol, Symbols.terms().constant(0)));
  }
  return Result;
}

/// The loops that count on the place at \p Address while a test of theirs
/// holds (`slots[k++]`): what is tested anew in each iteration chooses a slot,
/// and no thread.
static llvm::SmallVector<const Loop *, 2>
countingLoops(const Term *Address, const twothreads::QuerySymbols &Symbols) {
  const auto &Loops = Symbols.facts().get<KernelLoops>();
  llvm::SmallVector<const Loop *, 2> Result;
  twothreads::SymbolSet Used;
  Symbols.collect(Address, Used);
  for (const Term *Symbol : Used) {
    const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
    if (Info.IsCount && Info.Thread != 0)
      if (const Loop *L = Loops.headedBy(*Info.Loop))
        Result.push_back(L);
  }
  return Result;
}

/// \p Path is a test of how far a loop has counted, or of where the thread
/// stands: it says how many elements or threads there are, and chooses none of
/// them.
static bool isLimit(const Term *Path, const twothreads::QuerySymbols &Symbols) {
  const auto *Op = dyn_cast<BinaryTerm>(Path);
  if (!Op || (Op->opcode() != BO_LT && Op->opcode() != BO_LE))
    return false;
  return anyPartOf(Op, [&](const Term &Part) {
    if (!isa<SymbolTerm>(Part))
      return false;
    twothreads::SymbolInfo::Kind K = Symbols.info(&Part).K;
    return K == twothreads::SymbolInfo::Kind::Iterations ||
           K == twothreads::SymbolInfo::Kind::Position;
  });
}

twothreads::LoadSet AccessPair::tests() {
  twothreads::LoadSet Of[2];
  auto Counting = countingLoops(To1.Value, Symbols);
  auto ChoosesSlot = [&](const Term *Test) {
    return llvm::any_of(Counting, [&](const Loop *L) {
      return !Symbols.facts().get<KernelLoops>().isInvariant(Test, *L);
    });
  };
  for (unsigned I : {0u, 1u}) {
    twothreads::SymbolSet Used;
    // How long a loop runs that ends anyway chooses nobody.
    for (const Term *Path : Symbols.withoutIdleExits(reach(I + 1)))
      if (!isLimit(Path, Symbols))
        Symbols.collect(Path, Used);
    for (const Term *Symbol : Used) {
      const twothreads::SymbolInfo &Info = Symbols.info(Symbol);
      if (Info.K == twothreads::SymbolInfo::Kind::Data && Info.Thread != 0 &&
          Info.Of && !ChoosesSlot(Info.Of))
        Of[I].insert(Info.Of);
    }
  }
  twothreads::LoadSet Both;
  for (const Term *T : Of[0])
    if (Of[1].contains(T))
      Both.insert(T);
  return Both;
}

} // namespace warplint::dependence
