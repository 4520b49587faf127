//===--- SharedReadsTest.cpp - What is written before it is read --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Detectors/EarlyExit/ExitedRows.h"
#include "Analysis/Detectors/EarlyExit/ExitedThreads.h"
#include "Analysis/Detectors/EarlyExit/StayingThread.h"
#include "Analysis/Detectors/EarlyExit/WritesOfExitedThreads.h"
#include "Analysis/Detectors/UninitializedShared/IterationWalk.h"
#include "Analysis/Detectors/UninitializedShared/UnwrittenElements.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/LoopEvolution/IterationValues.h"

namespace shared_reads_test {
using namespace warplint;
using namespace warplint::test;
using namespace warplint::uninitialized;

/// A kernel that writes and reads a shared array `s` of 64 numbers.
AnalysedKernel kernel(const std::string &Body,
                      const AnalysisOptions &Options = launch({64, 1, 1})) {
  return AnalysedKernel("__global__ void k(int n, int *p) {"
                        "__shared__ int s[64]; int t = threadIdx.x;" +
                            Body + "}",
                        Options);
}

/// The accesses of `s` of one kind.
std::vector<const Event *> shared(const AnalysedKernel &K, AccessKind Kind) {
  std::vector<const Event *> Found = K.events(Event::Kind::Access);
  llvm::erase_if(Found, [&](const Event *E) {
    return E->Access != Kind ||
           memorySpaceOf(rootOf(E->Address)) != MemorySpace::Shared;
  });
  return Found;
}
const Event &read(const AnalysedKernel &K) {
  return *shared(K, AccessKind::Read).front();
}
const Event &write(const AnalysedKernel &K) {
  return *shared(K, AccessKind::Write).front();
}

//===----------------------------------------------------------------------===//
// Which elements
//===----------------------------------------------------------------------===//

/// Whether some thread reads what none has written; "unknown" if it is not
/// known what is written.
std::string missing(const std::string &Body, bool Later = false) {
  AnalysedKernel K = kernel(Body);
  WrittenElements Written(64 * 4, K.facts());
  for (const Event *E : shared(K, AccessKind::Write))
    if (!Written.add(*E, Later))
      return "unknown";
  return Written.misses(read(K)) ? "missing" : "none";
}

TEST(WrittenElements, EachThreadsOwn) {
  EXPECT_EQ(missing("s[t] = n; __syncthreads(); p[t] = s[63 - t];"), "none");
  EXPECT_EQ(missing("if (t < 63) s[t] = n; __syncthreads(); p[t] = s[t];"),
            "missing");
  EXPECT_EQ(missing("if (t < 63) s[t] = n; __syncthreads();"
                    "if (t < 63) p[t] = s[t];"),
            "none");
}

TEST(WrittenElements, LoopsWithKnownIterations) {
  EXPECT_EQ(missing("if (t < 16) for (int i = 0; i < 4; ++i) s[t + 16 * i] = n;"
                    "__syncthreads(); p[t] = s[t];"),
            "none");
  EXPECT_EQ(missing("if (t < 16) for (int i = 0; i < 3; ++i) s[t + 16 * i] = n;"
                    "__syncthreads(); p[t] = s[t];"),
            "missing");
}

TEST(WrittenElements, DataDecideWhereIsUnknown) {
  EXPECT_EQ(missing("s[p[t]] = n; __syncthreads(); p[t] = s[t];"), "unknown");
  // And who reads is unknown, too.
  EXPECT_EQ(missing("if (t < 8) s[t] = n; __syncthreads();"
                    "if (p[t]) p[t] = s[t];"),
            "none");
}

TEST(WrittenElements, OthersFindWhatIsWrittenLater) {
  const std::string Body = "p[t] = s[t]; s[t] = n;";
  EXPECT_EQ(missing(Body, /*Later=*/true), "missing");
  EXPECT_EQ(missing("p[t] = s[t ^ 1]; s[t] = n;", /*Later=*/true), "none");
}

TEST(CountedLoops, VariablesOfLoops) {
  AnalysedKernel K = kernel("for (int i = 0; i < 3; ++i)"
                            "  for (int j = 0; j < 2; ++j)"
                            "    s[8 * i + 2 * j] = n;");
  const Event &Write = write(K);
  auto At = locate(Write.Address);
  ASSERT_TRUE(At);
  const LoopEvolution &Loops = K.facts().evolution();
  CountedLoops Of = countedLoops(*At, *Write.At, Loops);
  StepBudget Steps(1000);
  EXPECT_EQ(Of.Around.size(), 2u);
  ASSERT_EQ(Of.Variables.size(), 2u);
  std::vector<int64_t> Offsets;
  ThreadOfBlock Self;
  EXPECT_TRUE(
      forEachIteration(Of, Self, Loops, Steps, [&](const GivenValues &Now) {
        ThreadValues Run(K.facts().values(), Now);
        if (auto Offset = At->offset(Run, Self))
          Offsets.push_back(*Offset);
        return true;
      }));
  EXPECT_EQ(Offsets, (std::vector<int64_t>{0, 8, 32, 40, 64, 72}));
  // The visit ends the walk.
  unsigned Visits = 0;
  EXPECT_FALSE(
      forEachIteration(Of, Self, Loops, Steps,
                       [&](const GivenValues &) { return ++Visits < 2; }));
  EXPECT_EQ(Visits, 2u);
}

TEST(CountedLoops, EndsThatAreNotKnown) {
  AnalysedKernel K = kernel("for (int i = 0; i < n; ++i) s[i] = n;"),
                 None = kernel("s[t] = n;");
  auto At = locate(write(K).Address);
  ASSERT_TRUE(At);
  const LoopEvolution &Loops = K.facts().evolution();
  CountedLoops Of = countedLoops(*At, *write(K).At, Loops);
  StepBudget Steps(1000);
  EXPECT_FALSE(forEachIteration(Of, ThreadOfBlock(), Loops, Steps,
                                [](const GivenValues &) { return true; }));
  EXPECT_TRUE(countedLoops(*locate(write(None).Address), *write(None).At,
                           None.facts().evolution())
                  .Around.empty());
}

//===----------------------------------------------------------------------===//
// Which iteration
//===----------------------------------------------------------------------===//

TEST(IterationWalk, EndsWhereItIsStopped) {
  AnalysedKernel K = kernel("s[0] = 1; if (n) { s[1] = 2; } s[2] = 3;");
  std::vector<const Event *> Writes = shared(K, AccessKind::Write);
  ASSERT_EQ(Writes.size(), 3u);
  IterationWalk Walk(K.facts(), nullptr);
  Walk.walk(K.cfg().entry(), 0,
            [&](const Event &E, unsigned) { return &E == Writes[1]; });
  EXPECT_TRUE(Walk.reaches(*Writes[0]));
  EXPECT_TRUE(Walk.reaches(*Writes[1]));
  EXPECT_TRUE(Walk.reaches(*Writes[2])); // Around the branch.
  IterationWalk Short(K.facts(), nullptr);
  Short.walk(K.cfg().entry(), 0,
             [&](const Event &E, unsigned) { return &E == Writes[0]; });
  EXPECT_FALSE(Short.reaches(*Writes[1]));
  EXPECT_FALSE(Short.enters(*Writes[2]->At));
}

TEST(InTime, BehindABarrierIsTooLate) {
  AnalysedKernel K = kernel("s[t] = 1; p[0] = s[3]; __syncthreads();"
                            "s[t ^ 1] = 2;");
  std::vector<const Event *> Writes = shared(K, AccessKind::Write);
  ASSERT_EQ(Writes.size(), 2u);
  InTime Early(K.facts(), read(K), nullptr);
  EXPECT_TRUE(Early.isReached());
  EXPECT_TRUE(Early.reaches(*Writes[0]));
  EXPECT_FALSE(Early.reaches(*Writes[1]));
  EXPECT_FALSE(Early.isLater(*Writes[0]));
}

TEST(InTime, ThreadsThatReadBefore) {
  AnalysedKernel K = kernel("p[0] = s[3]; s[t] = 1;");
  InTime Early(K.facts(), read(K), nullptr);
  EXPECT_TRUE(Early.reaches(write(K)));
  EXPECT_TRUE(Early.isLater(write(K)));
}

TEST(FirstReads, NothingIsWrittenBefore) {
  auto Precedes = [](const std::string &Body) {
    AnalysedKernel K = kernel(Body);
    return FirstReads(K.facts()).precedesWrites(
        read(K), shared(K, AccessKind::Write), {}, nullptr);
  };
  EXPECT_TRUE(Precedes("p[0] = s[3]; __syncthreads(); s[t] = 1;"));
  EXPECT_FALSE(Precedes("s[t] = 1; __syncthreads(); p[0] = s[3];"));
  EXPECT_FALSE(Precedes("if (t) s[t] = 1; else p[0] = s[3];"));
}

//===----------------------------------------------------------------------===//
// Threads that have left
//===----------------------------------------------------------------------===//

std::optional<bool> missedAfterExit(const std::string &Body) {
  AnalysedKernel K = kernel(Body);
  auto Exits = K.facts().convergence().earlyExits();
  EXPECT_EQ(Exits.size(), 1u) << Body;
  earlyexit::WritesOfExitedThreads Runs(K.facts());
  return Runs.areMissed(Exits.front(), write(K), read(K));
}

TEST(WritesOfExitedThreads, ElementsThatNobodyWrites) {
  EXPECT_EQ(missedAfterExit("if (t >= 48) return; s[t] = t; __syncthreads();"
                            "p[t] = s[t + 16];"),
            true);
  EXPECT_EQ(missedAfterExit("if (t >= 48) return; s[t] = t; __syncthreads();"
                            "p[t] = s[47 - t];"),
            false);
}

TEST(WritesOfExitedThreads, ExitsThatNobodyTakes) {
  AnalysedKernel K = kernel("if (t >= 80) return; s[t] = t; __syncthreads();"
                            "p[t] = s[t ^ 1];");
  auto Exits = K.facts().convergence().earlyExits();
  if (!Exits.empty()) {
    earlyexit::WritesOfExitedThreads Runs(K.facts());
    EXPECT_EQ(Runs.areMissed(Exits.front(), write(K), read(K)), std::nullopt);
  }
}

TEST(SkippedBarriers, ThoseWhoPassByAreMissed) {
  auto DoesWithout = [](const std::string &Body) {
    AnalysedKernel K = kernel(Body);
    auto All = K.events(Event::Kind::Sync);
    return earlyexit::SkippedBarriers(K.facts()).doWithout(All);
  };
  EXPECT_TRUE(DoesWithout("if (t < 48) { s[t] = t; __syncthreads();"
                          "p[t] = s[47 - t]; }"));
  EXPECT_FALSE(DoesWithout("if (t < 48) { s[t] = t; __syncthreads();"
                           "p[t] = s[t + 16]; }"));
  EXPECT_FALSE(DoesWithout("if (t < 48) { s[t] = t; __syncthreads(); }"
                           "p[t] = s[47];"));
}

TEST(StayingThread, MembersAreBytes) {
  AnalysedKernel K("struct Pair { int x, y; };"
                   "__global__ void k(int *p) {"
                   "__shared__ Pair s[64]; s[threadIdx.x].y = 1; }");
  const Event &E = write(K);
  auto At = earlyexit::placeIn(rootOf(E.Address), E, K.facts());
  ASSERT_TRUE(At);
  EXPECT_TRUE(At->Fields.empty());
  EXPECT_EQ(At->Bytes, 4);
}

TEST(ExitedRows, ThreadsOfARowExitTogether) {
  auto Stays = [](const std::string &Index) {
    AnalysedKernel K("__global__ void k(int n, int *p) {"
                     "__shared__ int s[8][32];"
                     "int x = threadIdx.x, y = threadIdx.y;"
                     "if (y >= n) return; s[y][x] = x; __syncthreads();"
                     "p[x] = s" +
                         Index + "; }",
                     launch({32, 8, 1}));
    auto Exits = K.facts().convergence().earlyExits();
    EXPECT_EQ(Exits.size(), 1u);
    return earlyexit::staysInRows(Exits.front(), write(K), read(K), K.facts());
  };
  EXPECT_TRUE(Stays("[y][31 - x]"));
  EXPECT_FALSE(Stays("[7 - y][x]"));
}

} // namespace shared_reads_test
