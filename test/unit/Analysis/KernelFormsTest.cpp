//===--- KernelFormsTest.cpp - Forms of writes, exchanges and exits -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Detectors/EarlyExit/ExitedRows.h"
#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"
#include "Analysis/Detectors/Races/GroupPairs.h"
#include "Analysis/Detectors/UninitializedShared/UnreachedStores.h"
#include "Analysis/KernelFacts/BlockShapeOfArray.h"
#include "Analysis/LaunchScenarios/ThreadNumbering.h"
#include "Analysis/LaunchScenarios/WarpSpecialization.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Analysis/Uniformity/LaneAgreement.h"

namespace kernel_forms_test {
using namespace warplint;
using namespace warplint::test;

/// The extents that the only write of a kernel tells.
static std::pair<int64_t, int64_t> extentsOf(const std::string &Body) {
  AnalysedKernel K("__global__ void k(int n) {" + Body + "}");
  std::vector<const Event *> Writes = K.writes();
  EXPECT_EQ(Writes.size(), 1u);
  BlockShapeOfArray Own = ownElements(*Writes.at(0), K.facts(), /*Least=*/32);
  return {Own.X, Own.Y};
}

TEST(OwnExtentsTest, AnArrayTellsTheShapeOfItsBlock) {
  using Pair = std::pair<int64_t, int64_t>;
  EXPECT_EQ(extentsOf("__shared__ int t[128]; t[threadIdx.x] = n;"),
            Pair(128, 1));
  EXPECT_EQ(extentsOf("__shared__ int t[8][32];"
                      "t[threadIdx.y][threadIdx.x] = n;"),
            Pair(32, 8));
  // A column against bank conflicts.
  EXPECT_EQ(extentsOf("__shared__ int t[32][33];"
                      "t[threadIdx.y][threadIdx.x] = n;"),
            Pair(32, 32));
  EXPECT_EQ(extentsOf("__shared__ int t[128]; t[threadIdx.x + 1] = n;"),
            Pair(0, 0));
  EXPECT_EQ(extentsOf("__shared__ int t[16]; t[threadIdx.x] = n;"), Pair(0, 0));
  EXPECT_EQ(extentsOf("__shared__ int t[4096]; t[threadIdx.x] = n;"),
            Pair(0, 0));
  EXPECT_EQ(extentsOf("__shared__ int t[128];"
                      "if (threadIdx.x < 64) t[threadIdx.x] = n;"),
            Pair(0, 0));
}

TEST(LaneAgreementTest, LanesThatHaveExchangedAgree) {
  AnalysedKernel K(
      "__device__ int __shfl_xor_sync(unsigned m, int v, int d,"
      "                               int width = 32);"
      "__device__ int __shfl_up_sync(unsigned m, int v, unsigned d,"
      "                              int width = 32);"
      "__global__ void k(int *in) {"
      "  int v = in[threadIdx.x];"
      "  v += __shfl_xor_sync(0xffffffff, v, 1);"
      "  v += __shfl_xor_sync(0xffffffff, v, 2);"
      "  int pairs = v; int plain = in[threadIdx.x] + 1;"
      "  int all = in[threadIdx.x];"
      "  for (int d = 16; d; d /= 2) all += __shfl_xor_sync(0xffffffff, all, "
      "d);"
      "  int seen = all; int low = plain, at = in[threadIdx.x + 32];"
      "  for (int d = 1; d < 32; d *= 2) {"
      "    int otherLow = __shfl_xor_sync(0xffffffff, low, d);"
      "    int otherAt = __shfl_xor_sync(0xffffffff, at, d);"
      "    if (otherLow < low || (otherLow == low && otherAt < at)) {"
      "      low = otherLow; at = otherAt; } }"
      "  int least = low, place = at, tied = plain, where = in[threadIdx.x];"
      "  for (int d = 1; d < 32; d *= 2) {"
      "    int otherTied = __shfl_xor_sync(0xffffffff, tied, d);"
      "    int other = __shfl_xor_sync(0xffffffff, where, d);"
      "    if (otherTied < tied) { tied = otherTied; where = other; } }"
      "  int loser = where;"
      "  int up = plain + __shfl_up_sync(0xffffffff, plain, 1);"
      "  int minus = plain - __shfl_xor_sync(0xffffffff, plain, 1); }");
  auto Of = [&](const char *Name) {
    return laneAgreement(K.valueOf(Name), nullptr, Trust::None,
                         K.facts().values(), K.facts().terms(),
                         K.facts().paths());
  };
  auto BitsOf = [&](const char *Name) {
    auto Found = Of(Name);
    return Found ? int(Found->AgreeingBits) : -1;
  };
  EXPECT_EQ(BitsOf("pairs"), 3);
  EXPECT_EQ(Of("pairs")->Before.size(), 1u);
  EXPECT_EQ(BitsOf("plain"), -1);
  EXPECT_EQ(BitsOf("seen"), 31);
  EXPECT_EQ(Of("seen")->Loops.size(), 1u);
  EXPECT_EQ(BitsOf("least"), 31);
  EXPECT_EQ(BitsOf("place"), 31);
  EXPECT_EQ(Of("place")->Before.size(), 2u);
  EXPECT_NE(BitsOf("loser"), 31) << "ties leave each lane its own";
  EXPECT_EQ(BitsOf("up"), 0);
  EXPECT_EQ(BitsOf("minus"), 0);
}

TEST(ShuffleSourceTest, WidthAndMaskOfAShuffle) {
  AnalysedKernel K("__global__ void k(unsigned m, int w) {"
                   "  __shfl_sync(0xffffffff, 1, 0);"
                   "  __shfl_sync(0xff, 1, 0, 8);"
                   "  __shfl_sync(m, 1, 0, w); }");
  std::vector<const Event *> Shuffles = K.events(Event::Kind::Sync);
  ASSERT_EQ(Shuffles.size(), 3u);
  EXPECT_TRUE(isOfWholeWarp(*Shuffles[0]));
  EXPECT_FALSE(isOfWholeWarp(*Shuffles[1]));
  EXPECT_FALSE(isOfWholeWarp(*Shuffles[2]));
  EXPECT_EQ(lanesPerSegment(*Shuffles[0], K.facts().values()), 32);
  EXPECT_EQ(lanesPerSegment(*Shuffles[1], K.facts().values()), 8);
  EXPECT_FALSE(lanesPerSegment(*Shuffles[2], K.facts().values()));
}

TEST(UnreachedStoresTest, CallsThatNeverReturnHideStores) {
  const std::string Fails = "[[noreturn]] __device__ void leave();"
                            "__device__ void fail() { leave(); }";
  AnalysedKernel Hides(Fails +
                       "__global__ void k(int *p) { fail(); p[0] = 1; }");
  EXPECT_EQ(uninitialized::callsBeforeStores(Hides.cfg()).size(), 1u);
  AnalysedKernel Perhaps(
      Fails + "__global__ void k(int *p, int n) { if (n) fail(); p[0] = 1; }");
  EXPECT_TRUE(uninitialized::callsBeforeStores(Perhaps.cfg()).empty());
}

TEST(WrittenBeforeTest, ABranchLimitsAnInduction) {
  AnalysedKernel K("__global__ void k(int *p, int n) {"
                   "  for (int i = threadIdx.x; i < n; i += 128) p[i] = 0;"
                   "  for (int j = 0; j < 4; ++j) if (j != n) p[j] = 1;"
                   "  if (n > 3) p[n] = 2; }");
  auto Limit = earlyexit::limitBy(K.branchOn("i < n"), K.facts().values());
  ASSERT_TRUE(Limit);
  EXPECT_TRUE(Limit->IsOrdered && Limit->IsBelow);
  EXPECT_FALSE(earlyexit::limitBy(K.branchOn("n > 3"), K.facts().values()));
}

TEST(CommutingTest, SumsCommuteWithSumsAlone) {
  AnalysedKernel K("__global__ void k(int *p, int n) {"
                   "  p[n] = p[n] + 2; p[n + 1] = 3 * p[n + 1] + 2; }");
  std::vector<updates::PlaceUpdate> Updates = updates::updatesIn(K.facts());
  ASSERT_EQ(Updates.size(), 2u);
  EXPECT_FALSE(updates::dependsOnOrder(Updates[0], K.facts()));
  EXPECT_TRUE(updates::dependsOnOrder(Updates[1], K.facts()));
}

TEST(PeerPairsTest, OnlyClustersHavePeers) {
  AnalysedKernel Alone("__global__ void k(int *p) { p[threadIdx.x] = 1; }",
                       launch({128, 1, 1}, {5, 1, 1}));
  EXPECT_FALSE(races::usesPeers(Alone.facts()));
  AnalysedKernel Pairs("__global__ void __cluster_dims__(2, 1, 1) k(int *p) {"
                       "  p[threadIdx.x] = 1; }",
                       launch({128, 1, 1}, {5, 1, 1}));
  LaunchExtents Shape =
      races::inClusters(Pairs.facts().terms().launch(), Pairs.facts());
  EXPECT_EQ(Shape.Cluster[0], 2u);
  // Whole clusters.
  EXPECT_EQ(Shape.Grid[0], 6u);
}

/// The threads that a kernel with \p Body counts together.
static int64_t countedTogether(const std::string &Body) {
  AnalysedKernel K("__global__ void k(int *p) {" + Body + "}");
  return scenarios::threadsCountedTogether(K.facts().values());
}

TEST(ThreadNumberingTest, GroupsOfThreads) {
  EXPECT_EQ(countedTogether("p[threadIdx.x] = 1;"), 1);
  EXPECT_EQ(countedTogether("p[threadIdx.x / 6] = threadIdx.x % 4;"), 12);
  EXPECT_EQ(countedTogether("p[threadIdx.x / 256] = 1;"), 256);
  // No block has as many.
  EXPECT_EQ(countedTogether("p[threadIdx.x / 4096] = 1;"), 1);
  EXPECT_GT(countedTogether("p[threadIdx.x / 125] = threadIdx.x % 512;"), 1024);
}

TEST(ThreadNumberingTest, ExtentsOfARankSpelledOut) {
  AnalysedKernel K("__global__ void k(int *p) {"
                   "  p[((threadIdx.z * 2 + threadIdx.y) * 16 + threadIdx.x)"
                   "    * 8] = 1; }");
  auto Found = scenarios::countedBlock(K.facts().values());
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->X, 16);
  EXPECT_EQ(Found->Y, 2);
  EXPECT_EQ(Found->Z, 0);
  AnalysedKernel None("__global__ void k(int *p) { p[threadIdx.x] = 1; }");
  EXPECT_FALSE(scenarios::countedBlock(None.facts().values()));
}

TEST(WarpSpecializationTest, TasksNeedTheirThreads) {
  AnalysedKernel K("__global__ void k(int *p, int n) {"
                   "  if (threadIdx.x < 96) p[0] = n; else p[1] = n; }");
  scenarios::WarpSpecialization Tasks(K.facts());
  LaunchExtents Shape;
  Shape.Block = {128, 1, 1};
  EXPECT_TRUE(Tasks.areAllPresent(Shape));
  Shape.Block = {64, 1, 1};
  EXPECT_FALSE(Tasks.areAllPresent(Shape));
}

} // namespace kernel_forms_test
