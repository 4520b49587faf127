//===--- LaunchLimitsTest.cpp - What no GPU launches ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/LaunchLimits.h"
#include "AnalysedKernel.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"

namespace launch_limits_test {
using namespace warplint;
using namespace warplint::test;

using Part = launches::Unlaunchable::Part;
using Extents = std::array<uint32_t, 3>;

/// What is left of \p Of, and what was refused.
LaunchExtents kept(LaunchExtents Of,
                   std::vector<launches::Unlaunchable> &Refused) {
  launches::keepLaunchable(Of, Refused);
  return Of;
}

LaunchExtents ofBlock(Extents Block, uint32_t MaxThreads = 0) {
  LaunchExtents Launch;
  Launch.Block = Block;
  Launch.MaxThreads = MaxThreads;
  return Launch;
}

TEST(LaunchLimits, WhatRunsStays) {
  std::vector<launches::Unlaunchable> Refused;
  LaunchExtents All = ofBlock({16, 1, 64});
  All.Grid = {INT32_MAX, 65535, 65535};
  All.Cluster = {2, 8, 1};
  LaunchExtents Kept = kept(All, Refused);
  EXPECT_EQ(Kept.Block, All.Block);
  EXPECT_EQ(Kept.Grid, All.Grid);
  EXPECT_EQ(Kept.Cluster, All.Cluster);
  EXPECT_EQ(kept(ofBlock({1024, 0, 0}), Refused).Block, (Extents{1024, 0, 0}));
  EXPECT_TRUE(Refused.empty());
}

TEST(LaunchLimits, Blocks) {
  for (Extents Block :
       {Extents{1u << 30, 0, 0}, Extents{0, UINT32_MAX, 0}, Extents{32, 33, 0},
        Extents{0, 0, 65}, Extents{UINT32_MAX, UINT32_MAX, UINT32_MAX}}) {
    std::vector<launches::Unlaunchable> Refused;
    EXPECT_EQ(kept(ofBlock(Block), Refused).Block, Extents{});
    ASSERT_EQ(Refused.size(), 1u);
    EXPECT_EQ(Refused[0].Of, Part::Block);
    EXPECT_EQ(Refused[0].Axis.has_value(), Block[2] == 65);
    EXPECT_EQ(Refused[0].Most, Block[2] == 65 ? 64u : 1024u);
  }
  std::vector<launches::Unlaunchable> Refused;
  EXPECT_EQ(kept(ofBlock({128, 1, 1}, 64), Refused).Block, Extents{});
  EXPECT_EQ(Refused,
            (std::vector<launches::Unlaunchable>{{Part::Block, {}, 128, 64}}));
}

TEST(LaunchLimits, GridsAndClusters) {
  std::vector<launches::Unlaunchable> Refused;
  LaunchExtents Launch;
  Launch.Grid = {1u << 31, 7, 65536};
  Launch.Cluster = {1u << 31, 1u << 31, 1u << 31};
  for (unsigned Time = 0; Time < 2; ++Time) {
    LaunchExtents Kept = kept(Launch, Refused);
    EXPECT_EQ(Kept.Grid, (Extents{0, 7, 0}));
    EXPECT_EQ(Kept.Cluster, Extents{});
  }
  // Each once.
  ASSERT_EQ(Refused.size(), 3u);
  EXPECT_EQ(Refused[1], (launches::Unlaunchable{Part::Grid, 2u, 65536, 65535}));
  EXPECT_EQ(Refused[2], (launches::Unlaunchable{Part::Cluster, std::nullopt,
                                                UINT64_MAX, 16}));
}

TEST(LaunchLimits, HostsStatementsAndAttributes) {
  AnalysedUnit Unit(R"(
__global__ void told(int *p) {}
void host(int *p) { told<<<dim3(1, 70000), 1 << 30>>>(p); }
__global__ void states(int *p) { __builtin_assume(blockDim.x == 1 << 30); }
__global__ void __attribute__((annotate("cluster_dims", 64, 64)))
clustered(int *p) {}
)");
  for (const char *Kernel : {"told", "states", "clustered"}) {
    LaunchExtents Launch = Unit.launchOf(Kernel);
    EXPECT_EQ(Launch.Block, Extents{}) << Kernel;
    EXPECT_EQ(Launch.clusterSize(), 0u) << Kernel;
    EXPECT_EQ(Launch.Grid[1], 0u) << Kernel;
  }
}

TEST(LaunchLimits, NoMoreThreadsThanABlockHas) {
  EXPECT_EQ(threadsOf({1024, 1, 1}).size(), 1024u);
  EXPECT_EQ(threadsOf({int64_t(1) << 40, int64_t(1) << 40, 1}).size(), 1u);
}

} // namespace launch_limits_test
