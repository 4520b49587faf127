//===--- HostOrderTest.cpp - Whether the host waits before it reads -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/HostSync/HostOrder.h"
#include "AnalysedKernel.h"

namespace host_order_test {
using namespace warplint;
using namespace warplint::test;

const std::string Declarations = R"cuda(
typedef struct StreamObject *cudaStream_t;
typedef struct EventObject *cudaEvent_t;
extern "C" int cudaMallocManaged(void **, size_t, unsigned = 1);
extern "C" int cudaMallocHost(void **, size_t);
extern "C" int cudaMemcpyAsync(void *, const void *, size_t, int,
                               cudaStream_t = 0);
extern "C" int cudaMemcpy(void *, const void *, size_t, int);
extern "C" int cudaStreamCreateWithFlags(cudaStream_t *, unsigned);
extern "C" int cudaStreamSynchronize(cudaStream_t);
extern "C" int cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned);
extern "C" int cudaEventCreate(cudaEvent_t *);
extern "C" int cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
extern "C" int cudaEventSynchronize(cudaEvent_t);
void unseen();
__global__ void writes(int *p) { p[threadIdx.x] = 1; }
__global__ void reads(int *p, int *q) { int seen = p[0]; }
__device__ void set(int &x) { x = 2; }
__global__ void writesByReference(int *p) { int *q = p + 1; set(*q); }
)cuda";

/// Reads that come too early in a function with \p Body, which has two managed
/// pointers, two streams that exempt themselves from the default stream and an
/// event.
std::vector<std::string> readsIn(const std::string &Body,
                                 const std::string &More = "") {
  AnalysedUnit Unit(Declarations + More + R"(
    int run(int n, int *device, cudaStream_t unknown) {
      int *a, *b; cudaStream_t s, t; cudaEvent_t e;
      cudaMallocManaged((void **)&a, 4); cudaMallocManaged((void **)&b, 4);
      cudaStreamCreateWithFlags(&s, 1); cudaStreamCreateWithFlags(&t, 1);
      cudaEventCreate(&e);
      )" + Body + " return 0; }");
  std::vector<std::string> Result;
  for (const hostsync::StreamFault &Each : hostsync::streamFaults(Unit.code()))
    if (Each.Is == hostsync::StreamFault::Kind::ReadEarly)
      Result.push_back(Unit.text(Each.Second.Site));
  return Result;
}

TEST(HostOrder, LaunchesReturnAtOnce) {
  EXPECT_EQ(readsIn("writes<<<1, 1>>>(a); int x = a[0];"), Texts{"a[0]"});
  EXPECT_EQ(readsIn("writes<<<1, 1>>>(a); int x = *(a + n);"),
            Texts{"*(a + n)"});
  EXPECT_EQ(readsIn("writesByReference<<<1, 1>>>(a); a[n] += 1;"),
            Texts{"a[n]"});
  EXPECT_EQ(readsIn("int x = a[0]; writes<<<1, 1>>>(a);"), Texts{});
}

TEST(HostOrder, OnlyWhatTheKernelWrites) {
  EXPECT_EQ(readsIn("writes<<<1, 1>>>(a); int x = b[0];"), Texts{});
  EXPECT_EQ(readsIn("reads<<<1, 1>>>(a, b); int x = b[0];"), Texts{});
  EXPECT_EQ(readsIn("writes<<<1, 1>>>(a + 4); int x = a[0];"), Texts{});
  EXPECT_EQ(readsIn("b = a; writes<<<1, 1>>>(a); int x = b[0];"),
            Texts{"b[0]"});
}

TEST(HostOrder, ElementsBeyondTheBudgetAreUnknown) {
  auto With = [](unsigned Before) {
    std::string List;
    for (unsigned I = 0; I < Before; ++I)
      List += "b, ";
    return readsIn("int *all[] = {" + List +
                   "a}; writes<<<1, 1>>>(a); int x = all[" +
                   std::to_string(Before) + "][0];");
  };
  EXPECT_EQ(With(1), Texts{"all[1][0]"});
  EXPECT_EQ(With(63), Texts{"all[63][0]"});
  EXPECT_EQ(With(64), Texts{});
}

TEST(HostOrder, Streams) {
  EXPECT_EQ(readsIn("writes<<<1, 1, 0, s>>>(a); cudaStreamSynchronize(s); "
                    "int x = a[0];"),
            Texts{});
  EXPECT_EQ(readsIn("writes<<<1, 1, 0, s>>>(a); cudaStreamSynchronize(t); "
                    "int x = a[0];"),
            Texts{"a[0]"});
  EXPECT_EQ(readsIn("writes<<<1, 1, 0, s>>>(a); "
                    "cudaStreamSynchronize(unknown); int x = a[0];"),
            Texts{});
  EXPECT_EQ(readsIn("t = s; writes<<<1, 1, 0, s>>>(a); "
                    "cudaStreamSynchronize(t); int x = a[0];"),
            Texts{});
  EXPECT_EQ(readsIn("writes<<<1, 1, 0, unknown>>>(a); "
                    "cudaStreamSynchronize(t); int x = a[0];"),
            Texts{});
}

TEST(HostOrder, Events) {
  const std::string Launch = "writes<<<1, 1, 0, s>>>(a);";
  const std::string Read = "cudaEventSynchronize(e); int x = a[0];";
  EXPECT_EQ(readsIn(Launch + "cudaEventRecord(e, s);" + Read), Texts{});
  EXPECT_EQ(readsIn("cudaEventRecord(e, s);" + Launch + Read), Texts{"a[0]"});
  EXPECT_EQ(readsIn(Launch + "cudaEventRecord(e, t);" + Read), Texts{"a[0]"});
  EXPECT_EQ(readsIn(Launch + "cudaEventRecord(e, s); "
                             "cudaStreamWaitEvent(t, e, 0); "
                             "cudaStreamSynchronize(t); int x = a[0];"),
            Texts{});
}

TEST(HostOrder, CopiesIntoPinnedMemory) {
  const std::string Pinned = "int *h; cudaMallocHost((void **)&h, 4);";
  EXPECT_EQ(readsIn(Pinned + "cudaMemcpyAsync(h, device, 4, 2, s); "
                             "int x = h[0];"),
            Texts{"h[0]"});
  EXPECT_EQ(readsIn(Pinned + "cudaMemcpyAsync(h, device, 4, 2); "
                             "cudaMemcpy(device, h, 4, 1); int x = h[0];"),
            Texts{});
}

TEST(HostOrder, CopiesIntoPageableMemory) {
  for (std::string Own : {"int h[1];", "int *h = new int[1];"}) {
    EXPECT_EQ(readsIn(Own + "cudaMemcpyAsync(h, device, 4, 2, s); "
                            "int x = h[0];"),
              Texts{"h[0]"});
    EXPECT_EQ(readsIn(Own + "cudaMemcpyAsync(h, device, 4, 2, s); "
                            "cudaStreamSynchronize(s); int x = h[0];"),
              Texts{});
    EXPECT_EQ(readsIn(Own + "cudaMemcpy(h, device, 4, 2); int x = h[0];"),
              Texts{});
  }
}

TEST(HostOrder, PathsThatMayWait) {
  EXPECT_EQ(readsIn("writes<<<1, 1>>>(a); if (n) cudaDeviceSynchronize(); "
                    "int x = a[0];"),
            Texts{"a[0]"});
  EXPECT_EQ(readsIn("if (n) writes<<<1, 1>>>(a); bool same = n; "
                    "if (!same) ; else cudaDeviceSynchronize(); int x = a[0];"),
            Texts{});
  // Tests that share an operand, or call what is not followed.
  EXPECT_EQ(readsIn("if (n > 0) writes<<<1, 1>>>(a); "
                    "if (n >= 1) cudaDeviceSynchronize(); int x = a[0];"),
            Texts{});
  EXPECT_EQ(readsIn("writes<<<1, 1>>>(a); if (asks()) "
                    "cudaDeviceSynchronize(); int x = a[0];",
                    "bool asks();"),
            Texts{});
  EXPECT_EQ(readsIn("if (n) writes<<<1, 1>>>(a); int x = a[0];"),
            Texts{"a[0]"});
  EXPECT_EQ(readsIn("writes<<<1, 1>>>(a); unseen(); int x = a[0];"), Texts{});
  EXPECT_EQ(readsIn("for (int i = 0; i < n; ++i) { int x = a[0]; "
                    "writes<<<1, 1>>>(a); }"),
            Texts{"a[0]"});
  EXPECT_EQ(readsIn("for (int i = 0; i < n; ++i) { int x = a[0]; "
                    "writes<<<1, 1>>>(a); cudaDeviceSynchronize(); }"),
            Texts{});
}

TEST(HostOrder, HelpersAndObjects) {
  const std::string Helpers = R"(
    void check(int status) { if (status) unseen(); }
    void quiet(int status) { }
    int look(const int *p) { return p[0]; }
    struct Waits { ~Waits() { cudaDeviceSynchronize(); } };
  )";
  const std::string Launch = "writes<<<1, 1>>>(a);";
  EXPECT_EQ(readsIn(Launch + "quiet(0); look(a);", Helpers), Texts{"p[0]"});
  EXPECT_EQ(readsIn(Launch + "check(n); look(a);", Helpers), Texts{"p[0]"});
  EXPECT_EQ(readsIn(Launch + "check(0); look(a);", Helpers), Texts{"p[0]"});
  EXPECT_EQ(readsIn("{ Waits w; " + Launch + "} look(a);", Helpers), Texts{});
  EXPECT_EQ(
      readsIn(Launch + "quiet(cudaDeviceSynchronize()); look(a);", Helpers),
      Texts{});
}

TEST(HostOrder, IterationsAndElements) {
  const std::string Make =
      "cudaStream_t two[2]; for (cudaStream_t &each : two) "
      "cudaStreamCreateWithFlags(&each, 1);";
  EXPECT_EQ(readsIn(Make + "for (int i = 0; i < 2; ++i) "
                           "writes<<<1, 1, 0, two[i]>>>(i ? b : a); "
                           "cudaStreamSynchronize(two[1]); int x = b[0]; "
                           "int y = a[0];"),
            Texts{"a[0]"});
  EXPECT_EQ(readsIn(Make + "writes<<<1, 1, 0, two[n]>>>(a); "
                           "cudaStreamSynchronize(two[1]); int x = a[0];"),
            Texts{});
}

TEST(HostOrder, FunctionsByValue) {
  EXPECT_EQ(readsIn("auto start = [=] { writes<<<1, 1, 0, s>>>(a); }; "
                    "start(); cudaStreamSynchronize(t); int x = a[0];"),
            Texts{"a[0]"});
  EXPECT_EQ(readsIn("void (*start)(int *) = starts; start(a); int x = a[0];",
                    "void starts(int *p) { writes<<<1, 1>>>(p); }"),
            Texts{"a[0]"});
  EXPECT_EQ(readsIn("void (*start)(int *) = starts; start(a); "
                    "cudaDeviceSynchronize(); int x = a[0];",
                    "void starts(int *p) { writes<<<1, 1>>>(p); }"),
            Texts{});
}

} // namespace host_order_test
