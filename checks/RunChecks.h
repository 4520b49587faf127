//===--- RunChecks.h - Runs the checks over one unit ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CHECKS_RUNCHECKS_H
#define WARPLINT_CHECKS_RUNCHECKS_H

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Detectors/Races/Races.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/Launches/HostResults.h"
#include "Analysis/Launches/LaunchLimits.h"
#include "CudaModel/SyncApi.h"
#include "Finding/Finding.h"
#include "Finding/Verdict.h"
#include "Matchers/RuleDefinition.h"
#include "checks/TimeSpent.h"
#include <functional>
#include <string>
#include <vector>

namespace clang {
class ASTContext;
} // namespace clang

namespace warplint {

/// What one root cost.
struct KernelEffort {
  std::string Name; ///< Qualified, as the user writes it.
  size_t Nodes = 0; ///< Of control flow, calls inlined.
  /// Evaluating it, then each check with the facts that it asks for first.
  TimeSpent Spent;
  uint64_t Work = 0; ///< Of Budgets::Work.
  /// How many answers rest on each assumption, in the order of their rows.
  AssumptionUses::Counts RestsOn = {};
  races::RaceEffort Races;
  std::vector<Limits::Cut> Cuts;    ///< What budgets left out.
  std::vector<Limits::Count> CutBy; ///< Which, and how often.
  std::vector<launches::Unlaunchable>
      NotTaken; ///< Of what is said of launches.
  /// What questions that nothing answers are about; see Limits::leaveOpen.
  std::vector<std::string> NotFollowed;
  /// What nothing is said of although only guesses were tried; see
  /// SilentInGuesses.
  std::vector<Limits::Cut> SilentInGuesses;
};

/// What it took to follow the host code of a unit, and what limits left out.
struct HostFollowing {
  HostFollowing() = default;
  explicit HostFollowing(const host::HostEffort &Of) : Steps(Of.Steps) {
    for (const auto &[Function, Times] : Of.LeftOut)
      LeftOut.push_back({Function->getQualifiedNameAsString(), Times});
  }

  uint64_t Steps = 0;
  /// Functions, qualified, and how many paths through them were not followed.
  std::vector<std::pair<std::string, unsigned>> LeftOut;
  /// Which budgets cut something off of what is read of the unit as a whole.
  std::vector<Limits::Count> CutBy;
};

/// What one unit's run found and how much of the unit it saw.
struct UnitReport {
  FindingList Found;
  unsigned Kernels = 0; ///< Roots that there are.
  /// Of those, instances that were left out: see InstanceBudgets.
  unsigned Repeated = 0;
  unsigned Cut = 0; ///< Roots whose analysis a limit cut short.
  /// Pairs of accesses of which it is not known whether they race.
  unsigned Undecided = 0;
  std::vector<KernelEffort> Efforts;   ///< Of the roots that concern a check.
  std::vector<KernelVerdict> Verdicts; ///< Of kernels, if asked for.
  /// What contracts of kernels state and cannot be read, or is false in a
  /// launch, and where.
  std::vector<std::pair<clang::SourceLocation, std::string>> ContractMistakes;
  /// Kernel templates of the main file without an instance, qualified.
  std::vector<std::string> WithoutInstance;
  HostFollowing Host;
  TimeSpent Spent; ///< By all of this.
  /// What the unit launches, as CrossUnitLaunches has it in a file; empty
  /// unless the settings ask for it.
  std::string Launches;

  void add(KernelEffort Effort) {
    Cut += !Effort.Cuts.empty();
    Undecided += Effort.Races.undecided();
    Efforts.push_back(std::move(Effort));
  }
};

/// A part of a run, without which the others can be run.
struct CheckPart {
  unsigned Root = 0;  ///< Which in the order of roots, from 1 on; 0: the unit.
  std::string Kernel; ///< Its name, qualified; empty for the unit.
  std::string Check;  ///< Without prefix; empty for what all checks ask for.
};

/// What a project says of how it wants to be checked.
struct CheckSettings {
  std::vector<ConfiguredWrapper> Wrappers;
  /// Contracts of kernels by name; see verdicts::StatedContracts.
  std::vector<std::pair<std::string, std::string>> Contracts;
  AnalysisOptions Analysis;
  bool Modernize = false;              ///< Keep findings of category modernize.
  Certainty Least = Certainty::Likely; ///< Keep what is at least so certain.
  bool RecordLaunches = false;         ///< Fill in UnitReport::Launches.
  bool Verdicts = false;               ///< Fill in UnitReport::Verdicts.
  bool RedundantBarriers = false;      ///< With KernelVerdict::Redundant.
  /// Rules that the project wrote itself; may be null. Findings refer to them.
  std::shared_ptr<const std::vector<matchers::RuleDefinition>> Rules;
  /// Told each part before it is begun; false leaves it out.
  std::function<bool(const CheckPart &)> Begin = [](const CheckPart &) {
    return true;
  };
};

/// Runs the checks named by \p Ids (without prefix) over the unit in
/// \p Context.
UnitReport runChecks(clang::ASTContext &Context,
                     llvm::ArrayRef<std::string> Ids,
                     const CheckSettings &Settings);

} // namespace warplint

#endif // WARPLINT_CHECKS_RUNCHECKS_H
