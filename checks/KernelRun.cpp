//===--- KernelRun.cpp - Runs the checks over one kernel ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/KernelRun.h"
#include "Analysis/Detectors/NamedBarriers/NamedBarrierFaults.h"
#include "Analysis/Detectors/NonAtomicUpdates/Updates.h"
#include "Analysis/Detectors/PipelineProtocols/StageFaults.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/EvidenceMessages.h"
#include "checks/Check.h"

namespace warplint {

bool lacksPrecision(llvm::ArrayRef<Limits::Count> Counts) {
  return llvm::any_of(Counts, [](const Limits::Count &Each) {
    return isOfPrecision(Each.first);
  });
}

KernelEffort checkRoot(const clang::FunctionDecl &Root, CheckPart Part,
                       DeviceCode &Code, llvm::ArrayRef<Check *> Checks,
                       const AnalysisOptions &Options, const BeginPart &Begin,
                       FindingList &Found) {
  KernelEffort Effort;
  Effort.Name = Part.Kernel;
  Found.beginKernel(Effort.Name, chosenInstance(Root));
  auto Facts = KernelFacts::analyse(Root, Code, Options);
  Effort.Spent.add("evaluation");
  if (!Facts) {
    Effort.Cuts.push_back({"checks", unsigned(Checks.size())});
    return Effort;
  }
  size_t Done = 0;
  while (Facts->isSettled() && Done < Checks.size() && Facts->work().left()) {
    Part.Check = Checks[Done]->info().Id.str();
    if (Begin(Part))
      Checks[Done]->checkKernel(*Facts, Found);
    Effort.Spent.add(Checks[Done++]->info().Id);
  }
  if (!Facts->work().left())
    Facts->limits().cut(BudgetId::Work);
  if (Done < Checks.size())
    Facts->limits().tell("checks", Checks.size() - Done);
  Effort.Cuts = Facts->limits().cuts().vec();
  Effort.CutBy = Facts->limits().counts();
  Effort.NotTaken = Facts->refused().vec();
  Effort.Nodes = Facts->cfg().nodes().size();
  Effort.Work = Facts->work().spent();
  Effort.RestsOn = Facts->assumptions().counts();
  if (const auto *OfKernel = Facts->computed<races::Races>())
    Effort.Races = OfKernel->effort();
  if (const auto *OfKernel = Facts->computed<updates::Updates>())
    for (unsigned Kind = 0; Kind < NumAssumptions; ++Kind)
      Effort.Races.Assumed[Kind] += OfKernel->assumed()[Kind];
  if (const auto *Numbered =
          Facts->computed<namedbarriers::NamedBarrierFaults>();
      Numbered && Numbered->isUnknown())
    Effort.NotFollowed.push_back("named barriers");
  if (const auto *Stages = Facts->computed<pipelines::StageFaults>();
      Stages && Stages->isUnknown())
    Effort.NotFollowed.push_back("stages");
  if (const auto *OfKernel = Facts->computed<scenarios::SilentInGuesses>())
    Effort.SilentInGuesses = OfKernel->counts().vec();
  return Effort;
}

unsigned keepWhatStands(const clang::FunctionDecl &Root, const CheckPart &Part,
                        DeviceCode &Code, llvm::ArrayRef<Check *> Checks,
                        const AnalysisOptions &Options, const BeginPart &Begin,
                        FindingList &Found) {
  std::vector<Check *> Finders;
  for (Check *C : Checks)
    if (llvm::any_of(Found.findings(),
                     [&](const Finding &F) { return F.Check == C->info().Id; }))
      Finders.push_back(C);
  AnalysisOptions Larger = Options;
  Larger.Budget = Options.Budget.withMorePrecision();
  FindingList Again;
  checkRoot(Root, Part, Code, Finders, Larger, Begin, Again);
  // Of one race, more precision may show the other access.
  size_t Before = Found.findings().size(), After = Again.findings().size();
  Found = std::move(Again);
  return Before > After ? Before - After : 0;
}

} // namespace warplint
