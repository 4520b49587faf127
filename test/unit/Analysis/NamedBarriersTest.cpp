//===--- NamedBarriersTest.cpp - Numbered barriers that do not fit --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Detectors/NamedBarriers/NamedBarrierFaults.h"
#include "Analysis/Detectors/NamedBarriers/NamedBarrierSimulator.h"
#include "Analysis/Detectors/NamedBarriers/ProtocolFault.h"
#include "Analysis/Detectors/NamedBarriers/WarpRuns.h"
#include "Analysis/Simulation/ConcreteExecutor.h"

namespace named_barriers_test {
using namespace warplint;
using namespace warplint::test;

AnalysedKernel kernel(const std::string &Body) {
  return AnalysedKernel(
      "__device__ inline void sync(int id, int n) {"
      "  asm volatile(\"bar.sync %0, %1;\" ::\"r\"(id), \"r\"(n));"
      "}"
      "__device__ inline void arrive(int id, int n) {"
      "  asm volatile(\"bar.arrive %0, %1;\" ::\"r\"(id), \"r\"(n));"
      "}"
      "__global__ void k(int n, const int *p) {"
      "  int warp = threadIdx.x / 32;" +
          Body + "}",
      launch({128, 1, 1}));
}

/// The barriers of each warp, as "id/count" or "id!count" if it only arrives.
std::vector<std::string> runs(const std::string &Body, int64_t N = 2) {
  AnalysedKernel K = kernel(Body);
  GivenValues Given;
  for (const Term *T : K.facts().values().programTerms())
    if (llvm::isa<ParameterTerm>(T))
      Given[T] = N;
  simulation::ExecutedKernel Walked = namedbarriers::executedByWarps(K.facts());
  auto Runs = namedbarriers::runWarps(Walked, {128, 1, 1}, Given);
  std::vector<std::string> Result;
  if (!Runs)
    return {"unknown"};
  for (const namedbarriers::WarpRun &Run : *Runs) {
    std::string Text;
    for (const namedbarriers::BarrierCommand &C : Run.Commands)
      Text += (Text.empty() ? "" : " ") + std::to_string(C.Id) +
              (C.Waits ? "/" : "!") + std::to_string(C.Count);
    Result.push_back(Text);
  }
  return Result;
}

TEST(WarpRuns, RolesAndLoops) {
  EXPECT_EQ(runs("if (warp == 0) { for (int i = 0; i < n; ++i) arrive(1, 64); }"
                 "else if (warp < 3) sync(warp, 64);"),
            (Texts{"1!64 1!64", "1/64", "2/64", ""}));
}

TEST(WarpRuns, CountersCarryOn) {
  EXPECT_EQ(runs("int stage = 0; for (int i = 0; i < 3; ++i) {"
                 "  if (warp == 0) sync(1 + stage, 32);"
                 "  stage = stage == 1 ? 0 : stage + 1; }"),
            (Texts{"1/32 2/32 1/32", "", "", ""}));
}

TEST(WarpRuns, DataThatNoBarrierHangsOn) {
  EXPECT_EQ(runs("int s = 0; while (p[s] > 0) s += p[s];"
                 "if (warp == 0) sync(1, 32);"),
            (Texts{"1/32", "", "", ""}));
  EXPECT_EQ(runs("if (p[0]) sync(1, 32);"), Texts{"unknown"});
  EXPECT_EQ(runs("int id = 1; if (p[0]) id = 2; sync(id, 32);"),
            Texts{"unknown"});
}

std::optional<namedbarriers::ProtocolFault::Kind>
played(const std::string &Body) {
  AnalysedKernel K = kernel(Body);
  simulation::ExecutedKernel Walked = namedbarriers::executedByWarps(K.facts());
  auto Runs = namedbarriers::runWarps(Walked, {128, 1, 1}, GivenValues());
  EXPECT_TRUE(Runs);
  auto Fault = Runs ? namedbarriers::simulateBarriers(*Runs) : std::nullopt;
  return Fault ? std::optional(Fault->K) : std::nullopt;
}

TEST(BarrierProtocol, WhatAddsUp) {
  EXPECT_EQ(played("if (warp < 2) sync(1, 64); else sync(2, 64);"),
            std::nullopt);
  EXPECT_EQ(played("if (warp == 0) arrive(1, 128); else sync(1, 128);"),
            std::nullopt);
  EXPECT_EQ(played("if (warp == 3) return; __syncthreads();"), std::nullopt);
}

TEST(BarrierProtocol, WhatDoesNot) {
  using Kind = namedbarriers::ProtocolFault::Kind;
  EXPECT_EQ(played("if (warp < 2) sync(1, 96);"), Kind::NeverFull);
  EXPECT_EQ(played("sync(1, 64);"), Kind::NotInTurn);
  EXPECT_EQ(played("sync(1, warp == 0 ? 64 : 128);"), Kind::CountsDiffer);
  // The others come to the barrier of the block while it may still count 64.
  EXPECT_EQ(played("if (warp < 2) sync(0, 64); __syncthreads();"),
            Kind::NotInTurn);
}

TEST(NamedBarrierFaults, OperandsByThemselves) {
  auto First = [](const std::string &Body) {
    AnalysedKernel K = kernel(Body);
    auto All = K.facts().get<namedbarriers::NamedBarrierFaults>().all();
    return All.empty() ? std::nullopt : std::optional(All.front().K);
  };
  using Kind = namedbarriers::NamedBarrierFault::Kind;
  EXPECT_EQ(First("sync(1, 48);"), Kind::NoWholeWarps);
  EXPECT_EQ(First("sync(17, 128);"), Kind::NoSuchNumber);
  EXPECT_EQ(First("if (threadIdx.x % 2) sync(1, 128);"), Kind::PartOfAWarp);
  EXPECT_EQ(First("sync(1, 128);"), std::nullopt);
}

TEST(NamedBarrierFaults, UnknownIsNoFault) {
  AnalysedKernel K = kernel("if (p[0]) sync(1, 96);");
  EXPECT_TRUE(K.facts().get<namedbarriers::NamedBarrierFaults>().all().empty());
  EXPECT_TRUE(K.facts().get<namedbarriers::NamedBarrierFaults>().isUnknown());
}

} // namespace named_barriers_test
