//===--- PathConditionTest.cpp - What a walk along a path knows -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Participation/PathCondition.h"
#include "AnalysedKernel.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include <deque>

namespace path_condition_test {
using namespace warplint;
using namespace warplint::test;

AnalysedKernel kernel(llvm::StringRef Body) {
  return AnalysedKernel("__global__ void k(int n, int m, int *p) {" +
                        Body.str() + "}");
}

/// A thread can come from the declaration of \p From to that of \p To, without
/// passing the one of \p Past.
bool reaches(const AnalysedKernel &K, llvm::StringRef From, llvm::StringRef To,
             llvm::StringRef Past) {
  participation::PathContext Context(K.facts());
  const Node &Start = K.nodeOf(From);
  std::deque<std::pair<const Node *, participation::PathCondition>> Work{
      {&Start, participation::PathCondition(Context, Start)}};
  std::set<std::pair<unsigned, participation::PathCondition>> Seen;
  while (!Work.empty()) {
    auto [At, Known] = Work.front();
    Work.pop_front();
    for (unsigned Successor = 0; Successor < At->successors().size();
         ++Successor) {
      auto Next = Known.along(*At, Successor);
      const Node *To_ = At->successors()[Successor];
      if (!Next || !K.facts().values().isLive(*At, Successor) ||
          To_ == &K.nodeOf(Past))
        continue;
      if (To_ == &K.nodeOf(To))
        return true;
      if (Seen.insert({To_->id(), *Next}).second)
        Work.push_back({To_, *Next});
    }
  }
  return false;
}

TEST(PathCondition, TheSameConditionTwice) {
  AnalysedKernel K = kernel(R"(
    int start = 1;
    if (n > 7) { int past = 1; }
    p[0] = 1;
    if (n > 7) { int end = 1; }
    p[1] = 1;
    if (n < 7) { int other = 1; }
  )");
  EXPECT_FALSE(reaches(K, "start", "end", "past"));
  EXPECT_TRUE(reaches(K, "start", "other", "past"));
}

TEST(PathCondition, WhereItStartsCounts) {
  AnalysedKernel K = kernel(R"(
    if (n > 7) { int start = 1; }
    p[0] = 1;
    if (n <= 7) { int end = 1; }
    if (n < 9) { int maybe = 1; }
    int past = 1;
  )");
  EXPECT_FALSE(reaches(K, "start", "end", "past"));
  EXPECT_TRUE(reaches(K, "start", "maybe", "past"));
}

TEST(PathCondition, SkippedInTheFirstIterationOnly) {
  for (const char *Condition : {"i > 0", "i", "i != 0", "i >= 1"}) {
    AnalysedKernel K =
        kernel("for (int i = 0; i < n; ++i) { if (" + std::string(Condition) +
               ") { int past = 1; } int start = 1; "
               "if (m) p[i] = 1; int end = 1; }");
    // From one round to the next.
    EXPECT_FALSE(reaches(K, "end", "start", "past")) << Condition;
  }
}

TEST(PathCondition, SkippedInTheLastIterationOnly) {
  for (const char *Condition :
       {"i + 1 < n", "i < n - 1", "i != n - 1", "!(i == n - 1)"}) {
    AnalysedKernel K =
        kernel("for (int i = 0; i < n; ++i) { int start = 1; if (m) p[i] = 1; "
               "int end = 1; if (" +
               std::string(Condition) + ") { int past = 1; } }");
    EXPECT_FALSE(reaches(K, "end", "start", "past")) << Condition;
  }
}

TEST(PathCondition, SkippedInOtherIterations) {
  for (const char *Condition : {"i == 0", "i > 1", "i + 2 < n", "p[i]"}) {
    AnalysedKernel K =
        kernel("for (int i = 0; i < n; ++i) { if (" + std::string(Condition) +
               ") { int past = 1; } int start = 1; "
               "if (m) p[i] = 1; int end = 1; }");
    EXPECT_TRUE(reaches(K, "end", "start", "past")) << Condition;
  }
}

TEST(PathCondition, EachPartOfALoopsConditionEndsIt) {
  std::string Parts = "i < n";
  for (unsigned I = 0; I < 12; ++I) {
    Parts += " && p[" + std::to_string(I) + "]";
    AnalysedKernel K = kernel("int start = 1; int i = 0; while (" + Parts +
                              ") { int past = 1; ++i; } int end = 1;");
    // Loops run at least once.
    EXPECT_FALSE(reaches(K, "start", "end", "past")) << Parts;
  }
  AnalysedKernel K = kernel("int start = 1; int i = 0;"
                            "while (i < n || p[i]) { int past = 1; ++i; }"
                            "if (n && m) { int other = 1; } int end = 1;");
  EXPECT_FALSE(reaches(K, "start", "end", "past"));
}

TEST(PathCondition, FlagOfTheFirstIteration) {
  AnalysedKernel K = kernel(R"(
    bool first = true;
    while (n-- > 0) {
      if (!first) { int past = 1; }
      first = false;
      int start = 1;
      if (m) p[n] = 1;
      int end = 1;
    }
  )");
  EXPECT_FALSE(reaches(K, "end", "start", "past"));
}

TEST(PathCondition, CountersThatStartAnywhere) {
  AnalysedKernel K = kernel(R"(
    for (int i = m; i < n; i += 3) {
      if (i != m) { int past = 1; }
      int start = 1;
      if (p[0]) p[i] = 1;
      int end = 1;
    }
  )");
  EXPECT_FALSE(reaches(K, "end", "start", "past"));
}

TEST(PathCondition, LoopsOnThePathRun) {
  AnalysedKernel K = kernel(R"(
    int start = 1;
    for (int i = 0; i < n; ++i) { int past = 1; }
    int end = 1;
  )");
  EXPECT_FALSE(reaches(K, "start", "end", "past"));
}

TEST(PathCondition, LoopsThatCannotRunDoNot) {
  AnalysedKernel K = kernel(R"(
    int start = 1;
    for (int i = 1; i < 1; ++i) p[i] = 2;
    int end = 1;
    if (m) p[0] = 1;
    int past = 1;
  )");
  EXPECT_TRUE(reaches(K, "start", "end", "past"));
}

TEST(PathCondition, LoopsAreLeftFromInside) {
  AnalysedKernel K = kernel(R"(
    for (int i = 0; i < n && p[i]; ++i) {
      int past = 1;
      if (m) p[i] = 1;
      int start = 1;
    }
    int end = 1;
  )");
  EXPECT_TRUE(reaches(K, "start", "end", "past"));
}

TEST(PathCondition, MemoryIsAskedAgainInTheNextIteration) {
  AnalysedKernel K = kernel(R"(
    for (int i = 0; i < n; ++i) {
      int start = 1;
      if (*p > 3) { int past = 1; }
      if (*p > 3) { int end = 1; }
    }
  )");
  EXPECT_TRUE(reaches(K, "start", "end", "past"));
}

} // namespace path_condition_test
