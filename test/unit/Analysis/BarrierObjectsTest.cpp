//===--- BarrierObjectsTest.cpp - Barrier objects and their places --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"
#include "AnalysedKernel.h"
#include "Analysis/Dataflow/Typestate.h"
#include "Analysis/Detectors/Mbarriers/AsyncCopies.h"
#include "Analysis/Detectors/Mbarriers/BarrierFaults.h"
#include "Analysis/Detectors/Mbarriers/CopyFault.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/Participation/Executions.h"
#include "Analysis/SymbolicExecution/AccessPath.h"

namespace barrier_objects_test {
using namespace warplint;
using namespace warplint::test;

const char *const Helpers = R"cuda(
using Bar = cuda::barrier<cuda::thread_scope_block>;
struct Storage { float data[8]; Bar full[2]; Bar empty; };
union Either { Bar a; float b; };
)cuda";

AnalysedKernel kernel(const std::string &Body,
                      const AnalysisOptions &Options = {}) {
  return AnalysedKernel(std::string(Helpers) +
                            "__global__ void k(int n, int *p, Bar **where) {" +
                            Body + "}",
                        Options);
}

/// The place whose address the variable called \p Variable holds.
AccessPath placeOf(const AnalysedKernel &K, llvm::StringRef Variable) {
  auto At = locate(K.valueOf(Variable));
  EXPECT_TRUE(At);
  return At ? *At : AccessPath();
}

TEST(Locations, ConstantsAreBytes) {
  AnalysedKernel K =
      kernel("__shared__ int a[4][8]; int *at = &a[2][3]; int *row = a[2];");
  EXPECT_EQ(placeOf(K, "at").Bytes, 2 * 32 + 3 * 4);
  EXPECT_TRUE(placeOf(K, "at").isConstant());
  EXPECT_TRUE(isShared(placeOf(K, "at")));
  EXPECT_TRUE(inSameMember(placeOf(K, "at"), placeOf(K, "row")));
  EXPECT_TRUE(areApart(placeOf(K, "at"), placeOf(K, "row")));
}

TEST(Locations, StepsDependOnTheThread) {
  AnalysedKernel K = kernel("__shared__ int a[64]; int *at = &a[threadIdx.x];");
  AccessPath At = placeOf(K, "at");
  ASSERT_EQ(At.Steps.size(), 1u);
  GivenValues None;
  ThreadValues Run(K.facts().values(), None);
  EXPECT_EQ(At.offset(Run, {{5, 0, 0}, {64, 1, 1}}), 20);
}

TEST(Locations, IntegersThatHoldAddresses) {
  AnalysedKernel K = kernel("__shared__ Bar a[4]; "
                            "unsigned at = (unsigned)(size_t)a + 8 * 3;");
  EXPECT_EQ(placeOf(K, "at").Bytes, 24);
  EXPECT_TRUE(isShared(placeOf(K, "at")));
}

TEST(Locations, MembersAreApartUnlessInAUnion) {
  AnalysedKernel K = kernel("__shared__ Storage s; __shared__ Either e;"
                            "Bar *full = s.full, *empty = &s.empty;"
                            "Bar *a = &e.a; float *b = &e.b;");
  EXPECT_TRUE(areApart(placeOf(K, "full"), placeOf(K, "empty")));
  EXPECT_FALSE(areApart(placeOf(K, "a"), placeOf(K, "b")));
  EXPECT_TRUE(inSameMember(placeOf(K, "a"), placeOf(K, "b")));
}

TEST(Executions, BranchesOnIdentityAreRun) {
  AnalysedKernel K = kernel("if (threadIdx.x < 3) { int few = 1; }"
                            "if (p[threadIdx.x]) { int data = 1; }"
                            "if (n > 4) { int all = 1; }");
  auto Of = [&](llvm::StringRef Name) {
    return participation::executionOf(K.facts(), K.nodeOf(Name), {64, 1, 1});
  };
  EXPECT_EQ(Of("few").Who, participation::Execution::Kind::Some);
  EXPECT_EQ(Of("few").Threads.size(), 3u);
  EXPECT_EQ(Of("data").Who, participation::Execution::Kind::Unknown);
  EXPECT_TRUE(Of("data").Threads.empty());
  EXPECT_EQ(Of("all").Who, participation::Execution::Kind::Everyone);
  EXPECT_EQ(Of("all").Threads.size(), 64u);
  EXPECT_TRUE(Of("all").Sure);
}

TEST(Executions, OneOfSeveralWaysIsEnough) {
  AnalysedKernel K =
      kernel("int w = threadIdx.x / 16;"
             "if (w == 1 || w == 2) { int two = 1; }"
             "if (w == 1 || w == 2 || threadIdx.x == 0) { int more = 1; }"
             "if (w == 3 && (threadIdx.x % 16 == 1 || threadIdx.x % 16 == 4)) {"
             "  int nested = 1; }"
             "if (w == 1 || p[threadIdx.x]) { int data = 1; }");
  auto Of = [&](llvm::StringRef Name) {
    return participation::executionOf(K.facts(), K.nodeOf(Name), {64, 1, 1});
  };
  EXPECT_EQ(Of("two").Who, participation::Execution::Kind::Some);
  EXPECT_EQ(Of("two").Threads.size(), 32u);
  EXPECT_EQ(Of("two").Threads.front().Index[0], 16);
  EXPECT_TRUE(Of("two").Sure);
  EXPECT_EQ(Of("more").Threads.size(), 33u);
  EXPECT_EQ(Of("nested").Threads.size(), 2u);
  EXPECT_EQ(Of("data").Who, participation::Execution::Kind::Unknown);
}

TEST(Executions, ThreadsThatHaveLeftDoNotCome) {
  AnalysedKernel K =
      kernel("if (threadIdx.x >= 16) return; p[0] = 1; int rest = 1;");
  participation::Execution Rest =
      participation::executionOf(K.facts(), K.nodeOf("rest"), {64, 1, 1});
  EXPECT_EQ(Rest.Threads.size(), 16u);
}

TEST(Typestate, MarkedAndEndedPaths) {
  AnalysedKernel K("__global__ void k(int n, int *p) {"
                   "p[0] = 1; if (n) __syncthreads(); p[1] = 2;"
                   "if (!n) return; __syncthreads(); p[2] = 3; }");
  auto Writes = K.writes();
  auto IsSync = [](const Event &E) { return E.isSync(SyncKind::Barrier); };
  const CfgView &Paths = K.facts().paths();
  auto Marked = Typestate::marking(Paths, *Writes[0], IsSync);
  auto Ended = Typestate::until(Paths, *Writes[0], IsSync);
  EXPECT_EQ(Marked.before(*Writes[1]), 2u);
  EXPECT_EQ(Marked.before(*Writes[2]), 2u);
  EXPECT_TRUE(Ended.reaches(*Writes[1]));
  EXPECT_FALSE(Ended.reaches(*Writes[2]));
  EXPECT_TRUE(
      Typestate::until(Paths, K.cfg().entry(), IsSync).reaches(*Writes[0]));
}

TEST(AccessPath, ThreadsMeet) {
  AnalysedKernel K("__global__ void k(int n) { __shared__ int s[64], t[64];"
                   "int *own = &s[threadIdx.x], *pair = &s[threadIdx.x / 2],"
                   "*next = &s[threadIdx.x + 1], *other = &t[threadIdx.x],"
                   "*open = &s[n]; }");
  std::vector<ThreadOfBlock> Threads = threadsOf({32, 1, 1});
  auto Meet = [&](llvm::StringRef L, llvm::StringRef R) {
    AccessPath Left = placeOf(K, L), Right = placeOf(K, R);
    return anyMeet({Left, Threads}, {Right, Threads}, K.facts().values(),
                   [](const ThreadOfBlock &One, const ThreadOfBlock &Other) {
                     return One.rank() != Other.rank();
                   });
  };
  EXPECT_FALSE(Meet("own", "own"));
  EXPECT_TRUE(Meet("pair", "pair"));
  EXPECT_TRUE(Meet("own", "next"));
  EXPECT_FALSE(Meet("own", "other"));
  EXPECT_FALSE(Meet("own", "open"));
}

TEST(Typestate, TheFurthestStateWins) {
  AnalysedKernel K = kernel("p[0] = 1; if (n) __syncthreads(); p[1] = 2;"
                            "__syncthreads(); p[2] = 3;");
  std::vector<const Event *> Writes = K.writes();
  ASSERT_EQ(Writes.size(), 3u);
  Typestate Synced(K.facts().paths(), *Writes[0],
                   [](Typestate::State Now, const Event &E) {
                     return E.K == Event::Kind::Sync ? Now + 1 : Now;
                   });
  EXPECT_EQ(Synced.before(*Writes[0]), Typestate::Unreached);
  EXPECT_EQ(Synced.before(*Writes[1]), 2u);
  EXPECT_EQ(Synced.before(*Writes[2]), 3u);
}

TEST(BarrierObjects, FamiliesAreMembersOfOneVariable) {
  AnalysedKernel K = kernel(
      "__shared__ Storage s;"
      "if (threadIdx.x == 0) { init(&s.full[0], 32); init(&s.full[1], 32);"
      "  init(&s.empty, 32); }"
      "__syncthreads(); auto t = s.full[n % 2].arrive();"
      "s.full[n % 2].wait(static_cast<Bar::arrival_token &&>(t));");
  mbarriers::BarrierObjects Objects(K.facts());
  ASSERT_EQ(Objects.families().size(), 2u);
  const mbarriers::BarrierFamily &Full = Objects.families()[0];
  EXPECT_EQ(Full.Inits.size(), 2u);
  ASSERT_EQ(Full.Arrivals.size(), 1u);
  ASSERT_EQ(Full.Waits.size(), 1u);
  EXPECT_EQ(Objects.waitFor(*Full.Arrivals.front().E), Full.Waits.front().E);
  EXPECT_EQ(Objects.arrivalOf(*Full.Waits.front().E)->E,
            Full.Arrivals.front().E);
  EXPECT_TRUE(Objects.isClosed(Full));
}

TEST(BarrierObjects, UnknownPlacesKeepSilent) {
  AnalysedKernel K = kernel("__shared__ Bar bar; (*where)->arrive_and_wait();"
                            "bar.arrive_and_wait();");
  mbarriers::BarrierObjects Objects(K.facts());
  ASSERT_EQ(Objects.families().size(), 1u);
  EXPECT_FALSE(Objects.isClosed(Objects.families()[0]));
  EXPECT_TRUE(mbarriers::findInitFaults(K.facts()).empty());
}

TEST(BarrierObjects, CountsNeedTheBlock) {
  const char *Body = "__shared__ Bar bar; if (threadIdx.x == 0) init(&bar, 64);"
                     "__syncthreads(); bar.arrive_and_wait();";
  AnalysedKernel Unknown = kernel(Body),
                 Fits = kernel(Body, launch({64, 1, 1})),
                 Short = kernel(Body, launch({32, 1, 1}));
  EXPECT_TRUE(mbarriers::findInitFaults(Unknown.facts()).empty());
  EXPECT_TRUE(mbarriers::findInitFaults(Fits.facts()).empty());
  auto Faults = mbarriers::findInitFaults(Short.facts());
  ASSERT_EQ(Faults.size(), 1u);
  EXPECT_EQ(Faults[0].K, mbarriers::InitFault::Kind::TooFew);
  EXPECT_EQ(Faults[0].Expected, 64);
  EXPECT_EQ(Faults[0].Arriving, 32);
}

TEST(AsyncCopies, FollowedToTheWait) {
  auto Faults = [](const std::string &Between) {
    AnalysedKernel K =
        kernel("__shared__ int a[64]; __pipeline_memcpy_async(&a[threadIdx.x], "
               "p, 4);" +
                   Between + "p[threadIdx.x] = a[63 - threadIdx.x];",
               launch({64, 1, 1}));
    std::vector<mbarriers::CopyFault::Kind> Kinds;
    for (const mbarriers::CopyFault &Fault :
         mbarriers::findCopyFaults(K.facts()))
      Kinds.push_back(Fault.K);
    return Kinds;
  };
  using Kinds = std::vector<mbarriers::CopyFault::Kind>;
  EXPECT_EQ(Faults(""), Kinds{mbarriers::CopyFault::Kind::NotWaited});
  EXPECT_EQ(Faults("__pipeline_wait_prior(0); __syncthreads();"),
            Kinds{mbarriers::CopyFault::Kind::NotCommitted});
  EXPECT_EQ(Faults("__pipeline_commit(); __pipeline_wait_prior(0);"),
            Kinds{mbarriers::CopyFault::Kind::NotSynced});
  EXPECT_EQ(Faults("__pipeline_commit(); __pipeline_wait_prior(0);"
                   "__syncthreads();"),
            Kinds{});
}

/// None is given up, however many there are.
TEST(AsyncCopies, AllAreFollowed) {
  constexpr unsigned Many = 400;
  std::string Copies, Reads;
  for (unsigned I = 0; I < Many; ++I) {
    std::string N = std::to_string(I);
    Copies += "__pipeline_memcpy_async(&a[" + N + "][threadIdx.x], p, 4);" +
              "if (n > " + N + ") p[" + N + "] = n;";
    Reads += "p[" + N + "] = a[" + N + "][31 - threadIdx.x];";
  }
  AnalysedKernel K =
      kernel("__shared__ int a[400][32];" + Copies + Reads, launch({32, 1, 1}));
  EXPECT_EQ(mbarriers::findCopyFaults(K.facts()).size(), Many);
}

/// A value that holds the one before it twice, iteration after iteration.
std::string hashed(const std::string &Value) {
  std::string Result = "unsigned h = " + Value + "; ";
  for (unsigned I = 0; I < 100; ++I)
    Result += "h ^= h << 5; h ^= h >> 3; ";
  return Result;
}

TEST(BarrierObjects, SharedPartsOfStoredValuesAreVisitedOnce) {
  AnalysedKernel K =
      kernel("__shared__ Bar b; if (threadIdx.x == 0) init(&b, blockDim.x);"
             " __syncthreads(); " +
             hashed("n") + "*p = h; b.arrive_and_wait();");
  const auto &Objects = K.facts().get<mbarriers::BarrierObjects>();
  ASSERT_EQ(Objects.families().size(), 1u);
  EXPECT_TRUE(Objects.isClosed(Objects.families()[0]));
}

TEST(BarrierObjects, AnAddressInAStoredValueOpensTheObject) {
  AnalysedKernel K =
      kernel("__shared__ Bar b; if (threadIdx.x == 0) init(&b, blockDim.x);"
             " __syncthreads(); where[0] = &b; b.arrive_and_wait();");
  const auto &Objects = K.facts().get<mbarriers::BarrierObjects>();
  ASSERT_EQ(Objects.families().size(), 1u);
  EXPECT_FALSE(Objects.isClosed(Objects.families()[0]));
}

} // namespace barrier_objects_test
