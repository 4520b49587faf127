//===--- ReportOutput.h - Writing reports -----------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_REPORTOUTPUT_H
#define WARPLINT_WORKFLOWS_LINT_REPORTOUTPUT_H

#include "Report/Report.h"
#include "Workflows/Lint/SourceRoot.h"
#include "llvm/Support/Error.h"
#include <string>

namespace warplint::lint {

/// Whether the findings must be gathered in a report: other formats than text
/// on the terminal are wanted, or not all findings.
bool wantsReport();
/// Whether findings go to stdout as text, so that clang-tidy can print them.
bool printsText();
/// Whether the output can say what became of fixes.
bool saysFixes();
/// Whether a baseline is read or written.
bool usesBaseline();
/// The tiers whose findings decide the exit code.
report::TierSet failOn();
/// The file of `-o`; empty for stdout.
std::string reportFile();
/// The problem with the options of this file; empty if there is none.
std::string problemWithDelivery();

/// Gives findings of \p R, which is settled, what the report of --proofs knows.
llvm::Error addProofs(report::Report &R);

/// Calls settle on \p R and removes the findings that are in the baseline and
/// those that a change does not touch or whose tier is not asked for; outdated
/// entries are reported on stderr. With `--write-baseline` all findings become
/// known. \p Whole: every unit of the project was linted.
llvm::Error applyBaselines(report::Report &R, bool Whole);

/// Writes \p R in all requested formats. Text on stdout is left out if
/// \p Printed: the caller has printed it.
llvm::Error writeReports(const report::Report &R, bool Printed = false);

/// Writes the source \p Text to the file of `-o`; it may replace only an
/// earlier one, which has \p Mark.
llvm::Error writeReproduction(llvm::StringRef Text, llvm::StringRef Mark);

/// Writes a report that says only that the run failed for \p Reason while it
/// linted \p File, which may be empty.
llvm::Error writeFailure(llvm::StringRef File, llvm::StringRef Reason);

/// Removes reports of an earlier run where this one will write; other files
/// stay until they are replaced.
void removeOldReports();

/// Reads a SARIF report of warplint; the error names the file.
llvm::Expected<report::Report> readReport(llvm::StringRef Path);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_REPORTOUTPUT_H
