//===--- ProgrammaticLaunchTest.cpp - Work beside earlier kernels ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/ProgrammaticLaunch/ProgrammaticLaunch.h"
#include "AnalysedKernel.h"
#include "Analysis/Detectors/ProgrammaticLaunch/DependentLaunches.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/SyncApi.h"

namespace grid_dependencies_test {
using namespace warplint;
using namespace warplint::test;

using Fault = pdl::ProgrammaticLaunchFault;
using Why = Fault::Evidence;

std::vector<Why> faults(const std::string &Body) {
  AnalysedKernel K("__device__ inline void await() {"
                   "  asm volatile(\"griddepcontrol.wait;\" ::: \"memory\");"
                   "}"
                   "__global__ void k(const int *in, int *out, int *both) {"
                   "  int i = threadIdx.x;" +
                   Body + "}");
  std::vector<Why> Result;
  pdl::DependentLaunches None(K.facts().code());
  for (const Fault &Found : pdl::findProgrammaticLaunchFaults(K.facts(), None))
    Result.push_back(Found.Why);
  return Result;
}

TEST(GridDependencies, BehindTheWaitAllIsWell) {
  EXPECT_EQ(faults("await(); out[i] = in[i]; both[i] += 1;"),
            std::vector<Why>());
  EXPECT_EQ(faults("out[i] = 1; both[i] += 1;"), std::vector<Why>())
      << "a kernel without a wait is launched in the ordinary way";
}

TEST(GridDependencies, WritesAndChangesInPlace) {
  EXPECT_EQ(faults("out[i] = 0; await();"), std::vector<Why>{Why::Written});
  EXPECT_EQ(faults("int v = both[i]; await(); both[i] = v;"),
            std::vector<Why>{Why::InPlace});
  EXPECT_EQ(faults("int v = in[i]; await(); out[i] = v + in[i + 1];"),
            std::vector<Why>())
      << "weights are loaded early";
}

TEST(GridDependencies, RolesThatDoNotWait) {
  EXPECT_EQ(faults("if (i < 32) { await(); out[i] = in[i]; }"
                   "else { int v = in[i]; (void)v; }"),
            std::vector<Why>{Why::Awaited});
  EXPECT_EQ(faults("if (i == 0) await(); __syncthreads(); out[i] = in[i];"),
            std::vector<Why>());
}

AnalysedUnit host(const std::string &Body) {
  return AnalysedUnit(
      "enum cudaLaunchAttributeID {"
      "  cudaLaunchAttributeCooperative = 2,"
      "  cudaLaunchAttributeProgrammaticStreamSerialization = 6 };"
      "struct cudaLaunchAttribute { cudaLaunchAttributeID id;"
      "  struct { int programmaticStreamSerializationAllowed; } val; };"
      "struct Config { cudaLaunchAttribute *attrs; unsigned numAttrs; };"
      "template <class... P, class... A>"
      "int cudaLaunchKernelEx(const Config *, void (*)(P...), A...);"
      "__global__ void first(int *p) { *p = 1; }"
      "__global__ void k(const int *in, int *out) { *out = *in; }" +
      Body);
}

llvm::ArrayRef<pdl::DependentLaunch> of(const pdl::DependentLaunches &All,
                                        const AnalysedUnit &Unit) {
  return All.of(Unit.function("k"));
}

TEST(DependentLaunches, AttributeAndEarlierWriter) {
  AnalysedUnit Unit =
      host("void run(int *p, int *q) {"
           "  Config c; cudaLaunchAttribute a;"
           "  a.id = cudaLaunchAttributeProgrammaticStreamSerialization;"
           "  a.val.programmaticStreamSerializationAllowed = 1;"
           "  c.attrs = &a; c.numAttrs = 1;"
           "  cudaLaunchKernelEx(&c, first, p);"
           "  cudaLaunchKernelEx(&c, k, (const int *)p, q);"
           "}");
  pdl::DependentLaunches All(Unit.code());
  ASSERT_EQ(of(All, Unit).size(), 1u);
  ASSERT_EQ(of(All, Unit)[0].FromEarlier.size(), 1u);
  EXPECT_TRUE(of(All, Unit)[0].HasAttribute);
  EXPECT_EQ(of(All, Unit)[0].FromEarlier[0].Parameter, 0u);
  EXPECT_EQ(of(All, Unit)[0].FromEarlier[0].Writer, &Unit.function("first"));
}

TEST(DependentLaunches, ByAHelper) {
  AnalysedUnit Unit =
      host("template <class K, class... A> void early(K kernel, A... args) {"
           "  Config c; cudaLaunchAttribute a;"
           "  a.id = cudaLaunchAttributeProgrammaticStreamSerialization;"
           "  a.val.programmaticStreamSerializationAllowed = 1;"
           "  c.attrs = &a; c.numAttrs = 1;"
           "  cudaLaunchKernelEx(&c, kernel, args...);"
           "}"
           "void run(const int *p, int *q) { early(k, p, q); }");
  pdl::DependentLaunches All(Unit.code());
  ASSERT_EQ(of(All, Unit).size(), 1u);
  EXPECT_TRUE(of(All, Unit)[0].HasAttribute);
}

TEST(DependentLaunches, OtherAttributesAndSwitches) {
  for (const char *Set :
       {"a.id = cudaLaunchAttributeCooperative;",
        "a.id = cudaLaunchAttributeProgrammaticStreamSerialization;"
        "a.val.programmaticStreamSerializationAllowed = 0;"}) {
    AnalysedUnit Unit = host("void run(const int *p, int *q) {"
                             "  Config c; cudaLaunchAttribute a;" +
                             std::string(Set) +
                             "  c.attrs = &a; c.numAttrs = 1;"
                             "  cudaLaunchKernelEx(&c, k, p, q); }");
    pdl::DependentLaunches All(Unit.code());
    EXPECT_TRUE(of(All, Unit).empty()) << Set;
  }
}

} // namespace grid_dependencies_test
