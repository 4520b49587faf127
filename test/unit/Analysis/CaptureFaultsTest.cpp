//===--- CaptureFaultsTest.cpp - Calls that a capture forbids -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Detectors/HostSync/CaptureFault.h"

namespace capture_faults_test {
using namespace warplint;
using namespace warplint::test;
using Kind = hostsync::CaptureFault::Kind;

/// The kinds of the faults in a function with \p Body, which has two streams
/// that wait for the default stream, and two events.
std::vector<Kind> faultsIn(const std::string &Body) {
  AnalysedUnit Unit(R"cuda(
typedef struct StreamObject *cudaStream_t;
typedef struct EventObject *cudaEvent_t;
typedef struct GraphObject *cudaGraph_t;
enum cudaError_t { cudaSuccess, cudaFailure };
extern "C" cudaError_t cudaMalloc(void **, size_t);
extern "C" cudaError_t cudaStreamCreate(cudaStream_t *);
extern "C" cudaError_t cudaStreamSynchronize(cudaStream_t);
extern "C" cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned);
extern "C" cudaError_t cudaEventCreate(cudaEvent_t *);
extern "C" cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
extern "C" cudaError_t cudaStreamBeginCapture(cudaStream_t, int);
extern "C" cudaError_t cudaStreamEndCapture(cudaStream_t, cudaGraph_t *);
__global__ void works(int *p) { p[threadIdx.x] = 1; }
    void run(int *p, bool unknown) {
      cudaStream_t s, t; cudaEvent_t e; cudaGraph_t g;
      cudaStreamCreate(&s); cudaStreamCreate(&t); cudaEventCreate(&e);
      )cuda" + Body +
                    "}");
  std::vector<Kind> Result;
  for (const hostsync::CaptureFault &Each :
       hostsync::captureFaults(Unit.code()))
    Result.push_back(Each.Is);
  return Result;
}

/// In a capture of `s`, which all calls may break only in mode 0.
std::vector<Kind> inCapture(const std::string &Body, int Mode = 2) {
  return faultsIn("cudaStreamBeginCapture(s, " + std::to_string(Mode) + ");" +
                  Body + "cudaStreamEndCapture(s, &g);");
}

using Kinds = std::vector<Kind>;

TEST(CaptureFaults, Waits) {
  EXPECT_EQ(inCapture("cudaStreamSynchronize(s);"),
            Kinds{Kind::WaitsForCapture});
  EXPECT_EQ(inCapture("cudaDeviceSynchronize();"),
            Kinds{Kind::WaitsForCapture});
  EXPECT_EQ(inCapture("cudaStreamSynchronize(t);"), Kinds{});
  EXPECT_EQ(inCapture("cudaStreamSynchronize(t);", 0), Kinds{Kind::MayWait});
  EXPECT_EQ(inCapture("cudaMalloc((void **)&p, 4);", 1), Kinds{Kind::MayWait});
}

TEST(CaptureFaults, OnAllPathsOnly) {
  EXPECT_EQ(inCapture("if (unknown) cudaStreamSynchronize(s);"), Kinds{});
  EXPECT_EQ(inCapture("if (unknown) p = 0; cudaStreamSynchronize(s);"),
            Kinds{Kind::WaitsForCapture});
  EXPECT_EQ(faultsIn("if (unknown) { cudaStreamBeginCapture(s, 2);"
                     "cudaStreamSynchronize(s); }"),
            Kinds{Kind::WaitsForCapture});
  EXPECT_EQ(faultsIn("if (unknown) cudaStreamBeginCapture(s, 2);"
                     "cudaStreamSynchronize(s);"),
            Kinds{Kind::WaitsForCapture});
  EXPECT_EQ(faultsIn("if (unknown) cudaStreamBeginCapture(s, 2);"
                     "else cudaStreamSynchronize(s);"),
            Kinds{});
}

TEST(CaptureFaults, DefaultStream) {
  EXPECT_EQ(inCapture("works<<<1, 1>>>(p);"), Kinds{Kind::UsesDefault});
  EXPECT_EQ(inCapture("works<<<1, 1, 0, s>>>(p);"), Kinds{});
}

TEST(CaptureFaults, Events) {
  const std::string Fork =
      "cudaEventRecord(e, s); cudaStreamWaitEvent(t, e, 0);"
      "works<<<1, 1, 0, t>>>(p);";
  EXPECT_EQ(inCapture(Fork), Kinds{Kind::NotJoined});
  EXPECT_EQ(inCapture(Fork + "cudaEventRecord(e, t);"
                             "cudaStreamWaitEvent(s, e, 0);"),
            Kinds{});
  EXPECT_EQ(faultsIn("cudaEventRecord(e, t); cudaStreamBeginCapture(s, 2);"
                     "cudaStreamWaitEvent(s, e, 0);"),
            Kinds{Kind::EventFromOutside});
  EXPECT_EQ(faultsIn("cudaEventRecord(e, t); cudaStreamBeginCapture(s, 2);"
                     "cudaStreamWaitEvent(s, e, 1);"),
            Kinds{});
}

TEST(CaptureFaults, BeginAndEnd) {
  EXPECT_EQ(faultsIn("cudaStreamBeginCapture(s, 2);"
                     "cudaStreamBeginCapture(s, 2);"),
            Kinds{Kind::BegunTwice});
  EXPECT_EQ(faultsIn("cudaStreamBeginCapture(s, 2); cudaEventRecord(e, s);"
                     "cudaStreamWaitEvent(t, e, 0);"
                     "cudaStreamEndCapture(t, &g);"),
            Kinds{Kind::EndsInOther});
}

} // namespace capture_faults_test
