//===--- RaceCheck.cpp - What checks of races share --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/RaceCheck.h"
#include "Analysis/Detectors/NonAtomicUpdates/Updates.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/RaceMessages.h"
#include "Diagnostics/UpdateMessages.h"
#include "clang/AST/Attr.h"
#include <functional>

namespace warplint {

/// The update that all threads of all races of \p Group make; null if they do
/// anything else.
static const updates::PlaceUpdate *onlyUpdate(const RaceGroup &Group,
                                              const updates::Updates &Known) {
  const updates::PlaceUpdate *Only = Known.updateIn(*Group.Races.front());
  return llvm::all_of(
             Group.Races,
             [&](const races::Race *R) { return Known.updateIn(*R) == Only; })
             ? Only
             : nullptr;
}

bool RaceCheck::concerns(const clang::FunctionDecl &Root,
                         DeviceCode &Code) const {
  return Root.hasAttr<clang::CUDAGlobalAttr>();
}

void RaceCheck::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  std::vector<const races::Race *> Mine;
  for (const races::Race &R : Facts.get<races::Races>().found())
    if (isMine(R) && !races::precedesCopyEnd(R))
      Mine.push_back(&R);
  // What is right as built must not hide what is not, nor what is only by the
  // model.
  auto IsAsBuilt = [&](const races::Race *R) {
    return holdsAsBuilt(*R, Facts);
  };
  auto IsCertain = [&](const races::Race *R) {
    return certaintyOf(*R, Facts) != Certainty::Model;
  };
  std::stable_partition(Mine.begin(), Mine.end(), std::not_fn(IsAsBuilt));
  std::stable_partition(Mine.begin(), Mine.end(), IsCertain);
  for (const RaceGroup &Group : groupRaces(Facts, Mine, By)) {
    Finding F = makeFinding(Group.Second.Loc, "");
    explainRaces(F, Group, Facts, Remedy);
    if (F.Sure != Certainty::Model &&
        llvm::all_of(Group.Races, [&](const races::Race *R) {
          return IsAsBuilt(R) || !IsCertain(R);
        })) {
      F.Kind = Category::Portability;
      F.Message += " (portability)";
    }
    const updates::PlaceUpdate *Only =
        onlyUpdate(Group, Facts.get<updates::Updates>());
    if (Only && F.Edits.empty())
      addAtomic(F, *Only, Facts);
    Out.add(std::move(F));
  }
}

} // namespace warplint
