//===--- Baseline.h - Known findings that are not reported ------*- C++ -*-===//
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
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>

namespace warplint::report {

/// What people have decided about a finding, by hand or on the HTML page.
/// Everything is optional.
struct Triage {
  enum class Status : uint8_t { Open, ToDo, Accepted, FalseAlarm };
  Status Is = Status::Open;
  std::string Reason, Author;
  std::string Date; ///< As it was written: "2026-03-01".
};

/// "to-do", "accepted", "false-alarm"; empty for an open one.
llvm::StringRef nameOf(Triage::Status S);

/// A finding that existed when the baseline was written.
struct KnownFinding {
  std::string Fingerprint;
  std::string Check; ///< Without prefix.
  std::string File;
  std::string Function;
  std::string Text; ///< The line, trimmed.
  /// Hash of the nearest lines above and below that are not blank; empty in
  /// baselines that do not have it.
  std::string Context;
  Triage Judged;
  /// Fields of other programs and of later versions, which stay.
  llvm::json::Object Others;
};

using Baseline = std::vector<KnownFinding>;

/// What \p R, on which `settle` was called, holds, in its order.
Baseline knownOf(const Report &R);

/// Says of a file by name that it no longer exists.
using IsGone = std::function<bool(llvm::StringRef)>;

/// \p Old with what \p R, on which `settle` was called, says: its findings in
/// the order of the report, with what was decided about them, among the entries
/// of \p Old that `applyBaseline` would not return as out of date.
Baseline mergedBaseline(const Report &R, const Baseline &Old, bool Whole,
                        const IsGone &Gone);

/// Writes \p Known as JSON.
void writeBaseline(llvm::raw_ostream &OS, const Baseline &Known);
/// Reads what writeBaseline wrote. The error does not name the file.
llvm::Expected<Baseline> readBaseline(llvm::StringRef Text);

/// Removes from \p R, on which `settle` was called, the findings that \p Known
/// has, and counts them in `RunSummary::Known` and `RunSummary::ToDo`. Each
/// entry removes at most one finding, found in this order: the line, its
/// neighbours and the function are equal; the fingerprint is equal; line and
/// function are equal. If the function was renamed or the file no longer
/// exists: line and neighbours are equal.
///
/// \returns the entries that are out of date: their check ran, and their file
/// was linted or no longer exists (\p Gone answers that by name), but no
/// finding matches. Entries in headers are returned only if \p Whole, since
/// other units may include the header in another way. Nothing is returned for a
/// report that is incomplete or one shard of several.
Baseline applyBaseline(Report &R, const Baseline &Known, bool Whole,
                       const IsGone &Gone);

} // namespace warplint::report

#endif // WARPLINT_REPORT_BASELINE_H
