//===--- ClusterUniformityTest.cpp - What blocks of a cluster agree on ----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Uniformity/ClusterUniformity.h"
#include "AnalysedKernel.h"
#include "Analysis/Uniformity/LoopExits.h"

namespace cluster_uniformity_test {
using namespace warplint;
using namespace warplint::test;

/// A launch in clusters of \p Cluster blocks.
static LaunchExtents inClustersOf(std::array<uint32_t, 3> Cluster) {
  LaunchExtents Launch = launch({128, 1, 1}, {8, 8, 1}).Launch;
  Launch.Cluster = Cluster;
  return Launch;
}

TEST(ClusterUniformityTest, AnAxisOfOneBlockIsTheSame) {
  AnalysedKernel K("__global__ void k() { int x = blockIdx.x; "
                   "int y = blockIdx.y; }",
                   launch({128, 1, 1}, {8, 8, 1}));
  auto Same = [&](const char *Name) {
    const Term *T = K.valueOf(Name);
    while (!llvm::isa<IdentityTerm>(T))
      T = T->operands().front();
    return isSameInCluster(*llvm::cast<IdentityTerm>(T),
                           inClustersOf({2, 1, 1}));
  };
  EXPECT_FALSE(Same("x"));
  EXPECT_TRUE(Same("y"));
}

TEST(ClusterUniformityTest, TheNumberOfTheClusterIsTheSame) {
  AnalysedKernel K("__global__ void k() { unsigned half = blockIdx.x / 2; "
                   "unsigned third = blockIdx.x / 3; "
                   "unsigned shifted = blockIdx.x >> 1; }",
                   launch({128, 1, 1}, {8, 8, 1}));
  auto Same = [&](const char *Name) {
    const auto *T = llvm::dyn_cast<BinaryTerm>(K.valueOf(Name));
    return T &&
           isSameInCluster(*T, inClustersOf({2, 1, 1}), [](const Term *Of) {
             return numberOf(Of).has_value();
           });
  };
  EXPECT_TRUE(Same("half"));
  EXPECT_FALSE(Same("third"));
}

TEST(LoopExitsTest, PathsThatOnlyLeaveAreFound) {
  AnalysedKernel K("__global__ void k(int *p, int n) {"
                   "  if (threadIdx.x > 3) { int leaves = 1; return; }"
                   "  int goes = 2; __syncthreads();"
                   "  if (n) { int last = 3; p[threadIdx.x] = last; } }");
  CfgView::NodeSet Out = pathsOut(K.cfg(), K.facts().paths());
  EXPECT_TRUE(Out.contains(&K.nodeOf("leaves")));
  EXPECT_FALSE(Out.contains(&K.nodeOf("goes")));
}

} // namespace cluster_uniformity_test
