//===--- UnitRecord.h - Record of the run of a unit -------------*- C++ -*-===//
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

namespace warplint::lint {

/// What the run of one unit of an audit records once it has written its report,
/// in a folder that only its user can write.
struct UnitRecord {
  int64_t Began = 0;    ///< timeOfFiles before anything was read.
  bool IsWhole = false; ///< The unit was linted whole.
  /// If not whole: whether clang's errors in the source are why; it would fail
  /// again.
  bool IsReasonClangs = false;
  std::string Report; ///< contentHash of its report.
  std::string Made;   ///< contentHash of its list of launches.
  /// The files that it has read, with their versions afterwards; no version for
  /// a file that does not exist.
  std::map<std::string, std::optional<base::FileVersion>> Files;
  Lookups LookedFor; ///< Paths that it found to be no files.

  /// Adds \p Paths with their present versions.
  void addFiles(const std::set<std::string> &Paths);
  /// The record as text.
  std::string text() const;
  /// The record that text() wrote; nothing if \p Text is something else.
  static std::optional<UnitRecord> read(llvm::StringRef Text);
};

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_UNITRECORD_H
