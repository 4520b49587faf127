//===--- RunChecks.cpp - Runs the checks over one unit --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/RunChecks.h"
#include "Analysis/KernelFacts/InstanceBudgets.h"
#include "Analysis/Launches/CrossUnitLaunches.h"
#include "Analysis/Program/DeviceCode.h"
#include "Matchers/Rules.h"
#include "checks/Check.h"

namespace warplint {

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
  auto Read = [&](const Budgets &Within) {
    return std::make_unique<DeviceCode>(
        Context, Model, Settings.Analysis.Elsewhere.get(),
        Settings.Analysis.Before,
        Settings.RecordLaunches ? LaunchesFor::OtherUnits
                                : LaunchesFor::ThisUnit,
        Settings.Analysis.NotRead, Within);
  };
  std::unique_ptr<DeviceCode> Ordinary = Read(Settings.Analysis.Budget), Larger;
  DeviceCode &Code = *Ordinary;
  // The code as larger budgets show it.
  auto CodeOfMore = [&]() -> DeviceCode & {
    if (!lacksPrecision(Code.limits().counts()))
      return Code;
    if (!Larger)
      Larger = Read(Settings.Analysis.Budget.withMorePrecision());
    return *Larger;
  };
  Report.Host = HostFollowing(Code.hostEffort());
  Report.Spent.add("program");
  if (Settings.RecordLaunches) {
    Report.Launches = Code.launchesMade().text();
    Report.Spent.add("launches");
  }
  for (auto &C : Enabled)
    if (Settings.Begin({0, "", C->info().Id.str()}))
      C->checkUnit(Code, Report.Found);
  if (!Report.Found.findings().empty() &&
      lacksPrecision(Code.limits().counts())) {
    FindingList Again;
    for (auto &C : Enabled)
      C->checkUnit(CodeOfMore(), Again);
    Report.Host.UnsureFindings = Report.Found.keepThoseIn(Again);
  }
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
      FindingList Found;
      KernelEffort Effort = checkRoot(*Root, Part, Code, Concerned, *Options,
                                      Settings.Begin, Found);
      if (!Found.findings().empty() &&
          (lacksPrecision(Effort.CutBy) ||
           lacksPrecision(Code.limits().counts()))) {
        if (unsigned Unsure =
                keepWhatStands(*Root, Part, CodeOfMore(), Concerned, *Options,
                               Settings.Begin, Found))
          Effort.Cuts.push_back({UnsureFindings.str(), Unsure});
        Effort.Spent.add("larger budgets");
      }
      Report.Found.add(std::move(Found));
      Report.add(std::move(Effort));
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
