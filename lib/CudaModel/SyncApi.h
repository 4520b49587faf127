//===--- SyncApi.h - What CUDA's synchronization calls mean -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of barriers, fences, warp collectives, atomics, asynchronous
// copies and barrier objects. No other module spells a CUDA name.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SYNCAPI_H
#define WARPLINT_CUDAMODEL_SYNCAPI_H

#include "CudaModel/SyncOp.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// What an expression says about the identity of a thread or the launch.
enum class IdentityKind : uint8_t {
  ThreadIdx,     ///< threadIdx.{x,y,z} (Axis).
  BlockIdx,      ///< blockIdx.{x,y,z} (Axis).
  BlockDim,      ///< blockDim.{x,y,z} (Axis).
  GridDim,       ///< gridDim.{x,y,z} (Axis).
  LaneId,        ///< %laneid, 0..31.
  WarpIdInBlock, ///< %warpid-like: cg tile meta_group_rank of 32-lane tiles.
  WarpSize,      ///< warpSize: 32.
  ThreadRankInBlock, ///< x + y*Dx + z*Dx*Dy.
  ThreadRankInGrid,
  ThreadRankInTile, ///< ThreadRankInBlock modulo TileSize.
  TileRankInBlock,  ///< ThreadRankInBlock divided by TileSize.
  TilesInBlock,
  BlockSize, ///< threads of the block.
  GridSize,  ///< threads of the grid.
  TileSize,  ///< TileSize itself.
  BlockRankInGrid,
  BlocksInGrid,
  BlockRankInCluster,
  ClusterRankInGrid,
  ThreadRankInCluster,
  BlocksInCluster,
  /// Differs by thread in ways the model does not resolve (coalesced group
  /// ranks, clocks, %smid as seen by another block, ...). Uniform at UniformAt.
  Opaque,
};

struct Identity {
  IdentityKind Kind;
  uint8_t Axis = 0;      ///< 0 = x, 1 = y, 2 = z.
  /// For the tile kinds; of what else differs by thread, the warp's size if it
  /// says nothing about where the thread's warp is.
  unsigned TileSize = 0;
  Scope UniformAt =
      Scope::Thread;    ///< Widest scope over which all threads agree.
  std::string Spelling; ///< For messages: "threadIdx.x".
};

/// `%laneid`.
Identity laneInWarp();

/// What messages and fixes suggest, as a user types it.
namespace suggested {
inline constexpr llvm::StringLiteral Ballot = "__ballot_sync()";
inline constexpr llvm::StringLiteral MatchAny = "__match_any_sync()";
inline constexpr llvm::StringLiteral Coalesced = "cg::coalesced_threads()";
inline constexpr llvm::StringLiteral LegacySuffix = "_sync";
inline constexpr llvm::StringLiteral BlockBarrier = "__syncthreads()";
inline constexpr llvm::StringLiteral WarpBarrier = "__syncwarp()";
inline constexpr llvm::StringLiteral DeviceFence = "__threadfence()";
inline constexpr llvm::StringLiteral SystemFence = "__threadfence_system()";
inline constexpr llvm::StringLiteral BlockFence = "__threadfence_block()";
inline constexpr llvm::StringLiteral Release = "cuda::memory_order_release";
inline constexpr llvm::StringLiteral Acquire = "cuda::memory_order_acquire";
inline constexpr llvm::StringLiteral AcquireRelease =
    "cuda::memory_order_acq_rel";
inline constexpr llvm::StringLiteral DeviceScope = "cuda::thread_scope_device";
inline constexpr llvm::StringLiteral SystemScope = "cuda::thread_scope_system";
inline constexpr llvm::StringLiteral BlockScope = "cuda::thread_scope_block";
inline constexpr llvm::StringLiteral AtomicRef = "cuda::atomic_ref";
inline constexpr llvm::StringLiteral Exchange = "atomicExch()";
inline constexpr llvm::StringLiteral CountUpTo = "atomicInc()";
inline constexpr llvm::StringLiteral DeviceLoad = "__ldcg()";
} // namespace suggested

/// Where a variable lives (CUDA Programming Guide, "Variable Memory Space
/// Specifiers").
enum class MemorySpace : uint8_t { Local, Shared, Global, Constant, Managed };

MemorySpace memorySpaceOf(const clang::VarDecl &Var);

/// Blocks per cluster that \p Kernel is compiled for (`__cluster_dims__`).
std::optional<std::array<uint32_t, 3>>
clusterDimsOf(const clang::FunctionDecl &Kernel);

/// The PTX of \p Asm elects one lane of those that come (PTX ISA,
/// "elect.sync").
bool electsLane(const clang::GCCAsmStmt &Asm);

/// The copy \p Op goes to several blocks of a cluster at once (PTX ISA,
/// ".multicast::cluster").
bool reachesOtherBlocks(const SyncOp &Op);

/// \p F is what a failing `assert` calls; it ends the launch (CUDA Programming
/// Guide, "Assertion"), although clang's declarations do not say so.
bool isFailedAssertion(const clang::FunctionDecl &F);

/// A project's own wrapper that acts like a known operation, as configured:
/// "myproj::block_sync" behaves like "__syncthreads".
struct ConfiguredWrapper {
  std::string Name;        ///< Qualified name of the wrapper.
  std::string BehavesLike; ///< A name of the table.
};

/// Recognizes synchronization in the AST. Keeps pointers into the AST of one
/// translation unit; make one model per unit.
class SyncModel {
public:
  /// Wrappers whose BehavesLike names no row are returned by
  /// `unknownWrappers()` and ignored.
  explicit SyncModel(llvm::ArrayRef<ConfiguredWrapper> Wrappers = {});

  /// The row that \p Callee is, or null. Templates and members of inline
  /// namespaces match by their user-visible qualified name. A member that a
  /// user-visible class inherits from a library detail has no row of its own:
  /// only classify, which sees the object, recognizes it.
  const SyncApiEntry *lookup(const clang::FunctionDecl &Callee) const;

  /// What \p Call does, if the table knows its callee.
  std::optional<SyncOp> classify(const clang::CallExpr &Call) const;

  /// The initialization that a constructor with an arrival count performs
  /// (`cuda::barrier`, `cuda::latch`). The object is what is constructed, so
  /// `Object` is null and `Origin` is \p Construct.
  std::optional<SyncOp>
  classify(const clang::CXXConstructExpr &Construct) const;

  /// What the PTX text of \p Asm does: one operation per synchronizing
  /// instruction, in order.
  llvm::SmallVector<SyncOp, 2> classify(const clang::GCCAsmStmt &Asm) const;

  /// Thread or launch identity that \p E reads: special registers, members of
  /// the built-in variables, cooperative-groups rank and size queries.
  std::optional<Identity> identityOf(const clang::Expr &E) const;

  /// The three-component value that \p E is (`threadIdx`,
  /// `block.thread_index()`, `blockDim` converted to dim3). `Axis` is 0 and
  /// `Spelling` lacks the component.
  std::optional<Identity> tripleIdentityOf(const clang::Expr &E) const;

  /// Identity that PTX reads into output \p Output of \p Asm (%tid.x, %laneid).
  std::optional<Identity> identityOf(const clang::GCCAsmStmt &Asm,
                                     unsigned Output) const;

  /// The lane of the thread, if output \p Output of \p Asm says whether it is
  /// lane 0: the whole warp elects one (PTX ISA, "elect.sync"; which one is not
  /// said, the hardware takes the first). Nothing for a part of a warp.
  std::optional<Identity> electedBy(const clang::GCCAsmStmt &Asm,
                                    unsigned Output) const;

  llvm::ArrayRef<std::string> unknownWrappers() const { return Unknown; }

  /// Every row for calls, for documentation and tests.
  static llvm::ArrayRef<SyncApiEntry> table();

  /// Every row for PTX. `Name` is the opcode without optional modifiers; the
  /// operand positions count PTX operands, destinations included.
  static llvm::ArrayRef<SyncApiEntry> ptxTable();

private:
  /// A row and the name under which it was found, owned by ByName.
  struct Match {
    const SyncApiEntry *Entry = nullptr;
    llvm::StringRef Name;
  };

  Match matchFunction(const clang::FunctionDecl &Callee) const;
  Match matchMember(const clang::CXXRecordDecl &ObjectClass,
                    const clang::FunctionDecl &Callee) const;
  Match matchName(llvm::StringRef QualifiedName) const;
  bool mayMatch(const clang::FunctionDecl &Callee) const;

  mutable llvm::DenseMap<const clang::FunctionDecl *, Match> Cache;
  mutable llvm::DenseMap<
      std::pair<const clang::CXXRecordDecl *, const clang::FunctionDecl *>,
      Match>
      MemberCache;
  llvm::StringMap<const SyncApiEntry *> ByName;
  llvm::StringSet<> LastComponents;
  std::vector<std::string> Unknown;
};

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_SYNCAPI_H
