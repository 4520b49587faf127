//===--- SurvivingChecks.h - Checks that outlive a crash --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_SURVIVINGCHECKS_H
#define WARPLINT_TIDY_SURVIVINGCHECKS_H

#include "checks/Check.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <string>
#include <vector>

namespace warplint {

/// What the checks say of a unit, without the parts that crashed.
struct SurvivingReport {
  UnitReport Report;
  /// A sentence for each part that was left out.
  std::vector<std::string> LeftOut;
  /// Nothing is known of the unit: what all kernels ask for has crashed, or too
  /// much has.
  bool IsLost = false;
  /// The kernel or check that crashed last; empty if that was neither.
  std::string LastCrash;
};

/// runChecks; after a crash once more without the part that it was at, some
/// times. To be called below a HandlerStack, after catchCrashes(). What crashed
/// leaves its memory behind. \p MayGoOn is asked after each crash.
SurvivingReport runSurvivingChecks(
    clang::ASTContext &Context, llvm::ArrayRef<std::string> Ids,
    CheckSettings Settings,
    llvm::function_ref<bool()> MayGoOn = [] { return true; });

} // namespace warplint

#endif // WARPLINT_TIDY_SURVIVINGCHECKS_H
