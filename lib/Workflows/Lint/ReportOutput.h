//===--- ReportOutput.h - Where reports go and what they leave out  -*- C++ -*-===//
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

namespace warplint {

/// What the user asked for is more than text on the terminal, or less than all
/// findings: a report has to be gathered.
bool wantsReport();
/// Findings go to stdout as text, so clang-tidy can print them.
bool printsText();
/// What is written has a place for what becomes of fixes.
bool saysFixes();
/// A baseline is read or written.
bool usesBaseline();
/// The file of `-o`; empty for stdout.
std::string reportFile();
/// What is wrong with the options of this file; empty if nothing is.
std::string problemWithDelivery();

/// Settles \p R and takes out what the baseline knows and what did not change;
/// stale entries are told on stderr. With `--write-baseline` all findings
/// become known. \p Whole: every unit of the project was looked at.
llvm::Error applyBaselines(Report &R, bool Whole);

/// Writes \p R in the formats asked for. Its findings as text on stdout are
/// left out if \p Printed, the caller's own printing, has them.
llvm::Error writeReports(const Report &R, bool Printed = false);

/// Writes the source \p Text where `-o` says, in place of an earlier one at
/// most:
/// \p Mark stands in them.
llvm::Error writeReproduction(llvm::StringRef Text, llvm::StringRef Mark);

/// Writes a report that says only that the run failed while it linted \p File,
/// which may be empty, for \p Reason.
llvm::Error writeFailure(llvm::StringRef File, llvm::StringRef Reason);

/// Removes the reports that an earlier run left where this one will write;
/// other files stay until there is something in their place.
void removeOldReports();

/// Reads a SARIF report of warplint; the error names the file.
llvm::Expected<Report> readReport(llvm::StringRef Path);

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_REPORTOUTPUT_H
