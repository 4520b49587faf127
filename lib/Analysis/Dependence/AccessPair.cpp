//===--- AccessPair.cpp - An access of each of two threads ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dependence/AccessPair.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Dependence/RowBounds.h"
#include "Analysis/Dependence/StoredWords.h"
#include "Analysis/Expr/TermCongruence.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/TwoThreads/CommonContents.h"
#include "Analysis/TwoThreads/CommonValues.h"
#include "Analysis/Uniformity/LaneAgreement.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/SampleSizes.h"
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
  return Root == Other
             ? isOneObject(Root, Symbols)
             : isa_and_nonnull<ParameterTerm>(Other) &&
                   isa<ParameterTerm>(Root) &&
                   !Symbols.facts().assumptions().isOn(Assumption::NoAlias);
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

const Term *AccessPair::part(unsigned Thread) {
  const twothreads::IntervalAccess &P = Thread == 1 ? A : B;
  const Term *Array = indexedArray(P.Access->Address);
  return (Thread == 1 ? One : Other).encode(Array, P.Step).Value;
}

std::array<const Term *, 2> AccessPair::inRows() {
  std::array<const Term *, 2> Result = {staysInRow(To1.Value, Symbols),
                                        staysInRow(To2.Value, Symbols)};
  auto PartOf = [&](unsigned Thread) -> std::optional<int64_t> {
    const twothreads::IntervalAccess &P = Thread == 1 ? A : B;
    const Term *At = indexedPointer(*P.Access, Symbols.facts().values());
    return At ? numberOf(encoding(Thread).encode(At, P.Step).Value)
              : std::nullopt;
  };
  auto Part1 = PartOf(1), Part2 = PartOf(2);
  if (!Part1 || !Part2)
    return Result;
  bool IsSecond = *Part1 > *Part2;
  const Event &Lower = *(IsSecond ? B : A).Access,
              &Upper = *(IsSecond ? A : B).Access;
  int64_t First = std::min(*Part1, *Part2), Last = std::max(*Part1, *Part2),
          Size = sizeOfElement(Lower.Address);
  // What begins with the object is a part only if it is none of the array's own
  // elements.
  if (Last - First < samples::LeastPart * Size ||
      (First == 0 && !scenarios::isDynamicShared(Object) &&
       Size == sizeOfElement(Upper.Address)))
    return Result;
  TermArena &Arena = Symbols.terms();
  if (endsByUnknown(Lower, Symbols.facts()))
    Result[IsSecond] = Symbols.logicalAnd(
        Result[IsSecond], Arena.binary(BO_LT, (IsSecond ? To2 : To1).Value,
                                       Arena.constant(Last)));
  return Result;
}

std::array<const Term *, 2> AccessPair::inBounds() {
  return {One.inBounds(A.Access->Address, A.Access->Bytes, A.Step),
          Other.inBounds(B.Access->Address, B.Access->Bytes, B.Step)};
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
  const Loop *Around = Symbols.facts().loops().innermost(N, N);
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
static bool mayBeOfClosedCall(const Term *Value, const KernelFacts &Facts) {
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
  if (Left == Right || mayBeOfClosedCall(A.Access->Value, Facts) ||
      mayBeOfClosedCall(B.Access->Value, Facts) || storesWhatFollows() ||
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
static bool isOfCollective(const Term *Value, const Evaluation &Values) {
  return !walkTerms(Value, Values, [](const Term &T) {
    return isa<ResultTerm>(T) ? Walk::Stop
           : isa<LoadTerm>(T) ? Walk::Skip
                              : Walk::Enter;
  });
}

bool AccessPair::storesWhatLanesShare() {
  if (A.Access != B.Access || !A.Access->Value ||
      !isOfCollective(A.Access->Value, Symbols.facts().values()))
    return false;
  const Term *Differ = lanesApart();
  return !Differ || Differ->isConstant(0);
}

const Term *AccessPair::lanesApart() {
  if (A.Access != B.Access || !A.Access->Value)
    return nullptr;
  const KernelFacts &Facts = Symbols.facts();
  auto Made = laneAgreement(A.Access->Value, A.Access->At, Trust::Meant,
                            Facts.values(), Facts.terms(), Facts.paths());
  auto IsOfCollective = [&](const Term *Before) {
    return isOfCollective(Before, Facts.values());
  };
  auto IsSame = [&](const Term *Before) {
    return One.encode(Before, A.Step) == Other.encode(Before, B.Step);
  };
  if (!Made || llvm::any_of(Made->Before, IsOfCollective) ||
      llvm::all_of(Made->Before, IsSame))
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

} // namespace warplint::dependence
