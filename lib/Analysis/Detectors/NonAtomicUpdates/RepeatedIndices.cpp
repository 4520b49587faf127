//===--- RepeatedIndices.cpp - Whether several threads get one index ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers that threads read from an array, one each, are as often a list of
// different ones (a permutation, the items of a queue) as one in which some
// come again. What the kernel does with them shows which.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Dependence/Ownership.h"
#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/SampleSizes.h"
#include "CudaModel/MemorySpace.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace warplint::updates {

/// An index of \p Address is computed from \p Number, not from what that leads
/// to.
static bool isIndexIn(const Term *Number, const Term *Address) {
  return llvm::any_of(indicesOf(Address), [&](const Term *Index) {
    return !walkTerms(Index, [&](const Term &Part) {
      bool IsRead = isa<LoadTerm>(Part);
      return &Part == Number || (IsRead && sameButForSites(&Part, Number))
                 ? Walk::Stop
             : IsRead ? Walk::Skip
                      : Walk::Enter;
    });
  });
}

/// The element that \p Number was read from, by this thread or by one that has
/// passed it on in shared memory; null if it may be one of several.
static const Term *itemBehind(const Term *Number, const KernelFacts &Facts) {
  const Term *Only = nullptr;
  bool IsOne = walkTerms(Number, [&](const Term &T, TermList &Instead) {
    // What stands for a thread without an item.
    if (isa<ConstantTerm, UndefinedTerm>(T))
      return Walk::Skip;
    for (const Incoming &I : Facts.values().incoming(&T))
      Instead.push_back(I.Reaching.Value);
    const auto *Read = dyn_cast<LoadTerm>(&T);
    if (!Read)
      return isa<PhiTerm, NarrowTerm>(T) ? Walk::Enter : Walk::Stop;
    const Term *Root = rootOf(Read->address());
    if (memorySpaceOf(Root) == MemorySpace::Shared) {
      for (const Event *Write : Facts.values().writesTo(Root))
        if (Write->isStore() && Write->Value)
          Instead.push_back(Write->Value);
      return Instead.empty() ? Walk::Stop : Walk::Enter;
    }
    bool IsSecond = Only && !sameButForSites(Only, Read->address());
    Only = Read->address();
    return IsSecond ? Walk::Stop : Walk::Skip;
  });
  return IsOne ? Only : nullptr;
}

/// \p Address has an index that is the item of a list that \p Load is, too.
static bool isOfSameItem(const Term *Address, const Term *Load,
                         const KernelFacts &Facts) {
  const Term *Item = itemBehind(Load, Facts);
  return Item && llvm::any_of(indicesOf(Address), [&](const Term *Index) {
           const Term *Other = itemBehind(Index, Facts);
           return Other && sameButForSites(Other, Item);
         });
}

/// The tests of a thread's own place, not of data, that decide whether it comes
/// to \p N.
static llvm::SmallPtrSet<const Term *, 4> placeTests(const Node &N,
                                                     const KernelFacts &Facts) {
  auto OfPlace = [&](const Term &Part) {
    bool IsPlace = isa<IdentityTerm>(Part) &&
                   !Facts.uniformity().isUniform(&Part, Scope::Block);
    return IsPlace               ? Walk::Stop
           : isa<LoadTerm>(Part) ? Walk::Skip
                                 : Walk::Enter;
  };
  llvm::SmallPtrSet<const Term *, 4> Tests;
  for (const Node *Branch : Facts.paths().allControls(N))
    if (Branch->Branch && !walkTerms(Branch->Branch, OfPlace))
      Tests.insert(Branch->Branch);
  return Tests;
}

/// \p Other and \p In come each under a test of the thread's place that the
/// other one does not come under: they go along two lists, or parts of one,
/// with a length of its own each (`if (t < n) v[a[t]] += x; if (t < m) v[b[t]]
/// -= x;`). The two ends of an edge come under the same tests.
static bool isOfOtherList(const Event &Other, const Event &In,
                          const KernelFacts &Facts) {
  auto Of = placeTests(*In.At, Facts), OfOther = placeTests(*Other.At, Facts);
  auto HasMore = [](const auto &Tests, const auto &Than) {
    return llvm::any_of(Tests,
                        [&](const Term *Test) { return !Than.contains(Test); });
  };
  return HasMore(Of, OfOther) && HasMore(OfOther, Of);
}

static bool isOne(const Term *T) {
  const auto *Made = dyn_cast<OpaqueTerm>(T);
  const auto *Site = Made ? dyn_cast_or_null<Expr>(Made->site()) : nullptr;
  const auto *Spelled =
      Site ? dyn_cast<FloatingLiteral>(Site->IgnoreParenImpCasts()) : nullptr;
  return T->isConstant(1) || T->isConstant(-1) ||
         (Spelled && Spelled->getValueAsApproximateDouble() == 1);
}

/// What is written is one more or one less than the old value: the kernel
/// counts how often a number comes. Where a loop stays at one element it counts
/// what the loop finds.
static bool counts(const PlaceUpdate &U, const KernelFacts &Facts) {
  const Loop *Around = Facts.loops().innermost(*U.Write->At, *U.Write->At);
  if (Around && Facts.loops().isInvariant(U.Place, *Around))
    return false;
  auto IsOld = [&](const Term *T) {
    const auto *Read = dyn_cast<LoadTerm>(T);
    return Read && sameButForSites(Read->address(), U.Place);
  };
  const Term *New = withoutNarrowing(U.Value);
  if (const auto *Sum = dyn_cast<LinearTerm>(New))
    return (Sum->constant() == 1 || Sum->constant() == -1) &&
           Sum->operands().size() == 1 && IsOld(Sum->operands()[0]);
  auto Op = operatorOf(*New);
  if ((Op != BO_Add && Op != BO_Sub) || New->operands().size() != 2)
    return false;
  const Term *L = New->operands()[0], *R = New->operands()[1];
  return (IsOld(L) && isOne(R)) || (IsOld(R) && isOne(L));
}

/// Elsewhere the kernel updates the object by atomics.
static bool isUpdatedAtomically(const PlaceUpdate &U,
                                const KernelFacts &Facts) {
  return llvm::any_of(Facts.values().writesTo(rootOf(U.Place)),
                      [](const Event *E) { return E->isAtomic(); });
}

/// An index of \p Address was read from memory, and no loop counts it.
static bool isAtItem(const Term *Address) {
  return llvm::any_of(indicesOf(Address), [](const Term *Index) {
    auto IsOf = [&](auto Wanted) { return findPart(Index, Wanted) != nullptr; };
    return IsOf([](const Term &Part) { return isa<LoadTerm>(Part); }) &&
           !IsOf([](const Term &Part) { return isa<PhiTerm>(Part); });
  });
}

/// What is written, or whether it is, depends on an element of the same object
/// that something else leads to, or two numbers lead to elements that are both
/// changed or both asked for: these are pairs of items, as the ends of edges
/// are, and an item is in several pairs.
static bool isOfPair(const Term *Number, const PlaceUpdate &U,
                     llvm::ArrayRef<PlaceUpdate> All,
                     const KernelFacts &Facts) {
  const Term *Object = rootOf(U.Place);
  for (const PlaceUpdate &Other : All)
    if (Other.Write != U.Write && rootOf(Other.Place) == Object &&
        !isIndexIn(Number, Other.Place) &&
        !isOfSameItem(Other.Place, Number, Facts) &&
        !isOfOtherList(*Other.Write, *U.Write, Facts))
      return true;
  llvm::SmallVector<const Term *, 4> Deciding{U.Value};
  for (const Node *Branch : Facts.paths().allControls(*U.Write->At))
    if (Branch->Branch)
      Deciding.push_back(Branch->Branch);
  // By the object: whether the number and others that were read lead there.
  llvm::MapVector<const Term *, std::pair<bool, bool>> Led;
  return !walkTerms(Deciding, Facts.values(), [&](const Term &Part) {
    const auto *Read = dyn_cast<LoadTerm>(&Part);
    if (!Read)
      return Walk::Enter;
    bool ByNumber = isIndexIn(Number, Read->address());
    const Term *To = rootOf(Read->address());
    if (To == Object)
      return ByNumber || sameButForSites(Read->address(), U.Place) ? Walk::Enter
                                                                   : Walk::Stop;
    auto &[ByThis, ByOther] = Led[To];
    ByThis |= ByNumber;
    ByOther |= !ByNumber && isAtItem(Read->address());
    return ByThis && ByOther ? Walk::Stop : Walk::Enter;
  });
}

/// \p T has fewer values than what it is computed from.
static bool isManyToOne(const Term &T, const KernelFacts &Facts) {
  auto Op = operatorOf(T);
  if (Op == BO_Rem || Op == BO_Div || Op == BO_Shr)
    return true;
  TermArena::Range Of = Facts.terms().rangeOf(&T);
  return Of.Min && Of.Max && *Of.Max - *Of.Min < samples::FewValues;
}

/// The address is computed from \p Number by a function that gives one result
/// for several numbers: bins, hash tables, digits.
static bool isGrouped(const Term *Number, const Term *Address,
                      const KernelFacts &Facts) {
  const auto *Read = dyn_cast<LoadTerm>(Number);
  const auto *Site = Read ? dyn_cast_or_null<Expr>(Read->site()) : nullptr;
  if (Site && Site->getType()->isIntegralOrEnumerationType() &&
      Facts.context().getTypeSize(Site->getType()) <= 16)
    return true;
  auto HasNumber = [&](const Term &T) {
    return findPart(&T, [&](const Term &Part) { return &Part == Number; });
  };
  return llvm::any_of(indicesOf(Address), [&](const Term *Index) {
    return findPart(Index, [&](const Term &Part) {
      return isManyToOne(Part, Facts) && HasNumber(Part);
    });
  });
}

/// What \p U writes depends on \p Counter in another way than by \p Number.
static bool comesWithNumber(const PlaceUpdate &U, const LoadTerm &Number,
                            const Term &Counter) {
  return !walkTerms({U.Value}, [&](const Term &Part) {
    return &Part == &Counter ? Walk::Stop
           : isa<LoadTerm>(Part) && sameButForSites(&Part, &Number)
               ? Walk::Skip
               : Walk::Enter;
  });
}

/// A thread reads several such numbers, one in each iteration of a loop of its
/// own, which goes from where a row begins, from where a number leads, or along
/// a list that has nothing beside the numbers: several lists hold one number.
/// Numbers that each come with a value (`y[to[i]] += x[i]`) are those of items,
/// of which a thread may have several.
static bool isInList(const LoadTerm &Read, const PlaceUpdate &U,
                     const KernelFacts &Facts) {
  auto IsLoad = [](const Term &T) { return isa<LoadTerm>(T); };
  return llvm::any_of(indicesOf(Read.address()), [&](const Term *Index) {
    return findPart(Index, [&](const Term &Part) {
      const Induction *Loop = isa<PhiTerm>(Part)
                                  ? Facts.values().inductions().find(&Part)
                                  : nullptr;
      if (!Loop)
        return false;
      bool OneByOne = Loop->constantStep() == 1 || Loop->constantStep() == -1;
      return findPart(Loop->First, IsLoad) || findPart(Loop->Next, IsLoad) ||
             (OneByOne && !comesWithNumber(U, Read, Part));
    });
  });
}

bool mayRepeat(const IndexSource &From, const PlaceUpdate &U,
               llvm::ArrayRef<PlaceUpdate> All, const KernelFacts &Facts) {
  if (isUpdatedAtomically(U, Facts))
    return true;
  Scope Meeting = U.Space == MemorySpace::Shared ? Scope::Block : Scope::Grid;
  return llvm::all_of(From.Data, [&](const Term *Number) {
    if (Facts.uniformity().isUniform(Number, Meeting) ||
        llvm::any_of(All, [&](const PlaceUpdate &Each) {
          return isIndexIn(Number, Each.Place) && counts(Each, Facts);
        }))
      return true;
    // Rounded, or chosen among values that all threads have.
    const auto *Read = dyn_cast<LoadTerm>(Number);
    if (!Read && !isa<ExtractTerm>(Number))
      return true;
    return isGrouped(Number, U.Place, Facts) ||
           isOfPair(Number, U, All, Facts) ||
           (Read && isInList(*Read, U, Facts));
  });
}

} // namespace warplint::updates
