//===--- Stress.h - The program with threads that are late ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_CONFIRM_STRESS_H
#define WARPLINT_WORKFLOWS_CONFIRM_STRESS_H

#include "Proof/Delays.h"
#include "Report/Report.h"
#include <optional>
#include <string>

namespace warplint::confirm {

/// What is run again and again.
struct StressRuns {
  std::string Folder; ///< In the copy.
  std::string Seen;   ///< The file that a run records to.
  std::string Program;
  std::string Check;    ///< Ends with 0 if the results are right; empty: the
                        ///< program itself does.
  unsigned Seconds = 0; ///< Of one run.
  unsigned Count = 0;   ///< Runs with late threads.
  std::optional<unsigned> Only; ///< The number of the one delay that is tried.
};

/// Runs the copy with the delays of \p Points and answers for the findings \p
/// Asked of \p R: the check fails again and again when threads are late, and
/// never when none is. False if it fails without delays, too.
bool stress(report::Report &R, llvm::ArrayRef<unsigned> Asked,
            const proof::StressPoints &Points, const StressRuns &Runs);

} // namespace warplint::confirm

#endif // WARPLINT_WORKFLOWS_CONFIRM_STRESS_H
