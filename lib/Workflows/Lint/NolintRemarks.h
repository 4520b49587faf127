//===--- NolintRemarks.h - NOLINT comments that miss ---------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_NOLINTREMARKS_H
#define WARPLINT_WORKFLOWS_LINT_NOLINTREMARKS_H

#include "Report/Summary.h"
#include "Tidy/NolintComments.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace warplint::lint {

/// What is to be said of the NOLINT comments in the main files of a run: those
/// that name no check, that suppress nothing, and, where a reason is required,
/// that have none. Of other headers nothing is said: another unit may use them.
class NolintRemarks {
public:
  /// Adds the comments of a unit of \p File with the \p Checks, without prefix,
  /// that ran; \p IsWhole: nothing of it was left out. A comment is used if it
  /// is in one of the units.
  void add(llvm::StringRef File, const edge::NolintComments &Comments,
           llvm::ArrayRef<std::string> Checks, bool IsWhole);

  /// The remarks in order of files and lines.
  std::vector<report::NolintRemark> all(bool RequireReason) const;

private:
  struct Comment {
    edge::NolintComments::Directive Is;
    bool MayBeUnused = true;
  };
  std::map<std::pair<std::string, size_t>, Comment> Comments; ///< By offset.
};

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_NOLINTREMARKS_H
