//===--- KernelVerdicts.cpp - The verdicts about one kernel ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verdicts/KernelVerdicts.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Detectors/NonAtomicUpdates/Updates.h"
#include "Analysis/Detectors/Races/Races.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/Program/DeviceCode.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "CudaModel/ChosenArguments.h"
#include "Diagnostics/Certainties.h"
#include "Verdicts/StatedConditions.h"
#include "Verdicts/Surveys.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace warplint::verdicts {

static std::string nameOfKernel(const FunctionDecl &Kernel) {
  std::string Name;
  llvm::raw_string_ostream OS(Name);
  PrintingPolicy Policy = Kernel.getASTContext().getPrintingPolicy();
  Policy.SuppressDefaultTemplateArgs = true;
  Kernel.getNameForDiagnostic(OS, Policy, /*Qualified=*/true);
  return Name;
}

KernelVerdict notJudged(const FunctionDecl &Kernel, Reason Why,
                        StatedContracts Stated) {
  VerdictBuilder To;
  To.Made.Contract = contractOf(Kernel, Stated);
  To.Made.Kernel = nameOfKernel(Kernel);
  To.Made.At = Kernel.getLocation();
  To.unknownOfAll(Why, Kernel.getLocation());
  return To.take();
}

//===----------------------------------------------------------------------===//
// Findings
//===----------------------------------------------------------------------===//

/// The finding of the unit at \p Loc is about the kernel: it lies in a function
/// that the kernel calls, or in a launch of it.
static bool isAbout(const KernelFacts &Facts, SourceLocation Loc) {
  const SourceManager &SM = Facts.context().getSourceManager();
  Loc = SM.getFileLoc(Loc);
  auto Holds = [&](SourceRange Of) {
    SourceLocation Begin = SM.getFileLoc(Of.getBegin()),
                   End = SM.getFileLoc(Of.getEnd());
    return Begin.isValid() && End.isValid() &&
           SM.getFileID(Begin) == SM.getFileID(Loc) &&
           !SM.isBeforeInTranslationUnit(Loc, Begin) &&
           !SM.isBeforeInTranslationUnit(End, Loc);
  };
  for (const Node &N : Facts.cfg().nodes())
    if (Holds(N.owner().function().getSourceRange()))
      return true;
  for (const launches::KernelLaunch &Each :
       Facts.code().launchesOf(Facts.root()))
    if (Each.Site && Holds(Each.Site->getSourceRange()))
      return true;
  return false;
}

/// The finding of the unit lies in a device function of the unit at all.
static bool isInDeviceCode(const KernelFacts &Facts, SourceLocation Loc) {
  const SourceManager &SM = Facts.context().getSourceManager();
  Loc = SM.getFileLoc(Loc);
  for (const FunctionDecl *Kernel : Facts.code().kernels()) {
    SourceRange Of = Kernel->getSourceRange();
    if (!SM.isBeforeInTranslationUnit(Loc, SM.getFileLoc(Of.getBegin())) &&
        !SM.isBeforeInTranslationUnit(SM.getFileLoc(Of.getEnd()), Loc))
      return true;
  }
  return false;
}

/// An update in one memory says nothing of the other.
static bool isOfSpace(const KernelFacts &Facts, const Finding &F, Property P) {
  if (F.Check != "non-atomic-update")
    return true;
  bool Shared = false, Global = false;
  auto Add = [&](MemorySpace Space) {
    (Space == MemorySpace::Shared ? Shared : Global) = true;
  };
  for (const updates::LostUpdate &Each : Facts.get<updates::Updates>().lost())
    Add(Each.Of.Space);
  if (!Shared && !Global)
    return true;
  return P == Property::SharedRaceFree ? Shared : Global;
}

static void addFindings(const KernelFacts &Facts, const CheckedKernel &By,
                        VerdictBuilder &To) {
  // A guess that comes out the other way is an assumption (RaceSurvey).
  for (const Finding &F : By.Found)
    for (Property P : propertiesOf(F.Check))
      if (F.Sure != Certainty::Possible && isOfSpace(Facts, F, P))
        To.violate(P, F);
  for (const Finding &F : By.OfUnit) {
    std::vector<Property> Of = propertiesOf(F.Check);
    bool About = !Of.empty() && isAbout(Facts, F.Loc);
    for (Property P : Of)
      if (About)
        To.violate(P, F);
      else if (!isInDeviceCode(Facts, F.Loc))
        To.unknown(P, Reason::FindingElsewhere, F.Loc, nameOfCheck(F.Check));
  }
  for (const std::string &Check : By.LeftOut)
    for (Property P : propertiesOf(Check))
      To.unknown(P, Reason::CheckLeftOut, Facts.root().getLocation(),
                 nameOfCheck(Check));
}

/// Races that no check has shown: they belong to a finding of another.
static void addRaces(const KernelFacts &Facts, VerdictBuilder &To) {
  for (const races::Race &R : Facts.get<races::Races>().found()) {
    Property P =
        races::kindOf(R) == races::RaceKind::Shared   ? Property::SharedRaceFree
        : races::kindOf(R) == races::RaceKind::Global ? Property::GlobalRaceFree
                                                      : Property::WarpRaceFree;
    if (To.isKnown(P))
      To.unknown(P, Reason::CopyBesideCopy, placeOf(Facts, *R.First.Access));
  }
}

//===----------------------------------------------------------------------===//
// What is counted for a kernel as a whole
//===----------------------------------------------------------------------===//

/// By BudgetId: what is known less exactly beyond it may make an alarm, and
/// hides none.
static constexpr bool IsOfPrecision[] = {
#define BUDGET(...) false,
#define PRECISION_BUDGET(...) true,
#define FIXED_BUDGET(...) false,
#include "Analysis/Budgets/Budgets.def"
};

/// What \p Id cut off is not known, by a reason of its own where it is about
/// pairs of accesses: those that stay undecided are counted by their kind.
static void addCut(BudgetId Id, SourceLocation At, VerdictBuilder &To) {
  switch (Id) {
  // Shown to readers only, or replayed for them.
  case BudgetId::ReplaySteps:
  case BudgetId::TimelineIntervals:
  case BudgetId::TimelineSteps:
  // Pairs that stay undecided for it are counted.
  case BudgetId::RacePairs:
  case BudgetId::RaceQueries:
  case BudgetId::SolverStepsOfQuery:
  case BudgetId::SolverSteps:
  case BudgetId::SearchSteps:
  case BudgetId::EnumerationSteps:
  case BudgetId::SameReads:
  // Beyond them two values are not known to be equal.
  case BudgetId::CommonDepth:
  case BudgetId::JoinDepth:
    return;
  case BudgetId::ScenarioLaunches:
  case BudgetId::FootprintSteps:
    To.unknown(VerdictBuilder::Races, Reason::BudgetCut, At, nameOf(Id));
    return To.unknown(Property::Initialized, Reason::BudgetCut, At, nameOf(Id));
  case BudgetId::ExitedThreadStepsOfThread:
  case BudgetId::ExitedThreadSteps:
  case BudgetId::ExitedThreadWaits:
  case BudgetId::LaneTries:
    return To.unknown(Property::Convergence, Reason::BudgetCut, At, nameOf(Id));
  case BudgetId::SignalSteps:
  case BudgetId::SignalTests:
  case BudgetId::OrderSteps:
  case BudgetId::RereadSteps:
    return To.unknown(Property::Ordered, Reason::BudgetCut, At, nameOf(Id));
  case BudgetId::StorageStepsOfWalk:
  case BudgetId::StorageSteps:
    return To.unknown(Property::SharedRaceFree, Reason::BudgetCut, At,
                      nameOf(Id));
  default:
    break;
  }
  if (!IsOfPrecision[unsigned(Id)])
    To.unknownOfAll(Reason::BudgetCut, At, nameOf(Id));
}

bool isBasis(Assumption A) {
  return A == Assumption::InBounds ||
         (infoOf(A).Does == AssumptionEffect::Basis &&
          A != Assumption::UnusedAxis && A != Assumption::ExampleBlock &&
          A != Assumption::ExampleLanes && A != Assumption::AtomicFences &&
          A != Assumption::CallsSucceed);
}

static void addCounts(const KernelFacts &Facts, const KernelUses &Uses,
                      VerdictBuilder &To) {
  for (auto [Id, Times] : Facts.limits().counts())
    addCut(Id, Facts.root().getLocation(), To);
  const AssumptionUses::Counts &Counts = Facts.assumptions().counts();
  for (unsigned I = 0; I < NumAssumptions; ++I) {
    auto That = Assumption(I);
    if (isBasis(That)) {
      if (Counts[I] || infoOf(That).Test.empty())
        To.Made.Basis.push_back(nameOf(That).str());
      continue;
    }
    // What a guess rests on is no matter where a launch is known.
    bool IsOfGuess =
        That == Assumption::OneWarp || That == Assumption::UnusedAxis;
    if (!Counts[I] || (IsOfGuess && !scenarios::areGuessed(
                                        Facts.get<races::Races>().launches())))
      continue;
    if (infoOf(That).Checks == "all")
      for (unsigned Each = 0; Each < Properties; ++Each)
        if (Uses.concerns(Property(Each)))
          To.assume(Property(Each), That);
    llvm::SmallVector<llvm::StringRef, 4> Checks;
    infoOf(That).Checks.split(Checks, ',');
    for (llvm::StringRef Check : Checks)
      for (Property P : propertiesOf(Check))
        if (Uses.concerns(P))
          To.assume(P, That);
  }
}

/// What stays open and leaves no reason elsewhere leaves one here.
static void addOpenQuestions(const KernelFacts &Facts, VerdictBuilder &To) {
  for (unsigned I = 0; I < Properties; ++I)
    if (!To.isKnown(Property(I)))
      return;
  for (const Limits::Cut &Open : Facts.limits().open())
    To.unknownOfAll(Reason::OpenQuestion, Facts.root().getLocation(),
                    Open.Construct);
}

static std::string threadsText(const LaunchExtents &Of) {
  if (!Of.blockSize())
    return "";
  std::string Text = " with " + std::to_string(Of.Block[0]);
  if (Of.Block[1] > 1 || Of.Block[2] > 1)
    Text += "x" + std::to_string(Of.Block[1]);
  if (Of.Block[2] > 1)
    Text += "x" + std::to_string(Of.Block[2]);
  return Text + " threads";
}

static void addLaunches(const KernelFacts &Facts, VerdictBuilder &To) {
  for (const launches::KernelLaunch &Each :
       Facts.code().launchesOf(Facts.root())) {
    SourceLocation At = Each.Site ? Each.Site->getBeginLoc() : SourceLocation();
    std::string Text = threadsText(Each.Extents.orElse(Facts.terms().launch()));
    if (At.isInvalid())
      Text = (Each.Caller.empty() ? Each.Place : Each.Caller) + Text;
    if (llvm::none_of(To.Made.Launches, [&](const auto &Known) {
          return Known.At == At && Known.Text == Text;
        }))
      To.Made.Launches.push_back({At, std::move(Text)});
  }
}

/// What the contract states of arguments and a launch shows to be false.
static void addFalseConditions(const KernelFacts &Facts, VerdictBuilder &To) {
  for (const FalseCondition &Each : falseConditions(Facts))
    To.unknownOfAll(Reason::FalseCondition,
                    Each.At.isValid() ? Each.At : Facts.root().getLocation(),
                    Each.Text);
}

KernelVerdict judge(const KernelFacts &Facts, const CheckedKernel &By) {
  if (!Facts.isSettled() || !By.IsWhole)
    return notJudged(Facts.root(), Reason::NotAnalysed, By.Stated);
  VerdictBuilder To;
  To.Made.Contract = contractOf(Facts.root(), By.Stated);
  To.Made.Kernel = nameOfKernel(Facts.root());
  To.Made.At = Facts.root().getLocation();
  if (hasChosenArguments(Facts.root()))
    To.unknownOfAll(Reason::ChosenArguments, Facts.root().getLocation());
  KernelUses Uses;
  surveyCode(Facts, Uses, To);
  surveyAccesses(Facts, Uses, To);
  surveySynchronization(Facts, Uses, To);
  addFalseConditions(Facts, To);
  addFindings(Facts, By, To);
  addRaces(Facts, To);
  surveyRaces(Facts, Uses, To);
  addCounts(Facts, Uses, To);
  surveyInitialization(Facts, To);
  surveyValues(Facts, To);
  surveyConditions(Facts, To);
  addOpenQuestions(Facts, To);
  addLaunches(Facts, To);
  KernelVerdict Verdict = To.take();
  if (By.WantsRedundantBarriers)
    findRedundantBarriers(Facts, Uses, Verdict);
  return Verdict;
}

} // namespace warplint::verdicts
