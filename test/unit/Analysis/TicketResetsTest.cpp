//===--- TicketResetsTest.cpp - Counters that work for one launch ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/TicketResets.h"
#include "AnalysedKernel.h"
#include "Analysis/Dependence/Ownership.h"
#include "Analysis/Detectors/MemoryOrdering/BarrierReuse.h"

namespace ticket_resets_test {
using namespace warplint;
using namespace warplint::test;

/// A kernel with a ticket counter, and what is wrong with that.
struct Counted {
  explicit Counted(const std::string &Body)
      : Kernel("__device__ int count;\n"
               "__global__ void k(int *data, int *out, int n) {\n" +
               Body + "\n}"),
        Faults(memoryorder::unresetTickets(Kernel.facts())) {}
  AnalysedKernel Kernel;
  std::vector<memoryorder::UnresetTicket> Faults;
};

const std::string Last =
    "data[blockIdx.x] = 1; __threadfence();"
    "if (atomicAdd(&count, 1) == gridDim.x - 1) { *out = data[n]; ";

TEST(TicketResetsTest, ACounterThatIsNeverResetIsFaulty) {
  Counted C(Last + "}");
  ASSERT_EQ(C.Faults.size(), 1u);
  EXPECT_TRUE(C.Faults[0].Counter);
  EXPECT_EQ(C.Faults[0].Excess, 0);
  EXPECT_FALSE(C.Faults[0].Early);
  EXPECT_FALSE(C.Faults[0].Leaving);
}

TEST(TicketResetsTest, TheLastBlockMayResetIt) {
  EXPECT_TRUE(Counted(Last + "count = 0; }").Faults.empty());
}

TEST(TicketResetsTest, AResetThatIsNotReachedAlways) {
  Counted C("__shared__ bool last; data[blockIdx.x] = 1; __threadfence();"
            "if (threadIdx.x == 0)"
            "  last = atomicAdd(&count, 1) == gridDim.x - 1;"
            "__syncthreads();"
            "if (last) { *out = data[n]; if (n > 3) return; count = 0; }");
  ASSERT_EQ(C.Faults.size(), 1u);
  EXPECT_TRUE(C.Faults[0].Leaving);
}

TEST(TicketResetsTest, AResetBeforeTheCountIsEarly) {
  Counted C("if (threadIdx.x == 0) count = 0; " + Last + "}");
  ASSERT_EQ(C.Faults.size(), 1u);
  EXPECT_TRUE(C.Faults[0].Early);
}

TEST(BlockOwnershipTest, ElementsOfABlockAreItsOwn) {
  AnalysedKernel K("__global__ void k(int *p, int n) {"
                   "  p[blockIdx.x] = 1; p[n] = 2; p[threadIdx.x] = 3; }",
                   launch({128, 1, 1}, {8, 1, 1}));
  dependence::BlockOwnership Ownership(K.facts());
  std::vector<const Event *> Writes = K.writes();
  ASSERT_EQ(Writes.size(), 3u);
  EXPECT_EQ(Ownership.isOfBlock(Writes[0]->Address), true);
  EXPECT_NE(Ownership.isOfBlock(Writes[1]->Address), true);
  EXPECT_NE(Ownership.isOfBlock(Writes[2]->Address), true);
}

TEST(BarrierReuseTest, ABarrierThatIsCountedAgainIsReusedEarly) {
  const std::string Arrive = "if (threadIdx.x == 0) { atomicAdd(&count, 1);"
                             "  while (atomicAdd(&count, 0) < gridDim.x) {}";
  AnalysedKernel Resets("__device__ int count;"
                        "__global__ void k() {" +
                        Arrive + " count = 0; } }");
  auto Found = memoryorder::earlyBarrierReuses(Resets.facts());
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(Found[0].Awaited && Found[0].Arrival && Found[0].Moves);
  EXPECT_FALSE(Found[0].Counts);
  AnalysedKernel Once("__device__ int count;"
                      "__global__ void k() {" +
                      Arrive + "} }");
  EXPECT_TRUE(memoryorder::earlyBarrierReuses(Once.facts()).empty());
}

} // namespace ticket_resets_test
