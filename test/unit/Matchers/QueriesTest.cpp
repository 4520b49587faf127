//===--- QueriesTest.cpp - The language of queries and its errors ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatchedCuda.h"

namespace queries_test {
using namespace warplint;
using namespace warplint::test;
using matchers::Statement;

struct Read {
  explicit Read(llvm::StringRef Text) {
    matchers::QueryReader Reader(std::make_shared<matchers::UnitFacts>());
    Statements = Reader.read(Text, Errors);
  }
  /// The mistakes, a line each.
  std::string error() const {
    std::string All;
    for (const matchers::QueryError &Error : Errors)
      All += (All.empty() ? "" : "\n") + std::to_string(Error.Line) + ":" +
             std::to_string(Error.Column) + ": " + Error.Why;
    return All;
  }
  std::vector<Statement> Statements;
  std::vector<matchers::QueryError> Errors;
};

TEST(Queries, Statements) {
  Read Text("# all barriers\nlet b barrierCall()\n\nmatch b\nm kernelDecl(\n  "
            "hasName(\"k\"))\nset output print\nquit\n");
  EXPECT_EQ(Text.error(), "");
  ASSERT_EQ(Text.Statements.size(), 4u);
  EXPECT_EQ(Text.Statements[0].Text, "b");
  EXPECT_EQ(Text.Statements[1].Text, "kernelDecl(\n  hasName(\"k\"))");
  EXPECT_EQ(Text.Statements[2].Name, "output");
  EXPECT_EQ(Text.Statements[2].Value, "print");
  EXPECT_EQ(int(Text.Statements[3].What), int(Statement::Kind::Quit));
}

TEST(Queries, OursAmongClangs) {
  for (const char *Good :
       {"match barrierCall()", "match callExpr(barrierCall())",
        "match ifStmt(hasDescendant(barrierCall(hasScope(\"block\")).bind("
        "\"b\")))",
        "match kernelLaunch(hasStream(declRefExpr()))",
        "let s hasScope(\"warp\")\nmatch barrierCall(s)",
        "match barrierCall(reachedBySomeThreads())",
        "match expr(anyOf(threadIndex(), isThreadVarying()))"})
    EXPECT_EQ(Read(Good).error(), "") << Good;
}

TEST(Queries, ErrorsHaveTheirPlace) {
  EXPECT_EQ(Read("match barierCall()").error(),
            "1:7: Matcher not found: barierCall");
  EXPECT_EQ(Read("match barrierCall(\n  hasScope(\"blok\"))").error(),
            "2:12: Unknown value 'blok' for arg 1; did you mean 'block'");
  EXPECT_EQ(Read("\n  match barrierCall(hasScope())").error(),
            "2:21: Incorrect argument count. (Expected = 1) != (Actual = 0)");
  EXPECT_EQ(Read("match barrierCall(kernelDecl())").error(),
            "1:19: Incorrect type for arg 1. (Expected = Matcher<CallExpr>) != "
            "(Actual = Matcher<Decl>)");
  EXPECT_EQ(Read("match hasScope(\"warp\").bind(\"x\")").error(),
            "1:7: Matcher does not support binding.");
  EXPECT_EQ(Read("match callExpr()\nmach callExpr()").error(),
            "2:1: 'match', 'let' or 'set' is expected, not 'mach'");
  EXPECT_EQ(Read("match callExpr() callExpr()").error().substr(0, 5), "1:18:");
  EXPECT_EQ(Read("match mapAnyOf(kernelDecl, varDecl).with(hasName(\"k\"))")
                .error()
                .empty(),
            false)
      << "its condition would be lost";
}

TEST(Queries, EachStatementHasItsMistake) {
  Read Text("match barierCall(\n  hasScope(\"block\"))\n"
            "let s hasScop(\"warp\")\nmatch barrierCall(s)\n"
            "match callExpr()\n  m kernelDcl()\n");
  EXPECT_EQ(Text.error(), "1:7: Matcher not found: barierCall\n"
                          "3:7: Matcher not found: hasScop\n"
                          "6:5: Matcher not found: kernelDcl");
  ASSERT_EQ(Text.Statements.size(), 1u);
  EXPECT_EQ(Text.Statements[0].Text, "callExpr()");
}

} // namespace queries_test
