//===--- Provenance.h - On whose word a launch is judged --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHSCENARIOS_PROVENANCE_H
#define WARPLINT_ANALYSIS_LAUNCHSCENARIOS_PROVENANCE_H

#include "Assumptions/ProvenanceKind.h"

namespace warplint::launches {
struct KernelLaunch;
} // namespace warplint::launches

namespace warplint::scenarios {

/// On whose word a kernel is launched with the extents of a scenario.
struct Provenance {
  using Kind = ProvenanceKind;
  Kind K = Kind::Guessed;
  /// If BoundedByCode, EachTried or Guessed: the bound or the rule, in words.
  llvm::StringLiteral Rule = "";
  /// The launch, if it is one of the unit or the build and its block is known.
  const launches::KernelLaunch *Launch = nullptr;

  /// Nothing says that the kernel is launched like that.
  bool isGuess() const { return K == Kind::EachTried || K == Kind::Guessed; }
};

} // namespace warplint::scenarios

#endif // WARPLINT_ANALYSIS_LAUNCHSCENARIOS_PROVENANCE_H
