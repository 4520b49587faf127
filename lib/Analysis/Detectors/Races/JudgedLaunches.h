//===--- JudgedLaunches.h - Launches in which pairs are judged --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_JUDGEDLAUNCHES_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_JUDGEDLAUNCHES_H

#include "Analysis/LaunchScenarios/LaunchScenarios.h"

namespace warplint::races {

/// The launches in which the pairs of a kernel are judged. Of a guess with
/// several shapes a pair is silent as soon as one has no race: whoever asks for
/// freedom asks, before the races are computed, that each is judged. A fact of
/// one kernel (KernelFacts::get).
class JudgedLaunches {
public:
  explicit JudgedLaunches(const KernelFacts &) {}

  void judgeEveryShape() const { EveryShape = true; }
  bool isEveryShapeJudged() const { return EveryShape; }
  void set(std::vector<scenarios::Scenario> To) const { All = std::move(To); }
  /// Known once the races are.
  llvm::ArrayRef<scenarios::Scenario> all() const { return All; }

private:
  mutable bool EveryShape = false;
  mutable std::vector<scenarios::Scenario> All;
};

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_JUDGEDLAUNCHES_H
