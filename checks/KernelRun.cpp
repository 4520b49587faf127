//===--- KernelRun.cpp - Runs checks over one root ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/KernelRun.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/NonAtomicUpdates/Updates.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/ChosenArguments.h"
#include "Diagnostics/Certainties.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Verdicts/KernelVerdicts.h"
#include "Verdicts/StatedConditions.h"
#include "checks/Check.h"
#include "checks/FindingEvidence.h"
#include "clang/AST/Attr.h"

namespace warplint {

/// Adds to \p Report the verdicts about the kernel of \p Facts.
static void addVerdicts(const KernelFacts &Facts, verdicts::CheckedKernel By,
                        llvm::ArrayRef<Finding> OfUnit, UnitReport &Report) {
  if (!Facts.isKernel())
    return;
  By.OfUnit = OfUnit;
  Report.Verdicts.push_back(verdicts::judge(Facts, By));
}

/// Adds the findings \p Own to \p Found, with what they rest on.
static void addFindings(const FindingList &Own, CheckPart Part,
                        const KernelFacts &Facts,
                        llvm::ArrayRef<Check *> Checks,
                        const AnalysisOptions &Options,
                        const CheckSettings &Settings, KernelEffort &Effort,
                        FindingList &Found) {
  FindingEvidence Asked(Facts, Facts.code(), Options);
  Part.Check = "evidence";
  for (Finding F : Own.findings()) {
    auto *By = llvm::find_if(
        Checks, [&](const Check *Each) { return Each->info().Id == F.Check; });
    bool IsNamed = llvm::any_of(F.RestsOn, [](const EvidenceItem &Item) {
      return Item.Id != nameOf(Assumption::ReachedByData);
    });
    if (!IsNamed && By != Checks.end() && Found.wants(F) &&
        Settings.Begin(Part))
      Asked.addTo(F, **By);
    Asked.count(F);
    Found.add(std::move(F));
  }
  if (!Own.findings().empty())
    Effort.Spent.add(Part.Check);
}

KernelEffort checkRoot(const clang::FunctionDecl &Root, CheckPart Part,
                       DeviceCode &Code, llvm::ArrayRef<Check *> Checks,
                       const AnalysisOptions &Options,
                       const CheckSettings &Settings,
                       llvm::ArrayRef<Finding> OfUnit, UnitReport &Report) {
  FindingList &Found = Report.Found;
  KernelEffort Effort;
  Effort.Name = Part.Kernel;
  Found.beginKernel(Effort.Name, instanceNote(Root), hasChosenArguments(Root));
  auto Facts = KernelFacts::analyse(Root, Code, Options);
  Effort.Spent.add("evaluation");
  if (!Facts) {
    if (Settings.Verdicts && Root.hasAttr<clang::CUDAGlobalAttr>())
      Report.Verdicts.push_back(verdicts::notJudged(
          Root, verdicts::Reason::NotAnalysed, Settings.Contracts));
    Effort.Cuts.push_back({"checks", unsigned(Checks.size())});
    return Effort;
  }
  for (const verdicts::FalseCondition &Each : verdicts::falseConditions(*Facts))
    Report.ContractMistakes.push_back(
        {Each.At.isValid() ? Each.At : Root.getLocation(),
         "the contract of '" + Part.Kernel + "' states '" + Each.Text +
             "', which is false in " +
             (Each.At.isValid() ? "this launch" : "a launch of another unit")});
  verdicts::CheckedKernel Checked;
  // Kernels share functions: of two findings at one place the list keeps one.
  FindingList Own;
  size_t Done = 0;
  while (Facts->isSettled() && Done < Checks.size() && Facts->work().left()) {
    Part.Check = Checks[Done]->info().Id.str();
    if (Settings.Begin(Part)) {
      Checks[Done]->checkKernel(*Facts, Own);
    } else {
      Checked.LeftOut.push_back(Part.Check);
    }
    Effort.Spent.add(Checks[Done++]->info().Id);
  }
  if (!Facts->work().left())
    Facts->limits().cut(BudgetId::Work);
  if (Done < Checks.size())
    Facts->limits().tell("checks", Checks.size() - Done);
  Checked.Stated = Settings.Contracts;
  Checked.Found = Own.findings();
  Checked.IsWhole = Done == Checks.size();
  Checked.WantsRedundantBarriers = Settings.RedundantBarriers;
  if (Settings.Verdicts)
    addVerdicts(*Facts, Checked, OfUnit, Report);
  addFindings(Own, Part, *Facts, Checks, Options, Settings, Effort, Found);
  Found.dropIf(
      [&](const Finding &F) { return !mayReport(F, Options.Assumptions); });
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
  for (const Limits::Cut &Open : Facts->limits().open())
    Effort.NotFollowed.push_back(Open.Construct);
  if (const auto *OfKernel = Facts->computed<scenarios::SilentInGuesses>())
    Effort.SilentInGuesses = OfKernel->counts().vec();
  return Effort;
}

} // namespace warplint
