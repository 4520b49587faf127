//===--- RunChecks.cpp - Runs the checks over one unit --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/RunChecks.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/NamedBarriers/NamedBarrierFaults.h"
#include "Analysis/Detectors/NonAtomicUpdates/Updates.h"
#include "Analysis/Detectors/PipelineProtocols/StageFaults.h"
#include "Analysis/KernelFacts/InstanceBudgets.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Launches/CrossUnitLaunches.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/SyncApi.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Matchers/Rules.h"
#include "checks/Check.h"

namespace warplint {

/// Runs \p Checks over \p Root, which \p Part is about, until its work is used
/// up.
static KernelEffort checkRoot(const clang::FunctionDecl &Root, CheckPart Part,
                              DeviceCode &Code, llvm::ArrayRef<Check *> Checks,
                              const AnalysisOptions &Options,
                              const CheckSettings &Settings,
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
    if (Settings.Begin(Part))
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
    Effort.Races.Assumed.add(OfKernel->assumed());
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

UnitReport runChecks(clang::ASTContext &Context,
                     llvm::ArrayRef<std::string> Ids,
                     const CheckSettings &Settings) {
  UnitReport Report;
  std::vector<std::unique_ptr<Check>> Enabled;
  for (const std::string &Id : Ids)
    if (auto C = createCheck(Id))
      Enabled.push_back(std::move(C));
  bool HasRules = Settings.Rules && !Settings.Rules->empty();
  if (Enabled.empty() && !HasRules)
    return Report;
  if (!Settings.Begin({}))
    return Report;
  SyncModel Model(Settings.Wrappers);
  DeviceCode Code(Context, Model, Settings.Analysis.Elsewhere.get(),
                  Settings.Analysis.Before,
                  Settings.RecordLaunches ? LaunchesFor::OtherUnits
                                          : LaunchesFor::ThisUnit,
                  Settings.Analysis.NotRead, &Settings.Analysis.Budget);
  Report.Host = HostFollowing(Code.hostEffort());
  Report.Spent.add("program");
  if (Settings.RecordLaunches) {
    Report.Launches = Code.launchesMade().text();
    Report.Spent.add("launches");
  }
  for (auto &C : Enabled)
    if (Settings.Begin({0, "", C->info().Id.str()}))
      C->checkUnit(Code, Report.Found);
  Report.Found.dropIf([&](const Finding &F) {
    return !mayReport(F, Settings.Analysis.Assumptions);
  });
  Report.Spent.add("unit");
  if (HasRules && Settings.Begin({0, "", (RulePrefix + "*").str()})) {
    matchers::runRules(*Settings.Rules, Code, Settings.Analysis, Report.Found);
    Report.Spent.add("own rules");
  }
  InstanceBudgets OfTemplates(Settings.Analysis, Code);
  auto Run = [&](llvm::ArrayRef<const clang::FunctionDecl *> Roots) {
    for (const clang::FunctionDecl *Root : Roots) {
      ++Report.Kernels;
      CheckPart Part{Report.Kernels, Root->getQualifiedNameAsString(), ""};
      if (!Settings.Begin(Part))
        continue;
      std::vector<Check *> Concerned;
      for (auto &C : Enabled)
        if (C->concerns(*Root, Code))
          Concerned.push_back(C.get());
      if (Concerned.empty())
        continue;
      const AnalysisOptions *Options = OfTemplates.optionsFor(*Root);
      Report.Repeated += !Options;
      if (!Options)
        continue;
      Report.add(checkRoot(*Root, Part, Code, Concerned, *Options, Settings,
                           Report.Found));
      OfTemplates.add(*Root, Report.Efforts.back().Work);
    }
  };
  for (const auto *Pattern : Code.withoutInstance())
    Report.WithoutInstance.push_back(Pattern->getQualifiedNameAsString());
  Run(Code.kernels());
  Run(Code.deviceFunctions());
  Report.Host.CutBy = Code.limits().counts();
  Report.Spent.add("kernels");
  if (!Settings.Modernize)
    Report.Found.drop(Category::Modernize);
  Report.Found.dropBelow(Settings.Least);
  return Report;
}

} // namespace warplint
