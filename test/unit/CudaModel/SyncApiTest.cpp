//===--- SyncApiTest.cpp - Classification of calls ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/SyncApi.h"
#include "CudaModel/BlockPairs.h"
#include "ParsedCuda.h"

namespace sync_api_test {
using namespace warplint;
using namespace warplint::test;

/// The one operation in a body; its text must outlive the unit, so operands are
/// checked by the caller through the unit.
struct OneOp {
  OneOp(llvm::StringRef Parameters, llvm::StringRef Body)
      : Unit(parseBody(Parameters, Body)) {
    EXPECT_EQ(Unit.Ops.size(), 1u) << Body.str();
    if (!Unit.Ops.empty())
      Op = Unit.Ops.front();
  }

  std::string text(const clang::Expr *E) const { return Unit.text(E); }
  const SyncOp *operator->() const { return &Op; }

  ParsedCuda Unit;
  SyncOp Op;
};

TEST(SyncApi, BlockBarriers) {
  OneOp Plain("", "__syncthreads();");
  EXPECT_EQ(Plain->Kind, SyncKind::Barrier);
  EXPECT_EQ(Plain->Scope, Scope::Block);
  EXPECT_EQ(Plain->Participants, Participation::AllOfScope);
  EXPECT_EQ(Plain->Order, MemoryOrder::AcqRel);
  EXPECT_TRUE(Plain->Aligned);
  EXPECT_EQ(Plain->Spelling, "__syncthreads()");
  EXPECT_NE(Plain->Entry, nullptr);
  EXPECT_NE(Plain->Origin, nullptr);

  OneOp Or("int p", "__nvvm_bar0_or(p);");
  EXPECT_EQ(Or->ResultUniformAt, Scope::Block);
  EXPECT_EQ(Or.text(Or->Value), "p");
}

TEST(SyncApi, NamedBarriers) {
  OneOp All("int id", "__barrier_sync(id);");
  EXPECT_EQ(All->Participants, Participation::AllOfScope);
  EXPECT_EQ(All.text(All->Id), "id");

  OneOp Some("", "__barrier_sync_count(1, 64);");
  EXPECT_EQ(Some->Participants, Participation::Counted);
  EXPECT_EQ(Some.text(Some->Count), "64");
}

TEST(SyncApi, WarpCollectives) {
  OneOp Barrier("", "__syncwarp();");
  EXPECT_EQ(Barrier->Kind, SyncKind::WarpBarrier);
  EXPECT_EQ(Barrier->Participants, Participation::Masked);
  EXPECT_NE(Barrier->Mask, nullptr) << "the default mask";

  OneOp Shuffle("float v", "__shfl_sync(0xffu, v, 3, 8);");
  EXPECT_EQ(Shuffle->Kind, SyncKind::Shuffle);
  EXPECT_EQ(Shuffle.text(Shuffle->Mask), "0xffu");
  EXPECT_EQ(Shuffle.text(Shuffle->Value), "v");
  EXPECT_EQ(Shuffle.text(Shuffle->Select), "3");
  EXPECT_EQ(Shuffle.text(Shuffle->Width), "8");
  EXPECT_EQ(Shuffle->Order, MemoryOrder::None);

  EXPECT_EQ(OneOp("", "__ballot_sync(1, 1);")->ResultUniformAt, Scope::Warp);
  EXPECT_EQ(OneOp("", "__match_any_sync(1, 1);")->Kind, SyncKind::Match);
  EXPECT_EQ(OneOp("", "__reduce_add_sync(1, 1);")->Kind, SyncKind::WarpReduce);
  EXPECT_EQ(OneOp("", "__activemask();")->Participants, Participation::Active);
  EXPECT_TRUE(OneOp("", "__shfl_down(1, 1);")->Entry->Deprecated);
}

TEST(SyncApi, ClusterBarriers) {
  OneOp Arrive("", "__cluster_barrier_arrive();");
  EXPECT_EQ(Arrive->Kind, SyncKind::BarrierArrive);
  EXPECT_EQ(Arrive->Order, MemoryOrder::Release);
  OneOp Wait("", "__cluster_barrier_wait();");
  EXPECT_EQ(Wait->Kind, SyncKind::BarrierWait);
  EXPECT_EQ(Wait->Scope, Scope::Cluster);
}

TEST(SyncApi, FencesAndAtomics) {
  EXPECT_EQ(OneOp("", "__threadfence();")->Scope, Scope::Grid);
  EXPECT_EQ(OneOp("", "__threadfence_block();")->Scope, Scope::Block);
  EXPECT_EQ(OneOp("", "__threadfence();")->Order, MemoryOrder::SeqCst);

  OneOp Add("int *p", "atomicAdd(p, 1);");
  EXPECT_EQ(Add->Kind, SyncKind::AtomicRMW);
  EXPECT_EQ(Add->Order, MemoryOrder::Relaxed);
  EXPECT_EQ(Add->Scope, Scope::Grid);
  OneOp Swap("int *lock", "atomicCAS_block(lock, 0, 1);");
  EXPECT_EQ(Swap->Scope, Scope::Block);
  EXPECT_EQ(Swap.text(Swap->Object), "lock");
  EXPECT_EQ(Swap.text(Swap->Compare), "0");
  EXPECT_EQ(Swap.text(Swap->Value), "1");

  OneOp Store("int *p", "__nv_atomic_store_n(p, 1, 3, 1);");
  EXPECT_EQ(Store->Kind, SyncKind::AtomicStore);
  EXPECT_EQ(Store->Order, MemoryOrder::Release);
  EXPECT_EQ(Store->Scope, Scope::Block);

  EXPECT_EQ(OneOp("int *p", "__ldcg(p);")->Kind, SyncKind::CachedLoad);
  EXPECT_EQ(OneOp("int *p", "__stcg(p, 1);")->Kind, SyncKind::CachedStore);
  EXPECT_EQ(OneOp("", "__trap();")->Kind, SyncKind::Exit);
}

TEST(SyncApi, GroupMembers) {
  OneOp Block("cg::thread_block b", "b.sync();");
  EXPECT_EQ(Block->Kind, SyncKind::Barrier);
  EXPECT_EQ(Block->Spelling, "cg::thread_block::sync()");
  EXPECT_EQ(Block.text(Block->Group), "b");
  EXPECT_EQ(OneOp("", "cg::thread_block::sync();")->Scope, Scope::Block);
  EXPECT_EQ(OneOp("", "cg::this_grid().sync();")->Scope, Scope::Grid);
  EXPECT_EQ(OneOp("cg::cluster_group *c", "c->sync();")->Scope, Scope::Cluster);
  EXPECT_EQ(OneOp("cg::thread_block b", "b.barrier_arrive();")->Kind,
            SyncKind::BarrierArrive);

  OneOp Coalesced("cg::coalesced_group g", "g.sync();");
  EXPECT_EQ(Coalesced->Kind, SyncKind::WarpBarrier);
  EXPECT_EQ(Coalesced->Participants, Participation::Active);

  OneOp Erased("cg::thread_group g", "g.sync();");
  EXPECT_EQ(Erased->Participants, Participation::Counted)
      << "some group of the block";
}

TEST(SyncApi, Tiles) {
  OneOp Warp("cg::thread_block_tile<16> t", "t.sync();");
  EXPECT_EQ(Warp->Kind, SyncKind::WarpBarrier);
  EXPECT_EQ(Warp->Scope, Scope::Warp);
  EXPECT_EQ(Warp->Participants, Participation::Masked);
  EXPECT_EQ(Warp->TileSize, 16u);
  EXPECT_EQ(Warp->Spelling, "cg::thread_block_tile::sync()");

  OneOp Large("const cg::thread_block_tile<128> &t", "t.sync();");
  EXPECT_EQ(Large->Kind, SyncKind::Barrier);
  EXPECT_EQ(Large->Scope, Scope::Block);
  EXPECT_EQ(Large->Participants, Participation::Counted);
  EXPECT_EQ(Large->TileSize, 128u);

  OneOp Shuffle("cg::thread_block_tile<32> t, int v", "t.shfl_down(v, 1);");
  EXPECT_EQ(Shuffle->Kind, SyncKind::Shuffle);
  EXPECT_EQ(Shuffle.text(Shuffle->Select), "1");
  EXPECT_EQ(OneOp("cg::thread_block_tile<32> t", "t.any(1);")->ResultUniformAt,
            Scope::Warp);
  EXPECT_EQ(OneOp("cg::thread_block_tile<8> t", "t.any(1);")->ResultUniformAt,
            Scope::Thread);
}

TEST(SyncApi, FreeGroupFunctions) {
  OneOp Block("cg::thread_block b", "cg::sync(b);");
  EXPECT_EQ(Block->Kind, SyncKind::Barrier);
  EXPECT_EQ(Block->Scope, Scope::Block);
  EXPECT_EQ(OneOp("cg::grid_group g", "cg::sync(g);")->Scope, Scope::Grid);
  OneOp Tile("cg::thread_block_tile<8> t", "cg::sync(t);");
  EXPECT_EQ(Tile->Kind, SyncKind::WarpBarrier);
  EXPECT_EQ(Tile->TileSize, 8u);
  EXPECT_EQ(OneOp("cg::thread_block_tile<32> t", "cg::reduce(t, 1);")->Kind,
            SyncKind::WarpReduce);

  OneOp Copy("cg::thread_block b, int *d, int *s",
             "cg::memcpy_async(b, d, s, 64);");
  EXPECT_EQ(Copy->Kind, SyncKind::AsyncCopy);
  EXPECT_EQ(Copy.text(Copy->Object), "d");
  EXPECT_EQ(Copy.text(Copy->Value), "s");
  OneOp Wait("cg::thread_block b", "cg::wait_prior<1>(b);");
  EXPECT_EQ(Wait->Kind, SyncKind::AsyncWait);
  EXPECT_EQ(Wait->Participants, Participation::AllOfScope);
  EXPECT_EQ(Wait->ValueImmediate, 1u);
}

constexpr const char *BlockBarrier =
    "cuda::barrier<cuda::std::thread_scope_block> &bar";

TEST(SyncApi, BarrierObjects) {
  OneOp Init(BlockBarrier, "init(&bar, 32);");
  EXPECT_EQ(Init->Kind, SyncKind::ObjectInit);
  EXPECT_EQ(Init->Scope, Scope::Block);
  EXPECT_EQ(Init.text(Init->Object), "&bar");
  EXPECT_EQ(Init.text(Init->Value), "32");

  OneOp Arrive(BlockBarrier, "bar.arrive();");
  EXPECT_EQ(Arrive->Kind, SyncKind::ObjectArrive);
  EXPECT_EQ(Arrive->Scope, Scope::Block);
  EXPECT_EQ(Arrive->Order, MemoryOrder::Release);
  EXPECT_EQ(Arrive->Participants, Participation::Counted);
  EXPECT_EQ(Arrive.text(Arrive->Object), "bar");

  EXPECT_TRUE(OneOp(BlockBarrier, "bar.wait_parity(0);")->Parity);
  EXPECT_EQ(OneOp(BlockBarrier, "bar.try_wait_parity_for(0, 1);")->Kind,
            SyncKind::ObjectTryWait);
  EXPECT_EQ(OneOp(BlockBarrier, "bar.arrive_and_drop();")->Kind,
            SyncKind::ObjectArriveAndDrop);
  OneOp Inherited(BlockBarrier, "(&bar)->arrive_and_wait();");
  EXPECT_EQ(Inherited->Spelling, "cuda::barrier::arrive_and_wait()");
  EXPECT_EQ(Inherited->Scope, Scope::Block);

  OneOp Tx(BlockBarrier, "cuda::device::barrier_arrive_tx(bar, 1, 128);");
  EXPECT_EQ(Tx->Kind, SyncKind::ObjectArriveExpectTx);
  EXPECT_EQ(Tx.text(Tx->Width), "128");
  EXPECT_EQ(OneOp("unsigned long *b", "__mbarrier_inval(b);")->Kind,
            SyncKind::ObjectInvalidate);
}

TEST(SyncApi, Constructors) {
  OneOp Counted("", "cuda::barrier<cuda::std::thread_scope_block> b(8);");
  EXPECT_EQ(Counted->Kind, SyncKind::ObjectInit);
  EXPECT_EQ(Counted.text(Counted->Value), "8");
  ParsedCuda Empty =
      parseBody("", "cuda::barrier<cuda::std::thread_scope_block> b;");
  EXPECT_TRUE(Empty.Ops.empty());
}

constexpr const char *DeviceRef =
    "cuda::atomic_ref<int, cuda::std::thread_scope_device> r, int e, "
    "cuda::std::memory_order o";

TEST(SyncApi, LibraryAtomics) {
  OneOp Load(DeviceRef, "r.load(cuda::std::memory_order_acquire);");
  EXPECT_EQ(Load->Kind, SyncKind::AtomicLoad);
  EXPECT_EQ(Load->Scope, Scope::Grid);
  EXPECT_EQ(Load->Order, MemoryOrder::Acquire);
  EXPECT_EQ(Load->Spelling, "cuda::atomic_ref::load()");
  EXPECT_EQ(OneOp(DeviceRef, "r.store(1);")->Order, MemoryOrder::SeqCst);
  EXPECT_EQ(OneOp(DeviceRef, "r.store(1, o);")->Order, MemoryOrder::Unknown);

  OneOp Swap(DeviceRef, "r.compare_exchange_strong(e, 2);");
  EXPECT_EQ(Swap.text(Swap->Compare), "e");
  EXPECT_EQ(OneOp(DeviceRef, "r++;")->Kind, SyncKind::AtomicRMW);
  OneOp Plus(DeviceRef, "r += 2;");
  EXPECT_EQ(Plus.text(Plus->Object), "r");
  EXPECT_EQ(Plus.text(Plus->Value), "2");
  EXPECT_EQ(OneOp(DeviceRef, "r = 2;")->Kind, SyncKind::AtomicStore);
  EXPECT_EQ(OneOp(DeviceRef, "int v = r;")->Kind, SyncKind::AtomicLoad);
  EXPECT_EQ(OneOp("cuda::std::atomic<int> &a", "a.fetch_add(1);")->Scope,
            Scope::System);
}

TEST(SyncApi, LibraryFences) {
  OneOp Device("", "cuda::atomic_thread_fence(cuda::std::memory_order_release,"
                   " cuda::std::thread_scope_device);");
  EXPECT_EQ(Device->Order, MemoryOrder::Release);
  EXPECT_EQ(Device->Scope, Scope::Grid);
  OneOp Default("",
                "cuda::atomic_thread_fence(cuda::std::memory_order_acq_rel);");
  EXPECT_EQ(Default->Scope, Scope::System);
}

TEST(SyncApi, PipelinesAndCopies) {
  const char *Block = "cuda::pipeline<cuda::std::thread_scope_block> &p";
  OneOp Acquire(Block, "p.producer_acquire();");
  EXPECT_EQ(Acquire->Kind, SyncKind::PipelineAcquire);
  EXPECT_EQ(Acquire->Scope, Scope::Block);
  EXPECT_EQ(Acquire->Participants, Participation::Counted);
  EXPECT_EQ(OneOp(Block, "p.consumer_release();")->Kind,
            SyncKind::PipelineRelease);

  const char *Own = "cuda::pipeline<cuda::std::thread_scope_thread> &p";
  OneOp Commit(Own, "p.producer_commit();");
  EXPECT_EQ(Commit->Participants, Participation::Self);
  EXPECT_NE(Commit->Participants, Participation::Counted);
  EXPECT_EQ(
      OneOp(Own, "cuda::pipeline_consumer_wait_prior<2>(p);")->ValueImmediate,
      2u);

  const char *Copy = "cg::thread_block g, int *d, int *s, "
                     "cuda::barrier<cuda::std::thread_scope_block> &bar";
  OneOp Alone(Copy, "cuda::memcpy_async(d, s, 16, bar);");
  EXPECT_EQ(Alone.text(Alone->Completion), "bar");
  EXPECT_EQ(Alone->Group, nullptr);
  OneOp Together(Copy, "cuda::memcpy_async(g, d, s, 16, bar);");
  EXPECT_EQ(Together.text(Together->Object), "d");
  EXPECT_EQ(Together.text(Together->Completion), "bar");
  EXPECT_EQ(Together->Participants, Participation::AllOfScope);

  OneOp Primitive("int *d, int *s", "__pipeline_memcpy_async(d, s, 4);");
  EXPECT_EQ(Primitive->Async, AsyncGroup::CpAsync);
  EXPECT_EQ(OneOp("", "__pipeline_wait_prior(0);")->Kind,
            SyncKind::PipelineWait);
}

TEST(SyncApi, PtxFunctions) {
  OneOp Fence("", "cuda::ptx::fence(cuda::ptx::sem_relaxed, "
                  "cuda::ptx::scope_gpu);");
  EXPECT_EQ(Fence->Scope, Scope::Grid);
  EXPECT_EQ(Fence->Order, MemoryOrder::Relaxed);
  OneOp Arrive("unsigned long *b",
               "cuda::ptx::mbarrier_arrive(cuda::ptx::sem_relaxed, "
               "cuda::ptx::scope_gpu, cuda::ptx::space_shared, b);");
  EXPECT_EQ(Arrive.text(Arrive->Object), "b");
  OneOp Wait("unsigned long *b", "cuda::ptx::mbarrier_try_wait_parity(b, 1u);");
  EXPECT_EQ(Wait->Kind, SyncKind::ObjectTryWait);
  EXPECT_TRUE(Wait->Parity);

  const char *Copy = "void *d, void *s, unsigned long *b";
  OneOp Load(Copy, "cuda::ptx::cp_async_bulk(cuda::ptx::space_shared, "
                   "cuda::ptx::space_global, d, s, 16, b);");
  EXPECT_EQ(Load.text(Load->Completion), "b");
  EXPECT_EQ(Load->Async, AsyncGroup::None);
  OneOp Store(Copy, "cuda::ptx::cp_async_bulk(cuda::ptx::space_global, "
                    "cuda::ptx::space_shared, d, s, 16);");
  EXPECT_EQ(Store->Completion, nullptr);
  EXPECT_EQ(Store->Async, AsyncGroup::Bulk);
  OneOp Read("", "cuda::ptx::cp_async_bulk_wait_group_read("
                 "cuda::ptx::n32_t<3>());");
  EXPECT_EQ(Read->ValueImmediate, 3u);
  EXPECT_TRUE(Read->SourceOnly);
  EXPECT_EQ(OneOp("", "cuda::ptx::fence_proxy_async();")->Kind,
            SyncKind::ProxyFence);
}

TEST(SyncApi, TensorMemory) {
  OneOp Alloc("unsigned *at", "cuda::ptx::tcgen05_alloc(cuda::ptx::cta_group_2,"
                              " at, 64u);");
  EXPECT_EQ(Alloc->Kind, SyncKind::TensorAlloc);
  EXPECT_EQ(Alloc.text(Alloc->Object), "at");
  EXPECT_EQ(blocksOfGroup(Alloc.Op), 2u);
  OneOp Commit("unsigned long *b",
               "cuda::ptx::tcgen05_commit(cuda::ptx::cta_group_1, b);");
  EXPECT_EQ(Commit->Async, AsyncGroup::Tcgen05);
  EXPECT_EQ(blocksOfGroup(Commit.Op), 1u);
  EXPECT_EQ(OneOp("unsigned *v", "cuda::ptx::tcgen05_ld_32x32b(v, 0u);")->Kind,
            SyncKind::TensorLoad);
  EXPECT_EQ(OneOp("", "cuda::ptx::tcgen05_wait_ld();")->Kind,
            SyncKind::AsyncWait);
}

TEST(SyncApi, HostCalls) {
  ParsedCuda Unit("__global__ void kernel();"
                  "__host__ void test() {"
                  "  cudaLaunchCooperativeKernel(&kernel, 1, 1);"
                  "  cudaDeviceSynchronize(); cudaThreadSynchronize(); }");
  ASSERT_EQ(Unit.Ops.size(), 3u);
  EXPECT_EQ(Unit.Ops[0].Kind, SyncKind::HostLaunch);
  EXPECT_EQ(Unit.Ops[1].Kind, SyncKind::HostSync);
  EXPECT_TRUE(Unit.Ops[2].Entry->Deprecated);
}

TEST(SyncApi, ForeignNamesDoNotMatch) {
  ParsedCuda Unit(R"cuda(
    namespace mine {
      __device__ void __syncwarp();
      struct thread_block { __device__ void sync(); };
      inline namespace v1 { __device__ int atomicAdd(int *, int); }
      namespace cooperative_groups {
        struct thread_block { __device__ void sync(); };
      }
    }
    namespace { __device__ void __threadfence_system(); }
    struct barrier { __device__ void arrive(); __device__ void __syncthreads(); };
    __device__ void test(int *p, mine::thread_block b, barrier r,
                         mine::cooperative_groups::thread_block c) {
      mine::__syncwarp(); b.sync(); c.sync(); mine::atomicAdd(p, 1);
      __threadfence_system(); r.arrive(); r.__syncthreads();
      struct Local { __device__ static void __threadfence() {} };
      Local::__threadfence();
    })cuda");
  EXPECT_TRUE(Unit.Ops.empty());
}

TEST(SyncApi, DeclarationsInsideFunctionsMatch) {
  OneOp Local("", "extern __device__ void __threadfence_system();"
                  "__threadfence_system();");
  EXPECT_EQ(Local->Kind, SyncKind::Fence);
}

TEST(SyncApi, DerivedAndInstantiatedClassesMatch) {
  OneOp Derived("", "struct Mine : cg::thread_block {}; Mine m; m.sync();");
  EXPECT_EQ(Derived->Spelling, "cg::thread_block::sync()");
  EXPECT_EQ(Derived->Scope, Scope::Block);

  ParsedCuda Unit("template <class G> __device__ void test(G g) { g.sync(); }"
                  "template __device__ void test(cg::thread_block);"
                  "template __device__ void test(cg::thread_block_tile<4>);");
  ASSERT_EQ(Unit.Ops.size(), 2u) << "one per instantiation";
  EXPECT_EQ(Unit.Ops[0].Scope, Scope::Block);
  EXPECT_EQ(Unit.Ops[1].TileSize, 4u);
}

TEST(SyncApi, ConfiguredWrappers) {
  const ConfiguredWrapper Wrappers[] = {
      {"proj::block_sync", "__syncthreads"},
      {"::proj::Team::join", "cg::thread_block::sync"},
      {"proj::broken", "no_such_call"}};
  ParsedCuda Unit("namespace proj { inline namespace v2 {"
                  "  __device__ void block_sync(); }"
                  "  struct Team { __device__ void join(); };"
                  "  __device__ void broken(); }"
                  "__device__ void test(proj::Team t) {"
                  "  proj::block_sync(); t.join(); proj::broken(); }",
                  Wrappers);
  ASSERT_EQ(Unit.Ops.size(), 2u);
  EXPECT_EQ(Unit.Ops[0].Kind, SyncKind::Barrier);
  EXPECT_EQ(Unit.Ops[0].Spelling, "proj::block_sync()");
  EXPECT_EQ(Unit.Ops[0].Entry->Name, "__syncthreads");
  EXPECT_EQ(Unit.Ops[1].Spelling, "proj::Team::join()");
  EXPECT_EQ(Unit.Ops[1].Scope, Scope::Block);
  ASSERT_EQ(Unit.Model.unknownWrappers().size(), 1u);
  EXPECT_EQ(Unit.Model.unknownWrappers()[0], "no_such_call");
}

} // namespace sync_api_test
