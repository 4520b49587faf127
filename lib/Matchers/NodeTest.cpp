//===--- NodeTest.cpp - A matcher for nodes that a check finds ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matchers/NodeTest.h"
#include "Analysis/Program/DeviceCode.h"
#include "Matchers/Queries.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace warplint::matchers {

struct NodeTest::Parsed : MatchFinder::MatchCallback {
  explicit Parsed(DeviceCode &Code)
      : Code(Code), Facts(std::make_shared<UnitFacts>()) {
    Facts->use(Code);
  }
  void run(const MatchFinder::MatchResult &) override { IsMet = true; }

  DeviceCode &Code;
  SharedFacts Facts;
  MatchFinder Finder;
  bool IsMet = false;
};

NodeTest::NodeTest(llvm::StringRef Matcher, DeviceCode &Code)
    : Of(std::make_unique<Parsed>(Code)) {
  QueryReader Reader(Of->Facts);
  std::vector<QueryError> Errors;
  std::vector<Statement> Read = Reader.read(("match " + Matcher).str(), Errors);
  assert(Errors.empty() && Read.size() == 1 &&
         "a matcher of a check has a mistake");
  if (Read.size() == 1)
    Of->Finder.addDynamicMatcher(*Read.front().Matcher, Of.get());
}
NodeTest::~NodeTest() = default;

bool NodeTest::matches(const Stmt &S) {
  Of->IsMet = false;
  Of->Finder.match(S, Of->Code.context());
  return Of->IsMet;
}

} // namespace warplint::matchers
