//===--- ClustersTest.cpp - Peers that are not there ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Detectors/ClusterLifetime/ClusterArrivals.h"
#include "Analysis/Detectors/ClusterLifetime/ClusterFaults.h"
#include "Analysis/Detectors/ClusterLifetime/ClusterOrder.h"
#include "Analysis/Expr/Term.h"
#include "Analysis/Participation/PeerOperations.h"

namespace clusters_test {
using namespace warplint;
using namespace warplint::test;

AnalysedKernel kernel(const std::string &Body,
                      const AnalysisOptions &Options = {}) {
  return AnalysedKernel(
      "__device__ inline int *at(int *own, unsigned rank) {"
      "  int *there;"
      "  asm volatile(\"mapa.u64 %0, %1, %2;\" : \"=l\"(there)"
      "               : \"l\"(own), \"r\"(rank));"
      "  return there;"
      "}"
      "__device__ inline void meet() {"
      "  __cluster_barrier_arrive();"
      "  __cluster_barrier_wait();"
      "}"
      "__global__ void k(int n, int *out) {"
      "  __shared__ int box[64];" +
          Body + "}",
      Options);
}

using Kinds = std::vector<clusters::ClusterFault::Kind>;

Kinds kinds(const std::string &Body) {
  AnalysedKernel K = kernel(Body);
  Kinds Result;
  for (const clusters::ClusterFault &Fault :
       K.facts().get<clusters::ClusterFaults>().all())
    Result.push_back(Fault.K);
  return Result;
}

constexpr auto Left = clusters::ClusterFault::Kind::PeerMayHaveLeft;
constexpr auto NotStarted = clusters::ClusterFault::Kind::PeerNotStarted;

TEST(Clusters, OperationsAtPeers) {
  AnalysedKernel K = kernel("at(box, 1)[threadIdx.x] = 1;"
                            "*out = *at(box, n);"
                            "box[0] = 1;");
  llvm::ArrayRef<participation::PeerOperation> All =
      K.facts().get<participation::PeerOperations>().all();
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[0].K, participation::PeerOperation::Kind::Write);
  EXPECT_EQ(show(All[0].Own), show(All[1].Own));
  EXPECT_TRUE(All[0].Rank->isConstant(1));
  EXPECT_EQ(All[1].K, participation::PeerOperation::Kind::Read);
  EXPECT_TRUE(
      K.facts().get<participation::PeerOperations>().isAtPeer(*All[1].At));
}

TEST(Clusters, BetweenTwoBarriersAllIsWell) {
  EXPECT_EQ(kinds("meet(); *out = *at(box, 1); meet();"), Kinds());
}

TEST(Clusters, RelaxedArrivalsPublishNothing) {
  auto Behind = [](const std::string &Before, const std::string &Then) {
    AnalysedKernel K = kernel(
        "meet(); box[threadIdx.x] = n;" + Before +
        "asm volatile(\"barrier.cluster.arrive.relaxed;\" ::: \"memory\");"
        "__cluster_barrier_wait();" +
        Then + "*out = *at(box, 1); meet();");
    clusters::ClusterOrder Order(K.facts());
    return clusters::ClusterArrivals(K.facts(), Order).behindRelaxed().size();
  };
  EXPECT_EQ(Behind("", ""), 1u);
  EXPECT_EQ(Behind("__threadfence_block();", ""), 1u);
  EXPECT_EQ(Behind("__threadfence();", ""), 0u);
  EXPECT_EQ(Behind("meet();", ""), 0u);
  EXPECT_EQ(Behind("", "meet();"), 0u);
}

TEST(Clusters, BothEndsAreNeeded) {
  EXPECT_EQ(kinds("meet(); *out = *at(box, 1);"), Kinds{Left});
  EXPECT_EQ(kinds("*out = *at(box, 1); meet();"), Kinds{NotStarted});
  EXPECT_EQ(kinds("*out = *at(box, 1);"), (Kinds{NotStarted, Left}));
}

TEST(Clusters, AWaitOrdersWhatComesBeforeItsArrival) {
  EXPECT_EQ(kinds("meet(); __cluster_barrier_arrive(); *out = *at(box, 1);"
                  "__cluster_barrier_wait();"),
            Kinds{Left});
  EXPECT_EQ(kinds("meet(); *out = *at(box, 1); __cluster_barrier_arrive();"
                  "out[1] = 2; __cluster_barrier_wait();"),
            Kinds());
}

TEST(Clusters, IterationsOfALoop) {
  EXPECT_EQ(kinds("meet(); for (int i = 0; i < n; ++i) {"
                  "  *out += *at(box, 1); meet(); }"),
            Kinds());
  EXPECT_EQ(kinds("meet(); for (int i = 0; i < n; ++i) {"
                  "  meet(); *out += *at(box, 1); }"),
            Kinds{Left});
}

TEST(Clusters, ThreadsThatStayKeepTheBlock) {
  EXPECT_EQ(kinds("meet(); if (threadIdx.x >= 32) return;"
                  "*out = *at(box, 1); meet();"),
            Kinds());
}

TEST(Clusters, BlocksAgreeOnParameters) {
  EXPECT_EQ(kinds("meet(); if (n > 1) *out = *at(box, 1); if (n > 1) meet();"),
            Kinds());
  EXPECT_EQ(kinds("meet(); *out = *at(box, 1); if (n > 1) meet();"),
            Kinds{Left});
}

TEST(Clusters, TooManyDecisionsOnThePathShowNothing) {
  const char *const Leaves = "meet(); if (n > 1) *out = *at(box, 1);";
  EXPECT_EQ(kinds(Leaves), Kinds{Left});
  AnalysisOptions Options;
  Options.Budget.ClusterDecisions = 0;
  AnalysedKernel K = kernel(Leaves, Options);
  EXPECT_TRUE(K.facts().get<clusters::ClusterFaults>().all().empty());
  ASSERT_EQ(K.facts().limits().counts().size(), 1u);
  EXPECT_EQ(K.facts().limits().counts()[0].first, BudgetId::ClusterDecisions);
}

TEST(Clusters, FunctionsThatAreNoKernelsEndNobody) {
  AnalysedKernel Helper("__device__ int k(int *own) { int *there;"
                        "  asm volatile(\"mapa.u64 %0, %1, 1;\""
                        "               : \"=l\"(there) : \"l\"(own));"
                        "  return *there; }");
  EXPECT_TRUE(Helper.facts().get<clusters::ClusterFaults>().all().empty());
  EXPECT_EQ(Helper.facts().get<participation::PeerOperations>().all().size(),
            1u);
}

} // namespace clusters_test
