//===--- FindingEvidence.cpp - What findings rest on ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/FindingEvidence.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Program/DeviceCode.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Finding/EvidenceText.h"
#include "checks/Check.h"

namespace warplint {

FindingEvidence::FindingEvidence(const KernelFacts &Facts, DeviceCode &Code,
                                 const AnalysisOptions &Options)
    : Facts(Facts), Code(Code), Options(Options),
      StepsLeft(Options.Budget.forEvidence()),
      StepsOfOne(Facts.work().spent()) {
  for (unsigned I = 0; I < NumAssumptions; ++I) {
    auto Each = Assumption(I);
    if (Facts.assumptions().isAsked(Each) && Options.Assumptions.isOn(Each) &&
        infoOf(Each).Does != AssumptionEffect::Silences)
      Asked.push_back(Each);
  }
}

const FindingEvidence::Places *
FindingEvidence::without(llvm::ArrayRef<Assumption> Off, Check &By) {
  AnalysisOptions Again = Options;
  for (Assumption Each : Off)
    Again.Assumptions.takeAway(Each);
  auto [Found, IsNew] = Known.try_emplace({Again.Assumptions.bits(), &By});
  if (!IsNew)
    return &Found->second;
  Again.Budget.Work = StepsLeft;
  auto Now = StepsLeft >= StepsOfOne
                 ? KernelFacts::analyse(Facts.root(), Code, Again)
                 : nullptr;
  FindingList Out;
  if (Now && Now->isSettled())
    By.checkKernel(*Now, Out);
  Code.assume(Options.Assumptions);
  StepsLeft -= Now ? std::min(StepsLeft, Now->work().spent()) : StepsLeft;
  if (!Now || !Now->isSettled() || !Now->work().left()) {
    Known.erase(Found);
    return nullptr;
  }
  for (const Finding &F : Out.findings())
    Found->second.insert(F.Loc.getRawEncoding());
  return &Found->second;
}

void FindingEvidence::addTo(Finding &F, Check &By) {
  bool IsCut = false;
  auto Needed = fewestOf(Asked, [&](llvm::ArrayRef<Assumption> Off) {
    const Places *Still = IsCut ? nullptr : without(Off, By);
    IsCut |= !Still;
    return !Still || Still->count(F.Loc.getRawEncoding());
  });
  Evidence RestsOn;
  for (Assumption Each : Needed)
    RestsOn.add({Each});
  if (IsCut)
    RestsOn.cut("questions about evidence");
  bool IsKnown = F.Scenario || (F.Shown && F.Shown->BlockDim[0]);
  auto Own = std::move(F.RestsOn);
  F.RestsOn = itemsOf(RestsOn);
  for (auto [Each, Item] : llvm::zip(Needed, F.RestsOn))
    if (auto Block = Facts.assumptions().guessed(Each); Block[0] && !IsKnown)
      Item.Subject = textOf(Block);
  llvm::append_range(F.RestsOn, Own);
}

void FindingEvidence::count(const Finding &F) const {
  for (const EvidenceItem &Item : F.RestsOn)
    if (auto Row = assumptionNamed(Item.Id))
      Facts.assumptions().note(*Row);
}

} // namespace warplint
