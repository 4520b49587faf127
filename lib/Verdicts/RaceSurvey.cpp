//===--- RaceSurvey.cpp - What keeps pairs of accesses silent -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Detectors/NonAtomicUpdates/Updates.h"
#include "Analysis/Detectors/Races/Races.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/LaunchScenarios/AssumedSizes.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/Participation/PeerOperations.h"
#include "Analysis/Program/DeviceCode.h"
#include "Analysis/SymbolicExecution/HostArguments.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/TwoThreads/QuerySymbols.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Diagnostics/EvidenceMessages.h"
#include "Verdicts/Surveys.h"

using namespace clang;

namespace warplint::verdicts {

/// In the order of twothreads::Undecided.
static constexpr Reason Reasons[twothreads::UndecidedKinds] = {
    Reason::WorkLimit,   Reason::PairLimit,      Reason::QueryLimit,
    Reason::SolverSteps, Reason::UnboundedValue, Reason::UnknownGroup,
    Reason::CutOff,      Reason::PeersTalk,      Reason::NoLaunch};

static Property propertyOf(races::RaceKind Kind) {
  switch (Kind) {
  case races::RaceKind::Shared:
    return Property::SharedRaceFree;
  case races::RaceKind::Global:
    return Property::GlobalRaceFree;
  case races::RaceKind::Lanes:
    return Property::WarpRaceFree;
  }
  llvm_unreachable("no such kind");
}

/// Of which the whole report speaks once.
static bool isShared(Assumption A) { return A == Assumption::InBounds; }

static SourceLocation placeOf(const Term *Subject) {
  if (const auto *Declared = dyn_cast_or_null<DeclaredTerm>(Subject))
    return Declared->decl()->getLocation();
  if (const auto *Made = dyn_cast_or_null<SiteTerm>(Subject))
    return Made->site() ? Made->site()->getBeginLoc() : SourceLocation();
  return {};
}

static void addEvidence(Property Of, const Evidence &RestsOn,
                        VerdictBuilder &To) {
  std::vector<EvidenceItem> Items = itemsOf(RestsOn);
  for (auto [One, Item] : llvm::zip(RestsOn.assumed(), Items))
    if (!isShared(One.Id))
      To.assume(Of, One.Id, Item.Subject, placeOf(One.Subject));
}

namespace {

/// The sizes that stand for parameters in the questions about accesses.
class SizeSurvey {
public:
  SizeSurvey(const KernelFacts &Facts, VerdictBuilder &To)
      : Facts(Facts), To(To),
        Roles(scenarios::parameterUses(Facts, Facts.launchIsGiven())) {}

  void run() {
    for (const scenarios::Scenario &Launch :
         Facts.get<races::Races>().launches())
      for (const Node *N : Facts.cfg().order()) {
        if (!N->Reached)
          continue;
        lookAtBranch(*N, Launch);
        for (const Event &E : N->Events)
          if (E.K == Event::Kind::Access)
            look(E, Launch);
      }
  }

private:
  std::optional<Assumption> roleOf(const Term *P,
                                   const scenarios::Scenario &Launch);
  void look(const Event &E, const scenarios::Scenario &Launch);
  void lookAtBranch(const Node &N, const scenarios::Scenario &Launch);
  twothreads::QuerySymbols &symbols(const scenarios::Scenario &Launch) {
    auto &Known = Symbols[&Launch];
    if (!Known)
      Known = std::make_unique<twothreads::QuerySymbols>(
          Facts, Launch.Shapes.front(), Scope::Grid, Roles, Launch.Said,
          /*AnyBound=*/false);
    return *Known;
  }

  const KernelFacts &Facts;
  VerdictBuilder &To;
  const scenarios::ParameterUses Roles;
  /// Looked up, never iterated.
  std::map<const scenarios::Scenario *,
           std::unique_ptr<twothreads::QuerySymbols>>
      Symbols;
};

} // namespace

/// The row that \p P rests on in \p Launch; nothing if a witness chooses it, or
/// the host says it.
std::optional<Assumption>
SizeSurvey::roleOf(const Term *P, const scenarios::Scenario &Launch) {
  twothreads::QuerySymbols &Of = symbols(Launch);
  if (Of.isKnownFromHost(P))
    return std::nullopt;
  scenarios::AssumedSizes::Size Size = Of.sizes().of(P);
  // Of a free size only its sign is assumed.
  if (Size.Standing == scenarios::AssumedSizes::Stands::ForItself)
    return Size.Least > 0 ? std::optional(Assumption::Bound) : std::nullopt;
  return Size.Role;
}

/// The branches that choose which value \p Join has for an access at \p At. How
/// often a loop around it runs chooses none.
static llvm::SmallVector<const Node *, 4>
choosersOf(const PhiTerm &Join, const Node &At, const KernelFacts &Facts) {
  llvm::SmallVector<const Node *, 4> Found;
  const Loop *Around = Facts.loops().headedBy(*Join.node());
  for (const Node *Branch : Facts.uniformity().choosers(&Join))
    if (!Around || !Around->contains(At) ||
        Facts.loops().leftBy(*Branch, *Join.node()) != Around)
      Found.push_back(Branch);
  return Found;
}

/// The parameters that choose between values that \p Parts, of an access at
/// \p At, are made of.
static llvm::SetVector<const Term *>
choosing(llvm::ArrayRef<const Term *> Parts, const Node &At,
         const KernelFacts &Facts) {
  Worklist<Term> Tests;
  auto AddTests = [&](const Term &Part) {
    if (const auto *Join = dyn_cast<PhiTerm>(&Part))
      for (const Node *Branch : choosersOf(*Join, At, Facts))
        if (Branch->Branch)
          Tests.add(Branch->Branch);
    if (isa<SelectTerm>(Part))
      Tests.add(Part.operands()[0]);
  };
  walkTerms(Parts, Facts.values(), [&](const Term &Part) {
    AddTests(Part);
    return Walk::Enter;
  });
  llvm::SetVector<const Term *> Found;
  while (const Term *Test = Tests.next())
    walkTerms(Test, Facts.values(), [&](const Term &Part) {
      AddTests(Part);
      if (isIntegerParameter(&Part))
        Found.insert(&Part);
      return Walk::Enter;
    });
  return Found;
}

/// A bound that no address is made of only lets fewer threads come than were
/// looked at, unless it keeps all away from an access (lookAtBranch) or chooses
/// what decides.
void SizeSurvey::look(const Event &E, const scenarios::Scenario &Launch) {
  auto Space = memorySpaceOf(E.Address, Facts.values());
  if (Space &&
      (*Space == MemorySpace::Constant || *Space == MemorySpace::Local))
    return;
  races::RaceKind Kind = Space == MemorySpace::Shared ? races::RaceKind::Shared
                                                      : races::RaceKind::Global;
  llvm::SmallVector<const Term *, 8> Deciding{E.Address};
  for (const Node *Branch : Facts.paths().allControls(*E.At))
    if (Branch->Branch)
      Deciding.push_back(Branch->Branch);
  const auto &Silent = Facts.get<races::Races>().effort().Silent;
  if (E.Value && (Silent[unsigned(Kind)].ByValue ||
                  Silent[unsigned(races::RaceKind::Lanes)].ByValue))
    Deciding.push_back(E.Value);
  auto Choosing = choosing(Deciding, *E.At, Facts);
  auto All = scenarios::parametersBehind(E.Address, *E.At, Facts);
  All.insert(Choosing.begin(), Choosing.end());
  for (const Term *P : All) {
    auto Role = roleOf(P, Launch);
    bool InAddress = anyPartOf(E.Address, Facts.values(),
                               [&](const Term &Part) { return &Part == P; });
    if (Role &&
        (*Role != Assumption::Bound || InAddress || Choosing.contains(P)))
      for (Property Each : {propertyOf(Kind), Property::WarpRaceFree})
        To.assume(Each, *Role, nameOfArgument(P), placeOf(P));
  }
}

/// Where pairs are silent because no thread comes, as a loop that has an
/// iteration is not passed by, any size in a branch may be why.
void SizeSurvey::lookAtBranch(const Node &N,
                              const scenarios::Scenario &Launch) {
  if (!N.Branch)
    return;
  const auto &Silent = Facts.get<races::Races>().effort().Silent;
  llvm::SmallVector<const Term *, 2> Parameters;
  walkTerms({N.Branch}, Facts.values(), [&](const Term &Part) {
    if (isIntegerParameter(&Part))
      Parameters.push_back(&Part);
    return Walk::Enter;
  });
  for (const Term *P : Parameters)
    if (auto Role = roleOf(P, Launch))
      for (unsigned I = 0; I < races::RaceKinds; ++I)
        if (Silent[I].IsUnreached)
          To.assume(propertyOf(races::RaceKind(I)), *Role, nameOfArgument(P),
                    placeOf(P));
}

/// The extents along some axis are chosen where no launch says them.
static bool isGridChosen(const KernelFacts &Facts) {
  LaunchExtents Common = Facts.terms().launch();
  if (Common.gridSize())
    return false;
  llvm::ArrayRef<launches::KernelLaunch> All =
      Facts.code().launchesOf(Facts.root());
  return All.empty() ||
         llvm::any_of(All, [&](const launches::KernelLaunch &Each) {
           return !Each.Extents.orElse(Common).gridSize();
         });
}

/// Each access was compared with others, or another survey says why not.
static void addNotCompared(const KernelFacts &Facts, VerdictBuilder &To) {
  const auto &Races = Facts.get<races::Races>();
  for (const Event &E : Facts.cfg().events()) {
    if (!E.At->Reached || !E.isAccess() || !E.Bytes || Races.compares(E) ||
        participation::peerPlaceOf(E.Address, Facts))
      continue;
    auto Space = memorySpaceOf(E.Address, Facts.values());
    if (Space && *Space != MemorySpace::Constant &&
        *Space != MemorySpace::Local)
      To.unknown(VerdictBuilder::Races, Reason::NotCompared, placeOf(Facts, E));
  }
}

void surveyRaces(const KernelFacts &Facts, const KernelUses &Uses,
                 VerdictBuilder &To) {
  const auto &Races = Facts.get<races::Races>();
  llvm::ArrayRef<scenarios::Scenario> Launches =
      Facts.get<races::Races>().launches();
  SourceLocation Here = Facts.root().getLocation();
  for (unsigned I = 0; I < races::RaceKinds; ++I) {
    Property Of = propertyOf(races::RaceKind(I));
    if (!Uses.concerns(Of))
      continue;
    const races::SilentPairs &Silent = Races.effort().Silent[I];
    addEvidence(Of, Silent.RestsOn, To);
    for (unsigned Why = 0; Why < twothreads::UndecidedKinds; ++Why)
      if (Silent.Undecided[Why])
        To.unknown(Of, Reasons[Why], Here);
    if (Silent.IsReportedOfOthers)
      To.unknown(Of, Reason::SameStatements, Here);
    if (Silent.InSomeShapes)
      To.unknown(Of, Reason::SomeShapes, Here);
    bool IsGuessed = Silent.IsGuessed || scenarios::areGuessed(Launches);
    if (IsGuessed)
      To.assume(Of, Assumption::Launch, "block");
    if (Of == Property::GlobalRaceFree && isGridChosen(Facts))
      To.assume(Of, Assumption::Launch, "grid");
  }
  addNotCompared(Facts, To);
  SizeSurvey(Facts, To).run();
  const auto &Assumed = Facts.get<updates::Updates>().assumed();
  for (auto [Id, Answers] : llvm::enumerate(Assumed.all()))
    if (Answers)
      for (Property Of : {Property::SharedRaceFree, Property::GlobalRaceFree})
        if (Uses.concerns(Of))
          To.assume(Of, Assumption(Id));
  for (const scenarios::Scenario &Launch : Launches)
    if (!Launch.BlockIsKnown)
      for (const auto &Block : Launch.blocks())
        To.Made.Guessed.push_back(std::to_string(Block[0]) + "x" +
                                  std::to_string(Block[1]) + "x" +
                                  std::to_string(Block[2]));
}

} // namespace warplint::verdicts
