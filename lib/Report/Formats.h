//===--- Formats.h - Writers of the report formats --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_FORMATS_H
#define WARPLINT_REPORT_FORMATS_H

#include "Report/Report.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint::report {

/// The format of a report (`--format`).
enum class Format : uint8_t {
  Text,    ///< As compilers print diagnostics.
  Concise, ///< The same, a line for each finding.
  Sarif,   ///< SARIF 2.1.0, see Report/Sarif.h.
  Json,    ///< JSON lines: docs/report.schema.json.
  GitHub,  ///< Workflow commands that GitHub shows beside the code.
  GitLab,  ///< A code-quality report of GitLab, which is a JSON array.
  JUnit,   ///< JUnit's XML: a test case for each finding and each clean file.
  Html     ///< One page for a browser, with everything in it.
};

/// Writes \p R, on which `settle` was called, to \p OS. \p Checks are the
/// checks of the program, \p Version is the program's.
void writeReport(llvm::raw_ostream &OS, Format As, const Report &R,
                 llvm::ArrayRef<CheckInfo> Checks, llvm::StringRef Version);

/// Writes \p R as compilers print. If \p OS has colours enabled, in colours,
/// with the source lines of notes and a mark below each place.
void writeText(llvm::raw_ostream &OS, const Report &R);
void writeJsonLines(llvm::raw_ostream &OS, const Report &R,
                    llvm::ArrayRef<CheckInfo> Checks);
void writeConcise(llvm::raw_ostream &OS, const Report &R);
void writeGitHub(llvm::raw_ostream &OS, const Report &R);
void writeGitLab(llvm::raw_ostream &OS, const Report &R);
void writeJUnit(llvm::raw_ostream &OS, const Report &R);
void writeHtml(llvm::raw_ostream &OS, const Report &R,
               llvm::ArrayRef<CheckInfo> Checks, llvm::StringRef Version);

/// All of \p Checks as a JSON array, for `warplint checks --format=json`.
void writeChecksJson(llvm::raw_ostream &OS, llvm::ArrayRef<CheckInfo> Checks);

/// Prints a table of findings per check and per folder, most first; prints
/// nothing if there are no findings.
void printBreakdown(llvm::raw_ostream &OS, const Report &R);

} // namespace warplint::report

#endif // WARPLINT_REPORT_FORMATS_H
