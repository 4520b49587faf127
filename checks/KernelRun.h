//===--- KernelRun.h - Runs the checks over one kernel ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CHECKS_KERNELRUN_H
#define WARPLINT_CHECKS_KERNELRUN_H

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Detectors/Races/Races.h"
#include "Analysis/Launches/LaunchLimits.h"
#include "Assumptions/Assumptions.h"
#include "checks/TimeSpent.h"
#include <functional>
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace warplint {

class Check;
class DeviceCode;
class FindingList;
struct AnalysisOptions;

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
  /// Protocols between threads of which it is not known what they do.
  std::vector<std::string> NotFollowed;
  /// What nothing is said of although only guesses were tried; see
  /// SilentInGuesses.
  std::vector<Limits::Cut> SilentInGuesses;
};

/// A part of a run, without which the others can be run.
struct CheckPart {
  unsigned Root = 0;  ///< Which in the order of roots, from 1 on; 0: the unit.
  std::string Kernel; ///< Its name, qualified; empty for the unit.
  std::string Check;  ///< Without prefix; empty for what all checks ask for.
};

/// Told each part before it is begun; false leaves it out.
using BeginPart = std::function<bool(const CheckPart &)>;

/// Construct of a cut, in the plural: findings that are not reported since the
/// kernel does not show them with larger budgets.
inline constexpr llvm::StringLiteral UnsureFindings =
    "findings that rest on what a budget cut off";

/// Whether one of \p Counts is of a PRECISION_BUDGET.
bool lacksPrecision(llvm::ArrayRef<Limits::Count> Counts);

/// Runs \p Checks over \p Root, which \p Part is about, until its work is used
/// up.
KernelEffort checkRoot(const clang::FunctionDecl &Root, CheckPart Part,
                       DeviceCode &Code, llvm::ArrayRef<Check *> Checks,
                       const AnalysisOptions &Options, const BeginPart &Begin,
                       FindingList &Found);

/// Puts the findings of a run with more precision in the place of \p Found,
/// those of a run with the same arguments. Returns by how many those are fewer.
unsigned keepWhatStands(const clang::FunctionDecl &Root, const CheckPart &Part,
                        DeviceCode &Code, llvm::ArrayRef<Check *> Checks,
                        const AnalysisOptions &Options, const BeginPart &Begin,
                        FindingList &Found);

} // namespace warplint

#endif // WARPLINT_CHECKS_KERNELRUN_H
