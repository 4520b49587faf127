//===--- Owners.h - Who owns which files ---------------------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_OWNERS_H
#define WARPLINT_REPORT_OWNERS_H

#include "Report/Report.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint::report {

/// Who owns files by their paths, as a CODEOWNERS file says.
class Owners {
public:
  /// Reads \p Text: a pattern and names on each line, `#` begins a comment.
  /// Sections of GitLab are read for the owners that stand behind patterns.
  /// Lines without a meaning are left out.
  explicit Owners(llvm::StringRef Text);

  /// The owners of \p File, a path below the project's root, by the last
  /// pattern that matches it; empty if it has none.
  std::vector<std::string> of(llvm::StringRef File) const;

  /// Sets the owners of all findings of \p R.
  void addTo(Report &R) const;

private:
  struct Rule {
    std::string Pattern;
    std::vector<std::string> Names;
  };
  std::vector<Rule> Rules;
};

/// Whether \p File is what \p Pattern names, as in CODEOWNERS: `*` and `?`
/// stand for characters of one name, `**` for names, a pattern without a slash
/// but at its end matches at any depth, and a folder all that is below it.
bool matchesPattern(llvm::StringRef File, llvm::StringRef Pattern);

} // namespace warplint::report

#endif // WARPLINT_REPORT_OWNERS_H
