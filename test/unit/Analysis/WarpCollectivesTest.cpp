//===--- WarpCollectivesTest.cpp - Lanes that reach collectives ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Detectors/WarpCollectives/BranchOutcomes.h"
#include "Analysis/Detectors/WarpCollectives/LaneMasks.h"
#include "Analysis/Detectors/WarpCollectives/LanePair.h"
#include "Analysis/Detectors/WarpCollectives/Lanes.h"
#include "Analysis/Detectors/WarpCollectives/ShuffleOperands.h"
#include "Analysis/Detectors/WarpCollectives/WarpAtPoint.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"

namespace warp_collectives_test {
using namespace warplint;
using namespace warplint::test;
using collectives::MaskFault;
using collectives::ShuffleFault;
using collectives::WarpAtPoint;

AnalysedKernel kernel(const std::string &Body, uint32_t Threads = 64) {
  return AnalysedKernel("__global__ void k(int n, const int *q, int *p) {"
                        "int t = threadIdx.x;" +
                            Body + "}",
                        launch({Threads, 1, 1}));
}

/// The only collective with a mask.
const Event &collectiveOf(const AnalysedKernel &K) {
  const Event *Found = nullptr;
  for (const Event *E : K.events(Event::Kind::Sync))
    if (collectives::isMasked(*E)) {
      EXPECT_FALSE(Found);
      Found = E;
    }
  EXPECT_TRUE(Found);
  if (!Found)
    std::abort();
  return *Found;
}

std::optional<MaskFault> maskFault(const std::string &Body,
                                   uint32_t Threads = 64) {
  AnalysedKernel K = kernel(Body, Threads);
  return collectives::findMaskFault(K.facts(), collectiveOf(K));
}

std::optional<ShuffleFault> shuffleFault(const std::string &Body,
                                         uint32_t Threads = 64) {
  AnalysedKernel K = kernel(Body, Threads);
  return collectives::findShuffleFault(K.facts(), collectiveOf(K));
}

//===----------------------------------------------------------------------===//
// Who reaches a point
//===----------------------------------------------------------------------===//

/// The lanes that reach the declaration of `seen`, by warp.
std::vector<std::pair<unsigned, LaneMask>> lanesAt(const std::string &Body,
                                                   uint32_t Threads = 64) {
  AnalysedKernel K = kernel(Body, Threads);
  std::vector<std::pair<unsigned, LaneMask>> Result;
  collectives::Lanes(K.facts()).findWarp(
      K.nodeOf("seen"), [&](const WarpAtPoint &At) {
        Result.emplace_back(At.Warp, At.Coming);
        return false;
      });
  return Result;
}

TEST(Lanes, ReachANodeByTheirBranches) {
  using Pairs = std::vector<std::pair<unsigned, LaneMask>>;
  EXPECT_EQ(lanesAt("if (t < 40) { int seen = 1; }"),
            (Pairs{{0, 0xffffffff}, {1, 0xff}}));
  EXPECT_EQ(lanesAt("if (t % 32 == 3) { int seen = 1; }"),
            (Pairs{{0, 8}, {1, 8}}));
  // The last warp of a block has lanes without threads.
  EXPECT_EQ(lanesAt("int seen = 1;", 48),
            (Pairs{{0, 0xffffffff}, {1, 0xffff}}));
}

TEST(Lanes, ThoseThatHaveReturnedAreNamed) {
  AnalysedKernel K = kernel("if (t >= 8) return; int seen = 1;", 32);
  std::optional<WarpAtPoint> Found;
  EXPECT_TRUE(collectives::Lanes(K.facts()).findWarp(
      K.nodeOf("seen"), [&](const WarpAtPoint &At) {
        Found = At;
        return true;
      }));
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->Coming, LaneMask(0xff));
  EXPECT_EQ(Found->BlockDim, (std::array<int64_t, 3>{32, 1, 1}));
  EXPECT_TRUE(Found->BlockIsKnown);
}

TEST(Lanes, DataCannotBeRun) {
  AnalysedKernel ByData = kernel("if (q[t] > 3) { int seen = 1; }"),
                 ByThread = kernel("if (t > 3) { int seen = 1; }");
  EXPECT_FALSE(
      collectives::Lanes(ByData.facts()).canRun(ByData.nodeOf("seen")));
  EXPECT_TRUE(
      collectives::Lanes(ByThread.facts()).canRun(ByThread.nodeOf("seen")));
  EXPECT_EQ(
      collectives::Lanes(ByData.facts()).divergence(ByData.nodeOf("seen")),
      std::vector<const Node *>{&ByData.branchOn("q[t] > 3")});
}

TEST(Lanes, BranchesOfWholeWarpsDivideNoLanes) {
  AnalysedKernel Whole = kernel("if (t < 32) { int seen = 1; }"),
                 Part = kernel("if (t < 33) { int seen = 1; }");
  EXPECT_TRUE(
      collectives::areLanesTogether(Whole.nodeOf("seen"), Whole.facts()));
  EXPECT_FALSE(
      collectives::areLanesTogether(Part.nodeOf("seen"), Part.facts()));
}

TEST(Lanes, TheOthersMayLeave) {
  AnalysedKernel Leave = kernel("if (t < 8) { int seen = 1; }"),
                 Stay = kernel("if (t < 8) { int seen = 1; } p[t] = 1;");
  for (auto [K, Expected] : {std::pair(&Leave, true), std::pair(&Stay, false)})
    EXPECT_EQ(collectives::Lanes(K->facts())
                  .othersLeave(K->branchOn("t < 8"), K->nodeOf("seen")),
              Expected);
}

TEST(Lanes, ValuesOfLanes) {
  AnalysedKernel K = kernel("int seen = 3 * t + n; int other = q[t];"
                            "int known = t ^ 1;");
  WarpAtPoint At;
  At.Warp = 1;
  At.BlockDim = {64, 1, 1};
  collectives::Lanes Of(K.facts());
  auto Values = Of.valueInLanes(K.valueOf("known"), At);
  ASSERT_TRUE(Values);
  EXPECT_EQ((*Values)[0], 33);
  EXPECT_EQ((*Values)[31], 62);
  EXPECT_FALSE(Of.valueInLanes(K.valueOf("other"), At));
}

TEST(BranchOutcomes, ByThreadAndNothingElse) {
  AnalysedKernel K =
      kernel("bool known = t == 2; bool given = n > t; bool data = q[0];", 4);
  const auto &Outcomes = K.facts().get<collectives::BranchOutcomes>();
  std::vector<ThreadOfBlock> Threads = threadsOf({4, 1, 1});
  using OfThreads = collectives::BranchOutcomes::OfThreads;
  const OfThreads Unknown(4, std::nullopt);
  EXPECT_EQ(Outcomes.of(K.valueOf("known"), Threads),
            (OfThreads{false, false, true, false}));
  EXPECT_EQ(Outcomes.of(K.valueOf("given"), Threads), Unknown);
  EXPECT_EQ(Outcomes.of(K.valueOf("data"), Threads), Unknown);
  // The same question has the same answer, which is kept.
  EXPECT_EQ(&Outcomes.of(K.valueOf("known"), Threads),
            &Outcomes.of(K.valueOf("known"), Threads));
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

TEST(LaneMasks, ConstantsAreRead) {
  AnalysedKernel Constant = kernel("__syncwarp(0xff);"),
                 Unknown = kernel("__syncwarp(n);");
  EXPECT_EQ(collectives::constantMask(collectiveOf(Constant)), LaneMask(0xff));
  EXPECT_EQ(collectives::constantMask(collectiveOf(Unknown)), std::nullopt);
}

TEST(LaneMasks, ALaneThatIsNamedAndNeverArrives) {
  auto Fault = maskFault("if (t < 16) { int v = __shfl_sync(0xffffffff, t, 0);"
                         "p[t] = v; } p[t + 64] = 1;",
                         32);
  ASSERT_TRUE(Fault);
  EXPECT_EQ(Fault->K, MaskFault::Kind::NamedLaneNeverArrives);
  EXPECT_EQ(Fault->Lane, 16u);
  EXPECT_EQ(Fault->Mask, LaneMask(0xffffffff));
  EXPECT_FALSE(maskFault("if (t < 16) { int v = __shfl_sync(0xffff, t, 0);"
                         "p[t] = v; } p[t + 64] = 1;",
                         32));
}

TEST(LaneMasks, ALaneThatArrivesAndIsNotNamed) {
  auto Fault = maskFault("__syncwarp(0xffff); p[t] = 1;", 32);
  ASSERT_TRUE(Fault);
  EXPECT_EQ(Fault->K, MaskFault::Kind::ComingLaneNotNamed);
  EXPECT_EQ(Fault->Lane, 16u);
  EXPECT_FALSE(maskFault("__syncwarp(0xffff); p[t] = 1;", 16));
}

TEST(LaneMasks, DataDecideWhoArrives) {
  auto Fault = maskFault("if (q[t] > 0) { __syncwarp(0xffffffff); p[t] = 1; }"
                         "p[t + 64] = 2;");
  ASSERT_TRUE(Fault);
  EXPECT_EQ(Fault->K, MaskFault::Kind::NamedLaneMayNotArrive);
  EXPECT_FALSE(maskFault("if (q[t] > 0) { __syncwarp(n); p[t] = 1; }"
                         "p[t + 64] = 2;"));
}

//===----------------------------------------------------------------------===//
// Operands of shuffles
//===----------------------------------------------------------------------===//

TEST(ShuffleOperands, WidthsArePowersOfTwo) {
  auto Fault = shuffleFault("p[t] = __shfl_sync(0xffffffff, t, 0, 24);");
  ASSERT_TRUE(Fault);
  EXPECT_EQ(Fault->K, ShuffleFault::Kind::Width);
  EXPECT_EQ(Fault->Value, 24);
  EXPECT_FALSE(shuffleFault("p[t] = __shfl_sync(0xffffffff, t, 0, 16);"));
  EXPECT_FALSE(shuffleFault("p[t] = __shfl_sync(0xffffffff, t, 0, n);"));
}

TEST(ShuffleOperands, SourcesAreInTheSegment) {
  auto Fault = shuffleFault("p[t] = __shfl_sync(0xffffffff, t, 40);");
  ASSERT_TRUE(Fault);
  EXPECT_EQ(Fault->K, ShuffleFault::Kind::SourceBeyond);
  EXPECT_EQ(Fault->Value, 40);
  EXPECT_EQ(Fault->Limit, 32);
  EXPECT_FALSE(shuffleFault("p[t] = __shfl_sync(0xffffffff, t, 31);"));
}

TEST(ShuffleOperands, SourcesAreNamed) {
  auto Fault = shuffleFault("if (t < 8) p[t] = __shfl_sync(0xff, t, 9);", 32);
  ASSERT_TRUE(Fault);
  EXPECT_EQ(Fault->K, ShuffleFault::Kind::SourceNotNamed);
  EXPECT_EQ(Fault->Value, 9);
  EXPECT_EQ(Fault->Mask, LaneMask(0xff));
  EXPECT_FALSE(shuffleFault("if (t < 8) p[t] = __shfl_sync(0xff, t, 7);", 32));
}

TEST(ShuffleOperands, TheBlockHasThreadsForSources) {
  auto Fault = shuffleFault("p[t] = __shfl_sync(0xffffffff, t, 20);", 16);
  ASSERT_TRUE(Fault);
  EXPECT_EQ(Fault->K, ShuffleFault::Kind::SourceAbsent);
  EXPECT_EQ(Fault->Value, 20);
}

using Answer = solver::SolverAnswer::Kind;

/// Whether `one` can hold in one lane where it does not hold in another one of
/// its warp, in a block of 128 threads.
Answer differs(const std::string &Body) {
  AnalysedKernel Kernel("__global__ void k(const int *p) {" + Body + "}");
  collectives::LanePair Pair(Kernel.facts(), Kernel.nodeOf("one"), {128, 1, 1},
                             nullptr);
  const Term *One = Kernel.valueOf("one");
  solver::Query &Q = Pair.query();
  Q.require(Pair.truth(One, 0, true));
  Q.require(Pair.truth(One, 1, false));
  Pair.relate();
  return solver::Solver().decide(Q).K;
}

TEST(LanePair, WhatTheWarpAgreesOnIsOneValue) {
  EXPECT_EQ(differs("bool one = threadIdx.x / 32 == 2;"), Answer::Impossible);
  EXPECT_EQ(differs("bool one = threadIdx.x % 48 < 32;"), Answer::Possible);
  EXPECT_EQ(differs("int n = p[blockIdx.x];"
                    "bool one = (threadIdx.x | 31) < n;"),
            Answer::Impossible);
}

TEST(LanePair, EachLaneHasItsOwnData) {
  EXPECT_EQ(differs("bool one = p[threadIdx.x] > 2;"), Answer::Possible);
  EXPECT_EQ(differs("bool one = p[threadIdx.x / 32] > 2;"), Answer::Impossible);
}

} // namespace warp_collectives_test
