//===--- KernelFacts.h - All facts of one kernel -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bundle that checks read. Facts of a kernel are computed once and shared
// by all checks; they live as long as the bundle.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_H
#define WARPLINT_ANALYSIS_KERNELFACTS_H

#include "Analysis/Convergence.h"
#include "Analysis/DeviceCode.h"
#include "Analysis/Evaluation.h"
#include "Analysis/FlowView.h"
#include "Analysis/Program.h"
#include "Analysis/Uniformity.h"
#include <memory>

namespace warplint {

class Handshakes;
struct RaceEffort;
struct RaceList;

struct AnalysisOptions {
  OpeningLimits Opening;
  /// Extents given by the user for kernels whose launch is elsewhere; a known
  /// axis wins over what the unit shows.
  LaunchExtents Launch;
  /// Keep what the solver was asked about each race (Race::Query).
  bool KeepQueries = false;
};

class KernelFacts {
public:
  ~KernelFacts();
  /// Analyses \p Root, a kernel or a device function that nothing in the unit
  /// calls. Null if clang cannot build its CFG.
  static std::unique_ptr<KernelFacts> analyse(const clang::FunctionDecl &Root,
                                              DeviceCode &Code,
                                              const AnalysisOptions &Options);

  const clang::FunctionDecl &root() const { return Flow->root(); }
  clang::ASTContext &context() const { return Code.context(); }
  DeviceCode &code() const { return Code; }
  const Program &program() const { return *Flow; }
  const Evaluation &values() const { return *Values; }
  const Uniformity &uniformity() const { return *Agreement; }
  const Convergence &convergence() const { return *Together; }
  const FlowView &paths() const { return *Paths; }
  /// Computed when first asked for: most kernels have none.
  const Handshakes &handshakes() const;
  const TermArena &terms() const { return *Arena; }
  /// The user gave the extents of a launch that the unit does not show.
  bool launchIsGiven() const { return LaunchIsGiven; }
  bool keepsQueries() const { return KeepQueries; }
  /// Computed when first asked for.
  const RaceList &races() const;
  /// What finding the races cost; null if nobody asked for races.
  const RaceEffort *raceEffort() const;
  /// False if a limit cut the analysis short: what is found is true, but more
  /// may be there.
  bool isComplete() const { return Complete && !Flow->truncated(); }

  /// False if the evaluation was stopped before it came to rest: nothing that
  /// follows from it may be reported.
  bool isSettled() const { return Complete; }


private:
  explicit KernelFacts(DeviceCode &Code);

  DeviceCode &Code;
  std::unique_ptr<TermArena> Arena;
  std::unique_ptr<Program> Flow;
  std::unique_ptr<Evaluation> Values;
  std::unique_ptr<FlowView> Paths;
  std::unique_ptr<Uniformity> Agreement;
  std::unique_ptr<Convergence> Together;
  mutable std::unique_ptr<Handshakes> Meetings;
  mutable std::unique_ptr<RaceList> Races;
  bool Complete = true, LaunchIsGiven = false, KeepQueries = false;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_H
