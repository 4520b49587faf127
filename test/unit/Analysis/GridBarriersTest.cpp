//===--- GridBarriersTest.cpp - Where all blocks wait for each other ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/GridBarriers.h"
#include "AnalysedKernel.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/Program/DeviceCode.h"
#include "Analysis/Program/GridResidency.h"
#include "Target/Limits.h"

namespace grid_barriers_test {
using namespace warplint;
using namespace warplint::test;

/// What the barriers across the grid in a kernel with \p Body are.
Texts barriersIn(const std::string &Body, const AnalysisOptions &Options = {}) {
  AnalysedKernel K("__device__ int arrived, turn, row[8];"
                   "__global__ void k(volatile int *data, int n, bool flag) {" +
                       Body + "}",
                   Options);
  Texts Result;
  for (const memoryorder::GridBarrier &Each :
       memoryorder::findGridBarriers(K.facts()))
    Result.push_back(K.text(Each.At->Site));
  return Result;
}

const Texts Counting = {"atomicAdd(&arrived, 1)"};

TEST(GridBarriers, CountersThatAllWaitFor) {
  EXPECT_EQ(barriersIn("atomicAdd(&arrived, 1);"
                       "while (atomicAdd(&arrived, 0) < gridDim.x) {}"),
            Counting);
  EXPECT_EQ(barriersIn("if (threadIdx.x == 0) { atomicAdd(&arrived, 1);"
                       "while (*(volatile int *)&arrived != gridDim.x) {} }"),
            Counting);
  EXPECT_EQ(barriersIn("int goal = 0; for (int i = 0; i < n; ++i) {"
                       "goal += gridDim.x; atomicAdd(&arrived, 1);"
                       "while (*(volatile int *)&arrived < goal) {} }"),
            Counting);
}

TEST(GridBarriers, TheGridsSizeMayBeKnown) {
  EXPECT_EQ(barriersIn("atomicAdd(&arrived, 1);"
                       "while (atomicAdd(&arrived, 0) < gridDim.x) {}",
                       launch({64, 1, 1}, {40, 1, 1})),
            Counting);
}

TEST(GridBarriers, TheLastBlockTellsTheOthers) {
  EXPECT_EQ(barriersIn("if (atomicAdd(&arrived, 1) == gridDim.x - 1)"
                       "  *(volatile int *)&turn = 1;"
                       "else while (*(volatile int *)&turn == 0) {}"),
            Counting);
}

TEST(GridBarriers, OtherCountersAndWaits) {
  // A ticket, an order of blocks, a counter per row, a goal of somebody else.
  EXPECT_EQ(barriersIn("if (atomicAdd(&arrived, 1) == gridDim.x - 1)"
                       "  data[0] = data[1];"),
            Texts{});
  EXPECT_EQ(barriersIn("int mine = atomicAdd(&arrived, 1);"
                       "while (*(volatile int *)&turn != mine) {}"
                       "*(volatile int *)&turn = mine + 1;"),
            Texts{});
  EXPECT_EQ(barriersIn("atomicAdd(&row[blockIdx.y], 1);"
                       "while (atomicAdd(&row[blockIdx.y], 0) < gridDim.x) {}"),
            Texts{});
  EXPECT_EQ(barriersIn("atomicAdd(&arrived, 1);"
                       "while (atomicAdd(&arrived, 0) < n) {}"),
            Texts{});
}

TEST(GridBarriers, BehindAFlagOfTheLaunch) {
  const std::string Barrier = "atomicAdd(&arrived, 1);"
                              "while (atomicAdd(&arrived, 0) < gridDim.x) {}";
  EXPECT_EQ(barriersIn("if (flag) {" + Barrier + "}"), Texts{});
  EXPECT_EQ(barriersIn("if (!flag) return;" + Barrier), Texts{});
  EXPECT_EQ(barriersIn("if (n == 3) {" + Barrier + "}"), Texts{});
  EXPECT_EQ(barriersIn("if (n <= 0) return;" + Barrier), Counting);
  EXPECT_EQ(barriersIn("for (int i = 0; i < n; ++i) {" + Barrier + "}"),
            Counting);
}

TEST(GridResidency, CooperativeLaunchesThatNoDeviceHolds) {
  AnalysedUnit Unit(
      "__global__ void k() { __shared__ char s[40000]; s[0] = 0; }"
      "void h() {"
      "  cudaLaunchCooperativeKernel(k, 2000, 1024);"
      "  cudaLaunchCooperativeKernel(k, 100, 1024);"
      "  k<<<5000, 1024>>>(); }");
  std::vector<OversizedLaunch> Found = oversizedLaunches(Unit.code());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Blocks, 2000);
  EXPECT_EQ(Found[0].Threads, 1024);
  EXPECT_EQ(Found[0].Most, mostResidentBlocks(1024, 40000));
}

TEST(GridResidency, PlainLaunchesThatMayNotFit) {
  auto IsPlain = [](const std::string &Launch, bool MayNotFit) {
    AnalysedUnit Unit("__global__ void k() {} void h() {" + Launch + "}");
    return plainLaunchOf(*Unit.code().kernels().front(), Unit.code(), MayNotFit)
        .has_value();
  };
  EXPECT_TRUE(IsPlain("k<<<1000, 256>>>();", true));
  EXPECT_TRUE(IsPlain("k<<<1, 256>>>();", false));
  EXPECT_FALSE(IsPlain("k<<<1, 256>>>();", true));
  EXPECT_FALSE(IsPlain("cudaLaunchCooperativeKernel(k, 100, 256);", false));
}

} // namespace grid_barriers_test
