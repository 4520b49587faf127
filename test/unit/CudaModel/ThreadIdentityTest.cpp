//===--- ThreadIdentityTest.cpp - Identity in all its spellings -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParsedCuda.h"

namespace thread_identity_test {
using namespace warplint;
using namespace warplint::test;

void expectIdentity(llvm::StringRef Parameters, llvm::StringRef Expression,
                    IdentityKind Kind, Scope UniformAt, unsigned Axis = 0,
                    unsigned TileSize = 0) {
  SCOPED_TRACE(Expression.str());
  ParsedCuda Unit = parseBody(Parameters, ("return " + Expression + ";").str());
  std::optional<Identity> Found = Unit.returnedIdentity();
  ASSERT_TRUE(Found.has_value());
  EXPECT_EQ(Found->Kind, Kind);
  EXPECT_EQ(Found->UniformAt, UniformAt);
  EXPECT_EQ(Found->Axis, Axis);
  EXPECT_EQ(Found->TileSize, TileSize);
}

TEST(ThreadIdentity, BuiltinVariables) {
  expectIdentity("", "threadIdx.x", IdentityKind::ThreadIdx, Scope::Thread, 0);
  expectIdentity("", "blockIdx.y", IdentityKind::BlockIdx, Scope::Block, 1);
  expectIdentity("", "(blockDim.z)", IdentityKind::BlockDim, Scope::Grid, 2);
  expectIdentity("", "gridDim.x", IdentityKind::GridDim, Scope::Grid, 0);
  expectIdentity("", "warpSize", IdentityKind::WarpSize, Scope::Grid);
  expectIdentity("", "threadIdx.__fetch_builtin_y()", IdentityKind::ThreadIdx,
                 Scope::Thread, 1);
  ParsedCuda Unit = parseBody("", "return threadIdx.z;");
  EXPECT_EQ(Unit.returnedIdentity()->Spelling, "threadIdx.z");
}

TEST(ThreadIdentity, SpecialRegisters) {
  expectIdentity("", "__nvvm_read_ptx_sreg_tid_y()", IdentityKind::ThreadIdx,
                 Scope::Thread, 1);
  expectIdentity("", "__nvvm_read_ptx_sreg_nctaid_z()", IdentityKind::GridDim,
                 Scope::Grid, 2);
  expectIdentity("", "__nvvm_read_ptx_sreg_laneid()", IdentityKind::LaneId,
                 Scope::Thread);
  expectIdentity("", "__nvvm_read_ptx_sreg_warpid()",
                 IdentityKind::WarpIdInBlock, Scope::Warp);
  expectIdentity("", "__nvvm_read_ptx_sreg_smid()", IdentityKind::Opaque,
                 Scope::Block);
  expectIdentity("", "__nvvm_read_ptx_sreg_gridid()", IdentityKind::Opaque,
                 Scope::Grid);
  expectIdentity("", "cuda::ptx::get_sreg_laneid()", IdentityKind::LaneId,
                 Scope::Thread);
  expectIdentity("", "clock64()", IdentityKind::Opaque, Scope::Thread);
}

TEST(ThreadIdentity, Triples) {
  expectIdentity("", "dim3(blockDim).y", IdentityKind::BlockDim, Scope::Grid,
                 1);
  expectIdentity("cg::thread_block b", "b.thread_index().z",
                 IdentityKind::ThreadIdx, Scope::Thread, 2);
  expectIdentity("cg::thread_block b", "b.group_index().x",
                 IdentityKind::BlockIdx, Scope::Block);
  expectIdentity("cg::grid_group g", "g.block_index().y",
                 IdentityKind::BlockIdx, Scope::Block, 1);
  ParsedCuda Unit = parseBody("", "dim3 t = threadIdx; uint3 n{1, 2, 3};");
  std::optional<Identity> Whole =
      Unit.Model.tripleIdentityOf(*Unit.Variables["t"]->getInit());
  ASSERT_TRUE(Whole.has_value());
  EXPECT_EQ(Whole->Kind, IdentityKind::ThreadIdx);
  EXPECT_FALSE(Unit.Model.tripleIdentityOf(*Unit.Variables["n"]->getInit()));
}

TEST(ThreadIdentity, Groups) {
  expectIdentity("cg::thread_block b", "b.thread_rank()",
                 IdentityKind::ThreadRankInBlock, Scope::Thread);
  expectIdentity("", "cg::thread_block::size()", IdentityKind::BlockSize,
                 Scope::Grid);
  expectIdentity("", "cg::this_grid().thread_rank()",
                 IdentityKind::ThreadRankInGrid, Scope::Thread);
  expectIdentity("cg::cluster_group c", "c.block_rank()",
                 IdentityKind::BlockRankInCluster, Scope::Block);
  expectIdentity("cg::coalesced_group g", "g.thread_rank()",
                 IdentityKind::Opaque, Scope::Thread, 0, 32);
  expectIdentity("cg::thread_block b", "cg::thread_rank(b)",
                 IdentityKind::ThreadRankInBlock, Scope::Thread);
}

TEST(ThreadIdentity, Tiles) {
  const char *Warp = "cg::thread_block_tile<32, cg::thread_block> t";
  expectIdentity(Warp, "t.thread_rank()", IdentityKind::ThreadRankInTile,
                 Scope::Thread, 0, 32);
  expectIdentity(Warp, "t.meta_group_rank()", IdentityKind::WarpIdInBlock,
                 Scope::Warp, 0, 32);
  const char *Small = "cg::thread_block_tile<8, cg::thread_block> t";
  expectIdentity(Small, "t.meta_group_rank()", IdentityKind::TileRankInBlock,
                 Scope::Thread, 0, 8);
  expectIdentity(Small, "t.num_threads()", IdentityKind::TileSize, Scope::Grid,
                 0, 8);
  const char *Large = "cg::thread_block_tile<128> t";
  expectIdentity(Large, "t.meta_group_rank()", IdentityKind::TileRankInBlock,
                 Scope::Warp, 0, 128);
  expectIdentity(Large, "t.meta_group_size()", IdentityKind::TilesInBlock,
                 Scope::Grid, 0, 128);
  // A tile of a tile: its rank is relative to the parent.
  expectIdentity("cg::thread_block_tile<8, cg::thread_block_tile<32>> t",
                 "t.meta_group_rank()", IdentityKind::Opaque, Scope::Thread, 0,
                 8);
}

TEST(ThreadIdentity, OtherExpressionsHaveNone) {
  for (const char *Expression :
       {"mine::threadIdx.x", "v.x", "v.size()", "threadIdx.x + 1", "1",
        "mine::clock64()", "mine::Wrap(threadIdx).x"}) {
    ParsedCuda Unit(
        (llvm::Twine("namespace mine { __device__ uint3 threadIdx;"
                     "  __device__ long clock64();"
                     "  struct Wrap { unsigned x; __device__ Wrap(uint3); }; }"
                     "struct V { unsigned x; __device__ unsigned size(); };"
                     "__device__ auto test(V v) { return ") +
         Expression + "; }")
            .str());
    EXPECT_FALSE(Unit.returnedIdentity().has_value()) << Expression;
  }
}

struct AsmCase {
  const char *Text;
  IdentityKind Kind;
  Scope UniformAt;
  unsigned Axis;
};

TEST(ThreadIdentity, InlinePtx) {
  const AsmCase Table[] = {
      {"mov.u32 %0, %%laneid;", IdentityKind::LaneId, Scope::Thread, 0},
      {"mov.u32 %0, %%tid.y;", IdentityKind::ThreadIdx, Scope::Thread, 1},
      {"mov.u32 %0, %%ctaid.z;", IdentityKind::BlockIdx, Scope::Block, 2},
      {"mov.u32 %0, %%warpid;", IdentityKind::WarpIdInBlock, Scope::Warp, 0},
      {"mov.u32 %0, %%lanemask_lt;", IdentityKind::Opaque, Scope::Thread, 0},
      {"mov.u32 %0, %%smid;", IdentityKind::Opaque, Scope::Block, 0},
      {"mov.u32 %0, %%cluster_ctarank;", IdentityKind::BlockRankInCluster,
       Scope::Block, 0},
      {"mov.u32 %0, WARP_SZ;", IdentityKind::WarpSize, Scope::Grid, 0},
  };
  for (const AsmCase &Case : Table) {
    SCOPED_TRACE(Case.Text);
    ParsedCuda Unit = parseBody(
        "unsigned r",
        (llvm::Twine("asm(\"") + Case.Text + "\" : \"=r\"(r));").str());
    ASSERT_EQ(Unit.Identities.size(), 1u);
    EXPECT_EQ(Unit.Identities[0].Kind, Case.Kind);
    EXPECT_EQ(Unit.Identities[0].UniformAt, Case.UniformAt);
    EXPECT_EQ(Unit.Identities[0].Axis, Case.Axis);
  }
}

TEST(ThreadIdentity, InlinePtxThatComputesHasNone) {
  for (const char *Text :
       {"mov.u32 %0, %%tid.x; add.u32 %0, %0, 1;", "add.u32 %0, %%tid.x, 1;",
        "@q mov.u32 %0, %%tid.x;", "mov.u32 %0, %%nosuch;", ""})
    EXPECT_TRUE(
        parseBody("unsigned r",
                  (llvm::Twine("asm(\"") + Text + "\" : \"=r\"(r));").str())
            .Identities.empty())
        << Text;
}

TEST(MemorySpaces, FollowAttributes) {
  ParsedCuda Unit("__device__ int test(int p) {"
                  "  __shared__ int s; extern __shared__ int d[]; int l;"
                  "  return p; }");
  EXPECT_EQ(memorySpaceOf(*Unit.Variables["s"]), MemorySpace::Shared);
  EXPECT_EQ(memorySpaceOf(*Unit.Variables["d"]), MemorySpace::Shared);
  EXPECT_EQ(memorySpaceOf(*Unit.Variables["l"]), MemorySpace::Local);
  EXPECT_EQ(memorySpaceOf(*Unit.Variables["p"]), MemorySpace::Local);
}

TEST(MemorySpaces, OfGlobals) {
  ParsedCuda Unit("__device__ int g; __constant__ int c;"
                  "__attribute__((device, annotate(\"warplint::managed\")))"
                  " int m;");
  EXPECT_EQ(memorySpaceOf(*Unit.Variables["g"]), MemorySpace::Global);
  EXPECT_EQ(memorySpaceOf(*Unit.Variables["c"]), MemorySpace::Constant);
  EXPECT_EQ(memorySpaceOf(*Unit.Variables["m"]), MemorySpace::Managed);
}

} // namespace thread_identity_test
