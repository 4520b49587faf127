//===--- CompletionTest.cpp - What may follow in a query ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatchedCuda.h"

namespace completion_test {
using namespace warplint;

static bool offers(llvm::StringRef Begun, llvm::StringRef Wanted) {
  matchers::QueryReader Reader(std::make_shared<matchers::UnitFacts>());
  return llvm::any_of(Reader.complete(Begun),
                      [&](const auto &Each) { return Each.Text == Wanted; });
}

TEST(Completion, Words) {
  EXPECT_TRUE(offers("ma", "tch "));
  EXPECT_FALSE(offers("ma", "et "));
}

TEST(Completion, Matchers) {
  EXPECT_TRUE(offers("match barr", "ierCall("));
  EXPECT_TRUE(offers("match kern", "elDecl("));
  EXPECT_TRUE(offers("match cudaKern", "elCallExpr("));
  EXPECT_TRUE(offers("let b barr", "ierCall("));
}

TEST(Completion, InsideOfOurs) {
  EXPECT_TRUE(offers("match barrierCall(hasSc", "ope("));
  EXPECT_TRUE(offers("match barrierCall(cal", "lee("));
  EXPECT_FALSE(offers("match barrierCall(kern", "elDecl("));
  EXPECT_TRUE(offers("match kernelLaunch(hasStream(declRef", "Expr("));
  EXPECT_TRUE(offers("match ifStmt(hasDescendant(barr", "ierCall("));
}

} // namespace completion_test
