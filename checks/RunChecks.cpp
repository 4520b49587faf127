//===--- RunChecks.cpp - Runs the checks over one unit --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/RunChecks.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/KernelFacts/InstanceBudgets.h"
#include "Analysis/Launches/CrossUnitLaunches.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/SyncApi.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Matchers/Rules.h"
#include "Verdicts/KernelVerdicts.h"
#include "Verdicts/StatedConditions.h"
#include "checks/Check.h"
#include "checks/KernelRun.h"
#include "clang/AST/Attr.h"

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
  DeviceCode Code(Context, Model, Settings.Analysis.Elsewhere.get(),
                  Settings.Analysis.Before,
                  Settings.RecordLaunches ? LaunchesFor::OtherUnits
                                          : LaunchesFor::ThisUnit,
                  Settings.Analysis.NotRead, &Settings.Analysis.Budget);
  Code.assume(Settings.Analysis.Assumptions);
  Report.ContractMistakes =
      verdicts::addConditions(Code.kernels(), Settings.Contracts);
  llvm::append_range(Report.ContractMistakes,
                     verdicts::unattachedContracts(Context, Code.kernels()));
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
  const std::vector<Finding> OfUnit = Settings.Verdicts
                                          ? Report.Found.findings().vec()
                                          : std::vector<Finding>();
  Report.Spent.add("unit");
  if (HasRules && Settings.Begin({0, "", (RulePrefix + "*").str()})) {
    matchers::runRules(*Settings.Rules, Code, Settings.Analysis, Report.Found);
    Report.Spent.add("own rules");
  }
  InstanceBudgets OfTemplates(Settings.Analysis, Code);
  auto LeaveOut = [&](const clang::FunctionDecl &Root, verdicts::Reason Why) {
    if (Settings.Verdicts && Root.hasAttr<clang::CUDAGlobalAttr>())
      Report.Verdicts.push_back(
          verdicts::notJudged(Root, Why, Settings.Contracts));
  };
  auto Run = [&](llvm::ArrayRef<const clang::FunctionDecl *> Roots) {
    for (const clang::FunctionDecl *Root : Roots) {
      ++Report.Kernels;
      CheckPart Part{Report.Kernels, Root->getQualifiedNameAsString(), ""};
      if (!Settings.Begin(Part)) {
        LeaveOut(*Root, verdicts::Reason::NotAnalysed);
        continue;
      }
      std::vector<Check *> Concerned;
      for (auto &C : Enabled)
        if (C->concerns(*Root, Code))
          Concerned.push_back(C.get());
      if (Concerned.empty())
        continue;
      const AnalysisOptions *Options = OfTemplates.optionsFor(*Root);
      Report.Repeated += !Options;
      if (!Options) {
        LeaveOut(*Root, verdicts::Reason::LikeAnother);
        continue;
      }
      Report.add(checkRoot(*Root, Part, Code, Concerned, *Options, Settings,
                           OfUnit, Report));
      OfTemplates.add(*Root, Report.Efforts.back().Work);
    }
  };
  for (const auto *Pattern : Code.withoutInstance()) {
    Report.WithoutInstance.push_back(Pattern->getQualifiedNameAsString());
    LeaveOut(*Pattern, verdicts::Reason::NoInstance);
  }
  Run(Code.kernels());
  Run(Code.deviceFunctions());
  for (auto &C : Enabled)
    C->endUnit(Report.Found);
  Report.Host.CutBy = Code.limits().counts();
  Report.Spent.add("kernels");
  if (!Settings.Modernize)
    Report.Found.drop(Category::Modernize);
  Report.Found.dropBelow(Settings.Least);
  return Report;
}

} // namespace warplint
