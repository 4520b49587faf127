//===--- StreamFaultsTest.cpp - Operations that no stream orders ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Detectors/HostSync/KernelAccesses.h"
#include "Analysis/Detectors/HostSync/StreamFault.h"

namespace stream_faults_test {
using namespace warplint;
using namespace warplint::test;

const std::string Declarations = R"cuda(
typedef struct StreamObject *cudaStream_t;
typedef struct EventObject *cudaEvent_t;
enum cudaError_t { cudaSuccess, cudaFailure };
extern "C" cudaError_t cudaMalloc(void **, size_t);
extern "C" cudaError_t cudaFree(void *);
extern "C" cudaError_t cudaMallocAsync(void **, size_t, cudaStream_t);
extern "C" cudaError_t cudaFreeAsync(void *, cudaStream_t);
extern "C" cudaError_t cudaMemset(void *, int, size_t);
extern "C" cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0);
extern "C" cudaError_t cudaMemcpy(void *, const void *, size_t, int);
extern "C" cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned);
extern "C" cudaError_t cudaStreamSynchronize(cudaStream_t);
extern "C" cudaError_t cudaStreamQuery(cudaStream_t);
extern "C" cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned);
extern "C" cudaError_t cudaEventCreate(cudaEvent_t *);
extern "C" cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
void unseen();
__global__ void writes(int *p) { p[threadIdx.x] = 1; }
__global__ void reads(int *p) { int seen = p[0]; }
__global__ void writesAt(int *p, int at) { p[at] = 1; }
)cuda";

/// The second operations of the faults in a function with \p Body, which has
/// memory, two streams that exempt themselves from the default stream, and an
/// event.
Texts faultsIn(const std::string &Body) {
  AnalysedUnit Unit(Declarations + R"(
    int run(int n, int *given, cudaStream_t unknown) {
      int *a; cudaStream_t s, t, blocking; cudaEvent_t e;
      cudaMalloc((void **)&a, 4);
      cudaStreamCreateWithFlags(&s, 1); cudaStreamCreateWithFlags(&t, 1);
      cudaStreamCreateWithFlags(&blocking, 0); cudaEventCreate(&e);
      )" + Body + " return 0; }");
  Texts Result;
  for (const hostsync::StreamFault &Each : hostsync::streamFaults(Unit.code()))
    Result.push_back(Unit.text(Each.Second.Site));
  return Result;
}

const std::string Write = "writes<<<1, 1, 0, s>>>(a);";
const std::string Read = "reads<<<1, 1, 0, t>>>(a)";

TEST(StreamFaults, TwoStreams) {
  EXPECT_EQ(faultsIn(Write + Read + ";"), Texts{Read});
  EXPECT_EQ(faultsIn("reads<<<1, 1, 0, s>>>(a); " + Read + ";"), Texts{});
  EXPECT_EQ(faultsIn(Write + "reads<<<1, 1, 0, s>>>(a);"), Texts{});
  EXPECT_EQ(faultsIn(Write + "reads<<<1, 1, 0, unknown>>>(a);"), Texts{});
  EXPECT_EQ(faultsIn(Write + "reads<<<1, 1, 0, t>>>(given);"), Texts{});
  EXPECT_EQ(faultsIn(Write + "reads<<<1, 1, 0, t>>>(a + n);"), Texts{});
  EXPECT_EQ(faultsIn("writesAt<<<1, 1, 0, s>>>(a, n);" + Read + ";"), Texts{});
  EXPECT_EQ(faultsIn(Write + "unseen();" + Read + ";"), Texts{});
}

TEST(StreamFaults, Waits) {
  EXPECT_EQ(faultsIn(Write + "cudaStreamSynchronize(s);" + Read + ";"),
            Texts{});
  EXPECT_EQ(faultsIn(Write + "cudaStreamSynchronize(t);" + Read + ";"),
            Texts{Read});
  EXPECT_EQ(faultsIn(Write + "if (n) cudaStreamSynchronize(s);" + Read + ";"),
            Texts{Read});
  EXPECT_EQ(
      faultsIn(Write + "if (n) cudaStreamSynchronize(s); if (n) " + Read + ";"),
      Texts{});
  EXPECT_EQ(faultsIn(Write + "cudaFree(given);" + Read + ";"), Texts{});
}

TEST(StreamFaults, Events) {
  const std::string Record = "cudaEventRecord(e, s);",
                    Wait = "cudaStreamWaitEvent(t, e, 0);";
  EXPECT_EQ(faultsIn(Write + Record + Wait + Read + ";"), Texts{});
  EXPECT_EQ(faultsIn(Record + Write + Wait + Read + ";"), Texts{Read});
  EXPECT_EQ(faultsIn(Write + Wait + Read + ";"), Texts{Read});
  EXPECT_EQ(
      faultsIn(Write + Record + "cudaEventRecord(e, t);" + Wait + Read + ";"),
      Texts{Read});
  EXPECT_EQ(faultsIn(Write + "cudaEvent_t f; cudaEventRecord(n ? e : f, s);" +
                     Wait + Read + ";"),
            Texts{});
}

TEST(StreamFaults, TheDefaultStream) {
  const std::string Set = "cudaMemset(a, 0, 4);";
  EXPECT_EQ(faultsIn(Set + Read + ";"), Texts{Read});
  EXPECT_EQ(faultsIn(Set + "reads<<<1, 1, 0, blocking>>>(a);"), Texts{});
  EXPECT_EQ(faultsIn(Set + "reads<<<1, 1>>>(a);"), Texts{});
  EXPECT_EQ(faultsIn(Write + "int x; cudaMemcpy(&x, a, 4, 2);"),
            Texts{"cudaMemcpy(&x, a, 4, 2)"});
  EXPECT_EQ(faultsIn("writes<<<1, 1, 0, blocking>>>(a);"
                     "int x; cudaMemcpy(&x, a, 4, 2);"),
            Texts{});
}

TEST(StreamFaults, SomePathsOnly) {
  EXPECT_EQ(faultsIn("if (n) " + Write + Read + ";"), Texts{Read});
  EXPECT_EQ(faultsIn("if (n) " + Write + "if (!n) " + Read + ";"), Texts{});
  EXPECT_EQ(faultsIn("if (n) { " + Write + Read + "; }"), Texts{Read});
  EXPECT_EQ(faultsIn("if (cudaMemset(given, 0, 4) != cudaSuccess) return 1;" +
                     Write + Read + ";"),
            Texts{Read});
  EXPECT_EQ(faultsIn("bool is = false; if (is) cudaStreamSynchronize(s);" +
                     Write + "if (is) cudaStreamSynchronize(s);" + Read + ";"),
            Texts{Read});
  EXPECT_EQ(faultsIn(Write + "while (cudaStreamQuery(s) != cudaSuccess) {}" +
                     Read + ";"),
            Texts{});
}

TEST(StreamFaults, NumbersThatOthersChange) {
  EXPECT_EQ(faultsIn("int is = 0; auto set = [&] { is = n; }; is = 0;" + Write +
                     "set(); if (is) cudaStreamSynchronize(s);" + Read + ";"),
            Texts{});
  EXPECT_EQ(faultsIn("int is = 0;" + Write +
                     "if (is) cudaStreamSynchronize(s);" + Read + ";"),
            Texts{Read});
}

TEST(StreamFaults, Iterations) {
  EXPECT_EQ(faultsIn("for (int i = 0; i < n; ++i) { " + Write +
                     "cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0);" +
                     Read + "; }"),
            Texts{"writes<<<1, 1, 0, s>>>(a)"});
  EXPECT_EQ(faultsIn("for (int i = 0; i < n; ++i) { int *m;"
                     "cudaMallocAsync((void **)&m, 4, s);"
                     "writes<<<1, 1, 0, s>>>(m); }"),
            Texts{});
}

TEST(StreamFaults, MemoryOfStreams) {
  const std::string Make = "int *m; cudaMallocAsync((void **)&m, 4, s);";
  auto In = [&](const std::string &Body) { return faultsIn(Make + Body); };
  EXPECT_EQ(In("writes<<<1, 1, 0, s>>>(m); cudaFreeAsync(m, s);"), Texts{});
  EXPECT_EQ(In("writes<<<1, 1, 0, s>>>(m); cudaFreeAsync(m, t);"),
            Texts{"cudaFreeAsync(m, t)"});
  EXPECT_EQ(In("writes<<<1, 1, 0, t>>>(m + n);"),
            Texts{"writes<<<1, 1, 0, t>>>(m + n)"});
  EXPECT_EQ(In("writes<<<1, 1, 0, s>>>(m); cudaFree(m);"),
            Texts{"cudaFree(m)"});
  EXPECT_EQ(In("cudaFreeAsync(m, s); writes<<<1, 1, 0, s>>>(m);"),
            Texts{"writes<<<1, 1, 0, s>>>(m)"});
}

/// What a kernel with \p Body touches of `int *p`: "r", "w", "rw" or nothing.
std::string touchedBy(const std::string &Body) {
  AnalysedUnit Unit("__device__ void put(int *to, int at) { to[at] = 1; }"
                    "__global__ void k(int *p, int n, int m) {" +
                    Body + "}");
  hostsync::AccessesOfKernels All(Unit.code());
  const hostsync::KernelAccesses &Of = All.of(*Unit.code().kernels().front());
  return std::string(Of.FirstRead.count(0) ? "r" : "") +
         (Of.FirstWritten.count(0) ? "w" : "");
}

TEST(KernelAccesses, OfThreadZero) {
  EXPECT_EQ(touchedBy("p[threadIdx.x] = 1;"), "w");
  EXPECT_EQ(touchedBy("int i = blockIdx.x * blockDim.x + threadIdx.x;"
                      "if (i < n) p[i] += 1;"),
            "rw");
  EXPECT_EQ(touchedBy("int i = threadIdx.x; if (i >= n) return; p[i * m] = 1;"),
            "w");
  EXPECT_EQ(touchedBy("for (int i = threadIdx.x; i < n; i += m) p[i] = 1;"),
            "w");
  EXPECT_EQ(touchedBy("put(p, threadIdx.x);"), "w");
  EXPECT_EQ(touchedBy("int x = *p; (void)x;"), "r");
  EXPECT_EQ(touchedBy("if (p) p[0] = 1;"), "w");
  EXPECT_EQ(touchedBy("do { p[threadIdx.x] = 1; } while (n > m);"), "w");
  EXPECT_EQ(touchedBy("if (n <= threadIdx.x) return; int *q = p + threadIdx.x;"
                      "*q = 1;"),
            "w");
  EXPECT_EQ(touchedBy("if (p[n]) atomicAdd(p, 1);"), "w");
  EXPECT_EQ(touchedBy("while (*(volatile int *)p == 0) {}"), "");
}

TEST(KernelAccesses, WhatNumbersChoose) {
  EXPECT_EQ(touchedBy("p[n + threadIdx.x] = 1;"), "");
  EXPECT_EQ(touchedBy("int i = threadIdx.x; if (i >= m && i < n) p[i] = 1;"),
            "");
  EXPECT_EQ(touchedBy("int i = threadIdx.x; if (i < m) return; p[i] = 1;"), "");
  EXPECT_EQ(touchedBy("if (m) p[0] = 1;"), "");
  EXPECT_EQ(touchedBy("put(p, m);"), "");
  EXPECT_EQ(touchedBy("int i = threadIdx.x; i += m; p[i] = 1;"), "");
  EXPECT_EQ(touchedBy("int i = 0; while (i < n) ++i; p[i] = 1;"), "");
  EXPECT_EQ(touchedBy("p[blockDim.x - 1] = 1;"), "");
  EXPECT_EQ(touchedBy("if (n && p) p[0] = 1;"), "");
  EXPECT_EQ(touchedBy("switch (n) { case 1: p[0] = 1; }"), "");
  EXPECT_EQ(touchedBy("for (int i = 0; i < n; ++i) if (i) p[0] = 1;"), "");
}

/// The members of the records that `p`, or a pointer in `r`, points to that a
/// kernel with \p Body writes; `all` if it writes a whole record.
std::string writtenBy(const std::string &Body) {
  AnalysedUnit Unit(
      "struct V { int x, y; }; struct R { V *at; int n; };"
      "__attribute__((device, annotate(\"warplint::managed\"))) int m;"
      "struct Setter { V *to; __device__ void set() "
      "{ to->y = 1; } };"
      "__global__ void k(V *p, R r, V *q) {" +
      Body + "}");
  hostsync::AccessesOfKernels All(Unit.code());
  const hostsync::KernelAccesses &Of = All.of(*Unit.code().kernels().front());
  std::string Text;
  auto Add = [&](const std::string &To,
                 const hostsync::KernelAccesses::Fields &Fields) {
    std::set<std::string> Names;
    for (const clang::FieldDecl *Field : Fields)
      Names.insert(Field ? Field->getNameAsString() : "all");
    for (const std::string &Name : Names)
      Text += (Text.empty() ? "" : ", ") + To + " " + Name;
  };
  for (const auto &[Position, Fields] : Of.Written)
    Add(std::to_string(Position), Fields);
  for (const auto &[Member, Fields] : Of.Members)
    Add(Member.second->getNameAsString(), Fields);
  for (const auto &[Var, Fields] : Of.Managed)
    Add(Var->getNameAsString(), Fields);
  return Text;
}

TEST(KernelAccesses, WhatIsWritten) {
  EXPECT_EQ(writtenBy("int x = p->x; (void)x;"), "");
  EXPECT_EQ(writtenBy("p[threadIdx.x].x = 1;"), "0 x");
  EXPECT_EQ(writtenBy("V *at = r.n ? p : q; at->y = 1;"), "0 y, 2 y");
  EXPECT_EQ(writtenBy("r.at[r.n].y = p->x;"), "at y");
  EXPECT_EQ(writtenBy("Setter s{q}; s.set();"), "2 y");
  EXPECT_EQ(writtenBy("atomicAdd(&p->x, 1); m = 2;"), "0 x, m all");
}

} // namespace stream_faults_test
