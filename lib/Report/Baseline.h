//===--- Baseline.h - Findings that a project lives with ------ -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_BASELINE_H
#define WARPLINT_REPORT_BASELINE_H

#include "Report/Report.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace warplint {

/// One finding that was there when the baseline was written.
struct KnownFinding {
  std::string Fingerprint;
  std::string Check; ///< Without prefix.
  std::string File;
  std::string Function;
  std::string Text; ///< The line.
  /// Of its neighbours, hashed; empty in baselines that do not say.
  std::string Context;
};

using Baseline = std::vector<KnownFinding>;

/// Writes every finding of \p R, settled, as JSON in the order of the report.
void writeBaseline(llvm::raw_ostream &OS, const Report &R);
/// The error does not name the file.
llvm::Expected<Baseline> readBaseline(llvm::StringRef Text);

/// Takes known findings out of \p R, settled, and counts them as known. An
/// entry stands for one finding: the one with its line and neighbours in its
/// function, else with its fingerprint, else with its line in its function. One
/// whose function has another name now, or whose file is gone, stands for a
/// finding that has its line and neighbours. Returns
/// the entries that this run should have found and did not: their check ran,
/// and their file was linted, or is gone, as \p Gone says. A header counts only
/// if \p Whole: others may include it in another way. So does no report that is
/// incomplete or one of several parts.
Baseline applyBaseline(Report &R, const Baseline &Known, bool Whole,
                       const std::function<bool(llvm::StringRef)> &Gone);

} // namespace warplint

#endif // WARPLINT_REPORT_BASELINE_H
