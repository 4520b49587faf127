//===--- Matchers.h - Matchers that know CUDA -------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of Matchers.def, as clang's matchers of the AST: for checks by a
// function, for queries by name.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MATCHERS_MATCHERS_H
#define WARPLINT_MATCHERS_MATCHERS_H

#include "Matchers/UnitFacts.h"
#include "clang/ASTMatchers/ASTMatchers.h"
#include <functional>
#include <memory>
#include <optional>

namespace warplint::matchers {

using clang::ast_matchers::internal::DynTypedMatcher;

/// What matchers ask is shared by all of them that belong together.
using SharedFacts = std::shared_ptr<UnitFacts>;

/// What a matcher takes.
enum class Parameters : uint8_t {
  Nodes,      ///< Any number of matchers for the same node.
  None,       ///< Nothing.
  Word,       ///< One text out of a list.
  Text,       ///< Any text.
  Optional,   ///< A text out of a list, or nothing.
  Expression, ///< A matcher for an expression.
  Statement   ///< A matcher for a statement.
};

/// What was given for Parameters: a word, or a matcher of that node.
struct Argument {
  std::string Word;
  std::optional<DynTypedMatcher> Inner;
};

/// One row of Matchers.def.
struct MatcherRow {
  llvm::StringLiteral Name;
  clang::ASTNodeKind Node;
  Parameters Takes;
  bool IsFact;
  llvm::StringLiteral Text; ///< Markdown.
  /// The words that it takes; empty for Text and where it takes none.
  llvm::ArrayRef<llvm::StringLiteral> Words;
  /// The condition of the row, for nodes of class Node.
  DynTypedMatcher (*Make)(const SharedFacts &, const Argument &);
};

/// All rows of Matchers.def, in their order.
llvm::ArrayRef<MatcherRow> allMatchers();

/// The row \p Name; null if there is none.
const MatcherRow *matcherNamed(llvm::StringRef Name);

/// A condition as a matcher for \p Node, for use in C++:
/// `condition<GCCAsmStmt>("syncAsm", Facts)`.
template <typename Node>
clang::ast_matchers::internal::Matcher<Node>
condition(llvm::StringRef Name, const SharedFacts &Facts,
          const Argument &With = {}) {
  return matcherNamed(Name)->Make(Facts, With).convertTo<Node>();
}

} // namespace warplint::matchers

#endif // WARPLINT_MATCHERS_MATCHERS_H
