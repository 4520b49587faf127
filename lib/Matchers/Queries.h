//===--- Queries.h - The language of queries --------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang-query's language: `match MATCHER`, `let NAME VALUE`, `set`, comments.
// What stands in .clang-tidy's CustomChecks is such a text, too.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MATCHERS_QUERIES_H
#define WARPLINT_MATCHERS_QUERIES_H

#include "Matchers/CudaSema.h"
#include "llvm/ADT/StringSet.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint::matchers {

/// A mistake in a text of queries.
struct QueryError {
  unsigned Line = 1, Column = 1; ///< In the text, from 1.
  std::string Why;               ///< May have several lines.
};

/// One statement of a text.
struct Statement {
  enum class Kind : uint8_t {
    Match,
    Set, ///< `set NAME VALUE`, also `enable` and `disable output`.
    Help,
    Quit
  } What = Kind::Match;
  std::optional<DynTypedMatcher> Matcher; ///< Of a match.
  std::string Text;        ///< Of a match: the matcher as it is written.
  std::string Name, Value; ///< Of a `set`.
};

/// Reads texts, one after the other; what `let` names stays known.
class QueryReader {
public:
  /// What matchers of ours ask they ask \p Facts.
  explicit QueryReader(SharedFacts Facts) : Sema(std::move(Facts)) {}

  /// The statements of \p Text that have no mistake. The mistakes go to
  /// \p Errors, the first of each statement; behind one it goes on with the
  /// next line that begins a statement.
  std::vector<Statement> read(llvm::StringRef Text,
                              std::vector<QueryError> &Errors);

  /// A way to go on at the end of a text.
  struct Completion {
    std::string Text;        ///< To be added.
    std::string Declaration; ///< "Matcher<Stmt> hasScope(string)".
  };
  /// The ways to go on at the end of \p Line, a `match` or `let` statement, the
  /// likeliest first.
  std::vector<Completion> complete(llvm::StringRef Line);

private:
  std::optional<QueryError> readStatement(llvm::StringRef Text,
                                          llvm::StringRef &Rest,
                                          std::vector<Statement> &Into);

  CudaSema Sema;
  dynamic::Parser::NamedValueMap Named;
  /// Names whose `let` has a mistake: it is reported there.
  llvm::StringSet<> Misnamed;
};

} // namespace warplint::matchers

#endif // WARPLINT_MATCHERS_QUERIES_H
