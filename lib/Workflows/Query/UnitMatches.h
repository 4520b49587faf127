//===--- UnitMatches.h - What matches in one unit ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_QUERY_UNITMATCHES_H
#define WARPLINT_WORKFLOWS_QUERY_UNITMATCHES_H

#include "Matchers/Queries.h"
#include "Report/QueryAnswers.h"
#include <set>
#include <string>
#include <vector>

namespace warplint::query {

/// A `match` statement with the settings in force where it stands, and what it
/// has matched so far.
struct AskedMatch {
  matchers::DynTypedMatcher Matcher;
  report::QueryAnswer Answer;
  bool BindsRoot = true;
  bool AsSpelled = false; ///< `set traversal IgnoreUnlessSpelledInSource`.
  /// Matches that are known: headers are in many units, templates have many
  /// instances.
  std::set<std::string> Known;
};

/// Turns statements into matches; `set` changes the settings of those after it.
class Settings {
public:
  /// Adds \p Of to \p To if it is a match. The problem with it otherwise, empty
  /// if there is none.
  std::string apply(matchers::Statement &Of, std::vector<AskedMatch> &To);

private:
  report::ShownParts Shown;
  bool BindsRoot = true, AsSpelled = false;
};

/// Adds to \p Asked what each of them matches in the user's code of \p Unit.
/// Places are relative to \p Root.
void addMatches(clang::ASTContext &Unit,
                llvm::MutableArrayRef<AskedMatch> Asked, llvm::StringRef Root);

} // namespace warplint::query

#endif // WARPLINT_WORKFLOWS_QUERY_UNITMATCHES_H
