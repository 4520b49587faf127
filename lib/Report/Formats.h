//===--- Formats.h - How a report is written ------------------ -*- C++ -*-===//
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

namespace warplint {

enum class Format : uint8_t {
  Text,   ///< As compilers print.
  Sarif,  ///< Output/Sarif.h.
  Json,   ///< JSON lines: docs/report.schema.json.
  GitHub, ///< Workflow commands that GitHub shows beside the code.
  Html    ///< One page for a browser, with everything in it.
};

/// Writes \p R, settled, to \p OS. \p Checks and \p Version as in `writeSarif`.
void writeReport(llvm::raw_ostream &OS, Format As, const Report &R,
                 llvm::ArrayRef<CheckInfo> Checks, llvm::StringRef Version);

/// In colours, and with the lines of notes and a mark below each place, if
/// \p OS has colours enabled.
void writeText(llvm::raw_ostream &OS, const Report &R);
void writeJsonLines(llvm::raw_ostream &OS, const Report &R,
                    llvm::ArrayRef<CheckInfo> Checks);
void writeGitHub(llvm::raw_ostream &OS, const Report &R);
void writeHtml(llvm::raw_ostream &OS, const Report &R,
               llvm::ArrayRef<CheckInfo> Checks, llvm::StringRef Version);

/// All of \p Checks as a JSON array, for `warplint checks --format=json`.
void writeChecksJson(llvm::raw_ostream &OS, llvm::ArrayRef<CheckInfo> Checks);

/// Findings per check and per folder, most first; nothing if there are none.
void printBreakdown(llvm::raw_ostream &OS, const Report &R);

} // namespace warplint

#endif // WARPLINT_REPORT_FORMATS_H
