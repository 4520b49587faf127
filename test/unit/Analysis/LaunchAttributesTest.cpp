//===--- LaunchAttributesTest.cpp - How launches ask to be run ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Launches/Launches.h"

namespace launch_attributes_test {
using namespace warplint;
using namespace warplint::test;

using Extents = std::array<uint32_t, 3>;

const std::string Declarations = R"cuda(
enum cudaLaunchAttributeID { cudaLaunchAttributeIgnore = 0,
  cudaLaunchAttributeCooperative = 2, cudaLaunchAttributeClusterDimension = 4,
  cudaLaunchAttributeProgrammaticStreamSerialization = 6 };
union cudaLaunchAttributeValue { char pad[64]; int cooperative;
  struct { unsigned x, y, z; } clusterDim;
  int programmaticStreamSerializationAllowed; };
struct cudaLaunchAttribute { cudaLaunchAttributeID id; char pad[4];
  cudaLaunchAttributeValue val; };
struct cudaLaunchConfig_t { dim3 gridDim, blockDim; size_t dynamicSmemBytes;
  void *stream; cudaLaunchAttribute *attrs; unsigned numAttrs; };
template <typename... T, typename... A>
int cudaLaunchKernelEx(const cudaLaunchConfig_t *, void (*)(T...), A &&...);
extern "C" int cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **,
                                           size_t, void *);
void look(const cudaLaunchConfig_t &);
void change(cudaLaunchConfig_t *);
)cuda";

/// The launches of k by a host function with \p Body.
std::vector<launches::KernelLaunch> launchesBy(const std::string &Body,
                                               const std::string &More = "") {
  AnalysedUnit Unit(Declarations + "__global__ void k(int *p) { p[0] = 1; }" +
                    More + "void run(int n, int *p) {" + Body + "}");
  llvm::ArrayRef<launches::KernelLaunch> Found =
      Unit.code().launchesOf(Unit.function("k"));
  return {Found.begin(), Found.end()};
}

launches::KernelLaunch launchBy(const std::string &Body,
                                const std::string &More = "") {
  std::vector<launches::KernelLaunch> Found = launchesBy(Body, More);
  EXPECT_EQ(Found.size(), 1u);
  return Found.empty() ? launches::KernelLaunch() : Found.front();
}

const std::string Configured = R"(
  cudaLaunchConfig_t config = {};
  cudaLaunchAttribute list[2];
  config.gridDim = dim3(8); config.blockDim.x = 128;
  config.dynamicSmemBytes = 1024;
  config.attrs = list;
)";

TEST(LaunchAttributes, OrdinaryLaunchesAskForNothing) {
  launches::KernelLaunch L = launchBy("k<<<8, 128, 64>>>(p);");
  EXPECT_EQ(L.Attributes, LaunchAttributes());
  EXPECT_EQ(L.SharedBytes, 64u);
  L = launchBy(
      "void *a[] = {&p}; cudaLaunchKernel((const void *)k, 8, 128, a, n, 0);");
  EXPECT_EQ(L.Attributes, LaunchAttributes());
  EXPECT_FALSE(L.SharedBytes);
}

TEST(LaunchAttributes, CooperativeCalls) {
  launches::KernelLaunch L =
      launchBy("void *a[] = {&p}; cudaLaunchCooperativeKernel("
               "(void *)k, dim3(8), dim3(128), a, 0, 0);");
  EXPECT_EQ(L.Attributes.Cooperative, TriState::Yes);
  EXPECT_EQ(L.Extents.Grid, (Extents{8, 1, 1}));
  EXPECT_EQ(L.Extents.Block, (Extents{128, 1, 1}));
}

TEST(LaunchAttributes, Configurations) {
  launches::KernelLaunch L =
      launchBy(Configured + "config.numAttrs = 0;"
                            "cudaLaunchKernelEx(&config, k, p);");
  EXPECT_EQ(L.Attributes, LaunchAttributes());
  EXPECT_EQ(L.Extents.Grid, (Extents{8, 1, 1}));
  EXPECT_EQ(L.Extents.Block, (Extents{128, 1, 1}));
  EXPECT_EQ(L.SharedBytes, 1024u);
  L = launchBy(Configured + "list[0].id = cudaLaunchAttributeCooperative;"
                            "list[0].val.cooperative = 1; config.numAttrs = 1;"
                            "list[1].id = cudaLaunchAttributeClusterDimension;"
                            "cudaLaunchKernelEx(&config, k, p);");
  EXPECT_EQ(L.Attributes.Cooperative, TriState::Yes);
  EXPECT_EQ(L.Attributes.OverlapsPredecessor, TriState::No);
  EXPECT_EQ(L.Extents.Cluster, (Extents{0, 0, 0}));
}

TEST(LaunchAttributes, SeveralInOneList) {
  launches::KernelLaunch L = launchBy(
      Configured +
      "list[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;"
      "list[0].val.programmaticStreamSerializationAllowed = true;"
      "list[1].id = cudaLaunchAttributeClusterDimension;"
      "list[1].val.clusterDim.x = 2; list[1].val.clusterDim.y = 1;"
      "list[1].val.clusterDim.z = 1; config.numAttrs = 2;"
      "cudaLaunchKernelEx(&config, k, p);");
  EXPECT_EQ(L.Attributes.OverlapsPredecessor, TriState::Yes);
  EXPECT_EQ(L.Attributes.Cooperative, TriState::No);
  EXPECT_EQ(L.Extents.Cluster, (Extents{2, 1, 1}));
}

TEST(LaunchAttributes, OneAttributeByAddress) {
  launches::KernelLaunch L = launchBy(
      "cudaLaunchAttribute one{cudaLaunchAttributeCooperative, {}, {}};"
      "one.val.cooperative = 1; cudaLaunchConfig_t config{n, 64, 0, 0, &one, "
      "1};"
      "cudaLaunchKernelEx(&config, k, p);");
  EXPECT_EQ(L.Attributes.Cooperative, TriState::Yes);
  EXPECT_EQ(L.Extents.Grid, (Extents{0, 1, 1}));
  EXPECT_EQ(L.Extents.Block, (Extents{64, 1, 1}));
}

TEST(LaunchAttributes, TheListIsReadWhenTheKernelIsLaunched) {
  const std::string Launch = "cudaLaunchKernelEx(&config, k, p);";
  std::vector<launches::KernelLaunch> Both =
      launchesBy(Configured +
                 "list[0].id = cudaLaunchAttributeCooperative;"
                 "config.numAttrs = 1; list[0].val.cooperative = 0;" +
                 Launch + "list[0].val.cooperative = 1;" + Launch);
  ASSERT_EQ(Both.size(), 2u);
  EXPECT_EQ(Both[0].Attributes.Cooperative, TriState::No);
  EXPECT_EQ(Both[1].Attributes.Cooperative, TriState::Yes);
}

TEST(LaunchAttributes, ACountThatAConditionDecides) {
  std::vector<launches::KernelLaunch> Both = launchesBy(
      Configured + "list[0].id = cudaLaunchAttributeCooperative;"
                   "list[0].val.cooperative = 1; config.numAttrs = n ? 1 : 0;"
                   "cudaLaunchKernelEx(&config, k, p);");
  ASSERT_EQ(Both.size(), 2u);
  EXPECT_EQ(Both[0].Attributes.Cooperative, TriState::Yes);
  EXPECT_EQ(Both[1].Attributes.Cooperative, TriState::No);
}

TEST(LaunchAttributes, HelpersThatLaunch) {
  launches::KernelLaunch L = launchBy(
      Configured + "list[0].id = cudaLaunchAttributeCooperative;"
                   "list[0].val.cooperative = 1; config.numAttrs = 1;"
                   "start(config, k, p);",
      "template <typename F> void start(const cudaLaunchConfig_t &c, F f, "
      "int *p) { cudaLaunchConfig_t own = c; cudaLaunchKernelEx(&own, f, p); "
      "}");
  EXPECT_EQ(L.Attributes.Cooperative, TriState::Yes);
  EXPECT_EQ(L.Extents.Block, (Extents{128, 1, 1}));
}

TEST(LaunchAttributes, WhatLeavesSightIsUnknown) {
  const LaunchAttributes Unknown = {TriState::Unknown, TriState::Unknown};
  const std::string Launch = "cudaLaunchKernelEx(&config, k, p);";
  EXPECT_EQ(launchBy(Configured + "config.numAttrs = n;" + Launch).Attributes,
            Unknown);
  EXPECT_EQ(launchBy(Configured + "config.numAttrs = 1;" + Launch).Attributes,
            Unknown);
  EXPECT_EQ(
      launchBy(Configured + "config.numAttrs = 0; change(&config);" + Launch)
          .Attributes,
      Unknown);
  EXPECT_EQ(launchBy(Configured + "config.numAttrs = 0; look(config);" + Launch)
                .Attributes,
            LaunchAttributes());
  EXPECT_EQ(launchBy(Configured +
                     "list[0].id = cudaLaunchAttributeCooperative;"
                     "list[0].val.cooperative = 1; config.numAttrs = 1;"
                     "cudaLaunchAttribute *q = list; q->val.cooperative = n;" +
                     Launch)
                .Attributes,
            Unknown);
  EXPECT_EQ(launchBy(Configured +
                     "list[0].id = cudaLaunchAttributeCooperative;"
                     "list[0].val.cooperative = 1; config.numAttrs = 1;"
                     "list[n].val.cooperative = 0;" +
                     Launch)
                .Attributes,
            Unknown);
}

} // namespace launch_attributes_test
