//===--- TensorMemoryTest.cpp - The life of tensor memory -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Detectors/TensorMemory/TensorMemoryFaults.h"

namespace tensor_memory_test {
using namespace warplint;
using namespace warplint::test;
using tensormemory::TensorMemoryFaults;
using Kind = tensormemory::TensorMemoryFault::Kind;
using Kinds = std::vector<Kind>;

/// A kernel of 64 threads, two warps, and a function for each instruction.
AnalysedKernel kernel(const std::string &Body) {
  auto Function = [](const std::string &Name, const std::string &Text) {
    return "__device__ void " + Name + "(unsigned at) { asm volatile(\"" +
           Text + "\" ::\"r\"(at), \"r\"(0) : \"memory\"); }";
  };
  return AnalysedKernel(
      Function("alloc",
               "tcgen05.alloc.cta_group::1.sync.aligned.b32 [%0], 32;") +
          Function("allocPair",
                   "tcgen05.alloc.cta_group::2.sync.aligned.b32 [%0], 32;") +
          Function("free",
                   "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %0, 32;") +
          Function("freePair",
                   "tcgen05.dealloc.cta_group::2.sync.aligned.b32 %0, 32;") +
          Function("giveUp", "tcgen05.relinquish_alloc_permit.cta_group::1"
                             ".sync.aligned;") +
          Function("load", "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%1}, "
                           "[%0];") +
          Function("store", "tcgen05.st.sync.aligned.32x32b.x1.b32 [%0], "
                            "{%1};") +
          Function("loaded", "tcgen05.wait::ld.sync.aligned;") +
          Function("stored", "tcgen05.wait::st.sync.aligned;") +
          Function("meet", "barrier.cluster.arrive; barrier.cluster.wait;") +
          Function("commit", "tcgen05.commit.cta_group::1.mbarrier::arrive::one"
                             ".b64 [%0];") +
          "__global__ void k(int n, const int *p) {"
          "  __shared__ unsigned slot; unsigned at = n;"
          "  int warp = threadIdx.x / 32;" +
          Body + "}",
      launch({64, 1, 1}));
}

Kinds faults(const std::string &Body) {
  AnalysedKernel K = kernel(Body);
  Kinds Result;
  for (const auto &One : K.facts().get<TensorMemoryFaults>().all())
    Result.push_back(One.K);
  EXPECT_FALSE(K.facts().get<TensorMemoryFaults>().isUnknown());
  return Result;
}

TEST(TensorMemoryFaults, RightToAllocate) {
  EXPECT_EQ(faults("if (warp == 0) { giveUp(at); alloc(at); free(at); }"),
            Kinds{Kind::WithoutPermit});
  EXPECT_EQ(faults("if (warp == 1) giveUp(at); __syncthreads();"
                   "if (warp == 0) { alloc(at); free(at); }"),
            Kinds{Kind::WithoutPermit});
  // Nothing orders the two warps.
  EXPECT_EQ(faults("if (warp == 1) giveUp(at);"
                   "if (warp == 0) { alloc(at); free(at); }"),
            Kinds{});
  EXPECT_EQ(faults("if (warp == 0) { alloc(at); giveUp(at); free(at); }"),
            Kinds{});
}

TEST(TensorMemoryFaults, Frees) {
  EXPECT_EQ(faults("if (warp == 0) alloc(at);"), Kinds{Kind::NeverFreed});
  EXPECT_EQ(faults("if (warp == 0) { alloc(at); alloc(at + 32); free(at); }"),
            Kinds{Kind::NeverFreed});
  EXPECT_EQ(faults("if (warp == 0) alloc(at); __syncthreads();"
                   "if (warp == 1) free(at);"),
            Kinds{});
  EXPECT_EQ(faults("for (int i = 0; i < n; ++i) if (warp == 0) {"
                   "  alloc(at); free(at); }"),
            Kinds{});
}

TEST(TensorMemoryFaults, UsesBehindTheFreeing) {
  EXPECT_EQ(faults("if (warp == 0) { alloc(at); free(at); load(at);"
                   "  loaded(at); }"),
            Kinds{Kind::UsedAfterFree});
  EXPECT_EQ(faults("if (warp == 0) { alloc(at); free(at); } __syncthreads();"
                   "if (warp == 1) { store(at); stored(at); }"),
            Kinds{Kind::UsedAfterFree});
  EXPECT_EQ(faults("if (warp == 0) { alloc(at); alloc(at + 32); free(at);"
                   "  load(at + 32); loaded(at); free(at + 32); }"),
            Kinds{});
}

TEST(TensorMemoryFaults, Waits) {
  EXPECT_EQ(faults("load(at); stored(at);"), Kinds{Kind::NotWaitedFor});
  EXPECT_EQ(faults("store(at); loaded(at);"), Kinds{Kind::NotWaitedFor});
  EXPECT_EQ(faults("load(at); loaded(at); store(at); stored(at);"), Kinds{});
  EXPECT_EQ(faults("if (warp == 0) alloc(at); __syncthreads();"
                   "load(at); __syncthreads(); if (warp == 0) free(at);"
                   "__syncthreads(); loaded(at);"),
            Kinds{Kind::NotWaitedFor});
  EXPECT_EQ(faults("if (warp == 0) alloc(at); __syncthreads();"
                   "load(at); __syncthreads(); loaded(at); __syncthreads();"
                   "if (warp == 0) free(at);"),
            Kinds{});
}

TEST(TensorMemoryFaults, Pairs) {
  EXPECT_EQ(faults("meet(at); if (warp == 0) allocPair(at);"
                   "__syncthreads(); if (warp == 0) freePair(at);"),
            Kinds{Kind::PairNotMet});
  EXPECT_EQ(faults("if (warp == 0) allocPair(at); meet(at);"
                   "load(at); loaded(at); __syncthreads();"
                   "if (warp == 0) freePair(at);"),
            Kinds{Kind::PairNotMet});
  EXPECT_EQ(faults("if (warp == 0) allocPair(at); meet(at);"
                   "load(at); loaded(at); meet(at);"
                   "if (warp == 0) freePair(at);"),
            Kinds{});
}

TEST(TensorMemoryFaults, OtherNumbersOfBlocks) {
  EXPECT_EQ(faults("if (warp == 0) alloc(at); meet(at);"
                   "if (warp == 0) freePair(at);"),
            Kinds{Kind::MixedGroups});
  EXPECT_EQ(faults("if (warp == 0) allocPair(at); meet(at); commit(at);"
                   "meet(at); if (warp == 0) freePair(at);"),
            Kinds{Kind::MixedGroups});
}

TEST(TensorMemoryFaults, DataDecide) {
  EXPECT_EQ(faults("if (warp == 0) { alloc(at); if (p[0]) free(at); }"),
            Kinds{});
  EXPECT_EQ(faults("if (p[0]) { load(at); loaded(at); }"), Kinds{});
  EXPECT_EQ(faults("if (p[0]) { load(at); loaded(at); } store(at);"
                   "if (p[1]) loaded(at);"),
            Kinds{Kind::NotWaitedFor});
}

TEST(TensorMemoryFaults, UnknownIsNoFault) {
  AnalysedKernel K = kernel("while (p[at]) { load(at); ++at; }");
  EXPECT_TRUE(K.facts().get<TensorMemoryFaults>().all().empty());
  EXPECT_TRUE(K.facts().get<TensorMemoryFaults>().isUnknown());
}

} // namespace tensor_memory_test
