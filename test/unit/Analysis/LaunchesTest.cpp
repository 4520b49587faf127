//===--- LaunchesTest.cpp - What a unit says of its launches --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/Launches.h"
#include "AnalysedKernel.h"
#include "Analysis/Expr/LaunchExtents.h"

namespace launches_test {
using namespace warplint;
using namespace warplint::test;

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

TEST(Launches, BlocksThatNoDeviceHasSayNothing) {
  EXPECT_EQ(launchedBy("k<<<10, 2147483648u>>>(p);").Block, (Extents{0, 0, 0}));
  EXPECT_EQ(launchedBy("k<<<10, dim3(64, 32)>>>(p);").Block,
            (Extents{0, 0, 0}));
  EXPECT_EQ(launchedBy("k<<<10, dim3(1, 1, 128)>>>(p);").Block,
            (Extents{0, 0, 0}));
  EXPECT_EQ(launchedBy("k<<<10, dim3(32, 32)>>>(p);").Block,
            (Extents{32, 32, 1}));
}

TEST(Launches, IntegerConstants) {
  LaunchExtents L = launchedBy("k<<<10, 256>>>(p);");
  EXPECT_EQ(L.Block, (Extents{256, 1, 1}));
  EXPECT_EQ(L.Grid, (Extents{10, 1, 1}));
  EXPECT_EQ(L.blockSize(), 256u);
  EXPECT_EQ(L.gridSize(), 10u);
}

TEST(Launches, GlobalVariablesThatNothingChanges) {
  LaunchExtents L = launchedBy("k<<<blocks, threads>>>(p);",
                               "int blocks = 8; dim3 threads(64, 2);");
  EXPECT_EQ(L.Grid, (Extents{8, 1, 1}));
  EXPECT_EQ(L.Block, (Extents{64, 2, 1}));
  L = launchedBy("k<<<blocks, threads.x>>>(p);",
                 "static int blocks = 8; static dim3 threads(64, 2);");
  EXPECT_EQ(L.Grid, (Extents{8, 1, 1}));
  EXPECT_EQ(L.Block, (Extents{64, 1, 1}));
  for (const char *Change :
       {"void f(int n) { blocks = n; }", "void f() { ++blocks; }",
        "int *f() { return &blocks; }",
        "void g(int &); void f() { g(blocks); }",
        "void f() { auto Later = [] { blocks *= 2; }; Later(); }",
        "void f() { int &other = blocks; other = 3; }",
        "int *at = &blocks; void f() { *at = 3; }",
        "namespace a { int &other = blocks; void f() { other = 3; } }"}) {
    L = launchedBy("k<<<blocks, 64>>>(p);",
                   std::string("int blocks = 8;") + Change);
    EXPECT_EQ(L.Grid, (Extents{0, 1, 1})) << Change;
  }
  // Others may change it.
  L = launchedBy("k<<<blocks, 64>>>(p);", "extern int blocks; int blocks = 8;");
  EXPECT_EQ(L.Grid, (Extents{0, 1, 1}));
  L = launchedBy("k<<<4, threads>>>(p);",
                 "dim3 threads(64); void f(int n) { threads.x = n; }");
  EXPECT_EQ(L.Block[0], 0u);
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

TEST(Launches, NumbersOfATypeAreAsInCxx) {
  EXPECT_EQ(
      launchedBy("unsigned u = 3; k<<<(u - 4) / 16777216, 32>>>(p);").Grid[0],
      255u);
  EXPECT_EQ(
      launchedBy("unsigned u = 3; k<<<u - 4 > 5 ? 2 : 1, 32>>>(p);").Grid[0],
      2u);
  EXPECT_EQ(launchedBy("int s = 3; k<<<(s - 6) / 2 + 5, 32>>>(p);").Grid[0],
            4u);
  EXPECT_EQ(launchedBy("int s = -64; k<<<(s >> 4) + 6, 32>>>(p);").Grid[0], 2u);
  EXPECT_EQ(launchedBy("int s = -63; k<<<(s >> 4) + 6, 32>>>(p);").Grid[0], 2u);
  EXPECT_EQ(launchedBy("long s = 1l << 40; k<<<s >> 38, 32>>>(p);").Grid[0],
            4u);
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
  EXPECT_EQ(
      launchedBy("for (int b = 32; b < n; b *= 2) k<<<1, b>>>(p);").Block[0],
      0u);
  EXPECT_EQ(launchedBy("dim3 b(32); b.x = n; k<<<1, b>>>(p);").Block[0], 0u);
  EXPECT_EQ(launchedBy("dim3 b(32); b = dim3(n); k<<<1, b>>>(p);").Block[0],
            0u);
}

TEST(Launches, ChangesThatAreKnown) {
  EXPECT_EQ(launchedBy("int b = 32; b *= 2; k<<<1, b>>>(p);").Block[0], 64u);
  EXPECT_EQ(launchedBy("int b = 32; ++b; k<<<1, b>>>(p);").Block[0], 33u);
  EXPECT_EQ(launchedBy("int b; b = 32; k<<<1, b>>>(p); b = n;").Block[0], 32u);
  EXPECT_EQ(
      launchedBy("dim3 b; b.x = 32; b.y = 4; b.z = b.y / 2; k<<<1, b>>>(p);")
          .Block,
      (Extents{32, 4, 2}));
  EXPECT_EQ(launchedBy("dim3 b(8); b = dim3(16, 2); k<<<1, b>>>(p);").Block,
            (Extents{16, 2, 1}));
  EXPECT_EQ(launchedBy("if (n % 2) return; int b = 32; if (n < 9) b = 32; "
                       "k<<<1, b>>>(p);")
                .Block[0],
            32u);
}

std::vector<Extents> blocksOf(const AnalysedUnit &Unit) {
  std::vector<Extents> Result;
  for (const launches::KernelLaunch &Each :
       Unit.code().launchesOf(Unit.function("k")))
    Result.push_back(Each.Extents.Block);
  return Result;
}

/// The blocks of all launches of k by \p Body in a function with an int n.
std::vector<Extents> blocksBy(const std::string &Body,
                              const std::string &More = "") {
  return blocksOf(AnalysedUnit("__global__ void k(int *p) { p[0] = 1; }" +
                               More + "void run(int n, int *p) {" + Body +
                               "}"));
}

using Blocks = std::vector<Extents>;

TEST(Launches, EachWayHasItsOwnExtents) {
  EXPECT_EQ(blocksBy("k<<<1, n > 9 ? 128 : 64>>>(p);"),
            (Blocks{{128, 1, 1}, {64, 1, 1}}));
  EXPECT_EQ(blocksBy("int b = n > 9 ? 128 : 64; k<<<1, b>>>(p);"),
            (Blocks{{128, 1, 1}, {64, 1, 1}}));
  // What belongs together stays together.
  EXPECT_EQ(blocksBy("dim3 b; if (n > 9) { b.x = 32; b.y = 8; } else { b.x = "
                     "16; b.y = 16; } k<<<1, b>>>(p);"),
            (Blocks{{32, 8, 1}, {16, 16, 1}}));
  EXPECT_EQ(
      blocksBy("switch (n) { case 1: case 2: k<<<1, 64>>>(p); break; case "
               "3: k<<<1, 96>>>(p); break; default: k<<<1, 128>>>(p); }"),
      (Blocks{{64, 1, 1}, {96, 1, 1}, {128, 1, 1}}));
  EXPECT_EQ(
      blocksBy("int b = 32; switch (n) { case 1: b = 64; break; case 2: b "
               "= 96; } k<<<1, b>>>(p);"),
      (Blocks{{96, 1, 1}, {32, 1, 1}, {64, 1, 1}}));
}

TEST(Launches, LoopsOverExtents) {
  EXPECT_EQ(blocksBy("for (int b = 64; b <= 256; b *= 2) k<<<1, b>>>(p);"),
            (Blocks{{64, 1, 1}, {128, 1, 1}, {256, 1, 1}}));
  EXPECT_EQ(blocksBy("for (int i = 0; i < n; ++i) k<<<1, 64>>>(p);"),
            (Blocks{{64, 1, 1}}));
  EXPECT_EQ(blocksBy("int b = 64; while (n > b) { k<<<1, b>>>(p); b += n; }"),
            (Blocks{{0, 1, 1}}));
  EXPECT_EQ(blocksBy("do { k<<<1, 64>>>(p); } while (0);"),
            (Blocks{{64, 1, 1}}));
}

TEST(Launches, LoopsOfManyIterations) {
  // Measured in each of many iterations: what an iteration says is said once.
  EXPECT_EQ(blocksBy("for (int s = 1; s <= 1 << 25; s *= 2)"
                     "  for (int way = 0; way < 40; ++way)"
                     "    for (int i = 0; i < 100; ++i)"
                     "      for (int j = 0; j < 100; ++j) k<<<s, 64>>>(p);"
                     "k<<<1, 96>>>(p);"),
            (Blocks{{64, 1, 1}, {64, 1, 1}, {96, 1, 1}})); // Two grids.
  // Sizes of a loop that ends soon are told apart beside it.
  EXPECT_EQ(blocksBy("for (int i = 0; i < 100; ++i)"
                     "  for (int b = 64; b <= 128; b *= 2) k<<<1, b>>>(p);"),
            (Blocks{{64, 1, 1}, {128, 1, 1}}));
  // The first iteration, and any.
  EXPECT_EQ(blocksBy("for (int b = 32; b < 1000; b += 32) k<<<1, b>>>(p);"),
            (Blocks{{32, 1, 1}, {0, 1, 1}}));
  EXPECT_EQ(blocksBy("int b = 32; for (int i = 0; i < 100; ++i) {"
                     "  k<<<1, b>>>(p); b = 64; }"),
            (Blocks{{32, 1, 1}, {64, 1, 1}}));
}

TEST(Launches, CasesOfWhatWasComputed) {
  // However the size was made, in a case it is what the case says.
  const char *const Cases =
      "dim3 b(t, 1, 1); switch (t) { case 128: k<<<1, b>>>(p); break;"
      " case 64: k<<<1, b>>>(p); break; }";
  for (const char *Made :
       {"int t = n * 2 - 1;", "int t = n > 9 ? n / 2 : n + 32;",
        "int t = n; t |= t >> 1; ++t;", "int t = n % 7 == 3 ? 64 : n * n;"})
    EXPECT_EQ(blocksBy(std::string(Made) + Cases),
              (Blocks{{128, 1, 1}, {64, 1, 1}}))
        << Made;
  EXPECT_EQ(blocksBy("int t = n * 2; if (t == 64) k<<<1, t>>>(p);"),
            (Blocks{{64, 1, 1}}));
  EXPECT_EQ(blocksBy("int t = n * 2; if (t != 64) k<<<1, t>>>(p);"),
            (Blocks{{0, 1, 1}}));
  EXPECT_EQ(blocksBy("int t = n * 2; if (t == 64) n = 3; k<<<1, t>>>(p);"),
            (Blocks{{64, 1, 1}, {0, 1, 1}}));
  // Behind as many tests as a program makes of its options.
  std::string Options = "int t = n * 2;";
  for (int I = 0; I < 40; ++I)
    Options += "if (n == " + std::to_string(1000 + I) + ") return;";
  EXPECT_EQ(blocksBy(Options + Cases), (Blocks{{128, 1, 1}, {64, 1, 1}}));
}

TEST(Launches, KernelsByPointer) {
  EXPECT_EQ(blocksBy("auto f = k; f<<<2, 64>>>(p);"), (Blocks{{64, 1, 1}}));
  EXPECT_EQ(blocksBy("auto f = n ? &k : &other; f<<<2, 64>>>(p);",
                     "__global__ void other(int *p) { p[0] = 2; }"),
            (Blocks{{64, 1, 1}}));
}

TEST(Launches, FunctionsThatForward) {
  const std::string Forward =
      "template <typename F> void start(F f, int b, int "
      "*p) { dim3 block(b, 2); f<<<1, block>>>(p); }";
  EXPECT_EQ(blocksBy("start(k, 32, p);", Forward), (Blocks{{32, 2, 1}}));
  EXPECT_EQ(blocksBy("start(k, 32, p); start(k, n, p);", Forward),
            (Blocks{{32, 2, 1}, {0, 2, 1}}));
  EXPECT_EQ(
      blocksBy("k<<<1, blockFor(n)>>>(p);",
               "int up(int a, int b) { return (a + b - 1) / b * b; } dim3 "
               "blockFor(int n) { dim3 b(up(100, 32)); return b; }"),
      (Blocks{{128, 1, 1}}));
  EXPECT_EQ(blocksBy("auto go = [&] { k<<<1, 64>>>(p); }; go();"),
            (Blocks{{64, 1, 1}}));
  // A function that calls itself ends.
  EXPECT_EQ(blocksBy("again(3, p);", "void again(int n, int *p) { if (n) "
                                     "again(n - 1, p); k<<<1, 64>>>(p); }"),
            (Blocks{{64, 1, 1}}));
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
  EXPECT_EQ(launchedBy("k<<<1, b>>>(p);", "extern int b; int b = 32;").Block[0],
            0u);
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
  LaunchExtents Fails =
      launchedBy("k<<<n, 256>>>(p);", "", "__launch_bounds__(192)");
  EXPECT_EQ(Fails.MaxThreads, 192u);
  EXPECT_EQ(Fails.Block, (Extents{0, 0, 0}));
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

TEST(Launches, ReturnsFromWhatIsNotFollowed) {
  // Loops and handlers may return something else than the end of the function.
  for (const char *Find :
       {"for (int i = 0; i < 3; ++i) if (names[i]) return names[i]; return 0;",
        "while (*names) { if (**names) return *names; ++names; } return 0;",
        "try { use(names); } catch (...) { return *names; } return 0;",
        "switch (**names) case 1: return *names; return 0;"}) {
    AnalysedKernel K(std::string(R"(
      [[noreturn]] void leave();
      void use(char **);
      __global__ void k(int *p) { int x = blockDim.x; }
      char *find(char **names) { )") +
                     Find + R"( }
      void run(int *p, char **names) {
        char *found = find(names);
        if (found == 0) { leave(); }
        k<<<4, 96>>>(p);
      })");
    EXPECT_EQ(K.shown("x"), "96") << Find;
  }
}

/// Launches by `run(n)`, whose helpers are \p Helpers.
LaunchExtents helped(const std::string &Helpers, const std::string &Body) {
  return launchedBy(Body, Helpers);
}

TEST(Launches, FunctionsThatHandOutExtents) {
  using E = Extents;
  EXPECT_EQ(helped("void of(int n, int &b, int &t) { t = 96; b = n / t; }",
                   "int b, t; of(n, b, t); k<<<b, t>>>(p);")
                .Block,
            (E{96, 1, 1}));
  EXPECT_EQ(helped("void of(int n, int *b, int *t) { *t = 64; *b = n / *t; }",
                   "int b = 0, t = 0; of(n, &b, &t); k<<<b, t>>>(p);")
                .Block,
            (E{64, 1, 1}));
  EXPECT_EQ(helped("void of(dim3 *g, dim3 &b) { b = dim3(8, 4); g->y = 3; }",
                   "dim3 g, b; of(&g, b); k<<<g, b>>>(p);")
                .Block,
            (E{8, 4, 1}));
  EXPECT_EQ(helped("void of(dim3 *g, dim3 &b) { b = dim3(8, 4); g->y = 3; }",
                   "dim3 g, b; of(&g, b); k<<<g, b>>>(p);")
                .Grid,
            (E{1, 3, 1}));
  // Through another function, by reference and by pointer.
  const std::string Chain =
      "void inner(int &t) { t = 160; } void middle(int *t) { inner(*t); }"
      "void outer(int *t) { middle(t); }";
  EXPECT_EQ(helped(Chain, "int t; outer(&t); k<<<1, t>>>(p);").Block,
            (E{160, 1, 1}));
  EXPECT_EQ(helped("struct C { int g, b; }; C of(int n) { return {n, 32}; }",
                   "auto [g, b] = of(n); k<<<g, b>>>(p);")
                .Block,
            (E{32, 1, 1}));
  EXPECT_EQ(helped("", "int t = 0; auto set = [&](int v) { t = v; return 2 * v;"
                       "}; int u = set(16); k<<<1, u>>>(p);")
                .Block,
            (E{32, 1, 1}));
}

TEST(Launches, WhatFunctionsMayChangeOtherwiseIsUnknown) {
  for (const char *Helper :
       {"int *kept; void set(int *t) { *t = 64; kept = t; }",
        "void set(int *t) { t[0] = 64; }",
        "void set(int *t) { float *f = (float *)t; *f = 1; }",
        "void other(int *); void set(int *t) { *t = 64; other(t); }",
        "int many; void set(int *t) { for (int i = 0; i < many; ++i) *t += i; "
        "}",
        "void set(int *t) { if (t) set(t); *t += 1; }"})
    EXPECT_EQ(helped(std::string(Helper) + "void later();",
                     "int t = 32; set(&t); later(); k<<<1, t>>>(p);")
                  .Block[0],
              0u)
        << Helper;
  // Few iterations that are certain are run.
  EXPECT_EQ(helped("void set(int *t) { for (int i = 0; i < 3; ++i) *t += i; }"
                   "void later();",
                   "int t = 32; set(&t); later(); k<<<1, t>>>(p);")
                .Block[0],
            35u);
  // One variable by two names.
  EXPECT_EQ(helped("void set(int &a, int *b) { a = 32; *b = 64; }",
                   "int t; set(t, &t); k<<<1, t>>>(p);")
                .Block[0],
            0u);
  EXPECT_EQ(helped("void set(int &a, int &b) { b = 64; a = 32; }",
                   "int t; set(t, t); k<<<1, t>>>(p);")
                .Block[0],
            0u);
}

TEST(Launches, FunctionsWithSeveralResults) {
  AnalysedUnit Unit(R"(
    __global__ void k(int *p) { p[0] = 1; }
    int tile(int n) { if (n > 4096) return 512; return 64; }
    void sizes(int n, int &t) { if (n > 9) t = 32; else t = 96; }
    void run(int n, int *p) {
      k<<<1, tile(n)>>>(p);
      int t; sizes(n, t); k<<<1, t>>>(p);
    })");
  std::vector<uint32_t> Blocks;
  for (const launches::KernelLaunch &Each :
       Unit.code().launchesOf(Unit.function("k")))
    Blocks.push_back(Each.Extents.Block[0]);
  EXPECT_EQ(Blocks, (std::vector<uint32_t>{512, 64, 32, 96}));
}

TEST(Launches, HandlesOfKernels) {
  AnalysedUnit Unit(R"(
    typedef struct CUfunc_st *CUfunction; typedef struct CUmod_st *CUmodule;
    extern "C" {
    int cuModuleGetFunction(CUfunction *, CUmodule, const char *);
    int cudaGetFuncBySymbol(CUfunction *, const void *);
    int cuLaunchKernel(CUfunction, unsigned, unsigned, unsigned, unsigned,
                       unsigned, unsigned, unsigned, void *, void **, void **);
    __global__ void byName(int *p) { p[0] = 1; }
    __global__ void unnamed(int *p) { p[0] = 1; }
    }
    __global__ void mangled(int *p) { p[0] = 1; }
    __global__ void bySymbol(int *p) { p[0] = 1; }
    void run(int n, int *p, CUmodule module, const char *other) {
      void *all[] = {&p};
      CUfunction f, g, h, u;
      cuModuleGetFunction(&f, module, "byName");
      cuLaunchKernel(f, n, 1, 1, 32, 2, 1, 0, 0, all, 0);
      cuModuleGetFunction(&f, module, "_Z7mangledPi");
      cuLaunchKernel(f, 7, 1, 1, 64, 1, 1, 0, 0, all, 0);
      cudaGetFuncBySymbol(&g, (const void *)bySymbol);
      cuLaunchKernel(g, 7, 1, 1, 96, 1, 1, 0, 0, all, 0);
      cuModuleGetFunction(&u, module, other);
      cuLaunchKernel(u, 7, 1, 1, 128, 1, 1, 0, 0, all, 0);
    })");
  auto BlockOf = [&](const char *Name) { return Unit.launchOf(Name).Block; };
  EXPECT_EQ(BlockOf("byName"), (Extents{32, 2, 1}));
  EXPECT_EQ(BlockOf("mangled"), (Extents{64, 1, 1}));
  EXPECT_EQ(BlockOf("bySymbol"), (Extents{96, 1, 1}));
  EXPECT_EQ(BlockOf("unnamed"), (Extents{0, 0, 0}));
}

TEST(Launches, CasesThatTheProgramNeverTakes) {
  AnalysedUnit Unit(R"(
    __global__ void k(int *p) { p[0] = 1; }
    __global__ void other(int *p) { p[0] = 1; }
    template <int Y> __global__ void tiled(int *p) { p[0] = Y; }
    void pick(int *p, int group, int blocks) {
      if (group == 4)
        k<<<blocks, 32>>>(p);
      else if (group == 5)
        other<<<blocks, dim3(64, 4)>>>(p);
      switch (group) {
      case 4: tiled<4><<<8, dim3(32, 4)>>>(p); break;
      case 8: tiled<8><<<8, dim3(32, 8)>>>(p); break;
      }
      if (sizeof(int) == 2)
        k<<<9, 512>>>(p);
    }
    int main() { pick(nullptr, 4, 7); })");
  EXPECT_EQ(Unit.launchOf("other").Block, (Extents{64, 4, 1}));
  EXPECT_EQ(Unit.launchOf("other").Grid, (Extents{0, 1, 1}));
  EXPECT_EQ(Unit.launchOf("k").Block, (Extents{32, 1, 1}));
  EXPECT_EQ(Unit.launchOf("k").Grid, (Extents{7, 1, 1}));
  std::vector<Extents> Tiled;
  for (const clang::FunctionDecl *Kernel : Unit.code().kernels())
    if (Kernel->getName() == "tiled")
      for (const launches::KernelLaunch &Each : Unit.code().launchesOf(*Kernel))
        Tiled.push_back(Each.Extents.Block);
  EXPECT_EQ(Tiled, (std::vector<Extents>{{32, 4, 1}, {32, 8, 1}}));
}

//===----------------------------------------------------------------------===//
// Objects, loops and variables outside of functions
//===----------------------------------------------------------------------===//

TEST(Launches, ConstructorsThatSetFields) {
  const char *Class = R"(
    struct Plan {
      dim3 block, grid; int width = 8;
      explicit Plan(int t) { block = dim3(t, 2); set(5); }
      ~Plan();
      void set(int blocks) { grid.x = blocks; }
      void go(int *p) { k<<<grid, block>>>(p); }
    };)";
  LaunchExtents L = launchedBy("Plan plan(64); plan.go(p);", Class);
  EXPECT_EQ(L.Block, (Extents{64, 2, 1}));
  EXPECT_EQ(L.Grid, (Extents{5, 1, 1}));
  // In iterations whose number is not known, too.
  L = launchedBy("Plan plan(64); for (int i = 0; i < n; ++i) plan.go(p);",
                 Class);
  EXPECT_EQ(L.Block, (Extents{64, 2, 1}));
  // Its address is known elsewhere.
  for (const char *Leak :
       {"struct Plan; Plan *kept; void later(); struct Plan { int t; "
        "Plan() { t = 32; kept = this; } };",
        "struct Plan; void keep(Plan *); void later(); struct Plan { int t; "
        "Plan() { t = 32; keep(this); } };",
        "struct Plan; int *kept; void later(); struct Plan { int t; "
        "Plan() { t = 32; kept = &t; } };",
        "struct Plan; void keep(int &); void later(); struct Plan { int t; "
        "Plan() { t = 32; keep(t); } };"})
    EXPECT_EQ(
        launchedBy("Plan plan; later(); k<<<1, plan.t>>>(p);", Leak).Block[0],
        0u)
        << Leak;
}

TEST(Launches, ObjectsSetToZero) {
  const std::string Types =
      "extern \"C\" void *memset(void *, int, unsigned long);"
      "struct Sizes { int blocks, threads; }; struct Both { Sizes a; int *p; "
      "unsigned extra[2]; }; union Either { int blocks; float f; };"
      "void fill(Sizes *s) { memset(s, 0, sizeof(*s)); s->threads = 64; }"
      "void use(void *);";
  for (const char *Body :
       {"Sizes s; memset(&s, 0, sizeof(s)); s.threads = 64;"
        "k<<<s.blocks + 8, s.threads>>>(p);",
        "Sizes s; s.blocks = n; s.threads = 64; memset(&s, 0, sizeof(Sizes));"
        "s.threads = 64; k<<<s.blocks + 8, s.threads>>>(p);",
        "Both b; memset(&b, 0, sizeof b);"
        "k<<<b.a.blocks + 8, b.a.threads + 64>>>(p);",
        "Sizes s; Sizes *q = &s; memset(q, 0, sizeof *q); q->blocks = 8;"
        "k<<<q->blocks, s.threads + 64>>>(p);",
        "int e[2]; memset(e, 0, sizeof(e)); k<<<e[0] + 8, e[1] + 64>>>(p);",
        "Sizes s; __builtin_memset(&s, 0, 8); k<<<s.blocks + 8, 64>>>(p);",
        "Sizes s; if (n) { memset(&s, 0, sizeof s); s.blocks = 8; }"
        "else s.blocks = 8; k<<<s.blocks, 64>>>(p);"}) {
    LaunchExtents L = launchedBy(Body, Types);
    EXPECT_EQ(L.Grid, (Extents{8, 1, 1})) << Body;
    EXPECT_EQ(L.Block, (Extents{64, 1, 1})) << Body;
  }
  // Other bytes, a part, a size or object that is not known, what is changed
  // behind it.
  for (const char *Body :
       {"Sizes s; s.blocks = 8; memset(&s, 1, sizeof s);"
        "k<<<s.blocks, 64>>>(p);",
        "Sizes s; s.blocks = 8; memset(&s, 0, n); k<<<s.blocks, 64>>>(p);",
        "Sizes s; s.blocks = 8; memset(&s, n, sizeof s);"
        "k<<<s.blocks, 64>>>(p);",
        "Sizes s; s.blocks = 8; memset(&s, 0, 4); k<<<s.blocks, 64>>>(p);",
        "Sizes s[2]; s[0].blocks = 8; memset(n ? &s[0] : &s[1], 0, sizeof(s));"
        "k<<<s[0].blocks, 64>>>(p);",
        "Either e; memset(&e, 0, sizeof e); use(&e);"
        "k<<<e.blocks + 8, 64>>>(p);",
        "Sizes s; memset(&s, 0, sizeof s); use(&s);"
        "k<<<s.blocks + 8, 64>>>(p);",
        "Sizes s; use(&s); memset(&s, 0, sizeof s); use(0);"
        "k<<<s.blocks + 8, 64>>>(p);",
        "Sizes s; s.blocks = 8; for (int i = 0; i < n; ++i)"
        "memset(&s, 0, sizeof s); k<<<s.blocks, 64>>>(p);"})
    EXPECT_EQ(launchedBy(Body, Types).Grid, (Extents{0, 1, 1})) << Body;
}

TEST(Launches, ChangesThroughPointersThatMayBeLeftOut) {
  const std::string Types =
      "extern \"C\" void *memset(void *, int, unsigned long);"
      "struct Sizes { int blocks, threads; };"
      "static bool clear(Sizes *s) { s->blocks = 0; return true; }";
  const std::string Begin = "Sizes s; s.blocks = 8; Sizes *q = &s;";
  const std::string End = "k<<<s.blocks + 8, 64>>>(p);";
  for (const char *Change :
       {"n && memset(q, 0, sizeof *q);", "n ? clear(q) : false;",
        "if (n > 3 && clear(q)) n = 2;", "n || clear(q);"})
    EXPECT_EQ(launchedBy(Begin + Change + End, Types).Grid, (Extents{0, 1, 1}))
        << Change;
  EXPECT_EQ(launchedBy(Begin + "clear(q);" + End, Types).Grid,
            (Extents{8, 1, 1}));
  EXPECT_EQ(launchedBy(Begin + "n && q->threads;" + End, Types).Grid,
            (Extents{16, 1, 1}));
}

TEST(Launches, WhatMethodsChange) {
  const char *Class = R"(
    void unseen(int);
    struct Timer {
      int threads, rounds; ~Timer();
      void tick() { ++rounds; unseen(rounds); }
      void grow() { threads *= 2; }
      void keep(int *&to) { to = &threads; }
    };)";
  auto ThreadsBehind = [&](const std::string &Call) {
    return launchedBy("Timer timer{32, 0}; int *at; " + Call +
                          " k<<<1, timer.threads>>>(p);",
                      Class)
        .Block[0];
  };
  EXPECT_EQ(ThreadsBehind("timer.tick();"), 32u);
  EXPECT_EQ(ThreadsBehind("while (n--) timer.tick();"), 32u);
  EXPECT_EQ(ThreadsBehind("timer.grow();"), 64u);
  EXPECT_EQ(ThreadsBehind("while (n--) timer.grow();"), 0u);
  EXPECT_EQ(ThreadsBehind("timer.keep(at); *at = 5;"), 0u);
}

TEST(Launches, SizesThatComeOutOfALoop) {
  AnalysedUnit Unit(R"(
    __global__ void k(int *p, int n) { p[0] = n; }
    void sizes(int n, int &blocks, int &threads) {
      threads = n < 512 ? 64 : 256;
      blocks = (n + threads * 2 - 1) / (threads * 2);
    }
    void run(int s, int *p) {
      int blocks = 0, threads = 0;
      while (s > 1) {
        sizes(s, blocks, threads);
        k<<<blocks, threads>>>(p, s);
        s = (s + threads * 2 - 1) / (threads * 2);
      }
    })");
  std::vector<uint32_t> Blocks;
  for (const launches::KernelLaunch &Each :
       Unit.code().launchesOf(Unit.function("k"))) {
    Blocks.push_back(Each.Extents.Block[0]);
    for (const launches::LaunchConstraint &Fact : Each.Facts) {
      ASSERT_TRUE(Fact.Grid[0] && Fact.Arguments[1]);
      EXPECT_EQ(Fact.Terms.symbolsOf(*Fact.Grid[0]),
                Fact.Terms.symbolsOf(*Fact.Arguments[1]));
    }
  }
  EXPECT_EQ(Blocks, (std::vector<uint32_t>{64, 256}));
  // What a loop gives nothing but constants is one of those.
  LaunchExtents L =
      launchedBy("dim3 b(32, 4); while (n--) { k<<<1, b>>>(p); b.x = 32; }");
  EXPECT_EQ(L.Block, (Extents{32, 4, 1}));
  L = launchedBy("dim3 b(32, 4); while (n--) { k<<<1, b>>>(p); b.x = n; }");
  EXPECT_EQ(L.Block, (Extents{0, 4, 1}));
  L = launchedBy("int b = 32; while (n--) { k<<<1, b>>>(p); b = 32; b += n; }");
  EXPECT_EQ(L.Block[0], 0u);
}

TEST(Launches, GlobalVariablesBehindCalls) {
  auto Launched = [](const std::string &Before, const std::string &Main) {
    AnalysedUnit Unit("__global__ void k(int *p) { p[0] = 1; }"
                      "int threads = 32; void unseen(); void take(void (*)());"
                      "void go(int *p) { k<<<1, threads>>>(p); }" +
                      Before + "int main(int c, char **) { int *p = 0; " +
                      Main + " go(p); }");
    return Unit.launchOf("k").Block[0];
  };
  EXPECT_EQ(Launched("", "threads = 64; unseen();"), 64u);
  EXPECT_EQ(Launched("", "if (c < 0) threads = 32; unseen();"), 32u);
  EXPECT_EQ(Launched("void set() { threads = 96; }", "set();"), 96u);
  // Anybody may call it.
  EXPECT_EQ(
      Launched("void set(int t) { threads = t; }", "threads = 64; unseen();"),
      0u);
  EXPECT_EQ(Launched("static void set() { threads = 96; }",
                     "threads = 64; take(set);"),
            0u);
  EXPECT_EQ(Launched("int *at = &threads;", "threads = 64; unseen();"), 0u);
  EXPECT_EQ(Launched("", "threads = 64; int *at = &threads; *at = c;"), 0u);
  EXPECT_EQ(Launched("struct Guard { ~Guard() { threads = 7; } };",
                     "threads = 64; { Guard guard; } unseen();"),
            0u);
}

TEST(Launches, FunctionsBehindPointers) {
  auto BlocksBy = [](const std::string &Before, const std::string &Call) {
    AnalysedUnit Unit("__global__ void k(int *p) { p[0] = 1; }" + Before +
                      "void run(int n, int *p) {" + Call + "}");
    std::vector<uint32_t> Result;
    for (const launches::KernelLaunch &Each :
         Unit.code().launchesOf(Unit.function("k")))
      Result.push_back(Each.Extents.Block[0]);
    return Result;
  };
  using Blocks = std::vector<uint32_t>;
  std::string Table = R"(
    void one(int *p, int t) { k<<<1, t>>>(p); }
    void two(int *p, int t) { k<<<2, 2 * t>>>(p); }
    void other(int *p) { k<<<2, 512>>>(p); }
    typedef void (*Function)(int *, int);)";
  EXPECT_EQ(BlocksBy(Table + "Function table[] = {one, two};",
                     "table[n](p, 32); other(p);"),
            (Blocks{32, 64, 512}));
  // Nobody knows how a library calls it.
  EXPECT_EQ(BlocksBy(Table + "void library(Function);",
                     "library(one); Function f = two; f(p, 32);"),
            (Blocks{0, 512, 32, 64}));
  std::string Classes = R"(
    struct Step { virtual void go(int *p, int t) = 0; virtual ~Step(); };
    struct Small : Step { void go(int *p, int t) override { k<<<1, t>>>(p); } };
    struct Large : Small {
      void go(int *p, int t) override { k<<<1, 4 * t>>>(p); }
    };)";
  EXPECT_EQ(BlocksBy(Classes, "Step *step = n ? (Step *)new Small : new Large; "
                              "step->go(p, 32);"),
            (Blocks{32, 128}));
  EXPECT_EQ(BlocksBy(Classes, "Large large; large.go(p, 8); "
                              "large.Small::go(p, 64);"),
            (Blocks{32, 64}));
}

TEST(Launches, KernelsInGraphs) {
  AnalysedUnit Unit(R"(
    struct cudaKernelNodeParams {
      void *func; dim3 gridDim, blockDim; unsigned sharedMemBytes;
      void **kernelParams, **extra;
    };
    typedef struct node *cudaGraphNode_t; typedef struct graph *cudaGraph_t;
    extern "C" int cudaGraphAddKernelNode(cudaGraphNode_t *, cudaGraph_t,
                                          const cudaGraphNode_t *,
                                          unsigned long,
                                          const cudaKernelNodeParams *);
    __global__ void k(int *p, int n) { p[0] = n; }
    __global__ void other(int *p, int n) { p[0] = n; }
    void run(cudaGraph_t graph, int n, int *p) {
      cudaGraphNode_t node;
      void *all[] = {&p, &n};
      cudaKernelNodeParams with = {};
      with.func = (void *)k;
      with.gridDim = dim3((n + 255) / 256);
      with.blockDim = dim3(256);
      with.kernelParams = all;
      cudaGraphAddKernelNode(&node, graph, nullptr, 0, &with);
      with.func = (void *)other;
      with.blockDim.x = 64;
      cudaGraphAddKernelNode(&node, graph, nullptr, 0, &with);
    })");
  EXPECT_EQ(Unit.launchOf("k").Block, (Extents{256, 1, 1}));
  EXPECT_EQ(Unit.launchOf("other").Block, (Extents{64, 1, 1}));
  auto Made = Unit.code().launchesOf(Unit.function("k"));
  ASSERT_EQ(Made.size(), 1u);
  // A node may get its attributes later.
  EXPECT_EQ(Made[0].Attributes.Cooperative, TriState::Unknown);
  ASSERT_EQ(Made[0].Facts.size(), 1u);
  const launches::LaunchConstraint &Fact = Made[0].Facts[0];
  ASSERT_TRUE(Fact.Grid[0] && Fact.Arguments[1]);
  EXPECT_EQ(Fact.Terms.symbolsOf(*Fact.Grid[0]),
            Fact.Terms.symbolsOf(*Fact.Arguments[1]));
}

} // namespace launches_test
