//===--- BarrierGroupsTest.cpp - Who comes to a named barrier -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Participation/BarrierGroups.h"
#include "AnalysedKernel.h"

namespace barrier_groups_test {
using namespace warplint;
using namespace warplint::test;

/// The named barriers of a kernel in a block of 128 threads.
class Found {
public:
  explicit Found(const std::string &Body)
      : Kernel("__device__ inline void sync(int id, int n) {"
               "  asm volatile(\"bar.sync %0, %1;\" ::\"r\"(id), \"r\"(n));"
               "}"
               "__device__ inline void arrive(int id, int n) {"
               "  asm volatile(\"bar.arrive %0, %1;\" ::\"r\"(id), \"r\"(n));"
               "}"
               "__global__ void k(int n, const int *p) {"
               "  int warp = threadIdx.x / 32;" +
               Body + "}"),
        Groups(Kernel.facts(), {128, 1, 1}) {}

  std::vector<unsigned long> groups() const {
    std::vector<unsigned long> Result;
    for (const participation::WarpSet &Group : Groups.groups())
      Result.push_back(Group.to_ulong());
    return Result;
  }
  size_t known() const { return Groups.known().size(); }
  unsigned unknown() const { return Groups.numUnknown(); }

private:
  AnalysedKernel Kernel;
  participation::BarrierGroups Groups;
};

using Sets = std::vector<unsigned long>;

TEST(BarrierGroups, ThoseThatComeAreThoseThatAreCounted) {
  Found Two("if (warp < 2) sync(1, 64);");
  EXPECT_EQ(Two.groups(), (Sets{0b0011}));
  EXPECT_EQ(Two.known(), 1u);
  EXPECT_EQ(Two.unknown(), 0u);
  Found Other("if (warp < 2) sync(1, 96);");
  EXPECT_EQ(Other.groups(), Sets());
  EXPECT_EQ(Other.unknown(), 1u);
}

TEST(BarrierGroups, ArrivalsCount) {
  Found Roles("if (warp == 0) arrive(1, 64); else if (warp == 3) sync(1, 64);");
  EXPECT_EQ(Roles.groups(), (Sets{0b1001}));
  EXPECT_EQ(Roles.known(), 2u);
}

TEST(BarrierGroups, NumbersFollowFromThreads) {
  EXPECT_EQ(Found("sync(1 + warp / 2, 64);").groups(), (Sets{0b0011, 0b1100}));
}

TEST(BarrierGroups, WhatMeetsIsOneGroup) {
  EXPECT_EQ(Found("if (warp < 2) sync(1, 64);"
                  "if (warp >= 1 && warp < 3) sync(2, 64);")
                .groups(),
            (Sets{0b0111}));
}

TEST(BarrierGroups, OneNumberForTwoGroupsIsNotKnown) {
  Found Again("if (warp < 2) sync(1, 64); else sync(1, 64);");
  EXPECT_EQ(Again.known(), 0u);
  EXPECT_EQ(Again.unknown(), 2u);
}

TEST(BarrierGroups, AlternativesOfThreadsAreKnown) {
  EXPECT_EQ(Found("if (warp == 1 || warp == 2) sync(1, 64);").groups(),
            (Sets{0b0110}));
}

TEST(BarrierGroups, IterationsAndDataAreNotKnown) {
  for (const char *Body :
       {"for (int i = 0; i < 2; ++i) if (warp / 2 == i) sync(1, 64);",
        "for (int i = 0; i < n; ++i) if (warp < 2) sync(1 + i % 2, 64);",
        "if (p[warp]) sync(1, 64);", "if (warp < 2) sync(1, n);",
        "if (warp < 2) sync(16, 64);"}) {
    Found Not(Body);
    EXPECT_EQ(Not.known(), 0u) << Body;
    EXPECT_EQ(Not.unknown(), 1u) << Body;
  }
  EXPECT_EQ(
      Found("for (int i = 0; i < n; ++i) if (warp < 2) sync(1, 64);").groups(),
      (Sets{0b0011}))
      << "the same threads in each iteration";
}

TEST(BarrierGroups, BarriersOfTheBlockHaveNoGroup) {
  Found All("__syncthreads(); asm volatile(\"bar.sync 1;\");");
  EXPECT_EQ(All.known() + All.unknown(), 0u);
}

} // namespace barrier_groups_test
