//===--- Check.cpp - A rule over facts -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "checks/Check.h"
#include "Analysis/Facts/InstanceBudgets.h"
#include "Analysis/NamedBarriers/NamedBarrierFaults.h"
#include "Analysis/StageProtocols/StageFaults.h"
#include "Analysis/Unit/BuildLaunches.h"
#include "Analysis/Updates/Updates.h"
#include "Explanation/Certainties.h"
#include "llvm/ADT/STLExtras.h"

namespace warplint {

Check::~Check() = default;

bool Check::concerns(const clang::FunctionDecl &Root, DeviceCode &Code) const {
  return Code.traits(Root).Synchronizes;
}

Finding Check::makeFinding(clang::SourceLocation Loc,
                           std::string Message) const {
  Finding F;
  F.Check = Info.Id;
  F.Kind = Info.Kind;
  F.Loc = Loc;
  F.Message = std::move(Message);
  return F;
}

#define CHECK(ID, CLASS, SUMMARY, CATEGORY, GUIDELINE, CWE, SINCE)             \
  std::unique_ptr<Check> make##CLASS(const CheckInfo &Info);
#include "checks/Checks.def"

static constexpr CheckInfo Table[] = {
#define CHECK(ID, CLASS, SUMMARY, CATEGORY, GUIDELINE, CWE, SINCE)             \
  {ID, SUMMARY, Category::CATEGORY, GUIDELINE, CWE, SINCE},
#include "checks/Checks.def"
};

static constexpr std::unique_ptr<Check> (*Makers[])(const CheckInfo &) = {
#define CHECK(ID, CLASS, SUMMARY, CATEGORY, GUIDELINE, CWE, SINCE) make##CLASS,
#include "checks/Checks.def"
};
llvm::ArrayRef<CheckInfo> allChecks() { return Table; }

std::unique_ptr<Check> createCheck(llvm::StringRef Id) {
  for (size_t I = 0; I < std::size(Table); ++I)
    if (Table[I].Id == Id)
      return Makers[I](Table[I]);
  return nullptr;
}

/// Runs \p Checks over \p Root until its work is used up.
static KernelEffort checkRoot(const clang::FunctionDecl &Root, DeviceCode &Code,
                              llvm::ArrayRef<Check *> Checks,
                              const AnalysisOptions &Options,
                              FindingList &Found) {
  KernelEffort Effort;
  Effort.Name = Root.getQualifiedNameAsString();
  Found.beginKernel(Effort.Name, chosenInstance(Root));
  auto Facts = KernelFacts::analyse(Root, Code, Options);
  Effort.Spent.add("evaluation");
  if (!Facts) {
    Effort.Cuts.push_back({"checks", unsigned(Checks.size())});
    return Effort;
  }
  size_t Done = 0;
  while (Facts->isSettled() && Done < Checks.size() && Facts->work().left()) {
    Checks[Done]->checkKernel(*Facts, Found);
    Effort.Spent.add(Checks[Done++]->info().Id);
  }
  if (Done < Checks.size())
    Facts->limits().cut("checks", Checks.size() - Done);
  Effort.Cuts = Facts->limits().cuts().vec();
  Effort.NotTaken = Facts->refused().vec();
  Effort.Nodes = Facts->cfg().nodes().size();
  Effort.Work = Facts->work().spent();
  if (const auto *OfKernel = Facts->computed<Races>())
    Effort.Races = OfKernel->effort();
  if (const auto *OfKernel = Facts->computed<Updates>())
    for (unsigned Kind = 0; Kind < AssumptionKinds; ++Kind)
      Effort.Races.Assumed[Kind] += OfKernel->assumed()[Kind];
  if (const auto *Numbered = Facts->computed<NamedBarrierFaults>();
      Numbered && Numbered->isUnknown())
    Effort.NotFollowed.push_back("named barriers");
  if (const auto *Stages = Facts->computed<StageFaults>();
      Stages && Stages->isUnknown())
    Effort.NotFollowed.push_back("stages");
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
  if (Enabled.empty())
    return Report;
  SyncModel Model(Settings.Wrappers);
  DeviceCode Code(Context, Model, Settings.Analysis.Elsewhere.get(),
                  Settings.Analysis.Before,
                  Settings.RecordLaunches ? LaunchesFor::OtherUnits
                                          : LaunchesFor::ThisUnit);
  Report.Spent.add("program");
  if (Settings.RecordLaunches) {
    Report.Launches = Code.launchesMade().text();
    Report.Spent.add("launches");
  }
  for (auto &C : Enabled)
    C->checkUnit(Code, Report.Found);
  Report.Spent.add("unit");
  InstanceBudgets OfTemplates(Settings.Analysis, Code);
  auto Run = [&](llvm::ArrayRef<const clang::FunctionDecl *> Roots) {
    for (const clang::FunctionDecl *Root : Roots) {
      ++Report.Kernels;
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
      Report.add(checkRoot(*Root, Code, Concerned, *Options, Report.Found));
      OfTemplates.add(*Root, Report.Efforts.back().Work);
    }
  };
  for (const auto *Pattern : Code.withoutInstance())
    Report.WithoutInstance.push_back(Pattern->getQualifiedNameAsString());
  Run(Code.kernels());
  Run(Code.deviceFunctions());
  Report.Spent.add("kernels");
  if (!Settings.Modernize)
    Report.Found.drop(Category::Modernize);
  Report.Found.dropBelow(Settings.Least);
  return Report;
}

} // namespace warplint
