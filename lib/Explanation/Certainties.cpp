//===--- Certainties.cpp - What findings rest on --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Explanation/Certainties.h"
#include "Analysis/Facts/Decided.h"
#include "Analysis/Races/RestoredFields.h"

namespace warplint {

Certainty certaintyAt(const KernelFacts &Facts,
                      llvm::ArrayRef<const Node *> Places) {
  return llvm::all_of(Places,
                      [&](const Node *N) { return !N || isDecided(*N, Facts); })
             ? Certainty::Proven
             : Certainty::Likely;
}

Certainty certaintyAt(const KernelFacts &Facts,
                      llvm::ArrayRef<const Event *> Events) {
  return llvm::all_of(
             Events,
             [&](const Event *E) { return !E || isDecided(*E->At, Facts); })
             ? Certainty::Proven
             : Certainty::Likely;
}

Certainty certaintyOf(const Node &Branch, const KernelFacts &Facts) {
  return Branch.Branch && isDecided(Branch.Branch, Facts.values())
             ? Certainty::Proven
             : Certainty::Likely;
}

Certainty certaintyOf(const HandshakeFault &Fault, const KernelFacts &Facts) {
  auto Place = [](const MemoryOperation *Op) {
    return Op ? Op->At->At : nullptr;
  };
  return certaintyAt(Facts,
                     {Place(Fault.Of->Announcement), Place(Fault.Data.Write)});
}

Certainty certaintyOf(const WarpAtPoint &Shown) {
  return Shown.Given.empty() ? Certainty::Proven : Certainty::Likely;
}

static bool restsOnLockStep(const Race &R, const KernelFacts &Facts) {
  auto Together = [&](const Event &Access) {
    return Access.Volatile && Facts.convergence()
                                  .divergentControls(*Access.At, Scope::Warp)
                                  .empty();
  };
  return concernsLanesOnly(R) && !R.NextRound && Together(*R.First.Access) &&
         Together(*R.Second.Access);
}

Certainty certaintyOf(const Race &R, const KernelFacts &Facts) {
  if (restsOnLockStep(R, Facts) || usesRestoredFieldsOnly(R, Facts))
    return Certainty::Model;
  // A race in every launch that the code fits needs no certain one.
  bool Chooses = R.ChoosesData || !R.Given.empty() ||
                 llvm::any_of(R.Assumed, [](const Assumption &A) {
                   return A.K != Assumption::Kind::Launch;
                 });
  return Chooses ? Certainty::Likely : Certainty::Proven;
}

} // namespace warplint
