//===--- PipelineRunsTest.cpp - Copies, their stages and their clusters -===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Detectors/ClusterLifetime/ClusterOrder.h"
#include "Analysis/Detectors/ClusterLifetime/PeerBlocks.h"
#include "Analysis/Detectors/Mbarriers/CopiedBytes.h"
#include "Analysis/Detectors/Mbarriers/CopyProgress.h"
#include "Analysis/Detectors/Mbarriers/CpAsyncGroups.h"
#include "Analysis/Detectors/Mbarriers/PipelineStages.h"
#include "Analysis/Detectors/PipelineProtocols/CopiedTo.h"
#include "Analysis/Detectors/PipelineProtocols/ExecutionContext.h"
#include "Analysis/Detectors/PipelineProtocols/SharedLayout.h"
#include "Analysis/Detectors/PipelineProtocols/SharedPipeline.h"
#include "Analysis/Detectors/PipelineProtocols/StageFaults.h"
#include "Analysis/Detectors/PipelineProtocols/ThreadExecutor.h"
#include "Analysis/Detectors/PipelineProtocols/ThreadRuns.h"
#include "Analysis/Detectors/PipelineProtocols/TryWaitResults.h"
#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/Simulation/SimulatedCluster.h"

namespace pipeline_runs_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;
using warplint::Scope;
using namespace warplint::pipelines;

AnalysedKernel kernel(const std::string &Body,
                      const AnalysisOptions &Options = launch({64, 1, 1})) {
  return AnalysedKernel(
      "__device__ inline int *at(int *own, unsigned rank) {"
      "  int *there;"
      "  asm volatile(\"mapa.u64 %0, %1, %2;\" : \"=l\"(there)"
      "               : \"l\"(own), \"r\"(rank));"
      "  return there; }"
      "__global__ void k(int n, int *p, const int *q) {"
      "__shared__ int a[64], b[4][64];"
      "__shared__ unsigned long bar; int t = threadIdx.x;" +
          Body + "}",
      Options);
}

const Event &syncOf(const AnalysedKernel &K, SyncKind Kind) {
  for (const Event *E : K.events(Event::Kind::Sync))
    if (E->Op->Kind == Kind)
      return *E;
  ADD_FAILURE() << "no such operation";
  std::abort();
}

const Event &readOf(const AnalysedKernel &K) {
  const Event *Found = nullptr;
  for (const Event *E : K.events(Event::Kind::Access))
    if (E->Access == AccessKind::Read &&
        memorySpaceOf(rootOf(E->Address)) == MemorySpace::Shared)
      Found = E;
  EXPECT_TRUE(Found);
  if (!Found)
    std::abort();
  return *Found;
}

//===----------------------------------------------------------------------===//
// Copies of a thread
//===----------------------------------------------------------------------===//

const std::string Copy = "__pipeline_memcpy_async(&a[t], q, 4);";

Typestate::State progressOf(const std::string &Behind) {
  AnalysedKernel K = kernel(Copy + Behind + "p[t] = a[63 - t];");
  mbarriers::CopyProgress Progress(K.facts().get<mbarriers::BarrierObjects>());
  return Progress.follow(syncOf(K, SyncKind::AsyncCopy)).before(readOf(K));
}

TEST(CopyProgress, StatesUpToABarrier) {
  EXPECT_EQ(progressOf(""), mbarriers::Issued);
  EXPECT_EQ(progressOf("__pipeline_commit();"), mbarriers::Committed);
  EXPECT_EQ(progressOf("__pipeline_wait_prior(0);"), mbarriers::PassedBy);
  EXPECT_EQ(progressOf("__pipeline_commit(); __pipeline_wait_prior(0);"),
            mbarriers::Waited);
  EXPECT_EQ(progressOf("__pipeline_commit(); __pipeline_wait_prior(0);"
                       "__syncwarp();"),
            mbarriers::WarpSynced);
  EXPECT_EQ(progressOf("__pipeline_commit(); __pipeline_wait_prior(0);"
                       "__syncthreads();"),
            Typestate::Unreached); // Visible: it is followed no further.
  // The wait leaves one group pending.
  EXPECT_EQ(progressOf("__pipeline_commit(); __pipeline_wait_prior(1);"),
            mbarriers::Committed);
}

TEST(CopyProgress, WhatIsPendingAfterAWait) {
  AnalysedKernel Known = kernel(Copy + "__pipeline_wait_prior(2);"),
                 Unknown = kernel(Copy + "__pipeline_wait_prior(n);");
  EXPECT_EQ(mbarriers::pendingAfter(syncOf(Known, SyncKind::PipelineWait)), 2);
  EXPECT_EQ(mbarriers::pendingAfter(syncOf(Unknown, SyncKind::PipelineWait)),
            std::nullopt);
}

TEST(CopyProgress, CopiesThatNothingCommits) {
  AnalysedKernel Never = kernel(Copy + "__pipeline_wait_prior(0);"),
                 Commits = kernel(Copy + "__pipeline_commit();");
  for (auto [K, Expected] :
       {std::pair(&Never, true), std::pair(&Commits, false)})
    EXPECT_EQ(
        mbarriers::CopyProgress(K->facts().get<mbarriers::BarrierObjects>())
            .isNeverCommitted(syncOf(*K, SyncKind::AsyncCopy)),
        Expected);
}

mbarriers::CopyAccess accessOf(const Event &E) {
  auto At = locate(E.Address);
  EXPECT_TRUE(At);
  return {&E, E.Address, At ? *At : AccessPath(), 4};
}

/// What the only copy writes.
mbarriers::CopyAccess copiedIn(const AnalysedKernel &K) {
  for (const Event *E : K.writes())
    if (isOfCopy(*E))
      return accessOf(*E);
  ADD_FAILURE() << "no copy";
  std::abort();
}

TEST(CopiedBytes, WhoseBytesAreAccessed) {
  auto Overlap = [](const std::string &Index, bool OtherThread) {
    AnalysedKernel K = kernel(Copy + "p[t] = a[" + Index + "];");
    return mbarriers::CopiedBytes(K.facts().get<mbarriers::BarrierObjects>())
        .overlap(copiedIn(K), accessOf(readOf(K)), OtherThread, false);
  };
  EXPECT_TRUE(Overlap("t", false));
  EXPECT_FALSE(Overlap("t", true));
  EXPECT_TRUE(Overlap("63 - t", true));
}

TEST(CopiedBytes, TilesOfArrays) {
  AnalysedKernel K =
      kernel("int *whole = &b[n][0]; int *row = &a[0];"
             "__shared__ char bytes[64]; char *any = &bytes[n];");
  auto Tile = [&](llvm::StringRef Name) {
    return mbarriers::bytesOfTile(*locate(K.valueOf(Name)), K.unit().context());
  };
  EXPECT_EQ(Tile("whole"), 64 * 4);
  EXPECT_EQ(Tile("any"), 1);
}

TEST(CpAsyncGroups, WaitsOfALoopLeaveGroups) {
  auto Fault = [](const std::string &Wait, const std::string &Index) {
    AnalysedKernel K = kernel("for (int i = 0; i < n; ++i) {"
                              "  __pipeline_memcpy_async(&b[i % 4][t], q, 4);"
                              "  __pipeline_commit();" +
                              Wait + "p[i] = b[" + Index + "][t]; }");
    auto Found =
        mbarriers::findReadTooEarly(K.facts().get<mbarriers::BarrierObjects>(),
                                    copiedIn(K), {accessOf(readOf(K))});
    return Found ? std::optional(Found->K) : std::nullopt;
  };
  using Kind = mbarriers::CopyFault::Kind;
  EXPECT_EQ(Fault("__pipeline_wait_prior(0);", "i % 4"), std::nullopt);
  EXPECT_EQ(Fault("__pipeline_wait_prior(1);", "i % 4"), Kind::LeftPending);
}

const std::string Stages = "cuda::pipeline<cuda::thread_scope_thread> pipe;";

std::vector<mbarriers::CopyFault::Kind> stageFaults(const std::string &Body) {
  AnalysedKernel K = kernel(Stages + Body);
  std::vector<mbarriers::CopyFault::Kind> Kinds;
  for (const mbarriers::CopyFault &Each : mbarriers::findStageFaults(
           K.facts().get<mbarriers::BarrierObjects>(), {}))
    Kinds.push_back(Each.K);
  return Kinds;
}

TEST(PipelineStages, OrderOfOperations) {
  using Kind = mbarriers::CopyFault::Kind;
  EXPECT_EQ(stageFaults("pipe.producer_acquire(); pipe.producer_commit();"
                        "pipe.consumer_wait(); pipe.consumer_release();"),
            std::vector<Kind>{});
  EXPECT_EQ(stageFaults("pipe.producer_commit(); pipe.consumer_wait();"
                        "pipe.consumer_release();"),
            std::vector<Kind>{Kind::NotAcquired});
  EXPECT_EQ(stageFaults("pipe.consumer_wait(); pipe.producer_acquire();"
                        "pipe.producer_commit(); pipe.consumer_release();"),
            std::vector<Kind>{Kind::NothingToWaitFor});
}

//===----------------------------------------------------------------------===//
// Shared memory and runs
//===----------------------------------------------------------------------===//

TEST(SharedLayout, VariablesDoNotOverlap) {
  AnalysedKernel K = kernel("a[t] = 1; b[0][t] = 1; int *one = &a[0];"
                            "int *two = &b[0][0]; int *three = &b[1][2];");
  SharedLayout Layout(K.facts());
  auto Start = [&](llvm::StringRef Name) {
    return Layout.startOf(*locate(K.valueOf(Name)));
  };
  ASSERT_TRUE(Start("one") && Start("two") && Start("three"));
  EXPECT_EQ(*Start("three") - *Start("two"), (64 + 2) * 4);
  EXPECT_GE(std::abs(*Start("two") - *Start("one")), 64 * 4);
  int64_t Byte = *Start("two") + 12;
  auto In = Layout.variableAt(Byte);
  ASSERT_TRUE(In);
  EXPECT_EQ(Byte, 12);
  EXPECT_TRUE(inSameMember(*In, *locate(K.valueOf("two"))));
  int64_t Beyond = int64_t(1) << 40;
  EXPECT_FALSE(Layout.variableAt(Beyond));
}

TEST(SharedLayout, DescriptorsOfMatrices) {
  // Bits 0 to 13 are the address without its last four bits.
  EXPECT_EQ(matrixStart(0x2), 0x20);
  EXPECT_EQ(matrixStart((int64_t(1) << 40) | 0x3), 0x30);
}

TEST(SharedPipeline, BarriersOfStages) {
  EXPECT_EQ(SharedPipeline::filled(2).Offset, 2);
  EXPECT_FALSE(SharedPipeline::filled(2) == SharedPipeline::released(2));
  EXPECT_FALSE(SharedPipeline::filled(2) == SharedPipeline::filled(1));
  AnalysedKernel K = kernel("a[t] = 1;");
  EXPECT_FALSE(sharedPipelineOf(K.facts()));
}

TEST(ThreadRuns, EachThreadsCommands) {
  AnalysedKernel K =
      kernel("using Bar = cuda::barrier<cuda::thread_scope_block>;"
             "__shared__ Bar full; if (t == 0) init(&full, 64);"
             "__syncthreads(); full.arrive_and_wait();");
  const auto &Objects = K.facts().get<mbarriers::BarrierObjects>();
  auto Runs = runThreads(Objects, {64, 1, 1}, {}, GivenValues());
  ASSERT_TRUE(Runs);
  EXPECT_EQ(Runs->ThreadsPerBlock, 64u);
  size_t Lanes = 0, Inits = 0;
  for (const StageRun &Run : Runs->All) {
    Lanes += Run.Lanes;
    for (const StageCommand &C : Run.Commands)
      Inits += C.K == StageCommand::Kind::Init;
  }
  EXPECT_EQ(Lanes, 64u);
  EXPECT_EQ(Inits, 1u);
}

TEST(ThreadRuns, DataCannotBeFollowed) {
  AnalysedKernel K =
      kernel("using Bar = cuda::barrier<cuda::thread_scope_block>;"
             "__shared__ Bar full; if (t == 0) init(&full, 64);"
             "__syncthreads(); if (q[t]) full.arrive_and_wait();");
  EXPECT_FALSE(runThreads(K.facts().get<mbarriers::BarrierObjects>(),
                          {64, 1, 1}, {}, GivenValues()));
}

TEST(ThreadExecutor, StepsAreLimited) {
  AnalysedKernel K =
      kernel("using Bar = cuda::barrier<cuda::thread_scope_block>;"
             "__shared__ Bar full; if (t == 0) init(&full, 64);"
             "__syncthreads(); full.arrive_and_wait();");
  const auto &Objects = K.facts().get<mbarriers::BarrierObjects>();
  std::vector<ThreadOfBlock> Block = threadsOf({64, 1, 1});
  for (auto [Limit, Expected] :
       {std::pair(100000, true), std::pair(0, false)}) {
    ExecutionContext Of(Objects, {});
    uint64_t Steps = Limit;
    GivenValues None;
    ThreadExecutor Threads(Of, Block, 0, {0, 1, 2}, None, Steps);
    EXPECT_EQ(Threads.run(), Expected);
  }
}

TEST(ExecutionContext, KindsOfAccesses) {
  AnalysedKernel K = kernel(Copy + "p[t] = a[t]; atomicAdd(&a[0], 1);");
  unsigned Plain = 0, Others = 0;
  for (const Event *E : K.events(Event::Kind::Access))
    ++(isPlainAccess(*E) ? Plain : Others);
  EXPECT_EQ(Plain, 2u); // The read of `a` and the write to `p`.
  EXPECT_GE(Others, 2u);
  // It completes on no barrier object.
  EXPECT_FALSE(isTrackedCopy(syncOf(K, SyncKind::AsyncCopy)));
  EXPECT_FALSE(handsStoresOn(K.facts()));
}

TEST(StageFaults, KernelsWithoutCopiesHaveNone) {
  AnalysedKernel K = kernel("a[t] = 1; __syncthreads(); p[t] = a[0];");
  const auto &Faults = K.facts().get<StageFaults>();
  EXPECT_FALSE(Faults.fault());
  EXPECT_FALSE(Faults.unfenced());
  EXPECT_FALSE(Faults.isUnknown());
}

TEST(TryWaitResults, TriesThatALoopRepeats) {
  auto Of = [](const std::string &Body) {
    AnalysedKernel K =
        kernel("using Bar = cuda::barrier<cuda::thread_scope_block>;"
               "__shared__ Bar full; if (t == 0) init(&full, 64);"
               "__syncthreads();" +
               Body);
    const auto &Objects = K.facts().get<mbarriers::BarrierObjects>();
    const Event &Try = syncOf(K, SyncKind::ObjectTryWait);
    return std::tuple(isRepeated(Try, Objects), waitsWhereFailed(Try, Objects),
                      decidesNone(Try, {K.valueOf("t")}, Objects));
  };
  using Answers = std::tuple<bool, bool, bool>;
  EXPECT_EQ(Of("while (!full.try_wait_parity_for(false, 1)) {}"),
            Answers(true, false, true));
  EXPECT_EQ(Of("bool done = full.try_wait_parity_for(false, 1);"
               "if (!done) full.wait_parity(false);"),
            Answers(false, true, true));
  EXPECT_EQ(Of("bool done = full.try_wait_parity_for(false, 1); p[t] = done;"),
            Answers(false, false, true));
}

//===----------------------------------------------------------------------===//
// Clusters
//===----------------------------------------------------------------------===//

TEST(SimulatedCluster, RanksCountAlongX) {
  simulation::SimulatedCluster Cluster{{4, 2, 1}};
  EXPECT_EQ(Cluster.size(), 8u);
  EXPECT_EQ(Cluster.indexOf(0), (std::array<int64_t, 3>{0, 0, 0}));
  EXPECT_EQ(Cluster.indexOf(3), (std::array<int64_t, 3>{3, 0, 0}));
  EXPECT_EQ(Cluster.indexOf(5), (std::array<int64_t, 3>{1, 1, 0}));
}

TEST(SimulatedCluster, OneBlockWhereNoneActsOnAnother) {
  AnalysedKernel Alone = kernel("a[t] = 1;"),
                 Peers = kernel("at(a, 1)[t] = 1;");
  EXPECT_TRUE(simulation::isAlone(Alone.facts()));
  EXPECT_FALSE(simulation::isAlone(Peers.facts()));
  auto Of = simulation::clustersToSimulate(Alone.facts(), {64, 1, 1});
  ASSERT_EQ(Of.size(), 1u);
  EXPECT_EQ(Of[0].size(), 1u);
  Of = simulation::clustersToSimulate(Peers.facts(), {64, 1, 1});
  ASSERT_FALSE(Of.empty());
  EXPECT_EQ(Of[0].Extents, (std::array<int64_t, 3>{2, 1, 1}));
}

TEST(SimulatedCluster, WholeWarpsOnly) {
  AnalysedKernel K = kernel("at(a, 1)[t] = 1;");
  simulation::SimulatedCluster Two{{2, 1, 1}}, Many{{1000, 1, 1}};
  EXPECT_TRUE(simulation::canSimulate(K.facts(), Two, {64, 1, 1}));
  EXPECT_FALSE(simulation::canSimulate(K.facts(), Two, {48, 1, 1}));
  EXPECT_FALSE(simulation::canSimulate(K.facts(), Many, {64, 1, 1}));
}

TEST(SimulatedCluster, AddressesAtPeers) {
  AnalysedKernel K = kernel("int *peer = at(a, 1); int *own = a;");
  EXPECT_EQ(simulation::ownFor(K.valueOf("own"), K.facts()), nullptr);
  EXPECT_EQ(show(simulation::ownFor(K.valueOf("peer"), K.facts())),
            show(K.valueOf("own")));
}

TEST(CopiedTo, WithoutMulticastNothingIsSaid) {
  AnalysedKernel K = kernel("at(a, 1)[t] = 1;");
  EXPECT_TRUE(clustersByCopies(K.facts().get<mbarriers::BarrierObjects>(),
                               {64, 1, 1}, GivenValues())
                  .empty());
}

TEST(ClusterOrder, StepsOfBarriers) {
  AnalysedKernel K = kernel("at(a, 1)[t] = 1; __cluster_barrier_arrive();"
                            "__cluster_barrier_wait(); __syncthreads();");
  clusters::ClusterOrder Order(K.facts());
  std::vector<clusters::ClusterStep> Steps;
  for (const Event *E : K.events(Event::Kind::Sync))
    if (Order.stepOf(*E) != clusters::ClusterStep::None)
      Steps.push_back(Order.stepOf(*E));
  EXPECT_EQ(Steps,
            (std::vector<clusters::ClusterStep>{clusters::ClusterStep::Arrive,
                                                clusters::ClusterStep::Wait}));
}

TEST(PeerBlocks, RanksThatReachANode) {
  AnalysedKernel K = kernel("unsigned rank = cg::cluster_group::block_rank();"
                            "if (rank == 0) { int zero = 1; at(a, 1)[t] = 1; }"
                            "int all = 1;");
  clusters::PeerBlocks Blocks(K.facts());
  const Node &Branch = K.branchOn("rank == 0");
  std::vector<unsigned> Ranks;
  for (const clusters::PeerBlocks::Block &Each :
       Blocks.warpsAt(K.nodeOf("zero")))
    Ranks.push_back(Each.Rank);
  EXPECT_EQ(Ranks, std::vector<unsigned>{0});
  EXPECT_EQ(Blocks.warpsAt(K.nodeOf("all")).size(), 2u);
  EXPECT_TRUE(Blocks.part(Branch));
  EXPECT_TRUE(Blocks.mayReach({0, 0}, K.nodeOf("zero")));
  EXPECT_FALSE(Blocks.mayReach({0, 1}, K.nodeOf("zero")));
  EXPECT_NE(Blocks.pathOf({0, 0}, Branch), Blocks.pathOf({0, 1}, Branch));
}

} // namespace pipeline_runs_test
