//===--- LaunchesTest.cpp - What a unit says of its launches --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"

using namespace warplint;
using namespace warplint::test;

namespace {

using Extents = std::array<uint32_t, 3>;

/// Launches by a host function `run(n)` with \p Body.
LaunchExtents launchedBy(const std::string &Body, const std::string &More = "",
                         const std::string &Attributes = "") {
  AnalysedUnit Unit("__global__ void " + Attributes +
                    " k(int *p) { p[0] = 1; }" + More +
                    "void run(int n, int *p) {" + Body + "}");
  return Unit.launchOf("k");
}

TEST(Launches, NoLaunchSaysNothing) {
  LaunchExtents L = launchedBy("");
  EXPECT_EQ(L.Block, (Extents{0, 0, 0}));
  EXPECT_EQ(L.Grid, (Extents{0, 0, 0}));
  EXPECT_EQ(L.MaxThreads, 0u);
  EXPECT_EQ(L.blockSize(), 0u);
}

TEST(Launches, IntegerConstants) {
  LaunchExtents L = launchedBy("k<<<10, 256>>>(p);");
  EXPECT_EQ(L.Block, (Extents{256, 1, 1}));
  EXPECT_EQ(L.Grid, (Extents{10, 1, 1}));
  EXPECT_EQ(L.blockSize(), 256u);
  EXPECT_EQ(L.gridSize(), 10u);
}

TEST(Launches, TemporaryDim3) {
  LaunchExtents L = launchedBy("k<<<dim3(4, 5), dim3(8, 4, 2), 0>>>(p);");
  EXPECT_EQ(L.Grid, (Extents{4, 5, 1}));
  EXPECT_EQ(L.Block, (Extents{8, 4, 2}));
}

TEST(Launches, VariablesOfConstantValue) {
  LaunchExtents L = launchedBy(R"(
    const int threads = 128; int tile = 16; int half = tile / 2;
    dim3 grid(threads); dim3 block{tile * 2u, half - 4u}; dim3 copy = block;
    k<<<grid, copy>>>(p);
  )");
  EXPECT_EQ(L.Grid, (Extents{128, 1, 1}));
  EXPECT_EQ(L.Block, (Extents{32, 4, 1}));
}

TEST(Launches, ConstantsOfTheUnit) {
  LaunchExtents L =
      launchedBy("k<<<Blocks, Threads + 1>>>(p);",
                 "constexpr int Blocks = 3; enum { Threads = 63 };");
  EXPECT_EQ(L.Grid[0], 3u);
  EXPECT_EQ(L.Block[0], 64u);
}

TEST(Launches, UnknownAxesAreUnknown) {
  LaunchExtents L = launchedBy("k<<<n, dim3(32, n)>>>(p);");
  EXPECT_EQ(L.Grid, (Extents{0, 1, 1}));
  EXPECT_EQ(L.Block, (Extents{32, 0, 1}));
  EXPECT_EQ(L.blockSize(), 0u);
}

TEST(Launches, ChangedVariablesAreUnknown) {
  EXPECT_EQ(launchedBy("int b = 32; b = n; k<<<1, b>>>(p);").Block[0], 0u);
  EXPECT_EQ(launchedBy("int b = 32; b *= 2; k<<<1, b>>>(p);").Block[0], 0u);
  EXPECT_EQ(launchedBy("int b = 32; ++b; k<<<1, b>>>(p);").Block[0], 0u);
  EXPECT_EQ(
      launchedBy("for (int b = 32; b < n; b *= 2) k<<<1, b>>>(p);").Block[0],
      0u);
  EXPECT_EQ(launchedBy("dim3 b(32); b.x = n; k<<<1, b>>>(p);").Block[0], 0u);
  EXPECT_EQ(launchedBy("dim3 b(32); b = dim3(n); k<<<1, b>>>(p);").Block[0],
            0u);
}

TEST(Launches, VariablesChangedElsewhereAreUnknown) {
  EXPECT_EQ(
      launchedBy("int b = 32; tune(&b); k<<<1, b>>>(p);", "void tune(int *);")
          .Block[0],
      0u);
  EXPECT_EQ(
      launchedBy("int b = 32; tune(b); k<<<1, b>>>(p);", "void tune(int &);")
          .Block[0],
      0u);
  EXPECT_EQ(launchedBy("int b = 32; look(b); k<<<1, b>>>(p);",
                       "void look(const int &);")
                .Block[0],
            32u);
  EXPECT_EQ(launchedBy("k<<<1, b>>>(p);", "int b = 32;").Block[0], 0u);
  EXPECT_EQ(launchedBy("static int b = 32; k<<<1, b>>>(p);").Block[0], 0u);
}

TEST(Launches, VariablesChangedThroughAReferenceAreUnknown) {
  EXPECT_EQ(
      launchedBy("int b = 32; int &r = b; r = n; k<<<1, b>>>(p);").Block[0],
      0u);
}

TEST(Launches, LaunchesThatAgree) {
  LaunchExtents L = launchedBy("k<<<1, 64>>>(p); k<<<2, 64>>>(p);");
  EXPECT_EQ(L.Block, (Extents{64, 1, 1}));
  EXPECT_EQ(L.Grid, (Extents{0, 1, 1}));
}

TEST(Launches, LaunchesThatDisagree) {
  EXPECT_EQ(launchedBy("k<<<1, 64>>>(p); k<<<1, 128>>>(p);").Block,
            (Extents{0, 1, 1}));
  // What two launches disagree on stays unknown.
  EXPECT_EQ(launchedBy("k<<<1, 64>>>(p); k<<<1, 128>>>(p); k<<<1, 128>>>(p);")
                .Block[0],
            0u);
  EXPECT_EQ(launchedBy("k<<<1, 64>>>(p); k<<<1, n>>>(p);").Block[0], 0u);
  EXPECT_EQ(launchedBy("k<<<1, n>>>(p); k<<<1, 64>>>(p);").Block[0], 0u);
}

TEST(Launches, EveryHostFunctionCounts) {
  EXPECT_EQ(
      launchedBy("k<<<1, 64>>>(p);", "void other(int *p) { k<<<1, 32>>>(p); }")
          .Block[0],
      0u);
}

TEST(Launches, KernelsAreApart) {
  AnalysedUnit Unit(R"(
    __global__ void a() { } __global__ void b() { }
    template <int N> __global__ void c(int *p) { p[0] = N; }
    void run(int *p) { a<<<1, 32>>>(); b<<<1, 64>>>(); c<8><<<1, 8>>>(p); }
  )");
  EXPECT_EQ(Unit.launchOf("a").Block[0], 32u);
  EXPECT_EQ(Unit.launchOf("b").Block[0], 64u);
  EXPECT_EQ(Unit.launchOf("c").Block[0], 8u);
}

TEST(Launches, TemplateParametersAsExtents) {
  AnalysedUnit Unit(R"(
    template <int N> __global__ void k(int *p) { p[0] = N; }
    template <int N> void run(int *p) { k<N><<<2, N>>>(p); }
    void go(int *p) { run<96>(p); }
  )");
  EXPECT_EQ(Unit.launchOf("k").Block[0], 96u);
}

TEST(Launches, LaunchBounds) {
  LaunchExtents L = launchedBy("", "", "__launch_bounds__(192)");
  EXPECT_EQ(L.MaxThreads, 192u);
  EXPECT_EQ(L.Block, (Extents{0, 0, 0}));
  LaunchExtents Both =
      launchedBy("k<<<n, 64>>>(p);", "", "__launch_bounds__(192, 2)");
  EXPECT_EQ(Both.MaxThreads, 192u);
  EXPECT_EQ(Both.Block[0], 64u);
}

TEST(Launches, ClusterDims) {
  EXPECT_EQ(launchedBy("", "", "__cluster_dims__(2, 1, 1)").Cluster,
            (Extents{2, 1, 1}));
  EXPECT_EQ(launchedBy("", "", "__cluster_dims__(1)").clusterSize(), 1u);
  EXPECT_EQ(launchedBy("", "", "").clusterSize(), 0u);
}

TEST(Launches, FactsUseThem) {
  AnalysedKernel K(R"(
    __global__ void k(int *p) { int x = blockDim.x; int y = threadIdx.y; }
    void run(int *p) { k<<<4, 96>>>(p); }
  )");
  EXPECT_EQ(K.shown("x"), "96");
  EXPECT_EQ(K.shown("y"), "0");
}

TEST(Launches, ExtentsOfTheUserFillInWhatIsUnknown) {
  AnalysedKernel K(R"(
    __global__ void k(int *p) { int x = blockDim.x; int g = gridDim.x; }
    void run(int *p) { k<<<4, 96>>>(p); }
  )",
                   launch({128, 0, 0}));
  EXPECT_EQ(K.shown("x"), "96");
  EXPECT_EQ(K.shown("g"), "4");
}

} // namespace
