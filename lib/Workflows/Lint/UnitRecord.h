//===--- UnitRecord.h - What the run of a unit has read ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_UNITRECORD_H
#define WARPLINT_WORKFLOWS_LINT_UNITRECORD_H

#include "Support/FileVersion.h"
#include "Workflows/Lint/Lookups.h"
#include "llvm/Support/Error.h"
#include <map>
#include <set>
#include <string>

namespace warplint {

/// What the run of one unit of an audit says of itself once it has written its
/// report, in a folder that only its user writes.
struct UnitRecord {
  int64_t Began = 0;    ///< timeOfFiles when nothing had been read.
  bool IsWhole = false; ///< It has linted all.
  /// If not, what clang said of the source is why: it would again.
  bool IsReasonClangs = false;
  std::string Report;   ///< contentHash of its report.
  std::string Made;     ///< Of what it wrote of launches.
  /// The files that it has read, as they were afterwards; no version where
  /// there is none.
  std::map<std::string, std::optional<FileVersion>> Files;
  Lookups LookedFor; ///< What it has found to be no file.

  /// Looks at \p Paths.
  void addFiles(const std::set<std::string> &Paths);
  std::string text() const;
  /// Nothing if \p Text is not what text() makes.
  static std::optional<UnitRecord> read(llvm::StringRef Text);
};

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_UNITRECORD_H
