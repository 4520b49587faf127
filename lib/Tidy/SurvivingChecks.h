//===--- SurvivingChecks.h - Checks that outlive a crash --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_SURVIVINGCHECKS_H
#define WARPLINT_TIDY_SURVIVINGCHECKS_H

#include "checks/RunChecks.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace warplint::edge {

/// The report of the checks on a unit, without the parts that crashed.
struct SurvivingReport {
  UnitReport Report;
  /// A sentence for each part that was left out.
  std::vector<std::string> LeftOut;
  /// Whether nothing is known of the unit: what all kernels ask for has
  /// crashed, or too many parts have.
  bool IsLost = false;
  /// The kernel or check that crashed last; empty if the last crash was in
  /// neither.
  std::string LastCrash;
};

/// Calls runChecks; after a crash again without the part that crashed, up to a
/// limit. Must be called below a HandlerStack, after catchCrashes(). Memory of
/// what crashed is not freed. \p MayGoOn is asked after each crash whether to
/// continue.
SurvivingReport runSurvivingChecks(
    clang::ASTContext &Context, llvm::ArrayRef<std::string> Ids,
    CheckSettings Settings,
    llvm::function_ref<bool()> MayGoOn = [] { return true; });

} // namespace warplint::edge

#endif // WARPLINT_TIDY_SURVIVINGCHECKS_H
