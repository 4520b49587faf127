//===--- SeparationTest.cpp - Whom an operation orders --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/Separation.h"
#include "ParsedCuda.h"

namespace separation_test {
using namespace warplint;
using namespace warplint::test;

/// What the one operation in a body does for two lanes of a warp, two warps of
/// a block, and two blocks of a grid.
struct Separations {
  Separation Lanes, Warps, Blocks;

  bool operator==(const Separations &R) const {
    return Lanes == R.Lanes && Warps == R.Warps && Blocks == R.Blocks;
  }
};

constexpr Separation None = Separation::None, Some = Separation::Participants,
                     All = Separation::Everyone;

Separations of(const SyncOp &Op) {
  return {separationOf(Op, Scope::Warp), separationOf(Op, Scope::Block),
          separationOf(Op, Scope::Grid)};
}

Separations ofCall(llvm::StringRef Parameters, llvm::StringRef Body) {
  ParsedCuda Unit = parseBody(Parameters, Body);
  EXPECT_EQ(Unit.Ops.size(), 1u) << Body.str();
  return Unit.Ops.empty() ? Separations{} : of(Unit.Ops.front());
}

Separations ofCall(llvm::StringRef Body) { return ofCall("", Body); }

Separations ofPtx(llvm::StringRef Text) {
  ParsedCuda Unit = parseAsm(Text);
  EXPECT_EQ(Unit.Ops.size(), 1u) << Text.str();
  return Unit.Ops.empty() ? Separations{} : of(Unit.Ops.front());
}

TEST(Separation, BarriersOfTheBlock) {
  Separations Block{All, All, None};
  EXPECT_EQ(ofCall("__syncthreads();"), Block);
  EXPECT_EQ(ofCall("__barrier_sync(3);"), Block);
  EXPECT_EQ(ofPtx("bar.sync 0;"), Block);
  EXPECT_EQ(ofPtx("barrier.sync.aligned 1;"), Block);
  EXPECT_EQ(ofCall("cg::thread_block b", "b.sync();"), Block);
  EXPECT_EQ(ofCall("cg::thread_block b", "cg::sync(b);"), Block);
  EXPECT_EQ(ofCall("cg::thread_block b", "cg::wait(b);"), Block);
}

TEST(Separation, WiderBarriers) {
  EXPECT_EQ(ofCall("cg::this_grid().sync();"), (Separations{All, All, All}));
  EXPECT_EQ(ofCall("__cluster_barrier_wait();"), (Separations{All, All, None}));
}

TEST(Separation, SomeThreadsOfTheBlock) {
  Separations Group{Some, Some, None};
  EXPECT_EQ(ofCall("__barrier_sync_count(1, 64);"), Group);
  EXPECT_EQ(ofPtx("bar.sync 1, 64;"), Group);
  EXPECT_EQ(ofPtx("barrier.red.popc.u32 %0, 1, 64, q;"), Group);
  EXPECT_EQ(ofCall("cg::thread_group g", "g.sync();"), Group);
  EXPECT_EQ(ofCall("cuda::barrier<cuda::std::thread_scope_block> &b",
                   "b.arrive_and_wait();"),
            Group);
}

TEST(Separation, Lanes) {
  EXPECT_EQ(ofCall("__syncwarp();"), (Separations{Some, None, None}));
  EXPECT_EQ(ofPtx("bar.warp.sync 0xff;"), (Separations{Some, None, None}));
  EXPECT_EQ(ofCall("cg::thread_block_tile<16> t", "cg::wait(t);"),
            (Separations{Some, None, None}));
  // Lanes wait for each other there, but memory is not ordered.
  EXPECT_EQ(ofCall("__shfl_sync(1, 1, 1);"), Separations());
}

TEST(Separation, WaitsForOwnWork) {
  Separations Nobody{None, None, None};
  EXPECT_EQ(ofCall("__pipeline_wait_prior(0);"), Nobody);
  EXPECT_EQ(ofPtx("cp.async.wait_group 0;"), Nobody);
  EXPECT_EQ(ofPtx("cp.async.wait_all;"), Nobody);
  EXPECT_EQ(ofPtx("cp.async.bulk.wait_group.read 0;"), Nobody);
  const char *Own = "cuda::pipeline<cuda::std::thread_scope_thread> &p";
  EXPECT_EQ(ofCall(Own, "p.consumer_wait();"), Nobody);
  EXPECT_EQ(ofCall(Own, "p.producer_acquire();"), Nobody);
  EXPECT_EQ(ofCall(Own, "cuda::pipeline_consumer_wait_prior<1>(p);"), Nobody);
}

TEST(Separation, PipelinesOfTheBlock) {
  const char *Shared = "cuda::pipeline<cuda::std::thread_scope_block> &p";
  Separations Group{Some, Some, None};
  EXPECT_EQ(ofCall(Shared, "p.consumer_wait();"), Group);
  EXPECT_EQ(ofCall(Shared, "p.producer_acquire();"), Group);
  EXPECT_EQ(ofCall(Shared, "p.producer_commit();"), Separations());
}

TEST(Separation, NobodyWaits) {
  EXPECT_EQ(ofCall("__threadfence();"), Separations());
  EXPECT_EQ(ofPtx("bar.arrive 1, 64;"), Separations());
  EXPECT_EQ(ofCall("int *p", "atomicAdd(p, 1);"), Separations());
  EXPECT_EQ(ofPtx("griddepcontrol.wait;"), Separations());
}

TEST(Separation, NamedBarriers) {
  auto IsNamed = [](llvm::StringRef Text) {
    ParsedCuda Unit = parseAsm(Text);
    return isCountedNamedBarrier(Unit.Ops.front());
  };
  EXPECT_TRUE(IsNamed("bar.sync 1, 64;"));
  EXPECT_TRUE(IsNamed("bar.arrive 1, 64;"));
  EXPECT_FALSE(IsNamed("bar.sync 1;")) << "the whole block";
  EXPECT_FALSE(IsNamed("bar.warp.sync 0xff;"));
}

TEST(Separation, SidesOfAnOrder) {
  auto Sides = [](llvm::StringRef Text) {
    ParsedCuda Unit = parseAsm(Text);
    const SyncOp &Op = Unit.Ops.front();
    return std::make_pair(releases(Op), acquires(Op));
  };
  EXPECT_EQ(Sides("fence.acq_rel.gpu;"), std::make_pair(true, true));
  EXPECT_EQ(Sides("membar.gl;"), std::make_pair(true, true));
  EXPECT_EQ(Sides("fence.acquire.sync_restrict::shared::cluster.cluster;"),
            std::make_pair(false, true));
  EXPECT_EQ(Sides("fence.release.sync_restrict::shared::cta.cluster;"),
            std::make_pair(true, false));
  EXPECT_EQ(Sides("ld.acquire.gpu.u32 %0, [%1];"), std::make_pair(false, true));
  EXPECT_EQ(Sides("st.release.gpu.u32 [%1], %2;"), std::make_pair(true, false));
  EXPECT_EQ(Sides("red.relaxed.gpu.add.u32 [%1], %2;"),
            std::make_pair(false, false));
}

} // namespace separation_test
