//===--- MonotonicVariablesTest.cpp - Which way loops count ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/HostInterpreter/MonotonicVariables.h"
#include "AnalysedKernel.h"

namespace host_trends_test {
using namespace warplint;
using namespace warplint::test;

/// `i up`, `j down by factors`: the trends of \p Loop, with `n` given.
std::string trendsOf(const std::string &Loop) {
  AnalysedUnit Unit("void use(int); void take(int &); int global;"
                    "__global__ void k() {}"
                    "void f(int i, int j, int n) { " +
                    Loop + " }");
  const clang::FunctionDecl &F = Unit.function("f");
  std::string Text;
  for (const host::MonotonicVariable &Is :
       host::monotonicVariablesIn(*F.getBody(), F.getASTContext()))
    Text += (Text.empty() ? "" : ", ") + Is.Var->getNameAsString() +
            (Is.Grows ? " up" : " down") + (Is.Scales ? " by factors" : "");
  return Text;
}

TEST(HostTrends, OnePath) {
  EXPECT_EQ(trendsOf("for (i = i; i < n; ) ++i;"), "");
  EXPECT_EQ(trendsOf("for (; i < n; ++i) use(i);"), "i up");
  EXPECT_EQ(trendsOf("while (i++ < n) if (j > 3) i += 2;"), "i up");
  EXPECT_EQ(trendsOf("for (; i > 0; i -= 4) j--;"), "i down, j down");
  EXPECT_EQ(trendsOf("for (; i < n; i *= 2) j >>= 1;"),
            "i up by factors, j down by factors");
  EXPECT_EQ(trendsOf("for (; i < n; i <<= 1, ++i) ;"), "i up by factors");
  EXPECT_EQ(trendsOf("for (; j > 1; j /= 2) ;"), "j down by factors");
}

TEST(HostTrends, BothWaysOrOthers) {
  EXPECT_EQ(trendsOf("for (; i < n; ++i) if (i == 5) i = 0;"), "");
  EXPECT_EQ(trendsOf("for (; i < n; ++i) if (i == 5) --i;"), "");
  EXPECT_EQ(trendsOf("for (; i < n; i += j) ;"), "");
  EXPECT_EQ(trendsOf("for (; i < n; i += -1) ;"), "");
  EXPECT_EQ(trendsOf("for (; i < n; i *= 0) ;"), "");
  EXPECT_EQ(trendsOf("for (; i < n; ++i) take(i);"), "");
  EXPECT_EQ(trendsOf("for (; i < n; ++i) { int *p = &i; *p = 0; }"), "");
  EXPECT_EQ(trendsOf("for (; i < n; ++i) { int &r = i; r = 0; }"), "");
  EXPECT_EQ(trendsOf("for (; i < n; ++i) { auto l = [&] { i = 0; }; l(); }"),
            "");
  EXPECT_EQ(trendsOf("for (; i < n; ++i) { auto l = [&i] { }; l(); }"), "");
  EXPECT_EQ(trendsOf("for (; global < n; ++global) ;"), "");
  EXPECT_EQ(trendsOf("for (; i < n; i ^= 1) ;"), "");
}

} // namespace host_trends_test
