//===--- Updates.cpp - What several threads change at once ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/NonAtomicUpdates/Updates.h"
#include "Analysis/Dependence/Ownership.h"
#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Analysis/Detectors/Races/Races.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include "CudaModel/MemorySpace.h"

namespace warplint::updates {

/// All that the index is made of, besides who the thread is, is the same in all
/// threads that could meet: the race engine knows what follows.
static bool isSameForAll(const IndexSource &From, const PlaceUpdate &U,
                         const KernelFacts &Facts) {
  Scope Meeting = U.Space == MemorySpace::Shared ? Scope::Block : Scope::Grid;
  return llvm::all_of(From.Data, [&](const Term *T) {
    return Facts.uniformity().isUniform(T, Meeting);
  });
}

/// One object for all threads, by the pointer to it.
static bool isOneObject(const Term *Address, const KernelFacts &Facts) {
  const Term *Root = rootOf(Address);
  return llvm::isa<VariableTerm, ParameterTerm>(Root) ||
         Facts.uniformity().isUniform(Root, Scope::Block);
}

/// A store of a constant elsewhere, under the same test.
static const Event *flagBeside(const PlaceUpdate &U, const KernelFacts &Facts) {
  if (U.K != PlaceUpdate::Kind::Tested || !U.Test)
    return nullptr;
  for (const Event &E : Facts.cfg().events())
    if (E.isStore() && E.Value && E.Value->isConstant() &&
        rootOf(E.Address) != rootOf(U.Place) &&
        llvm::is_contained(Facts.paths().allControls(*E.At), U.Test))
      return &E;
  return nullptr;
}

/// \p T was read from an array whose numbers all differ, each thread its own.
static bool isOwnNumber(const Term *T, const KernelFacts &Facts) {
  const ElementTerm *At = dependence::elementReadBy(T);
  const auto *Array = At ? llvm::dyn_cast<ParameterTerm>(At->base()) : nullptr;
  const auto *Parameter =
      Array ? llvm::dyn_cast<clang::ParmVarDecl>(Array->decl()) : nullptr;
  return Parameter && !Facts.uniformity().isUniform(At->index(), Scope::Warp) &&
         Facts.code().hasDistinctNumbers(*Parameter);
}

/// What \p U loses, and what that, or silence about it, rests on.
static Answer<std::optional<LostUpdate>>
lostThroughData(const PlaceUpdate &U, llvm::ArrayRef<PlaceUpdate> All,
                const KernelFacts &Facts) {
  std::optional<LostUpdate> Lost;
  Evidence RestsOn;
  auto Assume = [&](Assumption That, const Term *Subject) {
    return Facts.assume({That, Subject}, RestsOn);
  };
  const Term *Address = U.Place;
  IndexSource From = indexSource(Address, Facts);
  if (!isOneObject(Address, Facts))
    return Lost;
  if (From.IsHandedOut && Assume(Assumption::ElectedIndex, Address))
    return {Lost, RestsOn};
  if (llvm::any_of(From.Data,
                   [&](const Term *T) { return isOwnNumber(T, Facts); }))
    return Lost;
  bool Same = isSameForAll(From, U, Facts);
  if (Same && U.K == PlaceUpdate::Kind::Changed)
    return Lost;
  // Where the order would matter, the number is the thread's own.
  if (U.K == PlaceUpdate::Kind::Changed && dependsOnOrder(U, Facts) &&
      Assume(Assumption::DistinctIndices, Address))
    return {Lost, RestsOn};
  auto Threads = collidingThreads(U, From, Facts).into(RestsOn);
  if (!Threads)
    return {Lost, RestsOn};
  Lost.emplace();
  Lost->Of = U;
  Lost->Threads = *Threads;
  if (!Same)
    Lost->Index = From.Data.front();
  Lost->IsGuess = Lost->Index && !mayRepeat(From, U, All, Facts) &&
                  Facts.assumptions().isOn(Assumption::DistinctIndices);
  Lost->Repeats = flagBeside(U, Facts);
  if (!Threads->ShapeIsKnown && !Threads->OfTwoBlocks)
    RestsOn.add({Assumption::Launch});
  if (Lost->Index)
    RestsOn.add({Assumption::LoadedIndex, Lost->Index});
  return {Lost, RestsOn};
}

static bool isInRace(const PlaceUpdate &U, llvm::ArrayRef<races::Race> Found) {
  auto Is = [&](const Event *Access) {
    return Access->Site == U.Write->Site || Access->Site == U.Read->Site;
  };
  return llvm::any_of(Found, [&](const races::Race &R) {
    return Is(R.First.Access) || Is(R.Second.Access);
  });
}

Updates::Updates(const KernelFacts &Facts) : All(updatesIn(Facts)) {
  for (const PlaceUpdate &U : All) {
    Evidence RestsOn;
    auto Made = lostThroughData(U, All, Facts).into(RestsOn);
    if (!Made) {
      Assumed.count(RestsOn);
    } else if (Facts.mayReport(RestsOn) &&
               !isInRace(U, Facts.get<races::Races>().found()) &&
               !Facts.get<memoryorder::Handshakes>().isGuarded(*U.Write)) {
      if (Made->IsGuess)
        Assumed.count(Evidence({Assumption::DistinctIndices, Made->Index}));
      Made->RestsOn = std::move(RestsOn);
      Lost.push_back(std::move(*Made));
    }
  }
}

const PlaceUpdate *Updates::updateAt(const Event &Access) const {
  for (const PlaceUpdate &U : All)
    if (U.Read == &Access || U.Write == &Access)
      return &U;
  return nullptr;
}

const PlaceUpdate *Updates::updateIn(const races::Race &R) const {
  const PlaceUpdate *First = updateAt(*R.First.Access),
                    *Second = updateAt(*R.Second.Access);
  return First == Second ? First : nullptr;
}

} // namespace warplint::updates
