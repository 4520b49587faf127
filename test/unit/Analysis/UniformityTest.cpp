//===--- UniformityTest.cpp - Over which threads values agree -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/Uniformity.h"
#include "AnalysedKernel.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"

namespace uniformity_test {
using namespace warplint;
using namespace warplint::test;

/// A kernel `k(n, p)` with \p Body and some memory around it.
AnalysedKernel kernel(const std::string &Body,
                      const AnalysisOptions &Options = {}) {
  return AnalysedKernel(R"(
    __constant__ int table[64];
    __device__ int global[64];
    __shared__ int s[64];
    __shared__ int flag;
    __global__ void k(int n, int *p) {)" +
                            Body + "}",
                        Options);
}

/// The scope of the int expression \p E in a kernel.
Scope scopeOf(const std::string &E, const AnalysisOptions &Options = {}) {
  return kernel("int seen = " + E + ";", Options).scopeOf("seen");
}

TEST(Uniformity, ThreadAndLaunchIdentity) {
  AnalysedKernel K = kernel(R"(
    int tid = threadIdx.x, block = blockIdx.z, dim = blockDim.x,
        grid = gridDim.y, warp = warpSize, parameter = n, constant = 4;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int base = blockIdx.x * blockDim.x;
    int size = gridDim.x * blockDim.x;
  )");
  EXPECT_EQ(K.scopeOf("tid"), Scope::Thread);
  EXPECT_EQ(K.scopeOf("block"), Scope::Block);
  EXPECT_EQ(K.scopeOf("dim"), Scope::Grid);
  EXPECT_EQ(K.scopeOf("grid"), Scope::Grid);
  EXPECT_EQ(K.scopeOf("warp"), Scope::System);
  EXPECT_EQ(K.scopeOf("parameter"), Scope::System);
  EXPECT_EQ(K.scopeOf("constant"), Scope::System);
  EXPECT_EQ(K.scopeOf("i"), Scope::Thread);
  EXPECT_EQ(K.scopeOf("base"), Scope::Block);
  EXPECT_EQ(K.scopeOf("size"), Scope::Grid);
}

TEST(Uniformity, WholeWarpVotesOverLanes) {
  AnalysedKernel K = kernel(R"(
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    int same = __any_sync(~0u, p[lane] > n);
    int own = __any_sync(~0u, p[threadIdx.x] > n);
    int mixed = __any_sync(~0u, p[lane] > warp);
    int part = __any_sync(0xffff, p[lane] > n);
    int sum = __reduce_add_sync(~0u, lane);
    int first = __shfl_sync(~0u, lane, 0), other = __shfl_sync(~0u, lane, warp);
  )");
  EXPECT_EQ(K.scopeOf("same"), Scope::Block);
  EXPECT_EQ(K.scopeOf("own"), Scope::Warp);
  EXPECT_EQ(K.scopeOf("mixed"), Scope::Warp);
  EXPECT_EQ(K.scopeOf("part"), Scope::Warp);
  EXPECT_EQ(K.scopeOf("sum"), Scope::Block);
  EXPECT_EQ(K.scopeOf("first"), Scope::Block);
  EXPECT_EQ(K.scopeOf("other"), Scope::Warp);
}

// Without launch extents the row length is what the kernel counts with.
TEST(Uniformity, RowsOfAWarp) {
  const char *Vote = "int vote = __any_sync(~0u, p[threadIdx.x] > n);";
  EXPECT_EQ(kernel(Vote).scopeOf("vote"), Scope::Warp);
  EXPECT_EQ(kernel(std::string(Vote) + "p[32 * threadIdx.y + threadIdx.x] = 1;")
                .scopeOf("vote"),
            Scope::Block);
  EXPECT_EQ(kernel(std::string(Vote) + "p[64 * threadIdx.y + threadIdx.x] = 1;")
                .scopeOf("vote"),
            Scope::Warp);
  AnalysisOptions Options;
  Options.Launch.Block = {32, 8, 1};
  EXPECT_EQ(kernel(Vote, Options).scopeOf("vote"), Scope::Block);
}

TEST(Uniformity, GroupIdentity) {
  AnalysedKernel K = kernel(R"(
    auto block = cg::this_thread_block();
    auto grid = cg::this_grid();
    cg::thread_block_tile<32> tile; cg::thread_block_tile<8> small;
    int rank = block.thread_rank(), size = block.size();
    int inGrid = grid.thread_rank();
    int lane = tile.thread_rank(), lanes = tile.num_threads();
    int ticks = clock64();
  )");
  EXPECT_EQ(K.scopeOf("rank"), Scope::Thread);
  EXPECT_EQ(K.scopeOf("size"), Scope::Grid);
  EXPECT_EQ(K.scopeOf("inGrid"), Scope::Thread);
  EXPECT_EQ(K.scopeOf("lane"), Scope::Thread);
  EXPECT_GE(K.scopeOf("lanes"), Scope::Grid);
  EXPECT_EQ(K.scopeOf("ticks"), Scope::Thread);
}

TEST(Uniformity, IsUniformIsAtLeast) {
  AnalysedKernel K = kernel("int seen = blockIdx.x;");
  const Uniformity &U = K.facts().uniformity();
  const Term *T = K.valueOf("seen");
  EXPECT_TRUE(U.isUniform(T, Scope::Warp));
  EXPECT_TRUE(U.isUniform(T, Scope::Block));
  EXPECT_FALSE(U.isUniform(T, Scope::Cluster));
  EXPECT_FALSE(U.isUniform(T, Scope::Grid));
}

TEST(Uniformity, CancelledIdentityIsUniform) {
  AnalysedKernel K = kernel(R"(
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int base = i - threadIdx.x, none = threadIdx.x * 0;
  )");
  EXPECT_EQ(K.scopeOf("base"), Scope::Block);
  EXPECT_EQ(K.scopeOf("none"), Scope::System);
}

//===----------------------------------------------------------------------===//
// Warps
//===----------------------------------------------------------------------===//

TEST(Uniformity, QuotientsAndMasksOfWholeWarps) {
  for (const char *E :
       {"threadIdx.x / 32", "threadIdx.x / 64", "threadIdx.x >> 5",
        "threadIdx.x >> 6", "threadIdx.x & ~31", "threadIdx.x & 32",
        "threadIdx.x < 64", "threadIdx.x >= 32", "threadIdx.x <= 31",
        "threadIdx.x > 63", "threadIdx.x / warpSize", "(threadIdx.x + 32) / 32",
        "(threadIdx.x + 16) < 48", "cg::this_thread_block().thread_rank() / 32",
        "(blockIdx.x * blockDim.x + threadIdx.x) / 32",
        "(blockIdx.x * 256 + threadIdx.x) / 32"})
    EXPECT_EQ(scopeOf(E), Scope::Warp) << E;
}

TEST(Uniformity, ConstantOnTheLeftSaysTheSame) {
  EXPECT_EQ(scopeOf("64 > threadIdx.x"), Scope::Warp);
  EXPECT_EQ(scopeOf("32 <= threadIdx.x"), Scope::Warp);
}

TEST(Uniformity, PartsOfWarpsVary) {
  for (const char *E :
       {"threadIdx.x / 16", "threadIdx.x >> 4", "threadIdx.x & 31",
        "threadIdx.x & ~15", "threadIdx.x < 33", "threadIdx.x <= 32",
        "threadIdx.x == 32", "threadIdx.x % 32", "(threadIdx.x + 1) / 32",
        "(threadIdx.x + 1) < 64", "threadIdx.x / n", "(threadIdx.x + n) / 32",
        "(2 * threadIdx.x) / 32", "(blockIdx.x * 48 + threadIdx.x) / 32"})
    EXPECT_EQ(scopeOf(E), Scope::Thread) << E;
}

// -32 / 32 is -1 but -31 / 32 is 0: the quotient parts the first warp.
TEST(Uniformity, QuotientOfNegativeRanksRoundsTowardsZero) {
  EXPECT_EQ(scopeOf("((int)threadIdx.x - 32) / 32"), Scope::Thread);
}

// Threads are numbered x first: in a block 48 wide the second warp holds the
// end of one row and the start of the next.
TEST(Uniformity, RowsThatAreNotWholeWarps) {
  EXPECT_EQ(scopeOf("threadIdx.x / 32", launch({48, 2, 1})), Scope::Thread);
  EXPECT_EQ(scopeOf("threadIdx.x < 32", launch({48, 2, 1})), Scope::Thread);
  EXPECT_EQ(scopeOf("threadIdx.x / 32", launch({64, 2, 1})), Scope::Warp);
}

// Rows of unknown length are taken for whole warps.
TEST(Uniformity, RowsOfABlock) {
  EXPECT_EQ(scopeOf("threadIdx.y"), Scope::Warp);
  EXPECT_EQ(scopeOf("threadIdx.y", launch({32, 4, 1})), Scope::Warp);
  EXPECT_EQ(scopeOf("threadIdx.y", launch({16, 4, 1})), Scope::Thread);
  EXPECT_EQ(scopeOf("threadIdx.z", launch({16, 4, 2})), Scope::Warp);
  EXPECT_EQ(scopeOf("threadIdx.z", launch({8, 2, 4})), Scope::Thread);
  // All rows in one warp.
  EXPECT_EQ(scopeOf("threadIdx.y", launch({8, 4, 1})), Scope::Thread);
}

TEST(Uniformity, BlocksOfOneWarp) {
  EXPECT_EQ(scopeOf("__ballot_sync(~0u, n)", launch({32, 1, 1})), Scope::Block);
  EXPECT_EQ(scopeOf("__ballot_sync(~0u, n)", launch({8, 4, 1})), Scope::Block);
  EXPECT_EQ(scopeOf("__ballot_sync(~0u, n)", launch({33, 1, 1})), Scope::Warp);
  EXPECT_EQ(scopeOf("__ballot_sync(~0u, n)", launch({0, 0, 0}, {0, 0, 0}, 32)),
            Scope::Block);
  EXPECT_EQ(scopeOf("threadIdx.x", launch({32, 1, 1})), Scope::Thread);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

TEST(Uniformity, ResultsOfOperations) {
  EXPECT_EQ(scopeOf("__ballot_sync(~0u, threadIdx.x == 3)"), Scope::Warp);
  EXPECT_EQ(scopeOf("__reduce_add_sync(~0u, threadIdx.x)"), Scope::Warp);
  EXPECT_EQ(scopeOf("__syncthreads_or(threadIdx.x == 3)"), Scope::Block);
  EXPECT_EQ(scopeOf("__syncthreads_count(threadIdx.x == 3)"), Scope::Block);
  EXPECT_EQ(scopeOf("__match_any_sync(~0u, threadIdx.x)"), Scope::Thread);
  EXPECT_EQ(scopeOf("__activemask()"), Scope::Thread);
  EXPECT_EQ(scopeOf("atomicAdd(p, 1)"), Scope::Thread);
}

TEST(Uniformity, Shuffles) {
  EXPECT_EQ(scopeOf("__shfl_sync(~0u, (int)threadIdx.x, 0)"), Scope::Warp);
  EXPECT_EQ(scopeOf("__shfl_sync(~0u, (int)threadIdx.x, threadIdx.x ^ 1)"),
            Scope::Thread);
  // Each half of the warp reads its own first lane.
  EXPECT_EQ(scopeOf("__shfl_sync(~0u, (int)threadIdx.x, 0, 16)"),
            Scope::Thread);
  EXPECT_EQ(scopeOf("__shfl_down((int)threadIdx.x, 1)"), Scope::Thread);
}

static Scope scopeOfText(const std::string &Text) {
  return kernel("int r, t = threadIdx.x; asm volatile(" + Text +
                " : \"=r\"(r) : \"r\"(t), \"r\"(t ^ 1)); int seen = r;")
      .scopeOf("seen");
}

TEST(Uniformity, ExchangesInText) {
  EXPECT_EQ(scopeOfText(R"("shfl.sync.idx.b32 %0, %1, 0, 0x1f, -1;")"),
            Scope::Warp);
  EXPECT_EQ(scopeOfText(R"("shfl.sync.idx.b32 %0|p, %1, 3, 31, -1;")"),
            Scope::Warp);
  EXPECT_EQ(scopeOfText(R"("shfl.sync.idx.b32 %0, %1, %2, 31, -1;")"),
            Scope::Thread);
  // Each half of the warp reads its own first lane.
  EXPECT_EQ(scopeOfText(R"("shfl.sync.idx.b32 %0, %1, 0, 0x101f, -1;")"),
            Scope::Thread);
  EXPECT_EQ(scopeOfText(R"("shfl.sync.bfly.b32 %0, %1, 1, 31, -1;")"),
            Scope::Thread);
  EXPECT_EQ(scopeOfText(R"("redux.sync.add.s32 %0, %1, -1;")"), Scope::Warp);
  EXPECT_EQ(scopeOfText(R"("match.any.sync.b32 %0, %1, -1;")"), Scope::Thread);
  // What is left is made of the result by each thread for itself.
  EXPECT_EQ(scopeOfText(R"("shfl.sync.idx.b32 r, %1, 0, 31, -1; "
                           "add.s32 %0, r, %1;")"),
            Scope::Thread);
}

TEST(Uniformity, ResultsFeedOtherValues) {
  AnalysedKernel K = kernel(R"(
    int votes = __ballot_sync(~0u, threadIdx.x == 3);
    int any = votes != 0;
    int both = any && blockIdx.x == 0;
    int mixed = votes + threadIdx.x;
  )");
  EXPECT_EQ(K.scopeOf("any"), Scope::Warp);
  EXPECT_EQ(K.scopeOf("both"), Scope::Warp);
  EXPECT_EQ(K.scopeOf("mixed"), Scope::Thread);
}

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

TEST(Uniformity, JoinsTakeTheSmallerScope) {
  AnalysedKernel K = kernel(R"(
    int a = 0, b = 0, c = 0, d = 0;
    if (n > 2) { a = 1; b = blockIdx.x; c = threadIdx.x; }
    if (threadIdx.x > 2) d = 1;
    int seenA = a, seenB = b, seenC = c, seenD = d;
  )");
  EXPECT_EQ(K.scopeOf("seenA"), Scope::System);
  EXPECT_EQ(K.scopeOf("seenB"), Scope::Block);
  EXPECT_EQ(K.scopeOf("seenC"), Scope::Thread);
  EXPECT_EQ(K.scopeOf("seenD"), Scope::Thread);
}

TEST(Uniformity, JoinBehindAWarpUniformBranch) {
  AnalysedKernel K = kernel(R"(
    int x = 0; if (threadIdx.x < 32) x = 1; int seen = x;
  )");
  EXPECT_EQ(K.scopeOf("seen"), Scope::Warp);
  auto Choosers = K.facts().uniformity().choosers(K.valueOf("seen"));
  EXPECT_EQ(K.conditions(Choosers), Texts{"threadIdx.x < 32"});
}

TEST(Uniformity, SameValueOnDivergentPathsIsUniform) {
  AnalysedKernel K = kernel(R"(
    int x; if (threadIdx.x > 2) x = 5; else x = 5; int seen = x;
  )");
  EXPECT_EQ(K.scopeOf("seen"), Scope::System);
}

TEST(Uniformity, DivergentBranchAboveTheJoinDoesNotCount) {
  AnalysedKernel K = kernel(R"(
    int seen = 0;
    if (threadIdx.x > 2) { int x = 0; if (n) x = 1; int inside = x; }
  )");
  EXPECT_EQ(K.scopeOf("inside"), Scope::System);
}

TEST(Uniformity, LoopsOfUniformSteps) {
  AnalysedKernel K = kernel(R"(
    int sum = 0;
    for (int i = 0; i < n; i += blockDim.x) { sum += i; int inside = sum; }
    int after = sum;
  )");
  EXPECT_EQ(K.scopeOf("inside"), Scope::Grid);
  EXPECT_EQ(K.scopeOf("after"), Scope::Grid);
}

TEST(Uniformity, VaryingStepSpoilsTheLoop) {
  AnalysedKernel K = kernel(R"(
    int x = 0;
    for (int i = 0; i < n; ++i) { int inside = x; x += threadIdx.x; }
    int after = x;
  )");
  EXPECT_EQ(K.scopeOf("inside"), Scope::Thread);
  EXPECT_EQ(K.scopeOf("after"), Scope::Thread);
}

TEST(Uniformity, GridStrideLoop) {
  AnalysedKernel K = kernel(R"(
    for (int i = blockIdx.x; i < n; i += gridDim.x) { int block = i; }
    for (int j = threadIdx.x; j < n; j += blockDim.x) { int thread = j; }
  )");
  EXPECT_EQ(K.scopeOf("block"), Scope::Block);
  EXPECT_EQ(K.scopeOf("thread"), Scope::Thread);
}

// Every thread counts alike, but leaves the loop after another iteration.
TEST(Uniformity, CounterAfterADivergentLoopVaries) {
  AnalysedKernel K = kernel(R"(
    int rounds = 0, untouched = n;
    for (int i = threadIdx.x; i < n; i += blockDim.x) ++rounds;
    int after = rounds, kept = untouched;
    int left = 0; while (true) { if (left > threadIdx.x) break; ++left; }
    int afterBreak = left;
    int turns = 0; do { ++turns; } while (turns < threadIdx.x);
    int afterDo = turns;
  )");
  EXPECT_EQ(K.scopeOf("after"), Scope::Thread);
  EXPECT_EQ(K.scopeOf("kept"), Scope::System);
  EXPECT_EQ(K.scopeOf("afterBreak"), Scope::Thread);
  EXPECT_EQ(K.scopeOf("afterDo"), Scope::Thread);
}

TEST(Uniformity, ValueSetInALoopThatThreadsLeaveApart) {
  AnalysedKernel K = kernel(R"(
    int found = -1;
    for (int i = 0; i < n; ++i) if (i == threadIdx.x) { found = i; break; }
    int seen = found;
  )");
  EXPECT_EQ(K.scopeOf("seen"), Scope::Thread);
}

TEST(Uniformity, GotoLoopsAreLoops) {
  AnalysedKernel K = kernel(R"(
    int i = 0;
    again: ++i; if (i < threadIdx.x) goto again;
    int seen = i;
  )");
  EXPECT_EQ(K.scopeOf("seen"), Scope::Thread);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST(Uniformity, ConstantMemory) {
  EXPECT_EQ(scopeOf("table[3]"), Scope::System);
  EXPECT_EQ(scopeOf("table[blockIdx.x]"), Scope::Block);
  EXPECT_EQ(scopeOf("table[threadIdx.x]"), Scope::Thread);
}

TEST(Uniformity, GlobalMemoryThatNobodyWrites) {
  EXPECT_GE(scopeOf("p[n]"), Scope::Grid);
  EXPECT_GE(scopeOf("global[0]"), Scope::Grid);
  EXPECT_EQ(scopeOf("p[blockIdx.x]"), Scope::Block);
  EXPECT_EQ(scopeOf("p[threadIdx.x]"), Scope::Thread);
  EXPECT_EQ(scopeOf("p[p[threadIdx.x]]"), Scope::Thread);
}

TEST(Uniformity, GlobalMemoryThatIsWrittenInTheInterval) {
  AnalysedKernel Same = kernel("p[n] = threadIdx.x; int seen = p[n];");
  EXPECT_EQ(Same.scopeOf("seen"), Scope::Thread);
  const Event *Write =
      Same.facts().uniformity().interferingWrite(Same.valueOf("seen"));
  ASSERT_TRUE(Write);
  EXPECT_EQ(show(Write->Address), "p[n]");
  AnalysedKernel Atomic = kernel("atomicAdd(p, 1); int seen = *p;");
  EXPECT_EQ(Atomic.scopeOf("seen"), Scope::Thread);
  AnalysedKernel Apart = kernel("p[threadIdx.x + 8] = 1; int seen = p[0];");
  EXPECT_GE(Apart.scopeOf("seen"), Scope::Grid);
}

TEST(Uniformity, FirstElementIsWhatThePointerPointsAt) {
  AnalysedKernel K = kernel("p[0] = threadIdx.x; int seen = *p;");
  EXPECT_EQ(K.scopeOf("seen"), Scope::Thread);
}

TEST(Uniformity, SharedMemoryAfterABarrier) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x == 0) flag = n;
    __syncthreads();
    int seen = flag;
  )");
  EXPECT_EQ(K.scopeOf("seen"), Scope::Block);
  EXPECT_FALSE(K.facts().uniformity().interferingWrite(K.valueOf("seen")));
}

TEST(Uniformity, SharedMemoryWithoutABarrier) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x == 0) flag = n;
    int seen = flag;
  )");
  EXPECT_EQ(K.scopeOf("seen"), Scope::Thread);
  const Event *Write =
      K.facts().uniformity().interferingWrite(K.valueOf("seen"));
  ASSERT_TRUE(Write);
  EXPECT_EQ(show(Write->Value), "n");
}

TEST(Uniformity, AWarpBarrierIsNoBlockBarrier) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x == 0) flag = n;
    __syncwarp(); __threadfence_block();
    int seen = flag;
  )");
  EXPECT_EQ(K.scopeOf("seen"), Scope::Thread);
}

TEST(Uniformity, WriteAfterTheReadInterferes) {
  AnalysedKernel K = kernel(R"(
    __syncthreads();
    int seen = flag;
    if (threadIdx.x == 0) flag = n;
  )");
  EXPECT_EQ(K.scopeOf("seen"), Scope::Thread);
}

TEST(Uniformity, WriteInTheNextIterationInterferes) {
  const std::string Start = R"(
    for (int i = 0; i < n; ++i) {
      if (threadIdx.x == 0) flag = i;
      __syncthreads();
      int seen = flag;)";
  EXPECT_EQ(kernel(Start + "}").scopeOf("seen"), Scope::Thread);
  EXPECT_EQ(kernel(Start + "__syncthreads(); }").scopeOf("seen"), Scope::Block);
}

TEST(Uniformity, OtherElementsOfSharedMemoryDoNotInterfere) {
  AnalysedKernel K = kernel(R"(
    __syncthreads();
    s[1] = threadIdx.x;
    s[threadIdx.x + 8] = 3;
    int zero = s[0], eight = s[8], other = s[n];
  )");
  EXPECT_EQ(K.scopeOf("zero"), Scope::Block);
  EXPECT_EQ(K.scopeOf("eight"), Scope::Thread);
  EXPECT_EQ(K.scopeOf("other"), Scope::Thread);
}

TEST(Uniformity, SharedMemoryThroughAPointer) {
  AnalysedKernel K = kernel(R"(
    int *q = s + 2;
    if (threadIdx.x == 0) q[1] = n;
    int early = s[3];
    __syncthreads();
    int late = *(s + 3);
  )");
  EXPECT_EQ(K.scopeOf("early"), Scope::Thread);
  EXPECT_EQ(K.scopeOf("late"), Scope::Block);
}

TEST(Uniformity, BarrierInAHelperSeparates) {
  AnalysedKernel K(R"(
    __shared__ int flag;
    __device__ void publish(int v) {
      if (threadIdx.x == 0) flag = v;
      __syncthreads();
    }
    __device__ int get() { int r = flag; return r; }
    __global__ void k(int n) { publish(n); int seen = get(); }
  )");
  EXPECT_EQ(K.scopeOf("seen"), Scope::Block);
}

TEST(Uniformity, BarrierOnOnePathOnlyDoesNotSeparate) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x == 0) flag = n;
    if (n > 3) __syncthreads();
    int seen = flag;
  )");
  EXPECT_EQ(K.scopeOf("seen"), Scope::Thread);
}

TEST(Uniformity, UnseenCallMayHoldABarrier) {
  AnalysedKernel K(R"(
    __shared__ int flag;
    __device__ void unseen();
    __global__ void k(int n) {
      if (threadIdx.x == 0) flag = n;
      unseen();
      int seen = flag;
    }
  )");
  EXPECT_EQ(K.scopeOf("seen"), Scope::Block);
}

TEST(Uniformity, SeparatingEvents) {
  AnalysedKernel K(R"(
    __device__ void unseen();
    __global__ void k(int *p, cg::thread_block block) {
      __syncthreads(); __syncwarp(); __threadfence(); atomicAdd(p, 1); unseen();
      block.sync(); p[0] = 1;
    }
  )");
  Texts Separating;
  for (const Event &E : K.cfg().events())
    if (maySeparate(E, Scope::Block))
      Separating.push_back(K.text(E.Site));
  EXPECT_EQ(Separating, (Texts{"__syncthreads()", "unseen()", "block.sync()"}));
}

TEST(Uniformity, StaticDeviceVariablesAreGlobalMemory) {
  AnalysedKernel K = kernel("global[2] = threadIdx.x; int seen = global[2];");
  EXPECT_EQ(K.scopeOf("seen"), Scope::Thread);
}

TEST(Uniformity, StaticSharedInsideAKernel) {
  AnalysedKernel K = kernel(R"(
    __shared__ int mine[2];
    mine[0] = threadIdx.x; int early = mine[0];
    __syncthreads(); int late = mine[0];
  )");
  EXPECT_EQ(K.scopeOf("early"), Scope::Thread);
  EXPECT_EQ(K.scopeOf("late"), Scope::Block);
}

TEST(Uniformity, BranchesFollowTheirCondition) {
  AnalysedKernel K = kernel(R"(
    if (threadIdx.x < 64) p[0] = 1;
    if (n > 3) p[1] = 1;
    switch (threadIdx.x % 3) { case 0: p[2] = 1; break; default: p[3] = 1; }
  )");
  const Uniformity &U = K.facts().uniformity();
  EXPECT_TRUE(U.isUniformBranch(K.branchOn("threadIdx.x < 64"), Scope::Warp));
  EXPECT_FALSE(U.isUniformBranch(K.branchOn("threadIdx.x < 64"), Scope::Block));
  EXPECT_TRUE(U.isUniformBranch(K.branchOn("n > 3"), Scope::Grid));
  EXPECT_FALSE(U.isUniformBranch(K.branchOn("threadIdx.x % 3"), Scope::Warp));
}

} // namespace uniformity_test
