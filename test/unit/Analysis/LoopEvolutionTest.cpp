//===--- LoopEvolutionTest.cpp - How loops go on --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LoopEvolution/LoopEvolution.h"
#include "AnalysedKernel.h"
#include "Analysis/LoopEvolution/IterationValues.h"
#include "Analysis/LoopEvolution/Multiples.h"
#include "Analysis/SymbolicExecution/Evaluation.h"

namespace loop_evolution_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

/// A kernel with loops in \p Body.
class Looping : public AnalysedKernel {
public:
  explicit Looping(const std::string &Body)
      : AnalysedKernel("__global__ void k(int n, int m, int *p, const int *q) {"
                       "__shared__ int s[64], beg, end;" +
                       Body + "}") {}

  const LoopEvolution &loops() const { return facts().evolution(); }
  int64_t minTripCount(llvm::StringRef Condition) const {
    return loops().minTripCount(branchOn(Condition));
  }
  /// Whether the loop runs once, and how many reads must agree for that.
  std::pair<bool, size_t> runsOnce(llvm::StringRef Condition) const {
    llvm::SmallVector<LoopEvolution::RepeatedRead, 2> Reads;
    bool Runs = loops().runsOnce(branchOn(Condition), Reads);
    return {Runs, Reads.size()};
  }
  bool isMultiple(llvm::StringRef Name, int64_t Of) const {
    return Multiples(loops()).isMultiple(
        valueOf(Name), facts().terms().constant(Of), /*Taken=*/false);
  }
  bool changesAlways(llvm::StringRef Name) const {
    const Node &At = nodeOf(Name);
    return warplint::changesAlways(valueOf(Name),
                                   *facts().loops().innermost(At, At), loops());
  }
};

TEST(LoopEvolution, LeastTripCounts) {
  EXPECT_EQ(
      Looping("for (int i = 0; i < 7; i += 2) s[i] = 1;").minTripCount("i < 7"),
      4);
  EXPECT_EQ(Looping("for (int *v = s; v < s + 7; v += 2) *v = 1;")
                .minTripCount("v < s + 7"),
            4);
  EXPECT_EQ(
      Looping("for (int i = 0; i < n; ++i) s[i] = 1;").minTripCount("i < n"),
      0);
}

TEST(LoopEvolution, RunsOnceByWhatIsTestedBefore) {
  EXPECT_EQ(Looping("if (n > m) for (int i = m; i < n; ++i) s[i] = 1;")
                .minTripCount("i < n"),
            1);
  EXPECT_EQ(Looping("if (m < n) { int r = (n - m + 63) / 64; for (int i = 0; "
                    "i < r; ++i) s[i] = 1; }")
                .minTripCount("i < r"),
            1);
  EXPECT_EQ(Looping("if (m < n) { int r = (n - m) / 64; for (int i = 0; "
                    "i < r; ++i) s[i] = 1; }")
                .minTripCount("i < r"),
            0);
  EXPECT_EQ(Looping("if (n >= m) for (int i = m; i < n; ++i) s[i] = 1;")
                .minTripCount("i < n"),
            0);
  EXPECT_EQ(Looping("if (n <= m) return; for (int i = m; i < n; ++i) s[i] = 1;")
                .minTripCount("i < n"),
            1);
}

TEST(LoopEvolution, RunsOnceIfWhatIsReadTwiceAgrees) {
  const std::string Loop = "int left = end - beg; for (int i = 0; i < left; "
                           "++i) s[i] = 1; }";
  Looping Reads("if (beg < end) { " + Loop);
  EXPECT_EQ(Reads.runsOnce("i < left"), std::pair(true, size_t(2)));
  EXPECT_EQ(Reads.minTripCount("i < left"), 0);
  EXPECT_FALSE(Looping("if (beg < end) { __syncthreads(); " + Loop)
                   .runsOnce("i < left")
                   .first);
  EXPECT_FALSE(
      Looping("if (beg < end) { end = n; " + Loop).runsOnce("i < left").first);
}

TEST(LoopEvolution, ValuesBehindALoop) {
  Looping Inner("int k = 5; for (int i = 0; i < n; ++i) { int seen = k; for "
                "(int j = 0; j < 4; ++j) k += 3; }");
  const Induction *Found =
      Inner.facts().values().inductions().find(Inner.valueOf("seen"));
  ASSERT_TRUE(Found);
  TermArena &Arena = Inner.facts().terms();
  EXPECT_EQ(
      show(Arena.binary(BO_Sub, Inner.loops().next(*Found), Found->Variable)),
      "12");
}

TEST(LoopEvolution, BoundsInAllIterations) {
  auto Bounds = [](const std::string &Body) {
    Looping Loop(Body);
    return Loop.loops().rangeOf(Loop.valueOf("seen"));
  };
  ValueRange Flag = Bounds("int f = 1; for (int i = 0; i < n; ++i) { int seen "
                           "= f; if (q[i]) f = 0; }");
  EXPECT_EQ(Flag, (ValueRange{0, 1}));
  ValueRange Count = Bounds("int c = 2; for (int i = 0; i < n; ++i) { int seen "
                            "= c; if (q[i]) c += 3; }");
  EXPECT_EQ(Count, (ValueRange{2, std::nullopt}));
  ValueRange Data = Bounds("int c = 2; for (int i = 0; i < n; ++i) { int seen "
                           "= c; c = q[i]; }");
  EXPECT_EQ(Data, ValueRange());
}

TEST(LoopEvolution, Monotone) {
  auto Rises = [](const std::string &Body, bool Up) {
    Looping Loop(Body);
    return Loop.loops().isMonotone(Loop.valueOf("seen"), Up);
  };
  const std::string Skips = "int at = 0; while (at < n) { int seen = at; do "
                            "at++; while (at < n && q[at]); }";
  EXPECT_TRUE(Rises(Skips, true));
  EXPECT_FALSE(Rises(Skips, false));
  EXPECT_FALSE(Rises("int at = 0; while (at < n) { int seen = at; at += q[at]; "
                     "}",
                     true));
}

TEST(Multiples, HoweverRoundingIsWritten) {
  for (const char *Round :
       {"(n + 63) / 64 * 64", "((n - 1) | 63) + 1", "n + (-n & 63)",
        "n % 64 ? n + 64 - n % 64 : n", "(n & ~63) - 128", "n >> 6 << 6",
        "(n & 63) == 0 ? n : (n | 63) + 1", "128 * m + 64"})
    EXPECT_TRUE(Looping(std::string("int seen = ") + Round + ";")
                    .isMultiple("seen", 64))
        << Round;
  for (const char *Other :
       {"(n + 63) / 64 * 32", "(n | 31) + 1", "n % 64 ? n : n + 64 - n % 64",
        "n & 63", "64 * m + 63"})
    EXPECT_FALSE(Looping(std::string("int seen = ") + Other + ";")
                     .isMultiple("seen", 64))
        << Other;
  EXPECT_TRUE(Looping("int e = n; if (n & 63) e += 64 - (n & 63); int seen = "
                      "e;")
                  .isMultiple("seen", 64));
}

TEST(IterationValues, OthersInTheNextIteration) {
  auto Changes = [](const std::string &Start, const std::string &Place,
                    const std::string &Step) {
    return Looping(Start + " for (int i = 0; i < n; ++i) { int seen = " +
                   Place + "; s[seen] = 1; " + Step + " }")
        .changesAlways("seen");
  };
  EXPECT_TRUE(Changes("int f = 0;", "f", "f ^= 1;"));
  EXPECT_TRUE(Changes("int f = 1;", "f + 4", "f = 3 - f;"));
  EXPECT_TRUE(Changes("", "i & 1", ""));
  EXPECT_TRUE(Changes("", "i % 3", ""));
  EXPECT_TRUE(Changes("int f = 0;", "f", "if (++f == 3) f = 0;"));
  EXPECT_FALSE(Changes("int f = 0;", "f", "f ^= m;"));
  EXPECT_FALSE(Changes("", "(i / 2) & 1", ""));
  EXPECT_FALSE(Changes("int f = 0;", "f", "f = q[i];"));
  EXPECT_FALSE(Changes("", "m", ""));
}

TEST(IterationValues, NeverComesBack) {
  auto Moves = [](const std::string &Place) {
    Looping Loop("int f = 0; for (int i = 0; i < n; ++i) { int seen = " +
                 Place + "; s[seen & 63] = 1; f ^= 1; }");
    const Node &At = Loop.nodeOf("seen");
    return movesOn(Loop.valueOf("seen"),
                   *Loop.facts().loops().innermost(At, At), Loop.loops());
  };
  EXPECT_TRUE(Moves("i + m"));
  EXPECT_TRUE(Moves("7 - 2 * i"));
  EXPECT_FALSE(Moves("f"));
  EXPECT_FALSE(Moves("i & 7"));
  EXPECT_FALSE(Moves("i + q[i]"));
}

} // namespace loop_evolution_test
