//===--- KernelFacts.cpp - Bundle of one kernel's facts -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Launches/LaunchLimits.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "Analysis/Program/DeviceCode.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"

using namespace clang;

namespace warplint {

KernelFacts::KernelFacts(DeviceCode &Code, const AnalysisOptions &Options)
    : Code(Code), Targets(Code.context().getTargetInfo(), Options.Targets),
      Assumed(std::make_unique<const AssumptionUses>(Options.Assumptions)),
      Within(std::make_unique<const Limits>(Options.Budget)),
      Work(std::make_unique<StepBudget>(Options.Budget.Work +
                                        Options.Budget.forChecks())) {}
KernelFacts::~KernelFacts() = default;

const FunctionDecl &KernelFacts::root() const { return Flow->root(); }

bool KernelFacts::isKernel() const { return root().hasAttr<CUDAGlobalAttr>(); }

ASTContext &KernelFacts::context() const { return Code.context(); }

llvm::ArrayRef<launches::Unlaunchable> KernelFacts::refused() const {
  return Refused;
}

bool KernelFacts::assume(Assumption A) const { return Assumed->assume(A); }

Answer<bool> KernelFacts::assume(const MadeAssumption &That) const {
  return Assumed->isOn(That.Id) ? Answer<bool>(true, Evidence(That)) : false;
}

bool KernelFacts::assume(const MadeAssumption &That, Evidence &Into) const {
  if (!Assumed->isOn(That.Id))
    return false;
  Into.add(That);
  return true;
}

bool KernelFacts::mayReport(const Evidence &Found) const {
  return llvm::all_of(Found.assumed(), [&](const MadeAssumption &One) {
    return Assumed->made().isOn(One.Id);
  });
}

const Budgets &KernelFacts::budgets() const { return Within->budgets(); }

bool KernelFacts::isComplete() const {
  return Settled && !Flow->callsNotInlined();
}

/// What the unit does not show of its launches is taken as given.
static LaunchExtents override(LaunchExtents Shown, const LaunchExtents &Given) {
  Shown = Shown.orElse(Given);
  if (Given.MaxThreads)
    Shown.MaxThreads = Given.MaxThreads;
  if (Shown.MaxThreads == 1)
    Shown.Block = {1, 1, 1};
  return Shown;
}

/// The extents that the user gives for \p Root.
static LaunchExtents givenFor(const FunctionDecl &Root,
                              const AnalysisOptions &Options) {
  std::string Name = Root.getQualifiedNameAsString();
  for (const auto &[Kernel, Extents] : Options.LaunchOf)
    if (Name == Kernel || Root.getNameAsString() == Kernel)
      return override(Extents, Options.Launch);
  return Options.Launch;
}

/// The host calls the kernel, or what launches it, through a pointer.
static bool isByPointer(const launches::KernelLaunch &Launch) {
  const auto *Call = llvm::dyn_cast_or_null<CallExpr>(Launch.Site);
  return (Call && !Call->getDirectCallee()) ||
         llvm::any_of(Launch.Facts, [](const launches::LaunchConstraint &Fact) {
           return Fact.IsByPointer;
         });
}

/// Counts what is known of the launches of \p Root, by what is assumed.
static void countLaunches(const FunctionDecl &Root, const DeviceCode &Code,
                          const AssumptionUses &Assumed) {
  llvm::ArrayRef<launches::KernelLaunch> All = Code.launchesOf(Root);
  Assumed.count(Assumption::AllLaunches, All.size());
  Assumed.count(Assumption::PointerLaunch, llvm::count_if(All, isByPointer));
  for (Assumption Each : {Assumption::SwitchedOff, Assumption::OnlyOverrider,
                          Assumption::CodeVersion})
    if (Code.launchesRestOn(Root) & AssumptionSet::bitOf(Each))
      Assumed.assume(Each, All.size());
  if (Code.assertsExtents(Root))
    Assumed.count(Assumption::AssertedLaunch);
}

std::unique_ptr<KernelFacts>
KernelFacts::analyse(const FunctionDecl &Root, DeviceCode &Code,
                     const AnalysisOptions &Options) {
  std::unique_ptr<KernelFacts> Facts(new KernelFacts(Code, Options));
  Code.assume(Options.Assumptions);
  Facts->Flow = InlinedCFG::build(Root, Code, *Facts->Within);
  if (!Facts->Flow)
    return nullptr;
  LaunchExtents Given = givenFor(Root, Options),
                Launch = override(Code.launchOf(Root), Given);
  Facts->Refused = Code.refusedFor(Root);
  launches::keepLaunchable(Launch, Facts->Refused);
  Facts->Arena = std::make_unique<TermArena>(Launch, *Facts->Work,
                                             *Facts->Within, *Facts->Assumed);
  countLaunches(Root, Code, *Facts->Assumed);
  Facts->KeepQueries = Options.KeepQueries;
  Facts->JudgeEveryShape = Options.JudgeEveryShape;
  Facts->LaunchIsGiven = Given.blockSize() != 0 && Launch.blockSize() != 0 &&
                         Code.launchOf(Root).blockSize() == 0;
  Facts->Values =
      std::make_unique<Evaluation>(*Facts->Flow, Code, *Facts->Arena);
  Facts->Settled = Facts->Values->run();
  if (!Facts->Settled)
    return Facts;
  Facts->Paths = std::make_unique<CfgView>(*Facts->Flow, *Facts->Values);
  Facts->AllLoops = std::make_unique<Loops>(*Facts->Flow, *Facts->Paths);
  Facts->Evolution = std::make_unique<LoopEvolution>(
      *Facts->Flow, *Facts->AllLoops, *Facts->Paths, *Facts->Values,
      *Facts->Arena);
  Facts->Agreement =
      std::make_unique<Uniformity>(*Facts->Flow, *Facts->Values, *Facts->Arena,
                                   Code, *Facts->Paths, *Facts->Evolution);
  Facts->Separated = std::make_unique<LoopBarriers>(
      *Facts->Evolution, Facts->Agreement->entered());
  Facts->Together = std::make_unique<Convergence>(*Facts->Flow, *Facts->Values,
                                                  *Facts->Agreement);
  if (!Facts->Together->isComplete()) {
    Facts->Settled = false;
    Facts->Within->cut(BudgetId::EarlyExits, "paths behind early returns");
  }
  return Facts;
}

} // namespace warplint
