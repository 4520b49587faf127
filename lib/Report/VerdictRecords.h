//===--- VerdictRecords.h - Verdicts between processes ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_VERDICTRECORDS_H
#define WARPLINT_REPORT_VERDICTRECORDS_H

#include "Report/Report.h"
#include "llvm/Support/JSON.h"

namespace warplint::report {

/// All that is known of \p Kernels, for a process that reads it back. People
/// and other programs get VerdictReport's formats.
llvm::json::Array recordOf(llvm::ArrayRef<ReportedVerdict> Kernels);

/// One entry of what recordOf gave; nothing if \p Record is no such entry.
std::optional<ReportedVerdict> readVerdict(const llvm::json::Value &Record);

} // namespace warplint::report

#endif // WARPLINT_REPORT_VERDICTRECORDS_H
