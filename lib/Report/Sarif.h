//===--- Sarif.h - SARIF, written and read ----------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_SARIF_H
#define WARPLINT_REPORT_SARIF_H

#include "Report/Report.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace warplint::report {

/// Writes \p R, on which `settle` was called, as SARIF 2.1.0 (OASIS). The
/// output does not depend on the machine, the time or the place of the project:
/// paths below the project's root are relative to the base `SRCROOT`. Each
/// result has
///
///  - level: error, warning or note, by category;
///  - message: the headline, then examples and advice a line each;
///  - relatedLocations: every note, its role in `properties.role`;
///  - codeFlows: the finding and the reasons for it, each step answering why;
///  - partialFingerprints["warplint/v1"]: `fingerprintOf`;
///  - fixes, safe ones apart from others (`properties.safe`);
///  - rank: 90, 60 or 20, by certainty;
///  - properties: category, certainty, tier, evidence, kernel, witness, map,
///    proof.
///
/// \p Checks describes the rules; \p Version is the program's.
void writeSarif(llvm::raw_ostream &OS, const Report &R,
                llvm::ArrayRef<CheckInfo> Checks, llvm::StringRef Version);

/// Reads what `writeSarif` wrote. The error says what is wrong with \p Text and
/// does not name the file. Reports of other programs are errors, since their
/// results lack the properties that warplint needs.
llvm::Expected<Report> readSarif(llvm::StringRef Text);

} // namespace warplint::report

#endif // WARPLINT_REPORT_SARIF_H
