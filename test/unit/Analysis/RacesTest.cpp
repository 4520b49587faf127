//===--- RacesTest.cpp - Pairs of threads that race -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/Races.h"
#include "AnalysedKernel.h"
#include "Analysis/BarrierIntervals/ThreadRelation.h"
#include "Analysis/Detectors/Races/BarrierRemoval.h"
#include "Analysis/Detectors/Races/LockStep.h"
#include "Analysis/Detectors/Races/Race.h"
#include "Analysis/Detectors/Races/RaceEffort.h"
#include "Analysis/Detectors/Races/RaceSearch.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/LaunchScenarios/AssumedSizes.h"
#include "Analysis/LaunchScenarios/ParameterUses.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"
#include "Assumptions/Assumptions.h"
#include "Assumptions/Evidence.h"
#include <map>

namespace races_test {
using namespace warplint;
using namespace warplint::test;

using Kind = races::Race::Kind;

std::string show(Kind K) {
  return K == Kind::ReadAfterWrite   ? "RAW"
         : K == Kind::WriteAfterRead ? "WAR"
                                     : "WAW";
}

std::string show(ThreadRelation B) {
  return B == ThreadRelation::SameWarp    ? "lanes"
         : B == ThreadRelation::SameBlock ? "warps"
                                          : "blocks";
}

/// A kernel with 256 threads in 4 blocks unless told otherwise.
class Raced {
public:
  explicit Raced(const std::string &Body,
                 const AnalysisOptions &Options = launch({256, 1, 1},
                                                         {4, 1, 1}))
      : Kernel("__global__ void k(int n, int m, int *p, const int *q) {" +
                   Body + "}",
               Options),
        List(Kernel.facts().get<races::Races>()) {}

  /// Kinds of all races, with who races.
  Texts kinds() const {
    Texts Result;
    for (const races::Race &R : List.found())
      Result.push_back(show(R.K) + " " + show(R.Relation) +
                       (R.NextIteration ? " next round" : ""));
    return Result;
  }
  const races::Race &only() const {
    EXPECT_EQ(List.found().size(), 1u);
    if (List.found().empty())
      std::abort();
    return List.found()[0];
  }
  const races::RaceEffort &effort() const { return List.effort(); }
  const AnalysedKernel &kernel() const { return Kernel; }

private:
  AnalysedKernel Kernel;
  const races::Races &List;
};

/// What every witness must show: two threads of the launch, as far apart as it
/// says, and one element.
void expectSound(const races::Race &R) {
  const races::RaceSide &A = R.First, &B = R.Second;
  for (const races::RaceSide *Side : {&A, &B})
    for (unsigned Axis = 0; Axis < 3; ++Axis) {
      EXPECT_GE(Side->Thread[Axis], 0);
      EXPECT_LT(Side->Thread[Axis], R.BlockDim[Axis]);
      EXPECT_GE(Side->Block[Axis], 0);
      EXPECT_LT(Side->Block[Axis], R.GridDim[Axis]);
    }
  auto Rank = [&](const races::RaceSide &S) {
    return S.Thread[0] +
           R.BlockDim[0] * (S.Thread[1] + R.BlockDim[1] * S.Thread[2]);
  };
  switch (R.Relation) {
  case ThreadRelation::SameCluster:
  case ThreadRelation::SameGrid:
    EXPECT_NE(A.Block, B.Block);
    break;
  case ThreadRelation::SameBlock:
    EXPECT_EQ(A.Block, B.Block);
    EXPECT_NE(Rank(A) / 32, Rank(B) / 32);
    break;
  case ThreadRelation::SameWarp:
    EXPECT_EQ(A.Block, B.Block);
    EXPECT_EQ(Rank(A) / 32, Rank(B) / 32);
    EXPECT_NE(Rank(A), Rank(B));
  }
  EXPECT_EQ(A.Indices, B.Indices);
  EXPECT_TRUE(A.Access && B.Access);
}

void expectSilence(const std::string &Body,
                   const AnalysisOptions &Options = launch({256, 1, 1},
                                                           {4, 1, 1})) {
  EXPECT_EQ(Raced(Body, Options).kinds(), Texts{}) << Body;
}

const char *const Row = "__shared__ int s[512]; int t = threadIdx.x;";

//===----------------------------------------------------------------------===//
// Kinds, and who meets where
//===----------------------------------------------------------------------===//

TEST(Races, ReadAfterWrite) {
  Raced K(std::string(Row) + "s[t] = 1; p[t + 256 * blockIdx.x] = s[t + 40];");
  EXPECT_EQ(K.kinds(), Texts{"RAW warps"});
  const races::Race &R = K.only();
  expectSound(R);
  EXPECT_EQ(R.First.Access->Access, AccessKind::Write);
  EXPECT_EQ(R.Second.Access->Access, AccessKind::Read);
  EXPECT_EQ(R.First.Indices, std::vector<int64_t>{R.First.Thread[0]});
  EXPECT_EQ(R.Second.Indices, std::vector<int64_t>{R.Second.Thread[0] + 40});
  EXPECT_EQ(R.Space, MemorySpace::Shared);
  EXPECT_TRUE(R.ShapeIsKnown);
  EXPECT_EQ(R.BlockDim, (std::array<uint32_t, 3>{256, 1, 1}));
  EXPECT_FALSE(R.RestsOn.rests(Assumption::LoadedIndex));
}

TEST(Races, WriteAfterRead) {
  Raced K(std::string(Row) + R"(
    s[t] = q[t];
    __syncthreads();
    int next = s[(t + 1) % 256];
    s[t] = next;
  )");
  EXPECT_EQ(K.kinds(), Texts{"WAR warps"});
  const races::Race &R = K.only();
  expectSound(R);
  EXPECT_EQ(R.First.Access->Access, AccessKind::Read);
  EXPECT_EQ(R.First.Indices,
            std::vector<int64_t>{(R.First.Thread[0] + 1) % 256});
  EXPECT_EQ(R.Second.Indices, std::vector<int64_t>{R.Second.Thread[0]});
}

TEST(Races, WriteAfterWrite) {
  Raced K(std::string(Row) + "s[t % 32] = t;");
  EXPECT_EQ(K.kinds(), Texts{"WAW warps"});
  const races::Race &R = K.only();
  expectSound(R);
  EXPECT_EQ(R.First.Indices, std::vector<int64_t>{R.First.Thread[0] % 32});
  EXPECT_EQ(R.Second.Indices, std::vector<int64_t>{R.Second.Thread[0] % 32});
}

TEST(Races, LanesOfOneWarp) {
  Raced Pairs(std::string(Row) + "s[t / 2] = t;");
  EXPECT_EQ(Pairs.kinds(), Texts{"WAW lanes"});
  expectSound(Pairs.only());
  EXPECT_EQ(Pairs.only().First.Thread[0] / 2,
            Pairs.only().Second.Thread[0] / 2);
  Raced Swap(std::string(Row) + "s[t] = q[t]; int v = s[t ^ 1];");
  EXPECT_EQ(Swap.kinds(), Texts{"RAW lanes"});
  expectSound(Swap.only());
  EXPECT_EQ(Swap.only().First.Thread[0], Swap.only().Second.Thread[0] ^ 1);
  expectSilence(std::string(Row) +
                "s[t] = q[t]; __syncwarp(); int v = s[t ^ 1];");
  EXPECT_EQ(
      Raced(std::string(Row) + "s[t] = q[t]; __syncwarp(); int v = s[t ^ 32];")
          .kinds(),
      Texts{"RAW warps"});
}

TEST(Races, Blocks) {
  Raced K("p[threadIdx.x] = blockIdx.x;");
  EXPECT_EQ(K.kinds(), Texts{"WAW blocks"});
  const races::Race &R = K.only();
  expectSound(R);
  EXPECT_EQ(R.Space, MemorySpace::Global);
  EXPECT_EQ(R.First.Thread[0], R.Second.Thread[0]);
  EXPECT_EQ(R.First.Indices, std::vector<int64_t>{R.First.Thread[0]});
}

TEST(Races, BlocksMeetAtTheirEdges) {
  Raced K("int i = blockIdx.x * 256 + threadIdx.x;"
          "p[i] = 0; int v = p[i + 256];");
  EXPECT_EQ(K.kinds(), Texts{"RAW blocks"});
  const races::Race &R = K.only();
  expectSound(R);
  EXPECT_EQ(R.First.Indices[0], R.First.Block[0] * 256 + R.First.Thread[0]);
  EXPECT_EQ(R.Second.Indices[0],
            R.Second.Block[0] * 256 + R.Second.Thread[0] + 256);
}

TEST(Races, IndicesStandOutermostFirst) {
  Raced K(R"(
    __shared__ int tile[16][16];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = q[x];
    int v = tile[x][y];
  )",
          launch({16, 16, 1}, {1, 1, 1}));
  EXPECT_EQ(K.kinds(), Texts{"RAW warps"});
  const races::Race &R = K.only();
  expectSound(R);
  EXPECT_EQ(R.First.Indices,
            (std::vector<int64_t>{R.First.Thread[1], R.First.Thread[0]}));
  EXPECT_EQ(R.Second.Indices,
            (std::vector<int64_t>{R.Second.Thread[0], R.Second.Thread[1]}));
}

TEST(Races, NextIterationOfALoop) {
  Raced K(std::string(Row) + R"(
    int sum = 0;
    for (int i = 0; i < n; ++i) {
      s[t] = q[i * 256 + t];
      __syncthreads();
      sum += s[t ^ 32];
    }
  )");
  EXPECT_EQ(K.kinds(), Texts{"WAR warps next round"});
  const races::Race &R = K.only();
  expectSound(R);
  EXPECT_EQ(R.First.Access->Access, AccessKind::Read);
  EXPECT_EQ(R.First.Thread[0] ^ 32, R.Second.Thread[0]);
}

TEST(Races, LoopVariablesOfTheWitness) {
  Raced K(R"(
    __shared__ int s[1024];
    for (int i = threadIdx.x; i < 1024; i += 256) s[i] = q[i];
    int v = s[threadIdx.x * 4];
  )");
  EXPECT_EQ(K.kinds(), Texts{"RAW warps"});
  const races::Race &R = K.only();
  expectSound(R);
  ASSERT_EQ(R.First.Variables.size(), 1u);
  auto [Variable, Value] = R.First.Variables[0];
  EXPECT_EQ(Variable->getName(), "i");
  EXPECT_EQ(Value, R.First.Indices[0]);
  EXPECT_EQ(Value % 256, R.First.Thread[0]);
  EXPECT_EQ(Value, R.Second.Thread[0] * 4);
}

TEST(Races, ParametersOfTheWitness) {
  Raced K(std::string(Row) +
          "s[t] = 1; if (n < 7) __syncthreads(); int v = s[t + 40];");
  EXPECT_EQ(K.kinds(), Texts{"RAW warps"});
  const races::Race &R = K.only();
  expectSound(R);
  ASSERT_EQ(R.Given.size(), 1u);
  EXPECT_EQ(R.Given[0].first, "n");
  EXPECT_GE(R.Given[0].second, 7);
}

TEST(Races, OffsetsOfALaunchThatTheUserGives) {
  Raced K(std::string(Row) + "s[t] = 1; int v = s[t + n];");
  EXPECT_EQ(K.kinds(), Texts{"RAW warps"});
  const races::Race &R = K.only();
  expectSound(R);
  ASSERT_EQ(R.Given.size(), 1u);
  EXPECT_EQ(R.First.Thread[0], R.Second.Thread[0] + R.Given[0].second);
}

TEST(Races, BranchesDecideWhoComes) {
  Raced K(std::string(Row) +
          "if (t >= 64) s[t] = 1; else { int v = s[t + 64]; }");
  const races::Race &R = K.only();
  expectSound(R);
  // Neither successor comes before the other.
  bool WritesFirst = R.First.Access->Access == AccessKind::Write;
  const races::RaceSide &Write = WritesFirst ? R.First : R.Second,
                        &Read = WritesFirst ? R.Second : R.First;
  EXPECT_GE(Write.Thread[0], 64);
  EXPECT_LT(Read.Thread[0], 64);
  EXPECT_EQ(Write.Thread[0], Read.Thread[0] + 64);
}

TEST(Races, AccessesOfSeveralBytesOverlap) {
  Raced K(R"(
    __shared__ long s[256];
    char *bytes = (char *)s;
    s[threadIdx.x] = 1;
    int v = bytes[threadIdx.x];
  )");
  EXPECT_EQ(K.kinds(), Texts{"RAW warps"});
  const races::Race &R = K.only();
  EXPECT_EQ(R.First.Thread[0], R.Second.Thread[0] / 8);
}

TEST(Races, UnknownLaunchesAreTriedInCommonShapes) {
  Raced K(std::string(Row) + "s[t % 32] = t;", {});
  EXPECT_EQ(K.kinds(), Texts{"WAW warps"});
  expectSound(K.only());
  EXPECT_FALSE(K.only().ShapeIsKnown);
}

TEST(Races, AnIndexThatIsReadIsAnAssumption) {
  Raced K(std::string(Row) + R"(
    s[t] = 0;
    __syncthreads();
    s[q[t]] = 1;
    int v = s[t];
  )");
  EXPECT_EQ(K.kinds(), Texts{"RAW warps"});
  EXPECT_TRUE(K.only().RestsOn.rests(Assumption::LoadedIndex));
  expectSound(K.only());
}

TEST(Races, OnePairOfPlacesIsOneRace) {
  Raced K(std::string(Row) +
          "for (int i = 0; i < 4; ++i) { s[t] = i; int v = s[t ^ 33]; }");
  EXPECT_EQ(K.kinds().size(), 1u);
}

TEST(Races, EffortIsCounted) {
  Raced K("for (int i = threadIdx.x; i < n; i += 256)"
          "  p[i * 3 + blockIdx.x * 7] = q[i];");
  EXPECT_GE(K.effort().Pairs, 2u);
  EXPECT_GE(K.effort().Queries, 1u);
  EXPECT_EQ(K.effort().undecided(), 0u);
  EXPECT_GT(K.effort().Milliseconds, 0);
  // What arithmetic decides needs no solver, nor what has few values.
  for (const char *Body :
       {"s[t] = t; int v = s[t];", "s[t] = 1; p[t] = s[t + 40];",
        "s[t * 3 % 512] = 1; __syncwarp(); p[t] = s[t ^ 5];"})
    EXPECT_EQ(Raced(std::string(Row) + Body).effort().Queries, 0u) << Body;
}

//===----------------------------------------------------------------------===//
// Silence
//===----------------------------------------------------------------------===//

TEST(Races, OwnElements) {
  expectSilence(std::string(Row) + "s[t] = 1; int v = s[t]; s[t] = v + 1;");
  expectSilence(std::string(Row) + "s[2 * t + 1] = 1; int v = s[2 * t];");
  expectSilence("p[blockIdx.x * blockDim.x + threadIdx.x] += 1;", {});
  expectSilence(std::string(Row) + "s[t ^ 5] = 1; int v = s[t ^ 5];");
  expectSilence(std::string(Row) + "s[255 - t] = 1; s[255 - t] = t;");
}

TEST(Races, BarriersOrder) {
  expectSilence(std::string(Row) +
                "s[t] = 1; __syncthreads(); int v = s[t + 40];");
  expectSilence(std::string(Row) + R"(
    for (int i = 0; i < n; ++i) {
      s[t] = q[i * 256 + t];
      __syncthreads();
      int v = s[t ^ 32];
      __syncthreads();
    }
  )");
  expectSilence(std::string(Row) + R"(
    s[t] = q[t];
    __syncthreads();
    for (int o = 128; o > 0; o /= 2) {
      if (t < o) s[t] += s[t + o];
      __syncthreads();
    }
  )");
}

TEST(Races, PaddedTile) {
  expectSilence(R"(
    __shared__ int tile[32][33];
    int x = threadIdx.x;
    for (int y = threadIdx.y; y < 32; y += 8) tile[y][x] = q[y * n + x];
    __syncthreads();
    for (int y = threadIdx.y; y < 32; y += 8)
      p[(blockIdx.x * 32 + y) * 32 + x] = tile[x][y];
  )",
                launch({32, 8, 1}, {4, 1, 1}));
  // The padding itself is nobody's.
  expectSilence(R"(
    __shared__ int tile[32 * 33];
    int at = threadIdx.y * 33 + threadIdx.x;
    tile[at] = 1;
    int v = tile[at];
  )",
                launch({32, 8, 1}, {4, 1, 1}));
}

TEST(Races, DoubleBufferByParity) {
  const std::string Head = "__shared__ int s[2][256]; int t = threadIdx.x;";
  expectSilence(Head + R"(
    for (int i = 0; i < n; ++i) {
      s[i & 1][t] = q[i * 256 + t];
      __syncthreads();
      int v = s[i & 1][t ^ 32];
    }
  )");
  expectSilence(Head + R"(
    int now = 0;
    for (int i = 0; i < n; ++i) {
      s[now][t] = q[i * 256 + t];
      __syncthreads();
      int v = s[now][t ^ 32];
      now = 1 - now;
    }
  )");
  // Writing the buffer that the others still read.
  Raced K(Head + R"(
    for (int i = 0; i < n; ++i) {
      int v = s[i & 1][t ^ 32];
      s[i & 1][t] = q[i * 256 + t];
      __syncthreads();
    }
  )");
  EXPECT_EQ(K.kinds(), Texts{"WAR warps"});
  expectSound(K.only());
}

TEST(Races, StridedLoops) {
  for (const char *Step : {"256", "blockDim.x"})
    expectSilence("__shared__ int s[1024];"
                  "for (int i = threadIdx.x; i < 1024; i += " +
                  std::string(Step) +
                  ") s[i] = i;"
                  "for (int i = threadIdx.x; i < 1024; i += " +
                  Step + ") s[i] += 1;");
  expectSilence(R"(
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += gridDim.x * blockDim.x)
      p[i] = i;
  )",
                {});
  EXPECT_EQ(Raced("__shared__ int s[1024];"
                  "for (int i = threadIdx.x; i < 1024; i += 128)"
                  "  s[i] = threadIdx.x;")
                .kinds(),
            Texts{"WAW warps next round"});
  // All who come to an element leave its own number there.
  expectSilence("__shared__ int s[1024];"
                "for (int i = threadIdx.x; i < 1024; i += 128) s[i] = i;");
}

TEST(Races, SectionsOfOneThread) {
  expectSilence(std::string(Row) +
                "if (t == 0) { s[0] = 1; s[0] += q[0]; s[1] = s[0]; }");
  expectSilence(std::string(Row) +
                "if (t == 5) for (int i = 0; i < 256; ++i) s[i] = s[255 - i];");
  expectSilence("if (blockIdx.x == 0 && threadIdx.x == 0) p[0] += 1;");
  EXPECT_EQ(Raced(std::string(Row) + "if (t == 0) s[0] = q[0]; int v = s[0];")
                .kinds()
                .size(),
            1u);
}

TEST(Races, OneValueForAll) {
  expectSilence("__shared__ int found; found = 1;");
  expectSilence("__shared__ int found; if (q[threadIdx.x] == n) found = 1;");
  expectSilence("__shared__ int size; size = n;");
  expectSilence("p[0] = 7;");
  EXPECT_EQ(Raced("__shared__ int found; found = threadIdx.x;").kinds().size(),
            1u);
}

TEST(Races, DataInBothIndices) {
  expectSilence(std::string(Row) + "s[q[t]] = t;");
  expectSilence(std::string(Row) + "s[q[t]] = t; int v = s[q[t + 256]];");
  expectSilence("p[q[blockIdx.x * blockDim.x + threadIdx.x]] = threadIdx.x;",
                {});
}

TEST(Races, Atomics) {
  expectSilence(std::string(Row) + "atomicAdd(&s[t % 32], 1);");
  EXPECT_EQ(Raced(std::string(Row) + "atomicAdd(&s[t % 32], 1); s[t] = t;")
                .kinds()
                .size(),
            1u);
}

TEST(Races, ReductionsAndScans) {
  // Warps of the last steps are ordered by nothing but the block's barrier.
  const char *Steps = R"(
    s[t] = q[t];
    __syncthreads();
    for (int o = 1; o < 256; o *= 2) {
      int v = t >= o ? s[t - o] : 0;
      HERE
      s[t] += v;
      __syncthreads();
    }
  )";
  auto With = [&](const std::string &Here) {
    std::string Body = std::string(Row) + Steps;
    return Body.replace(Body.find("HERE"), 4, Here);
  };
  expectSilence(With("__syncthreads();"));
  Raced K(With(""));
  EXPECT_EQ(K.kinds(), Texts{"WAR warps"});
  expectSound(K.only());
}

TEST(Races, WarpSynchronousTailsNeedWarpBarriers) {
  const std::string Head = std::string(Row) + "s[t] = q[t]; __syncthreads();";
  expectSilence(Head + "if (t < 32) { int a = s[t] + s[t + 32]; __syncwarp();"
                       "s[t] = a; __syncwarp();"
                       "if (t < 16) a += s[t + 16]; }");
  Raced K(Head + "if (t < 16) s[t] += s[t + 16];"
                 "if (t < 8) s[t] += s[t + 8];");
  for (const std::string &Found : K.kinds())
    EXPECT_TRUE(llvm::StringRef(Found).ends_with("lanes")) << Found;
  EXPECT_FALSE(K.kinds().empty());
}

TEST(Races, SlotsOfWarps) {
  const std::string Head = "__shared__ int s[8]; int t = threadIdx.x;"
                           "if (t % 32 == 0) s[t / 32] = t;";
  expectSilence(Head + "__syncthreads(); if (t < 8) { int v = s[t]; }");
  Raced K(Head + "if (t < 8) { int v = s[t]; }");
  EXPECT_EQ(K.kinds(), Texts{"RAW warps"});
  expectSound(K.only());
  EXPECT_EQ(K.only().First.Thread[0], K.only().Second.Thread[0] * 32);
}

TEST(Races, SkewedIndices) {
  expectSilence("__shared__ int s[288]; int t = threadIdx.x;"
                "int at = t + (t >> 5); s[at] = q[t]; int v = s[at];");
  expectSilence("__shared__ int s[3][256]; int t = threadIdx.x;"
                "for (int i = 0; i < n; ++i) { s[i % 3][t] = q[i * 256 + t];"
                "__syncthreads(); int v = s[i % 3][t ^ 32]; }");
}

TEST(Races, BitonicSort) {
  expectSilence(std::string(Row) + R"(
    s[t] = q[t];
    s[t + 256] = q[t + 256];
    for (int size = 2; size < 512; size *= 2)
      for (int stride = size / 2; stride > 0; stride /= 2) {
        __syncthreads();
        int at = 2 * t - (t & (stride - 1)), a = s[at], b = s[at + stride];
        if (a > b) { s[at] = b; s[at + stride] = a; }
      }
  )");
}

TEST(Races, PointersThatWalk) {
  auto By = [](const std::string &Step) {
    return "__shared__ int s[1024]; int *w = s + threadIdx.x;"
           "for (int i = 0; i < 4; ++i, w += " +
           Step + ") *w = i;";
  };
  expectSilence(By("256"));
  Raced K(By("1"));
  EXPECT_EQ(K.kinds(), Texts{"WAW warps next round"});
}

TEST(Races, FieldsAreApart) {
  auto Reading = [](const std::string &Field) {
    return "struct V { int a, b; }; __shared__ V s[257];"
           "s[threadIdx.x].a = threadIdx.x; int v = s[threadIdx.x + 1]." +
           Field + ";";
  };
  expectSilence(Reading("b"));
  Raced K(Reading("a"));
  EXPECT_EQ(K.kinds(), Texts{"RAW warps"});
  expectSound(K.only());
}

TEST(Races, StencilInPlace) {
  const std::string Head = "int i = blockIdx.x * blockDim.x + threadIdx.x;"
                           "if (i > 0 && i < n - 1) ";
  expectSilence(Head + "p[i] = q[i - 1] + q[i + 1];", {});
  for (const std::string &Found :
       Raced(Head + "p[i] = p[i - 1] + p[i + 1];", {}).kinds())
    EXPECT_EQ(Found, "WAR blocks");
  EXPECT_EQ(Raced(Head + "p[i] = p[i - 1] + p[i + 1];", {}).kinds().size(), 2u);
}

TEST(Races, OneElectedByAnAtomic) {
  expectSilence(std::string(Row) +
                "if (atomicAdd(p, 1) == 0) { s[0] = t; s[1] = t; }");
}

TEST(Races, WhatThreadsOnlyRead) {
  expectSilence("int v = q[0] + q[threadIdx.x ^ 1];");
  expectSilence("__shared__ int s[256]; int v = s[threadIdx.x / 2];");
}

TEST(Races, BlockOfOneWarpOrThread) {
  expectSilence(std::string(Row) + "s[0] = t;", launch({1, 1, 1}, {1, 1, 1}));
  EXPECT_EQ(Raced(std::string(Row) + "s[0] = t;", launch({32, 1, 1}, {1, 1, 1}))
                .kinds(),
            Texts{"WAW lanes"});
}

TEST(Races, SharedMemoryIsTheBlocksOwn) {
  expectSilence(
      "__shared__ int s[4]; if (threadIdx.x == 0) s[0] = blockIdx.x;");
}

TEST(Races, PitchesAreNotPlayedWith) {
  // With a pitch below 256 rows would overlap.
  expectSilence("p[blockIdx.x * n + threadIdx.x] = threadIdx.x;");
  expectSilence("p[blockIdx.y * n + blockIdx.x * blockDim.x + threadIdx.x] ="
                " threadIdx.x;",
                launch({256, 1, 1}, {4, 4, 1}));
}

TEST(Races, QuotientsAndRemaindersOfOneNumber) {
  AnalysisOptions Wide = launch({256, 1, 1}, {8192, 1, 1});
  auto Decided = [&](const std::string &Place, int Relation,
                     const Texts &Kinds) {
    std::string Other = "[i + " + std::to_string(Relation) + "]";
    Raced Of("int t = blockIdx.x * 256 + threadIdx.x; int i = " + Place +
                 "; int a = p[i], b = p" + Other + "; p[i] = a + b; p" + Other +
                 " = a - b;",
             Wide);
    EXPECT_EQ(Of.kinds().empty(), Kinds.empty()) << Place << " " << Relation;
    if (Kinds.empty())
      EXPECT_EQ(Of.effort().undecided(), 0u) << Place << " " << Relation;
  };
  const Texts None, Some{"some"};
  Decided("((t - (t & 131071)) << 2) + (t & 131071)", 131072, None);
  Decided("((t - (t & 131071)) << 2) + (t & 131071)", 3 * 131072, None);
  Decided("((t - (t & 131071)) << 2) + (t & 131071)", 4 * 131072, Some);
  Decided("((t - (t & 131071)) << 2) + (t & 131071)", 131071, Some);
  Decided("4 * t - 3 * (t % 5000)", 5000, None);
  Decided("4 * t - 3 * (t % 5000)", 4000, Some);
  Decided("t / 5000 * 20000 + t % 5000", 5000, None);
  Decided("t / 5000 * 9999 + t % 5000", 5000, Some);
  Decided("2 * t - (t & 1023)", 1024, None);
  Decided("2 * t - (t & 2047)", 1024, Some);
  Decided("2 * (t + 7) - ((t + 7) & 1023)", 1024, None);
  Decided("2 * t - ((t + 1) & 1023) + 1023", 1024, None);
}

TEST(Races, RowsThatThreadsStayIn) {
  auto Kinds = [](const std::string &Body) {
    Raced Of("int x = blockIdx.x * 16 + threadIdx.x,"
             "    y = blockIdx.y * 16 + threadIdx.y, z = blockIdx.z;" +
                 Body,
             launch({16, 16, 1}, {64, 64, 50}));
    EXPECT_EQ(Of.effort().undecided(), 0u) << Body;
    if (Of.kinds().empty())
      EXPECT_EQ(Of.effort().Queries, 0u) << Body;
    return Of.kinds().empty();
  };
  EXPECT_TRUE(
      Kinds("if (x < 999 && y < 777) p[(z * 777 + y) * 999 + x] += 1;"));
  EXPECT_FALSE(
      Kinds("if (x < 1000 && y < 777) p[(z * 777 + y) * 999 + x] += 1;"));
  EXPECT_FALSE(
      Kinds("if (x < 999 && y < 779) p[(z * 777 + y) * 999 + x] += 1;"));
  // Each access has a limit of its own.
  EXPECT_TRUE(
      Kinds("if (x >= 999) return; int a = 0;"
            "if (y < 777) a = p[(z * 777 + y) * 999 + x];"
            "if (y <= 776 && x < 990) p[(z * 777 + y) * 999 + x] = a;"));
  EXPECT_FALSE(Kinds("int a = 0;"
                     "if (x < 1000 && y < 777) a = p[(z * 777 + y) * 999 + x];"
                     "if (y < 777 && x < 1) p[(z * 777 + y) * 999 + x] = 1;"));
  // So do iterations.
  const std::string Loops = "for (int i = threadIdx.x; i < ",
                    Stores = "; i += 16) for (int j = i; j < 3000; j += 300)"
                             "  p[j + 3000 * (blockIdx.x + 64 * (y + 1024 * z))"
                             "] += i;";
  EXPECT_TRUE(Kinds(Loops + "300" + Stores));
  EXPECT_FALSE(Kinds("for (int i = threadIdx.x; i < 300; i += 16)"
                     "  for (int j = i; j < 3000; j += 300)"
                     "    p[j + 1500 * (blockIdx.x + 64 * y)] += i;"));
  // A rest of what is smaller is the whole.
  EXPECT_TRUE(
      Kinds("if (x < 999 && y < 777)"
            "  p[(x + 999) % 999 + 999 * ((y + 777) % 777 + 777 * z)] = x;"));
  EXPECT_TRUE(Kinds("for (int i = x; i < 2000; i += 1024) if (y < 777)"
                    "  p[i % 2000 + 2000 * (y + 777 * z)] += 1;"));
  EXPECT_FALSE(Kinds("if (x < 1000 && y < 777)"
                     "  p[(x + 999) % 999 + 999 * (y % 777 + 777 * z)] = x;"));
}

TEST(Races, AssumptionsAreSwitched) {
  auto Found = [](const std::string &Body, llvm::StringRef Assume) {
    AnalysisOptions Options = launch({256, 1, 1}, {4, 1, 1});
    EXPECT_EQ(Options.Assumptions.apply(Assume), "");
    return Raced(Body, Options).kinds().size();
  };
  std::string Shift = "p[threadIdx.x] = q[threadIdx.x + 1];";
  EXPECT_EQ(Found("p[blockIdx.x * n + threadIdx.x] = blockIdx.x;", "pitch"),
            0u);
  EXPECT_GT(Found("p[blockIdx.x * n + threadIdx.x] = blockIdx.x;", "none"), 0u);
  EXPECT_EQ(Found("if (threadIdx.x == blockIdx.x) " + Shift, "none,no-alias"),
            0u);
  EXPECT_GT(Found("if (threadIdx.x == blockIdx.x) " + Shift, "no-no-alias"),
            0u);
  // What rests on a size goes with it.
  std::string Half = "p[blockIdx.x * n + threadIdx.x / 2] = threadIdx.x;";
  EXPECT_GT(Found(Half, "none,pitch"), 0u);
  EXPECT_EQ(Found(Half, "no-chosen-pitch"), 0u);
}

TEST(Races, FindingsSayWhatTheyRestOn) {
  Raced K("p[blockIdx.x * n + threadIdx.x / 2] = threadIdx.x;",
          launch({256, 1, 1}, {4, 1, 1}));
  const Evidence &RestsOn = K.only().RestsOn;
  ASSERT_EQ(RestsOn.assumed().size(), 1u);
  EXPECT_EQ(RestsOn.assumed()[0].Id, Assumption::ChosenPitch);
  EXPECT_TRUE(llvm::isa<ParameterTerm>(RestsOn.assumed()[0].Subject));
  EXPECT_TRUE(RestsOn.assumed()[0].Value);
  EXPECT_EQ(RestsOn.launch(), ProvenanceKind::StatedByUser);
}

TEST(Races, WhatSilenceRestsOnIsCounted) {
  auto Assumed = [](const std::string &Body, Assumption K) {
    Raced Of(Body);
    EXPECT_EQ(Of.kinds(), Texts{}) << Body;
    EXPECT_EQ(Of.effort().undecided(), 0u) << Body;
    return Of.effort().Assumed.of(K);
  };
  using Of = Assumption;
  EXPECT_GT(Assumed(std::string(Row) + "s[q[t]] = t;", Of::DistinctIndices),
            0u);
  EXPECT_GT(Assumed("p[0] = q[0];", Of::NoAlias), 0u);
  EXPECT_GT(
      Assumed("if (q[threadIdx.x] == 5) p[0] = threadIdx.x;", Of::ChosenThread),
      0u);
  EXPECT_GT(Assumed("if (int(threadIdx.x) < n) p[threadIdx.x] = 1;"
                    "else p[0] = threadIdx.x;",
                    Of::Bound),
            0u);
  EXPECT_GT(
      Assumed("p[atomicAdd(&p[1 << 20], 1)] = threadIdx.x;", Of::ElectedIndex),
      0u);
  EXPECT_EQ(Assumed(std::string(Row) + "s[t] = q[t];", Of::DistinctIndices),
            0u);
  // Several threads, or blocks alone, share the iterations.
  auto AddColumns = [](const std::string &Begin) {
    return "int c = blockIdx.x * blockDim.x + threadIdx.x, v = 0;"
           "for (int r = " +
           Begin +
           " r += 8 * gridDim.y) v += q[r * n + c];"
           "if (threadIdx.y == 0 && c < n) p[c] = v;";
  };
  AnalysisOptions Open = launch({32, 8, 1}, {4, 0, 0});
  Raced ByThreads(AddColumns("blockIdx.y * 8 + threadIdx.y; r < n;"), Open);
  EXPECT_EQ(ByThreads.kinds(), Texts{});
  EXPECT_EQ(ByThreads.effort().Assumed.of(Of::OneBlock), 1u);
  EXPECT_EQ(Raced(AddColumns("blockIdx.y * 8; r < n;"), Open).kinds().size(),
            1u);
}

TEST(Races, SilenceIsCountedByKindOfRace) {
  Raced K("p[threadIdx.x] = q[threadIdx.x + 1];");
  const auto &Silent = K.effort().Silent;
  auto RestsOnAlias = [&](races::RaceKind Kind) {
    return Silent[unsigned(Kind)].RestsOn.rests(Assumption::NoAlias);
  };
  EXPECT_TRUE(RestsOnAlias(races::RaceKind::Global));
  EXPECT_TRUE(RestsOnAlias(races::RaceKind::Lanes));
  EXPECT_FALSE(RestsOnAlias(races::RaceKind::Shared));
}

TEST(Races, EveryShapeIsJudgedWhereFreedomIsAsked) {
  AnalysisOptions Options;
  for (bool Each : {false, true}) {
    Options.JudgeEveryShape = Each;
    AnalysedKernel K("__global__ void k(int *p) { p[threadIdx.x] = 1; }",
                     Options);
    EXPECT_EQ(K.facts().judgesEveryShape(), Each);
    const auto &Found = K.facts().get<races::Races>();
    EXPECT_TRUE(Found.found().empty());
    EXPECT_FALSE(Found.launches().empty());
  }
}

TEST(Races, SlotsThatLoopsCountOn) {
  std::string Loop = "int k = 0; for (int i = 0; i < 8; ++i) if (q[i * 256 + t]"
                     " > 0) ";
  EXPECT_EQ(Raced(std::string(Row) + Loop + "s[k++] = t;").kinds().size(), 1u);
  expectSilence("__shared__ int s[2048]; int t = threadIdx.x;" + Loop +
                "s[t * 8 + k++] = t;");
  expectSilence("__shared__ int s[2048]; int t = threadIdx.x;" + Loop +
                "s[t + 256 * k++] = t;");
  EXPECT_EQ(Raced("__shared__ int s[2048]; int t = threadIdx.x;" + Loop +
                  "s[t * 7 + k++] = t;")
                .kinds()
                .size(),
            1u);
}

//===----------------------------------------------------------------------===//
// What parameters are for
//===----------------------------------------------------------------------===//

struct Roles {
  Texts Pitches, Bounds, Offsets;
};

Texts names(llvm::ArrayRef<const Term *> Parameters) {
  Texts Result;
  for (const Term *T : Parameters)
    Result.push_back(test::show(T));
  std::sort(Result.begin(), Result.end());
  return Result;
}

Roles rolesIn(const std::string &Body, bool OffsetsAreFree = false) {
  AnalysedKernel K("__global__ void k(int pitch, int bound, int offset, int "
                   "value, int *p) {" +
                   Body + "}");
  scenarios::ParameterUses Found =
      scenarios::parameterUses(K.facts(), OffsetsAreFree);
  auto Listed = [](const llvm::SetVector<const Term *> &Set) {
    return names(Set.getArrayRef());
  };
  return {names(Found.Pitches.getArrayRef()), Listed(Found.Bounds),
          Listed(Found.Offsets)};
}

TEST(ParameterUses, PitchBoundAndOffset) {
  Roles R = rolesIn(R"(
    int x = threadIdx.x, y = threadIdx.y;
    if (x < bound) p[y * pitch + x + offset] = value;
  )");
  EXPECT_EQ(R.Pitches, Texts{"pitch"});
  EXPECT_EQ(R.Bounds, Texts{"bound"});
  EXPECT_EQ(R.Offsets, Texts{"offset"});
}

TEST(ParameterUses, PitchesOfObjectsOfTheirOwn) {
  auto Places = [](const std::string &Body) {
    AnalysedKernel K(
        "struct Rows { int *at; int a; }; __global__ void k(int a, "
        "int b, int c, int part, int *p, const int *q, Rows r) { "
        "int x = threadIdx.x, y = threadIdx.y; " +
        Body + "}");
    scenarios::ParameterUses Found = scenarios::parameterUses(K.facts(), false);
    std::map<std::string, size_t> Result;
    for (const Term *T : Found.Pitches)
      if (!Found.OfBlocks.contains(T))
        Result[test::show(T)] = Found.PlaceOfPitch.lookup(T);
    return Result;
  };
  auto OfBlocks = [&](const std::string &Body) {
    return Places(Body + "p[blockIdx.x * part] = 0;");
  };
  using Map = std::map<std::string, size_t>;
  EXPECT_EQ(Places("p[y * a + x] = q[y * b + x];"), (Map{{"a", 1}, {"b", 0}}))
      << "there is room for two";
  EXPECT_EQ(OfBlocks("p[y * a + x] = q[y * b + x];"),
            (Map{{"a", 0}, {"b", 0}}));
  EXPECT_EQ(OfBlocks("p[y * a + x] = p[y * b + x];"),
            (Map{{"a", 1}, {"b", 0}}));
  EXPECT_EQ(OfBlocks("p[y * a + x] = q[y * b + x]; p[x * c + y * b] = 0;"),
            (Map{{"a", 1}, {"b", 0}, {"c", 2}}));
  EXPECT_EQ(OfBlocks("p[y * a + x] = r.at[y * b + x];"),
            (Map{{"a", 0}, {"b", 0}}));
  EXPECT_EQ(OfBlocks("int *o = ((int **)p)[x]; o[y * a + x] = q[y * b + x];"),
            (Map{{"a", 1}, {"b", 0}}))
      << "o may be any of them";
}

TEST(ParameterUses, BoundsOfLoops) {
  Roles R = rolesIn("for (int i = threadIdx.x; i < bound; i += 256) p[i] = 0;");
  EXPECT_EQ(R.Pitches, Texts{});
  EXPECT_EQ(R.Bounds, Texts{"bound"});
  EXPECT_EQ(R.Offsets, Texts{});
}

TEST(ParameterUses, StepsOfLoops) {
  AnalysedKernel K("__global__ void k(int n, int a, int b, int c, int *p) {"
                   "for (int i = threadIdx.x; i < n; i += a) p[i] = 0;"
                   "for (int i = blockIdx.y; i < n; i += b) p[i] = 0;"
                   "for (int i = 0; i < n; i += c) p[i] = 0; }");
  scenarios::ParameterUses Found = scenarios::parameterUses(K.facts(), false);
  std::map<std::string, std::pair<unsigned, unsigned>> Steps;
  for (const auto &[Parameter, Step] : Found.Steps)
    Steps[test::show(Parameter)] = {Step.Threads, Step.Blocks};
  using Axes = std::pair<unsigned, unsigned>;
  ASSERT_EQ(Steps.size(), 3u);
  EXPECT_EQ(Steps["a"], (Axes{1, 0}));
  EXPECT_EQ(Steps["b"], (Axes{0, 2}));
  EXPECT_EQ(Steps["c"], (Axes{0, 0}));
  LaunchExtents Shape;
  Shape.Block = {32, 4, 1};
  Shape.Grid = {7, 3, 1};
  scenarios::AssumedSizes Sizes(Found, Shape, /*AnyBound=*/false, {});
  std::map<std::string, int64_t> Values;
  for (const auto &[Parameter, Step] : Found.Steps)
    Values[test::show(Parameter)] = Sizes.of(Parameter).Value;
  EXPECT_EQ(Values["a"], 32);
  EXPECT_EQ(Values["b"], 3);
  EXPECT_EQ(Values["c"], 128);
}

TEST(ParameterUses, OffsetsDiffer) {
  AnalysedKernel K("__global__ void k(int a, int b, int *p) {"
                   "p[threadIdx.x + a] = p[threadIdx.x + b]; }");
  scenarios::ParameterUses Found = scenarios::parameterUses(K.facts(), false);
  ASSERT_EQ(Found.Offsets.size(), 2u);
  LaunchExtents Shape;
  Shape.Block = {256, 1, 1};
  Shape.Grid = {64, 1, 1};
  scenarios::AssumedSizes Sizes(Found, Shape, /*AnyBound=*/false, {});
  int64_t First = Sizes.of(Found.Offsets[0]).Value,
          Second = Sizes.of(Found.Offsets[1]).Value;
  EXPECT_GE(std::abs(First - Second), 256 * 64);
}

TEST(ParameterUses, BoundsCanBeFree) {
  AnalysedKernel K("__global__ void k(int n, int pitch, int *p) {"
                   "for (int i = threadIdx.x; i < n; i += 256)"
                   "  p[threadIdx.y * pitch + i] = 0; }");
  scenarios::ParameterUses Found = scenarios::parameterUses(K.facts(), false);
  ASSERT_EQ(Found.Bounds.size(), 1u);
  ASSERT_EQ(Found.Pitches.size(), 1u);
  LaunchExtents Shape;
  Shape.Block = {256, 2, 1};
  Shape.Grid = {1, 1, 1};
  scenarios::AssumedSizes Sizes(Found, Shape, /*AnyBound=*/true, {});
  scenarios::AssumedSizes::Size Bound = Sizes.of(Found.Bounds[0]);
  EXPECT_EQ(Bound.Standing, scenarios::AssumedSizes::Stands::ForItself);
  EXPECT_EQ(Bound.Least, 1);
  EXPECT_GE(Bound.Most, 256);
  EXPECT_EQ(Sizes.of(Found.Pitches[0]).Standing,
            scenarios::AssumedSizes::Stands::ForOne);
}

TEST(ParameterUses, OffsetsCanBeFree) {
  const char *Body = "p[threadIdx.x + offset] = 0;";
  EXPECT_EQ(rolesIn(Body).Offsets, Texts{"offset"});
  EXPECT_EQ(rolesIn(Body, true).Offsets, Texts{});
  // What is scaled is more than an offset.
  EXPECT_EQ(rolesIn("p[threadIdx.x + 2 * offset] = 0;", true).Offsets,
            Texts{"offset"});
}

TEST(ParameterUses, ComparisonsOfParametersAloneBoundNothing) {
  Roles R = rolesIn("if (bound > 3) p[threadIdx.x] = value;");
  EXPECT_EQ(R.Bounds, Texts{});
  EXPECT_EQ(R.Pitches, Texts{});
  EXPECT_EQ(R.Offsets, Texts{});
}

TEST(ParameterUses, OneParameterCanBeSeveral) {
  Roles R = rolesIn(R"(
    int x = threadIdx.x, y = threadIdx.y;
    if (x < pitch) p[y * pitch + x] = 0;
  )");
  EXPECT_EQ(R.Pitches, Texts{"pitch"});
  EXPECT_EQ(R.Bounds, Texts{"pitch"});
}

TEST(LockStep, TheCompilerKeepsWhatMayBeOne) {
  auto Holds = [](const std::string &Body) {
    Raced R("__shared__ int s[64]; int t = threadIdx.x;" + Body,
            launch({32, 1, 1}));
    EXPECT_FALSE(R.kernel().facts().get<races::Races>().found().empty());
    return races::holdsInLockStep(
        R.kernel().facts().get<races::Races>().found().front(),
        R.kernel().facts());
  };
  EXPECT_TRUE(Holds("int v = s[t + 1]; s[t] = v;"));
  EXPECT_TRUE(Holds("if (t < 2) s[t] = q[t]; p[t] = s[0];"));
  EXPECT_FALSE(Holds("s[t] = q[t]; p[t] = s[t + 8];"));
  EXPECT_FALSE(Holds("if (q[t]) s[t] = n; else p[t] = s[n];"));
}

//===----------------------------------------------------------------------===//
// Barriers that are left out
//===----------------------------------------------------------------------===//

/// The kernel has no races, and has none without its barriers of the numbers
/// \p Which, counted from 0.
bool isFreeWithout(const std::string &Body, std::vector<unsigned> Which,
                   const AnalysisOptions &Options = launch({256, 1, 1},
                                                           {4, 1, 1})) {
  Raced K(Body, Options);
  EXPECT_EQ(K.kinds(), Texts{}) << Body;
  std::vector<const Event *> All;
  for (const Event *E : K.kernel().events(Event::Kind::Sync))
    if (E->Op->Kind == SyncKind::Barrier ||
        E->Op->Kind == SyncKind::WarpBarrier)
      All.push_back(E);
  BarrierSet Gone;
  for (unsigned I : Which)
    Gone.insert(All.at(I));
  return races::isRaceFreeWithout(Gone, K.kernel().facts());
}

TEST(BarrierRemoval, AccessesThatABarrierOrdersNeedIt) {
  std::string Turned = R"(__shared__ int s[256];
    s[threadIdx.x] = n; __syncthreads(); m = s[255 - threadIdx.x];
    __syncthreads(); n = m;)";
  EXPECT_FALSE(isFreeWithout(Turned, {0}));
  EXPECT_TRUE(isFreeWithout(Turned, {1}));
  EXPECT_FALSE(isFreeWithout(Turned, {0, 1}));
}

TEST(BarrierRemoval, OneOfTwoBarriersMayGo) {
  std::string Twice = R"(__shared__ int s[256];
    s[threadIdx.x] = n; __syncthreads(); __syncthreads();
    m = s[255 - threadIdx.x];)";
  EXPECT_TRUE(isFreeWithout(Twice, {0}));
  EXPECT_TRUE(isFreeWithout(Twice, {1}));
  EXPECT_FALSE(isFreeWithout(Twice, {0, 1}));
}

TEST(BarrierRemoval, IterationsAreJoined) {
  EXPECT_FALSE(isFreeWithout(R"(__shared__ int s[512];
    for (int i = 0; i < 9; ++i) { s[threadIdx.x + i] = i; __syncthreads(); })",
                             {0}));
  EXPECT_TRUE(isFreeWithout(R"(__shared__ int s[512];
    for (int i = 0; i < 9; ++i) { s[threadIdx.x] = i; __syncthreads(); })",
                            {0}));
}

TEST(BarrierRemoval, ABarrierOfTheBlockOrdersLanes) {
  std::string Both = R"(__shared__ int s[256];
    s[threadIdx.x] = n; __syncthreads(); __syncwarp();
    m = s[threadIdx.x ^ 1];)";
  EXPECT_TRUE(isFreeWithout(Both, {1}));
  EXPECT_TRUE(isFreeWithout(Both, {0}));
  EXPECT_FALSE(isFreeWithout(Both, {0, 1}));
}

TEST(BarrierRemoval, TheOrderOfAtomicsMayMatter) {
  EXPECT_FALSE(isFreeWithout(R"(__shared__ int s;
    n = atomicAdd(&s, 1); __syncthreads(); m = atomicAdd(&s, 1);)",
                             {0}));
  EXPECT_TRUE(isFreeWithout(R"(__shared__ int s;
    atomicAdd(&s, n); __syncthreads(); atomicAdd(&s, m);)",
                            {0}));
}

TEST(BarrierRemoval, WhereTheBlockIsGuessedNothingIsKnown) {
  EXPECT_FALSE(isFreeWithout("__shared__ int s[1024]; s[threadIdx.x] = n;"
                             "__syncthreads(); m = s[threadIdx.x];",
                             {0}, AnalysisOptions()));
}

TEST(RaceSearch, EachAccessIsCompared) {
  Raced K(R"(__shared__ int s[256]; int own[2];
    own[n & 1] = m; s[threadIdx.x] = n;
    for (int i = 0; i < n; ++i) { __syncthreads(); m += s[i]; __syncthreads(); }
    p[threadIdx.x] = q[m] + own[0];)");
  const auto &Races = K.kernel().facts().get<races::Races>();
  unsigned Compared = 0;
  for (const Event *E : K.kernel().events(Event::Kind::Access))
    Compared += Races.compares(*E);
  EXPECT_EQ(Compared, 4u);
  races::RaceSearch Again(K.kernel().facts());
  Again.run();
  EXPECT_EQ(Again.Found.size(), Races.found().size());
  EXPECT_EQ(Again.Effort.Pairs, Races.effort().Pairs);
}

} // namespace races_test
