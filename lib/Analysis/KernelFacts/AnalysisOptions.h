//===--- AnalysisOptions.h - Options of the analysis ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_ANALYSISOPTIONS_H
#define WARPLINT_ANALYSIS_KERNELFACTS_ANALYSISOPTIONS_H

#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Expr/LaunchExtents.h"
#include "Assumptions/Assumptions.h"
#include "Target/GpuTarget.h"
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace clang {
class Decl;
class FunctionDecl;
} // namespace clang

namespace warplint::launches {
class CrossUnitLaunches;
} // namespace warplint::launches

namespace warplint {

/// What the user and the build say to the analysis of each kernel.
struct AnalysisOptions {
  Budgets Budget = Budgets::of(EffortLevel::Normal);
  AssumptionSet Assumptions;
  /// Extents that the user gives for every kernel. They fill the axes that the
  /// unit does not show; a given `MaxThreads` replaces the unit's.
  LaunchExtents Launch;
  /// Extents that the user gives for kernels of one name, with or without its
  /// namespaces. The first entry of that name counts; `Launch` fills the axes
  /// that this entry leaves open.
  std::vector<std::pair<std::string, LaunchExtents>> LaunchOf;
  /// What other units of the build launch; may be null.
  std::shared_ptr<const launches::CrossUnitLaunches> Elsewhere;
  /// The user's declarations that came precompiled; see `userDeclarations`.
  std::optional<std::vector<clang::Decl *>> Before;
  /// The targets of the command if it names several; otherwise clang's counts.
  std::vector<GpuTarget> Targets;
  /// Host functions of the unit whose bodies have errors and were not read.
  std::vector<const clang::FunctionDecl *> NotRead;
  /// Whether each race keeps its query to the solver (Race::Query).
  bool KeepQueries = false;
  /// Whether a pair of accesses is judged in every shape of a guessed launch.
  /// Otherwise it is silent as soon as one shape has no race: enough for who
  /// asks for races, not for who asks for their absence.
  bool JudgeEveryShape = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_ANALYSISOPTIONS_H
