//===--- BlockShapeInferenceTest.cpp - Launches to examine a kernel with --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LaunchScenarios/BlockShapeInference.h"
#include "AnalysedKernel.h"
#include "Analysis/Expr/TermArena.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include <set>

namespace launch_shapes_test {
using namespace warplint;
using namespace warplint::test;

using Extents = std::array<uint32_t, 3>;

std::vector<LaunchExtents> shapesOf(const std::string &Body,
                                    const AnalysisOptions &Options = {},
                                    const std::string &Attributes = "",
                                    const std::string &After = "") {
  AnalysedKernel K("__global__ void " + Attributes + " k(int n, float *p) {" +
                       Body + "}" + After,
                   Options);
  return scenarios::inferBlockShapes(K.facts(), K.facts().terms().launch());
}

std::set<Extents> blocks(const std::vector<LaunchExtents> &Shapes) {
  std::set<Extents> Result;
  for (const LaunchExtents &S : Shapes)
    Result.insert(S.Block);
  return Result;
}

std::set<Extents> grids(const std::vector<LaunchExtents> &Shapes) {
  std::set<Extents> Result;
  for (const LaunchExtents &S : Shapes)
    Result.insert(S.Grid);
  return Result;
}

const char *const Flat = "p[blockIdx.x * blockDim.x + threadIdx.x] = 0;";
using Set = std::set<Extents>;

TEST(LaunchShapes, KnownLaunchIsTheOnlyShape) {
  auto Shapes = shapesOf(Flat, launch({96, 2, 1}, {5, 1, 1}));
  ASSERT_EQ(Shapes.size(), 1u);
  EXPECT_EQ(Shapes[0].Block, (Extents{96, 2, 1}));
  EXPECT_EQ(Shapes[0].Grid, (Extents{5, 1, 1}));
}

TEST(LaunchShapes, LaunchThatTheUnitShows) {
  auto Shapes =
      shapesOf(Flat, {}, "", "void run(float *p) { k<<<7, 192>>>(1, p); }");
  ASSERT_EQ(Shapes.size(), 1u);
  EXPECT_EQ(Shapes[0].Block, (Extents{192, 1, 1}));
  EXPECT_EQ(Shapes[0].Grid, (Extents{7, 1, 1}));
}

TEST(LaunchShapes, ArraysOfOwnElementsTellTheBlock) {
  EXPECT_EQ(blocks(shapesOf("__shared__ float t[192]; t[threadIdx.x] = 1;")),
            (Set{{192, 1, 1}}));
  // The end of the data is no choice of threads.
  EXPECT_EQ(blocks(shapesOf("__shared__ float t[192]; "
                            "if (blockIdx.x * 192 + threadIdx.x < n)"
                            "  t[threadIdx.x] = 1;")),
            (Set{{192, 1, 1}}));
  EXPECT_EQ(blocks(shapesOf("__shared__ float t[16][17]; "
                            "t[threadIdx.y][threadIdx.x] = 1;")),
            (Set{{16, 16, 1}}));
  // More threads than the smallest array has elements would leave it.
  EXPECT_EQ(blocks(shapesOf("__shared__ float t[256], u[128];"
                            "t[threadIdx.x] = 1; u[threadIdx.x] = 2;")),
            (Set{{128, 1, 1}}));
}

TEST(LaunchShapes, ArraysThatSomeThreadsFillTellNothing) {
  Set Any = blocks(shapesOf(Flat));
  EXPECT_EQ(blocks(shapesOf("__shared__ float t[64];"
                            "if (threadIdx.x < 64) t[threadIdx.x] = 1;")),
            Any);
  EXPECT_EQ(blocks(shapesOf("__shared__ float t[64];"
                            "t[threadIdx.x + 1] = 1;")),
            Any);
  // One element per lane: the warps of a block may each have their turn.
  EXPECT_EQ(blocks(shapesOf("__shared__ float t[32]; t[threadIdx.x] = 1;")),
            Any);
}

TEST(LaunchShapes, KnownAxesAreKept) {
  auto Shapes = shapesOf(Flat, launch({96, 1, 1}));
  EXPECT_EQ(blocks(Shapes), (Set{{96, 1, 1}}));
  EXPECT_EQ(grids(Shapes), (Set{{4, 1, 1}, {64, 1, 1}}));
  for (const LaunchExtents &S : shapesOf(Flat, launch({0, 1, 1}, {9, 0, 0}))) {
    EXPECT_EQ(S.Block[1], 1u);
    EXPECT_EQ(S.Grid, (Extents{9, 1, 1}));
  }
}

TEST(LaunchShapes, ShapesAreCompleteAndDiffer) {
  for (const char *Body :
       {Flat, "p[threadIdx.y * n + threadIdx.x] = 0;",
        "p[(threadIdx.z * n + threadIdx.y) * n + threadIdx.x] = 0;"}) {
    auto Shapes = shapesOf(Body);
    std::set<std::pair<Extents, Extents>> Seen;
    for (const LaunchExtents &S : Shapes) {
      EXPECT_GE(S.blockSize(), 1u);
      EXPECT_LE(S.blockSize(), 1024u);
      EXPECT_GE(S.gridSize(), 1u);
      EXPECT_TRUE(Seen.insert({S.Block, S.Grid}).second);
    }
    EXPECT_GT(Shapes.size(), 1u);
  }
}

TEST(LaunchShapes, AxesThatNothingLooksAtAreOne) {
  for (const LaunchExtents &S : shapesOf(Flat)) {
    EXPECT_EQ(S.Block[1], 1u);
    EXPECT_EQ(S.Block[2], 1u);
    EXPECT_EQ(S.Grid[1], 1u);
    EXPECT_EQ(S.Grid[2], 1u);
  }
  for (const LaunchExtents &S :
       shapesOf("p[threadIdx.y * n + threadIdx.x] = 0;")) {
    EXPECT_GT(S.Block[1], 1u);
    EXPECT_EQ(S.Block[2], 1u);
    EXPECT_EQ(S.Grid, (Extents{1, 1, 1}));
  }
  for (const LaunchExtents &S :
       shapesOf("p[blockIdx.y * n + threadIdx.x] = 0;"))
    EXPECT_GT(S.Grid[1], S.Grid[0]);
}

TEST(LaunchShapes, LaunchBoundsTellTheBlock) {
  EXPECT_EQ(blocks(shapesOf(Flat, {}, "__launch_bounds__(192)")),
            (Set{{192, 1, 1}}));
}

TEST(LaunchShapes, LargestLaunchBoundsTellNothing) {
  EXPECT_EQ(blocks(shapesOf(Flat, {}, "__launch_bounds__(1024)")),
            blocks(shapesOf(Flat)));
}

TEST(LaunchShapes, StrideOfALoopIsTheBlock) {
  EXPECT_EQ(
      blocks(shapesOf("for (int i = threadIdx.x; i < n; i += 128) p[i] = 0;")),
      (Set{{128, 1, 1}}));
  EXPECT_EQ(blocks(shapesOf(R"(
    int i = threadIdx.x + 3;
    while (i < n) { p[i] = 0; i = i + 96; }
  )")),
            (Set{{96, 1, 1}}));
}

TEST(LaunchShapes, OtherStridesTellNothing) {
  auto Usual = blocks(shapesOf(Flat));
  for (const char *Body :
       {"for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = 0;",
        "for (int i = threadIdx.x; i < n; i += 4) p[i] = 0;",
        "for (int i = threadIdx.x; i < n; i += 4096) p[i] = 0;",
        "for (int i = 0; i < n; i += 128) p[i + threadIdx.x * n] = 0;"})
    EXPECT_EQ(blocks(shapesOf(Body)), Usual) << Body;
}

TEST(LaunchShapes, FactorOfARowIsItsLength) {
  auto Shapes = blocks(shapesOf("p[threadIdx.y * 16 + threadIdx.x] = 0;"));
  EXPECT_EQ(Shapes, (Set{{16, 8, 1}, {16, 16, 1}}));
}

TEST(LaunchShapes, RowsAndLaunchBoundsTellTheColumns) {
  EXPECT_EQ(blocks(shapesOf("p[threadIdx.y * 32 + threadIdx.x] = 0;", {},
                            "__launch_bounds__(128)")),
            (Set{{32, 4, 1}}));
}

TEST(LaunchShapes, FactorOfABlockIsItsLength) {
  EXPECT_EQ(blocks(shapesOf("p[blockIdx.x * 64 + threadIdx.x] = 0;")),
            (Set{{64, 1, 1}}));
}

TEST(LaunchShapes, BlocksOfOneWarpComeLast) {
  for (const char *Body :
       {Flat, "p[threadIdx.y * n + threadIdx.x] = 0;",
        "p[(threadIdx.z * n + threadIdx.y) * n + threadIdx.x] = 0;"}) {
    bool Small = false;
    Extents Grid = {};
    for (const LaunchExtents &S : shapesOf(Body)) {
      if (S.Grid != Grid)
        Small = false;
      Grid = S.Grid;
      EXPECT_FALSE(Small && S.blockSize() > 32) << Body;
      Small |= S.blockSize() <= 32;
    }
  }
}

} // namespace launch_shapes_test
