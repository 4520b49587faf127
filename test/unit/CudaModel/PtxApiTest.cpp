//===--- PtxApiTest.cpp - Classification of inline PTX --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/BlockPairs.h"
#include "CudaModel/PtxOperands.h"
#include "CudaModel/UnmodelledCode.h"
#include "ParsedCuda.h"

namespace ptx_api_test {
using namespace warplint;
using namespace warplint::test;

struct OneInstruction {
  explicit OneInstruction(llvm::StringRef Text) : Unit(parseAsm(Text)) {
    EXPECT_EQ(Unit.Ops.size(), 1u) << Text.str();
    if (!Unit.Ops.empty())
      Op = Unit.Ops.front();
  }

  std::string text(const clang::Expr *E) const { return Unit.text(E); }
  const SyncOp *operator->() const { return &Op; }

  ParsedCuda Unit;
  SyncOp Op;
};

struct Expected {
  const char *Text;
  SyncKind Kind;
  Scope EffectScope;
  MemoryOrder Order;
};

TEST(PtxApi, KindScopeOrder) {
  const Expected Table[] = {
      {"bar.sync 0;", SyncKind::Barrier, Scope::Block, MemoryOrder::AcqRel},
      {"barrier.cta.sync.aligned 0;", SyncKind::Barrier, Scope::Block,
       MemoryOrder::AcqRel},
      {"bar.warp.sync 0xff;", SyncKind::WarpBarrier, Scope::Warp,
       MemoryOrder::AcqRel},
      {"barrier.cluster.arrive.relaxed.aligned;", SyncKind::BarrierArrive,
       Scope::Cluster, MemoryOrder::Relaxed},
      {"barrier.cluster.wait;", SyncKind::BarrierWait, Scope::Cluster,
       MemoryOrder::Acquire},
      {"membar.gl;", SyncKind::Fence, Scope::Grid, MemoryOrder::SeqCst},
      {"membar.sys;", SyncKind::Fence, Scope::System, MemoryOrder::SeqCst},
      {"fence.acq_rel.cluster;", SyncKind::Fence, Scope::Cluster,
       MemoryOrder::AcqRel},
      {"fence.sc.cta;", SyncKind::Fence, Scope::Block, MemoryOrder::SeqCst},
      {"fence.mbarrier_init.release.cluster;", SyncKind::Fence, Scope::Cluster,
       MemoryOrder::Release},
      {"fence.proxy.async.shared::cta;", SyncKind::ProxyFence, Scope::Thread,
       MemoryOrder::None},
      {"atom.global.add.u32 %0, [%1], %2;", SyncKind::AtomicRMW, Scope::Grid,
       MemoryOrder::Relaxed},
      {"red.release.sys.global.add.u32 [%1], %2;", SyncKind::AtomicRMW,
       Scope::System, MemoryOrder::Release},
      {"ld.acquire.gpu.global.u32 %0, [%1];", SyncKind::AtomicLoad, Scope::Grid,
       MemoryOrder::Acquire},
      {"st.release.cta.u32 [%1], %2;", SyncKind::AtomicStore, Scope::Block,
       MemoryOrder::Release},
      {"ld.volatile.global.u32 %0, [%1];", SyncKind::AtomicLoad, Scope::System,
       MemoryOrder::Relaxed},
      {"ld.global.cg.u32 %0, [%1];", SyncKind::CachedLoad, Scope::Thread,
       MemoryOrder::None},
      {"ld.global.nc.L1::no_allocate.u32 %0, [%1];", SyncKind::CachedLoad,
       Scope::Thread, MemoryOrder::None},
      {"shfl.sync.down.b32 %0|q, %2, 1, 31, 0xffffffff;", SyncKind::Shuffle,
       Scope::Warp, MemoryOrder::None},
      {"vote.sync.any.pred q, r, 3;", SyncKind::Vote, Scope::Warp,
       MemoryOrder::None},
      {"match.all.sync.b32 %0|q, %2, 3;", SyncKind::Match, Scope::Warp,
       MemoryOrder::None},
      {"redux.sync.add.u32 %0, %2, 3;", SyncKind::WarpReduce, Scope::Warp,
       MemoryOrder::None},
      {"activemask.b32 %0;", SyncKind::ActiveMask, Scope::Warp,
       MemoryOrder::None},
      {"cp.async.ca.shared.global [%1], [%1], 4;", SyncKind::AsyncCopy,
       Scope::Thread, MemoryOrder::None},
      {"cp.async.commit_group;", SyncKind::AsyncCommit, Scope::Thread,
       MemoryOrder::None},
      {"cp.async.mbarrier.arrive.noinc.shared.b64 [%1];", SyncKind::AsyncCommit,
       Scope::Thread, MemoryOrder::None},
      {"mbarrier.init.shared.b64 [%1], 32;", SyncKind::ObjectInit, Scope::Block,
       MemoryOrder::None},
      {"mbarrier.inval.shared.b64 [%1];", SyncKind::ObjectInvalidate,
       Scope::Block, MemoryOrder::None},
      {"mbarrier.arrive.expect_tx.shared.b64 _, [%1], %2;",
       SyncKind::ObjectArriveExpectTx, Scope::Block, MemoryOrder::Release},
      {"mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%1];",
       SyncKind::ObjectArrive, Scope::Cluster, MemoryOrder::Release},
      {"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%1], 8;",
       SyncKind::ObjectExpectTx, Scope::Block, MemoryOrder::Relaxed},
      {"mbarrier.test_wait.shared.b64 q, [%1], %2;", SyncKind::ObjectTryWait,
       Scope::Block, MemoryOrder::Acquire},
      {"exit;", SyncKind::Exit, Scope::Thread, MemoryOrder::None},
      {"trap;", SyncKind::Exit, Scope::Grid, MemoryOrder::None},
  };
  for (const Expected &Row : Table) {
    SCOPED_TRACE(Row.Text);
    OneInstruction Found(Row.Text);
    EXPECT_EQ(Found->Kind, Row.Kind);
    EXPECT_EQ(Found->Scope, Row.EffectScope);
    EXPECT_EQ(Found->Order, Row.Order);
  }
}

TEST(PtxApi, OtherInstructionsAreSilent) {
  for (const char *Text :
       {"mov.u32 %0, %2;", "ld.param.u32 %0, [%1];", "st.local.u32 [%1], %2;",
        "cp.async.bulk.prefetch.L2.global [%1], 16;", "brkpt;",
        "nanosleep.u32 1;", "barbar.sync 0;", "bar;"})
    EXPECT_TRUE(parseAsm(Text).Ops.empty()) << Text;
}

TEST(PtxApi, PlainAccesses) {
  OneInstruction Load("ld.global.v4.u32 {%0, %0, %0, %0}, [%1+16];");
  EXPECT_EQ(Load->Kind, SyncKind::CachedLoad);
  EXPECT_EQ(Load.text(Load->Object), "p");
  EXPECT_EQ(Load->Bytes, 16u);
  EXPECT_EQ(Load->ObjectOffset, 16);
  EXPECT_EQ(Load->Results.size(), 4u);
  OneInstruction Store("st.shared.b16 [%1 + -2], %2;");
  EXPECT_EQ(Store->Kind, SyncKind::CachedStore);
  EXPECT_EQ(Store->Bytes, 2u);
  EXPECT_EQ(Store->ObjectOffset, -2);
  EXPECT_EQ(Store.text(Store->Value), "v");
  // No one value for all of them.
  EXPECT_EQ(OneInstruction("st.v2.f32 [%1], {%2, %2};")->Value, nullptr);
  EXPECT_EQ(OneInstruction("atom.add.noftz.f16x2 %0, [%1], %2;")->Bytes, 4u);
}

TEST(PtxApi, BarrierCounts) {
  OneInstruction All("bar.sync 3;");
  EXPECT_EQ(All->Participants, Participation::AllOfScope);
  EXPECT_EQ(All->IdImmediate, 3u);
  EXPECT_TRUE(All->Aligned);
  EXPECT_FALSE(OneInstruction("barrier.sync 3;")->Aligned);

  OneInstruction Immediate("bar.sync 1, 64;");
  EXPECT_EQ(Immediate->Participants, Participation::Counted);
  EXPECT_EQ(Immediate->CountImmediate, 64u);
  OneInstruction Operand("barrier.sync.aligned 1, %2;");
  EXPECT_EQ(Operand.text(Operand->Count), "v");
  EXPECT_TRUE(Operand->Aligned);

  OneInstruction Reduction("bar.red.popc.u32 %0, 1, q;");
  EXPECT_EQ(Reduction->IdImmediate, 1u);
  EXPECT_EQ(Reduction->Participants, Participation::AllOfScope);
  EXPECT_EQ(Reduction->CountImmediate, std::nullopt);
  EXPECT_EQ(Reduction->ResultUniformAt, Scope::Block);
  OneInstruction Counted("bar.red.popc.u32 %0, 1, 64, q;");
  EXPECT_EQ(Counted->CountImmediate, 64u);
  EXPECT_EQ(Counted->Participants, Participation::Counted);
}

TEST(PtxApi, OperandsMapToExpressions) {
  OneInstruction Store("st.release.gpu.u32 [%1+4], %2;");
  EXPECT_EQ(Store.text(Store->Object), "p");
  EXPECT_EQ(Store.text(Store->Value), "v");
  OneInstruction Named("bar.warp.sync %[val];");
  EXPECT_EQ(Named.text(Named->Mask), "v");
  OneInstruction Tied("bar.warp.sync %3;");
  EXPECT_EQ(Tied.text(Tied->Mask), "out") << "the hidden input of \"+r\"";
  OneInstruction Output("bar.warp.sync %0;");
  EXPECT_EQ(Output.text(Output->Mask), "out");
  OneInstruction Mask("shfl.sync.idx.b32 %0, %2, 5, 31, 0xff;");
  EXPECT_EQ(Mask->MaskImmediate, 0xffu);
  EXPECT_EQ(Mask->SelectImmediate, 5u);
  OneInstruction Swap("atom.cas.b32 %0, [%1], 0, %2;");
  EXPECT_EQ(Swap.text(Swap->Value), "v");
}

TEST(PtxApi, SegmentsOfShuffles) {
  OneInstruction Down("shfl.sync.down.b32 %0, %2, 1, 0x181f, 0xff;");
  EXPECT_EQ(Down->Entry->Shuffle, ShuffleMode::Down);
  EXPECT_EQ(Down->SegmentImmediate, 0x181fu);
  EXPECT_EQ(Down.text(Down->Results.front()), "out");
  EXPECT_EQ(lanesOfSegment(0x1f, ShuffleMode::Xor), 32u);
  EXPECT_EQ(lanesOfSegment(0, ShuffleMode::Up), 32u);
  EXPECT_EQ(lanesOfSegment(0x181f, ShuffleMode::Down), 8u);
  EXPECT_EQ(lanesOfSegment(0x1807, ShuffleMode::Down), 8u);
  EXPECT_EQ(lanesOfSegment(0x1800, ShuffleMode::Up), 8u);
  EXPECT_EQ(lanesOfSegment(0x0f, ShuffleMode::Down), std::nullopt)
      << "the clamp ends the segment before its last lane";
  EXPECT_EQ(lanesOfSegment(0x0a1f, ShuffleMode::Down), std::nullopt)
      << "the mask is no prefix of a lane's bits";
}

TEST(PtxApi, BulkCopies) {
  OneInstruction Load("cp.async.bulk.shared::cluster.global.mbarrier::"
                      "complete_tx::bytes [%0], [%1], %2, [%1];");
  EXPECT_EQ(Load.text(Load->Completion), "p");
  EXPECT_EQ(Load->Async, AsyncGroup::None);
  OneInstruction Store("cp.async.bulk.global.shared::cta.bulk_group "
                       "[%1], [%0], 16;");
  EXPECT_EQ(Store->Completion, nullptr);
  EXPECT_EQ(Store->Async, AsyncGroup::Bulk);
  EXPECT_EQ(Store->WidthImmediate, 16u);
  OneInstruction Wait("cp.async.bulk.wait_group.read 1;");
  EXPECT_EQ(Wait->ValueImmediate, 1u);
  EXPECT_TRUE(Wait->SourceOnly);
  EXPECT_EQ(OneInstruction("cp.async.wait_group 0;")->Async,
            AsyncGroup::CpAsync);
  EXPECT_EQ(OneInstruction("wgmma.wait_group.sync.aligned 0;")->Async,
            AsyncGroup::Wgmma);
}

TEST(PtxApi, MatricesInSharedMemory) {
  OneInstruction Load(
      "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %0}, [%1];");
  EXPECT_EQ(Load->Kind, SyncKind::MatrixLoad);
  EXPECT_EQ(Load.text(Load->Object), "p");
  EXPECT_EQ(Load->Bytes, 16u);
  EXPECT_EQ(Load->Lanes, 16u);
  OneInstruction Store(
      "stmatrix.sync.aligned.m8n8.x1.shared::cta.b16 [%1], {%2};");
  EXPECT_EQ(Store->Kind, SyncKind::MatrixStore);
  EXPECT_EQ(Store.text(Store->Object), "p");
}

TEST(PtxApi, TensorMemory) {
  OneInstruction Alloc(
      "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%1], 128;");
  EXPECT_EQ(Alloc->Kind, SyncKind::TensorAlloc);
  EXPECT_EQ(Alloc.text(Alloc->Object), "p");
  EXPECT_EQ(Alloc->Bytes, 4u);
  EXPECT_EQ(Alloc->Lanes, 1u);
  EXPECT_EQ(blocksOfGroup(Alloc.Op), 2u);
  OneInstruction Free("tcgen05.dealloc.cta_group::1.sync.aligned.b32 %2, 128;");
  EXPECT_EQ(Free->Kind, SyncKind::TensorFree);
  EXPECT_EQ(blocksOfGroup(Free.Op), 1u);
  EXPECT_EQ(OneInstruction("tcgen05.relinquish_alloc_permit.cta_group::1.sync"
                           ".aligned;")
                ->Kind,
            SyncKind::TensorPermit);
  OneInstruction Load("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%0}, [%2];");
  EXPECT_EQ(Load->Kind, SyncKind::TensorLoad);
  EXPECT_EQ(Load->Object, nullptr);
  EXPECT_EQ(blocksOfGroup(Load.Op), std::nullopt);
  EXPECT_EQ(
      OneInstruction("tcgen05.st.sync.aligned.32x32b.x1.b32 [%2], {%2};")->Kind,
      SyncKind::TensorStore);
  OneInstruction Wait("tcgen05.wait::st.sync.aligned;");
  EXPECT_EQ(Wait->Kind, SyncKind::AsyncWait);
  EXPECT_TRUE(Wait->OwnWork);
}

TEST(PtxApi, BulkStore) {
  OneInstruction Clear("st.bulk.weak.shared::cta [%1], 1024, 0;");
  EXPECT_EQ(Clear->Kind, SyncKind::CachedStore);
  EXPECT_EQ(Clear.text(Clear->Object), "p");
  EXPECT_EQ(Clear->WidthImmediate, 1024u);
}

TEST(PtxApi, MatrixDescriptors) {
  OneInstruction Both("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 "
                      "{%0, %0}, %1, %2, 1, 1, 1, 0, 0;");
  EXPECT_EQ(Both->Kind, SyncKind::MatrixMultiply);
  EXPECT_EQ(Both->Async, AsyncGroup::Wgmma);
  EXPECT_NE(Both->Value, nullptr);
  EXPECT_NE(Both->Select, nullptr);
  OneInstruction InRegisters("wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16."
                             "bf16 {%0, %0}, {%0, %0}, %2, 1, 1, 1, 0;");
  EXPECT_EQ(InRegisters->Value, nullptr);
  EXPECT_NE(InRegisters->Select, nullptr);
  OneInstruction InTensorMemory(
      "tcgen05.mma.cta_group::1.kind::f16 [%1], [%1], %2, %2, 1;");
  EXPECT_EQ(InTensorMemory->Async, AsyncGroup::Tcgen05);
  EXPECT_EQ(InTensorMemory->Value, nullptr);
  EXPECT_NE(InTensorMemory->Select, nullptr);
}

TEST(PtxApi, TransactionsAndRequests) {
  OneInstruction Done("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 "
                      "[%1], 64;");
  EXPECT_EQ(Done->Kind, SyncKind::ObjectCompleteTx);
  EXPECT_EQ(Done->WidthImmediate, 64u);
  OneInstruction Expect("mbarrier.expect_tx.relaxed.cluster.shared::cluster."
                        "b64 [%1], %2;");
  EXPECT_EQ(Expect->Kind, SyncKind::ObjectExpectTx);
  OneInstruction NoInc("cp.async.mbarrier.arrive.noinc.shared.b64 [%1];");
  EXPECT_EQ(NoInc->Kind, SyncKind::AsyncCommit);
  EXPECT_EQ(NoInc->Async, AsyncGroup::None);
  OneInstruction Cancel("clusterlaunchcontrol.try_cancel.async.shared::cta."
                        "mbarrier::complete_tx::bytes.b128 [%0], [%1];");
  EXPECT_EQ(Cancel->Kind, SyncKind::AsyncCopy);
  EXPECT_EQ(Cancel.text(Cancel->Completion), "p");
}

TEST(PtxApi, OtherGrids) {
  EXPECT_EQ(OneInstruction("griddepcontrol.wait;")->Kind,
            SyncKind::GridDependencyWait);
  EXPECT_EQ(OneInstruction("griddepcontrol.launch_dependents;")->Kind,
            SyncKind::GridDependencyLaunch);
  EXPECT_EQ(OneInstruction("wgmma.fence.sync.aligned;")->Kind,
            SyncKind::RegisterFence);
}

TEST(PtxApi, TryWaitInLoopWaits) {
  OneInstruction Once("{ .reg .pred q; mbarrier.try_wait.parity.shared.b64 q, "
                      "[%1], %2; selp.u32 %0, 1, 0, q; }");
  EXPECT_EQ(Once->Kind, SyncKind::ObjectTryWait);
  EXPECT_TRUE(Once->Parity);
  OneInstruction Loop("{ .reg .pred q; WAIT: mbarrier.try_wait.parity.shared."
                      "b64 q, [%1], %2; @q bra DONE; bra WAIT; DONE: }");
  EXPECT_EQ(Loop->Kind, SyncKind::ObjectWaitParity);
}

TEST(PtxApi, PeersOfACluster) {
  OneInstruction Mapped("mapa.u64 %0, %1, %2;");
  EXPECT_EQ(Mapped->Kind, SyncKind::PeerAddress);
  EXPECT_EQ(Mapped.text(Mapped->Object), "p");
  EXPECT_EQ(Mapped.text(Mapped->Select), "v");
  EXPECT_FALSE(Mapped->isAtPeer());

  // A register of the text holds the peer's address.
  ParsedCuda Inside =
      parseAsm("{ .reg .b32 r; mapa.shared::cluster.u32 r, %1, 3; "
               "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [r]; }");
  ASSERT_EQ(Inside.Ops.size(), 2u);
  const SyncOp &Arrive = Inside.Ops[1];
  EXPECT_EQ(Arrive.Kind, SyncKind::ObjectArrive);
  EXPECT_EQ(Arrive.Scope, Scope::Cluster);
  EXPECT_EQ(Inside.text(Arrive.Object), "p");
  EXPECT_TRUE(Arrive.isAtPeer());
  EXPECT_EQ(Arrive.PeerRankImmediate, 3u);

  EXPECT_EQ(OneInstruction("st.shared::cluster.u32 [%1], %2;")->Kind,
            SyncKind::CachedStore);
  EXPECT_TRUE(OneInstruction("cp.async.bulk.tensor.2d.shared::cluster.global."
                             "mbarrier::complete_tx::bytes.multicast::cluster "
                             "[%1], [%1, {%2, %2}], [%1], %2;")
                  ->Entry->Multicast);
}

TEST(PtxApi, SequencesKeepTheirOrder) {
  ParsedCuda Unit = parseAsm("fence.proxy.async; @q bar.sync 0; trap;");
  ASSERT_EQ(Unit.Ops.size(), 3u);
  EXPECT_EQ(Unit.Ops[0].Kind, SyncKind::ProxyFence);
  EXPECT_EQ(Unit.Ops[1].Kind, SyncKind::Barrier);
  EXPECT_TRUE(Unit.Ops[1].Predicated);
  EXPECT_EQ(Unit.Ops[2].Kind, SyncKind::Exit);
  EXPECT_FALSE(Unit.Ops[2].Predicated);
}

TEST(PtxApi, MalformedStatementsAreSurvived) {
  EXPECT_EQ(OneInstruction("bar.sync;")->Id, nullptr);
  EXPECT_EQ(OneInstruction("mbarrier.init.b64 [%1]; }")->Value, nullptr);
}

/// What `convertedBy` says that the first output of \p Text has, "" for null.
std::string convertedIn(llvm::StringRef Text) {
  ParsedCuda Unit = parseAsm(Text);
  return Unit.text(convertedBy(*Unit.LastAsm, Unit.LastAsm->getOutputExpr(0)));
}

TEST(PtxApi, ConvertedAddresses) {
  EXPECT_EQ(convertedIn("{ .reg .u64 t; cvta.to.shared.u64 t, %1; "
                        "cvt.u32.u64 %0, t; }"),
            "p");
  EXPECT_EQ(convertedIn("cvta.to.global.u64 %0, %1;"), "p");
  EXPECT_EQ(convertedIn("mov.u64 %0, %1;"), "p");
  // Half of a number that may be none of shared memory.
  EXPECT_EQ(convertedIn("cvt.u32.u64 %0, %1;"), "");
  EXPECT_EQ(convertedIn("{ .reg .u64 t; cvta.to.shared.u64 t, %1; "
                        "add.u64 t, t, 8; cvt.u32.u64 %0, t; }"),
            "");
  EXPECT_EQ(convertedIn("{ .reg .pred q; setp.ne.u32 q, %2, 0; "
                        "@q cvta.to.shared.u64 %0, %1; }"),
            "");
  EXPECT_EQ(convertedIn("cvta.to.shared.u64 t, %1;"), "");
}

/// Of a statement that begins with a barrier.
std::string withoutRow(const std::string &Text) {
  ParsedCuda Unit = parseAsm("bar.sync 0; " + Text);
  return instructionWithoutRow(
      *llvm::cast<clang::GCCAsmStmt>(Unit.Ops.front().Origin));
}

TEST(PtxApi, InstructionsWithoutARowAreNamed) {
  EXPECT_EQ(withoutRow("mov.u32 r, 3; add.s32 r, r, 1;"), "");
  EXPECT_EQ(withoutRow("st.local.u32 [r], 1;"), "");
  EXPECT_EQ(withoutRow("discard.global.L2 [r], 128;"), "discard");
  EXPECT_EQ(withoutRow("wmma.load.a.sync.aligned.row.m16n16k16.f16 {x}, [y];"),
            "wmma");
}

} // namespace ptx_api_test
