//===--- LaunchScenariosTest.cpp - Launches that a kernel is judged with --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "AnalysedKernel.h"
#include "Analysis/LaunchScenarios/Provenance.h"
#include "Analysis/Launches/Launches.h"
#include "Assumptions/SampleSizes.h"
#include <numeric>

namespace launch_scenarios_test {
using namespace warplint;
using namespace warplint::test;

using Kind = scenarios::Provenance::Kind;
using Extents = std::array<uint32_t, 3>;
using Block = samples::Block;

const char *const Flat = "p[blockIdx.x * blockDim.x + threadIdx.x] = 0;";

/// The kernel `k` with \p Body, then \p After.
AnalysedKernel kernel(const std::string &Body = Flat,
                      const std::string &After = "",
                      const AnalysisOptions &Options = {},
                      const std::string &Attributes = "") {
  return AnalysedKernel("__global__ void " + Attributes +
                            " k(int n, float *p) {" + Body + "}" + After,
                        Options);
}

/// Any shape would do.
std::vector<scenarios::Scenario> scenariosOf(const AnalysedKernel &K) {
  auto Any = [](const LaunchExtents &) { return true; };
  return scenarios::scenariosFor(K.facts(), {Any, Any, Any});
}

scenarios::Scenario only(const AnalysedKernel &K) {
  std::vector<scenarios::Scenario> All = scenariosOf(K);
  EXPECT_EQ(All.size(), 1u);
  return All.empty() ? scenarios::Scenario() : All.front();
}

TEST(LaunchScenarios, LaunchesComeBeforeGuesses) {
  AnalysedKernel K = kernel(Flat, "void run(int t, float *p) {"
                                  "  k<<<3, t>>>(1, p);"
                                  "  k<<<1, 64>>>(1, p);"
                                  "  k<<<2, 128>>>(1, p); }");
  std::vector<scenarios::Scenario> All = scenariosOf(K);
  ASSERT_EQ(All.size(), 3u);
  EXPECT_TRUE(llvm::is_sorted(
      All, [](const scenarios::Scenario &L, const scenarios::Scenario &R) {
        return L.From.K < R.From.K;
      }));
  for (unsigned I : {0, 1}) {
    EXPECT_EQ(All[I].From.K, Kind::LaunchedHere);
    ASSERT_NE(All[I].From.Launch, nullptr);
    EXPECT_NE(All[I].From.Launch->Site, nullptr);
    EXPECT_TRUE(All[I].BlockIsKnown);
    EXPECT_EQ(All[I].Shapes.size(), 1u);
  }
  EXPECT_EQ(All[0].Shapes[0].Block, (Extents{64, 1, 1}));
  EXPECT_EQ(All[1].Shapes[0].Block, (Extents{128, 1, 1}));
  EXPECT_TRUE(All[2].From.isGuess());
  EXPECT_FALSE(All[2].BlockIsKnown);
}

TEST(LaunchScenarios, EqualKernelsHaveEqualScenarios) {
  auto Told = [](const AnalysedKernel &K) {
    std::vector<std::tuple<Kind, std::string, Extents, Extents>> Result;
    for (const scenarios::Scenario &S : scenariosOf(K))
      for (const LaunchExtents &Shape : S.Shapes)
        Result.push_back(
            {S.From.K, S.From.Rule.str(), Shape.Block, Shape.Grid});
    return Result;
  };
  AnalysedKernel First = kernel(), Second = kernel();
  EXPECT_EQ(Told(First), Told(First));
  EXPECT_EQ(Told(First), Told(Second));
  EXPECT_FALSE(Told(First).empty());
}

TEST(LaunchScenarios, LaunchElsewhereInTheBuild) {
  launches::KernelLaunch Launch;
  Launch.Extents.Block = {64, 1, 1};
  Launch.Place = "main.cu:7";
  EXPECT_EQ(scenarios::provenanceOf(Launch).K, Kind::LaunchedInBuild);
  EXPECT_EQ(scenarios::provenanceOf(Launch).Launch, &Launch);
  EXPECT_FALSE(scenarios::provenanceOf(Launch).isGuess());
  // Launched here, with the numbers of a caller.
  AnalysedKernel K = kernel(Flat, "void run(float *p) { k<<<1, 64>>>(1, p); }");
  Launch = K.facts().code().launchesOf(K.facts().root())[0];
  EXPECT_EQ(scenarios::provenanceOf(Launch).K, Kind::LaunchedHere);
  Launch.Caller = "main.cu:9";
  EXPECT_EQ(scenarios::provenanceOf(Launch).K, Kind::LaunchedInBuild);
}

TEST(LaunchScenarios, WhatTheUserStatesReplacesGuesses) {
  scenarios::Scenario Stated =
      only(kernel(Flat, "", launch({96, 2, 1}, {5, 1, 1})));
  EXPECT_EQ(Stated.From.K, Kind::StatedByUser);
  EXPECT_TRUE(Stated.BlockIsKnown);
  ASSERT_EQ(Stated.Shapes.size(), 1u);
  EXPECT_EQ(Stated.Shapes[0].Block, (Extents{96, 2, 1}));
  EXPECT_EQ(Stated.Shapes[0].Grid, (Extents{5, 1, 1}));
  // Launches that disagree, too, but not one that is known.
  const std::string Two = "void run(float *p) { k<<<1, 64>>>(1, p);"
                          "  k<<<1, 128>>>(1, p); }";
  EXPECT_EQ(only(kernel(Flat, Two, launch({96, 1, 1}))).From.K,
            Kind::StatedByUser);
  scenarios::Scenario Made = only(kernel(Flat,
                                         "void run(float *p) {"
                                         "  k<<<7, 192>>>(1, p); }",
                                         launch({96, 1, 1})));
  EXPECT_EQ(Made.From.K, Kind::LaunchedHere);
  EXPECT_EQ(Made.Shapes[0].Block, (Extents{192, 1, 1}));
}

TEST(LaunchScenarios, BoundsOfTheCode) {
  AnalysedKernel Bounded = kernel(Flat, "", {}, "__launch_bounds__(96)");
  scenarios::Scenario Largest = only(Bounded);
  EXPECT_EQ(Largest.From.K, Kind::BoundedByCode);
  EXPECT_EQ(Largest.From.Rule, "launch bounds");
  EXPECT_FALSE(Largest.From.isGuess());
  EXPECT_FALSE(Largest.BlockIsKnown);
  EXPECT_EQ(Largest.Shapes[0].Block, (Extents{96, 1, 1}));
  EXPECT_EQ(
      scenarios::blockScenario(Bounded.facts(), scenarios::BlockRule::AtBound)
          .blocks(),
      (std::vector<Block>{{96, 1, 1}}));
  // The user's bound is the user's word.
  EXPECT_EQ(only(kernel(Flat, "", launch({}, {}, 96))).From.K,
            Kind::StatedByUser);
  const std::string Asserts = "if (blockDim.x != 160 || blockDim.y != 1 ||"
                              "    blockDim.z != 1) return;";
  AnalysedKernel Asserted = kernel(Asserts + Flat);
  EXPECT_EQ(only(Asserted).From.K, Kind::BoundedByCode);
  EXPECT_EQ(only(Asserted).From.Rule, "assertion");
  EXPECT_TRUE(only(Asserted).BlockIsKnown);
  EXPECT_EQ(only(Asserted).Shapes[0].Block, (Extents{160, 1, 1}));
}

TEST(LaunchScenarios, LaunchesCountBeforeWhatTheKernelAsserts) {
  scenarios::Scenario Made =
      only(kernel(std::string("if (blockDim.x != 160) return;") + Flat,
                  "void run(float *p) { k<<<1, 64>>>(1, p); }"));
  EXPECT_EQ(Made.From.K, Kind::LaunchedHere);
  EXPECT_EQ(Made.Shapes[0].Block, (Extents{64, 1, 1}));
}

TEST(LaunchScenarios, Guesses) {
  // A finding holds in all of them: no single one is its evidence.
  scenarios::Scenario Usual = only(kernel());
  EXPECT_EQ(Usual.From.K, Kind::EachTried);
  EXPECT_EQ(Usual.From.Rule, "usual blocks");
  EXPECT_EQ(Usual.Shapes[0].Block, (Extents{256, 1, 1}));
  scenarios::Scenario Inferred =
      only(kernel("__shared__ float t[192]; t[threadIdx.x] = 1;"));
  EXPECT_EQ(Inferred.From.K, Kind::Guessed);
  EXPECT_EQ(Inferred.From.Rule, "indices and arrays");
  EXPECT_EQ(Inferred.Shapes[0].Block, (Extents{192, 1, 1}));
  EXPECT_EQ(nameOf(Kind::EachTried), "each-tried");
  EXPECT_EQ(nameOf(Kind::Guessed), "guessed");
}

TEST(BlockScenario, KnownBlockIsTheOnlyOne) {
  AnalysedKernel K = kernel(Flat, "void run(float *p) { k<<<1, 64>>>(1, p); }");
  for (scenarios::BlockRule Rule :
       {scenarios::BlockRule::AtBound, scenarios::BlockRule::WholeWarps,
        scenarios::BlockRule::EachWarpCount}) {
    scenarios::Scenario Known = scenarios::blockScenario(K.facts(), Rule, {96});
    EXPECT_EQ(Known.blocks(), (std::vector<Block>{{64, 1, 1}}));
    EXPECT_EQ(Known.From.K, Kind::LaunchedHere);
    EXPECT_TRUE(Known.BlockIsKnown);
  }
}

TEST(BlockScenario, RowsOfWholeWarps) {
  scenarios::Scenario Tried = scenarios::blockScenario(
      kernel().facts(), scenarios::BlockRule::WholeWarps, {48, 1, 2000});
  std::vector<Block> Expected;
  for (int64_t Size : samples::WholeWarps)
    Expected.push_back({Size, 1, 1});
  Expected.push_back({48, 1, 1}); // No block has one thread, or 2000.
  EXPECT_EQ(Tried.blocks(), Expected);
  EXPECT_EQ(Tried.From.K, Kind::EachTried);
  AnalysedKernel Bounded = kernel(Flat, "", {}, "__launch_bounds__(64)");
  EXPECT_EQ(scenarios::blockScenario(Bounded.facts(),
                                     scenarios::BlockRule::WholeWarps)
                .blocks(),
            (std::vector<Block>{{32, 1, 1}, {64, 1, 1}}));
  AnalysedKernel Tile = kernel("if (threadIdx.y) p[threadIdx.x] = 0;");
  EXPECT_TRUE(
      scenarios::blockScenario(Tile.facts(), scenarios::BlockRule::WholeWarps)
          .Shapes.empty());
}

TEST(BlockScenario, EachWarpCountBeginsWithTheHint) {
  AnalysedKernel K = kernel();
  std::vector<Block> Blocks =
      scenarios::blockScenario(K.facts(), scenarios::BlockRule::EachWarpCount,
                               {64, 96})
          .blocks();
  ASSERT_EQ(Blocks.size(), 32u);
  EXPECT_EQ(Blocks[0], (Block{96, 1, 1}));
  EXPECT_EQ(Blocks[1], (Block{32, 1, 1}));
  EXPECT_EQ(Blocks.back(), (Block{1024, 1, 1}));
  EXPECT_TRUE(
      scenarios::blockScenario(K.facts(), scenarios::BlockRule::EachWarpCount)
          .Shapes.empty());
  EXPECT_TRUE(scenarios::blockScenario(K.facts(), scenarios::BlockRule::AtBound)
                  .Shapes.empty());
  AnalysedKernel Tile = kernel("p[threadIdx.y] = 0;");
  EXPECT_TRUE(scenarios::blockScenario(
                  Tile.facts(), scenarios::BlockRule::EachWarpCount, {96})
                  .Shapes.empty());
}

TEST(SampleSizes, FitTheHardware) {
  auto Threads = [](const Block &Of) { return Of[0] * Of[1] * Of[2]; };
  for (const Block &Each : samples::Cubes)
    EXPECT_LE(Threads(Each), 512);
  for (const Block &Each : samples::SmallTiles)
    EXPECT_LE(Threads(Each), 32);
  EXPECT_LE(Threads(samples::ExampleTile), 1024);
  for (int64_t Size : samples::WholeWarps)
    EXPECT_EQ(Size % 32, 0);
  EXPECT_EQ(std::gcd(samples::UnevenRow, samples::ExampleRow[0]), 1);
  EXPECT_LE(samples::SizesOfAnyHost, std::size(samples::Sizes));
}

} // namespace launch_scenarios_test
