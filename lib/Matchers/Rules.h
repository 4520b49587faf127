//===--- Rules.h - Rules that a project wrote -------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rule is a query and what to say where it matches: an entry of CustomChecks
// in .clang-tidy.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MATCHERS_RULES_H
#define WARPLINT_MATCHERS_RULES_H

#include "Finding/Finding.h"
#include "Matchers/Queries.h"
#include "Matchers/RuleDefinition.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"
#include <set>

namespace warplint::matchers {

/// A rule that can be matched, and what it has found in the unit so far.
class Rule final : public clang::ast_matchers::MatchFinder::MatchCallback {
public:
  /// Reads \p Of, which must outlive this and its findings. What its matchers
  /// ask they ask \p Facts. Mistakes are in errors(): then it matches nothing.
  Rule(const RuleDefinition &Of, SharedFacts Facts);

  const RuleDefinition &definition() const { return Of; }
  llvm::ArrayRef<QueryError> errors() const { return Errors; }

  /// Has \p Finder call \p Callback for each match.
  void addTo(clang::ast_matchers::MatchFinder &Finder, MatchCallback &Callback);
  /// The findings at a match that were not found before in the unit: a template
  /// is matched once per instance.
  std::vector<Finding>
  take(const clang::ast_matchers::MatchFinder::MatchResult &Match);
  /// The next match is in another unit.
  void beginUnit() { Seen.clear(); }

  /// Collects in \p Found what run() is called with.
  void collectIn(FindingList &Found) { Into = &Found; }
  void run(const clang::ast_matchers::MatchFinder::MatchResult &Match) override;

private:
  const RuleDefinition &Of;
  std::vector<DynTypedMatcher> Matchers;
  std::vector<QueryError> Errors;
  std::set<unsigned> Seen; ///< Places.
  FindingList *Into = nullptr;
};

/// Where a report about \p Node belongs: to the name of a declaration, which
/// may begin in a macro of a header, otherwise to where the node begins in a
/// file.
clang::SourceLocation placeOf(const clang::DynTypedNode &Node,
                              const clang::SourceManager &Sources);

/// Runs \p Rules over the traversal scope of the unit of \p Code; what cannot
/// be read is left out.
void runRules(llvm::ArrayRef<RuleDefinition> Rules, DeviceCode &Code,
              const AnalysisOptions &Options, FindingList &Found);

} // namespace warplint::matchers

#endif // WARPLINT_MATCHERS_RULES_H
