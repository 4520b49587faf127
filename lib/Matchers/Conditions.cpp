//===--- Conditions.cpp - The table of matchers ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matchers/Conditions.h"

using namespace clang;

namespace warplint::matchers {

template <typename Node,
          bool (*Test)(const Node &, const typename Condition<Node>::Asked &)>
static DynTypedMatcher make(const SharedFacts &Facts, const Argument &With) {
  return ast_matchers::internal::Matcher<Node>(
      new Condition<Node>(Facts, With, Test));
}

static constexpr llvm::StringLiteral Scopes[] = {
    "thread", "warp", "block", "cluster", "grid", "device", "system", "named"};
static constexpr llvm::StringLiteral Orders[] = {
    "relaxed", "consume", "acquire", "release", "acq_rel", "seq_cst"};
static constexpr llvm::StringLiteral ScopesOfValues[] = {"warp", "block",
                                                         "cluster", "grid"};
static constexpr llvm::StringLiteral ScopesOfPoints[] = {"warp", "block"};

/// The words that the matcher \p Name takes.
static llvm::ArrayRef<llvm::StringLiteral> wordsOf(llvm::StringRef Name) {
  if (Name == "hasScope")
    return Scopes;
  if (Name == "hasOrder")
    return Orders;
  if (Name == "isUniformAt")
    return ScopesOfValues;
  if (Name == "reachedBySomeThreads")
    return ScopesOfPoints;
  return {};
}

llvm::ArrayRef<MatcherRow> allMatchers() {
#define ROW(NAME, NODE, TAKES, FACT, TEXT)                                     \
  {#NAME,                                                                      \
   ASTNodeKind::getFromNodeKind<NODE>(),                                       \
   Parameters::TAKES,                                                          \
   FACT,                                                                       \
   TEXT,                                                                       \
   wordsOf(#NAME),                                                             \
   make<NODE, NAME>},
#define NODE_MATCHER(NAME, NODE, TEXT) ROW(NAME, NODE, Nodes, false, TEXT)
#define CONDITION(NAME, NODE, TAKES, TEXT) ROW(NAME, NODE, TAKES, false, TEXT)
#define FACT(NAME, NODE, TAKES, TEXT) ROW(NAME, NODE, TAKES, true, TEXT)
  static const MatcherRow Rows[] = {
#include "Matchers/Matchers.def"
  };
#undef ROW
  return Rows;
}

const MatcherRow *matcherNamed(llvm::StringRef Name) {
  for (const MatcherRow &Row : allMatchers())
    if (Row.Name == Name)
      return &Row;
  return nullptr;
}

} // namespace warplint::matchers
