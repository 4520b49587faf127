//===--- SyncOp.h - The words for synchronization ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a row of the tables can say, and what one operation found in code is.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SYNCOP_H
#define WARPLINT_CUDAMODEL_SYNCOP_H

#include "CudaModel/Hardware.h"
#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace warplint {

/// A set of threads that CUDA's execution and memory models speak of, ordered
/// from the smallest to the largest (CUDA Programming Guide, "Thread
/// Hierarchy" and "Thread Scopes"). `Cluster` needs sm_90.
enum class Scope : uint8_t { Thread, Warp, Block, Cluster, Grid, System };

/// The noun for the threads of \p S, as a message uses it ("block").
llvm::StringRef nameOf(Scope S);

/// What a call or PTX instruction does.
enum class SyncKind : uint8_t {
  // Convergence.
  Barrier,       ///< Arrive and wait for every thread of the scope.
  BarrierArrive, ///< First half of a split barrier (cluster arrive,
                 ///< bar.arrive).
  BarrierWait,   ///< Second half of a split barrier.
  WarpBarrier,   ///< `__syncwarp`, tile and coalesced group `sync`.
  Shuffle,       ///< Exchanges registers between lanes.
  Vote,          ///< all / any / ballot / uni.
  Match,         ///< match_any / match_all.
  WarpReduce,    ///< `__reduce_*_sync`, cooperative-groups reduce and scan.
  ActiveMask,    ///< `__activemask()`: who happens to be here, no convergence.
  // Ordering.
  Fence,      ///< Thread fence of a scope.
  ProxyFence, ///< Orders generic and async proxy accesses.
  AtomicRMW,
  AtomicLoad,
  AtomicStore,
  CachedLoad,     ///< Load with a cache operator (`__ldcg`, `__ldg`, ...).
  CachedStore,    ///< Store with a cache operator (`__stcg`, ...).
  MatrixLoad,     ///< A warp loads rows of matrices from shared memory.
  MatrixStore,    ///< A warp stores such rows.
  RegisterFence,  ///< Orders a warp group's registers for `wgmma`.
  MatrixMultiply, ///< Reads matrices in shared memory, beside the threads:
                  ///< descriptors say where (`wgmma`, `tcgen05`).
  // Asynchronous copies.
  AsyncCopy,
  AsyncCommit,
  AsyncWait, ///< Of a cooperative group (`cg::wait`) also its barrier.
  // Barrier objects (`cuda::barrier`, `__mbarrier_t`, mbarrier PTX).
  ObjectInit,
  ObjectInvalidate,
  ObjectArrive,
  ObjectArriveExpectTx,
  ObjectArriveAndDrop,
  ObjectArriveAndWait,
  ObjectWait,
  ObjectTryWait,
  ObjectWaitParity,
  ObjectExpectTx,
  ObjectCompleteTx,
  // `cuda::pipeline` and `__pipeline_*`.
  PipelineAcquire,
  PipelineCommit,
  PipelineWait,
  PipelineRelease,
  // Grids that overlap (programmatic dependent launch).
  GridDependencyWait,   ///< Waits for the grids that this one depends on.
  GridDependencyLaunch, ///< Lets grids that depend on this one start.
  // Distributed shared memory.
  PeerAddress, ///< Makes of an address in the block's own shared memory that of
               ///< the same place in another block of the cluster (`mapa`).
  // Control.
  Exit,       ///< Ends the calling thread (`exit`, `trap`).
  HostSync,   ///< Host waits for device work.
  HostLaunch, ///< Host launches a kernel through an API call.
};

/// Who must execute the operation for it to complete or to be defined.
enum class Participation : uint8_t {
  Self,       ///< The calling thread alone.
  AllOfScope, ///< Every non-exited thread of the scope.
  Counted,    ///< As many arrivals as a count says, whoever they are.
  Masked,     ///< The lanes that the mask operand names.
  Active,     ///< The lanes that are converged at the call.
};

/// C++ memory orders as CUDA uses them. `None`: the operation orders nothing.
enum class MemoryOrder : uint8_t {
  None,
  Relaxed,
  Consume,
  Acquire,
  Release,
  AcqRel,
  SeqCst,
  Unknown, ///< An operand that is not a constant decides.
};

/// The order that PTX's modifiers and `cuda::ptx::sem_*` call \p Name
/// (`acq_rel`); nothing if it names none.
std::optional<MemoryOrder> memoryOrderNamed(llvm::StringRef Name);

/// The per-thread completion group that an asynchronous operation joins,
/// commits or waits for. `None` where a barrier object or a `cuda::pipeline`
/// tracks completion. Waiting for one group says nothing about another.
enum class AsyncGroup : uint8_t { None, CpAsync, Bulk, Wgmma, Tcgen05 };

/// What a load with a cache operator sees of writes by other blocks (PTX ISA,
/// "Cache Operators" and "ld.global.nc").
enum class CacheView : uint8_t {
  Incoherent, ///< The L1 cache of the multiprocessor, like a plain load.
  ReadOnly,   ///< A cache that takes the data for constant during the launch.
  Device,     ///< The L2 cache, which all blocks share.
};

/// What an atomic read-modify-write makes of the old value.
enum class AtomicUpdate : uint8_t {
  None,
  Add,
  Subtract,
  Increment, ///< Back to 0 from the operand on (`atomicInc`).
  Decrement, ///< Back to the operand from 0 (`atomicDec`).
  Exchange,
  CompareExchange,
  Other,
  SetBits, ///< Bits that are set stay set (`atomicOr`, `test_and_set`).
};

/// How a shuffle finds its source lane.
enum class ShuffleMode : uint8_t { None, Index, Up, Down, Xor };

/// One row of SyncApi.def or PtxApi.def.
struct SyncApiEntry {
  llvm::StringLiteral Name =
      ""; ///< As the user spells it, namespaces included.
  SyncKind Kind = SyncKind::Barrier;
  /// Of effect; for groups and objects that carry their own scope, the widest
  /// one that the row can have.
  enum Scope Scope = Scope::Thread;
  Participation Participants = Participation::Self;
  MemoryOrder Order = MemoryOrder::None;
  /// PTX `.aligned`: all threads of a warp must execute the same instruction.
  bool Aligned = false;
  /// What the call returns is the same for all threads of this scope
  /// (`__syncthreads_or`: Block, `__ballot_sync`: Warp, otherwise Thread).
  enum Scope ResultUniformAt = Scope::Thread;
  /// Positions of operands among the call's arguments (for member calls the
  /// object is not counted), -1 if there is none.
  int8_t MaskArg = -1;    ///< Lane mask; of a copy, blocks of the cluster.
  int8_t ObjectArg = -1;  ///< Pointer to the location or barrier object; for
                          ///< member functions the implied object, written -1.
  int8_t ValueArg = -1;   ///< Value stored, shuffled, voted on; count of `init`
                          ///< and `arrive`; token or parity waited for; source
                          ///< of a copy; number of groups that a wait leaves
                          ///< pending.
  int8_t SelectArg = -1;  ///< Source lane, delta or xor mask; rank of a peer.
  int8_t WidthArg = -1;   ///< Shuffle width; bytes of a copy or of expected
                          ///< transactions.
  int8_t SegmentArg = -1; ///< Of a PTX shuffle: clamp and segment mask, see
                          ///< lanesOfSegment.
  int8_t IdArg = -1;      ///< Number of a named barrier.
  int8_t CountArg = -1;   ///< Threads of a named barrier.
  int8_t CompareArg = -1; ///< Expected value of a compare-and-swap.
  int8_t OrderArg = -1;   ///< Memory order; on compare-exchange that of
                          ///< success.
  int8_t ScopeArg = -1;   ///< Thread scope.
  int8_t CompletionArg = -1; ///< Barrier object or pipeline that tracks a copy;
                             ///< completion function of an `init`.
  int8_t GroupArg = -1; ///< Cooperative group; members have it as their object.
  bool GroupMember = false; ///< Member function of a cooperative group.
  bool Deprecated = false;  ///< Pre-Volta form without `_sync`, removed API.
  AsyncGroup Async = AsyncGroup::None;
  /// Waits for what the calling thread itself has started, and for no other
  /// thread (`cp.async.wait_group`).
  bool OwnWork = false;
  bool SourceOnly = false; ///< Waits until sources are read, not until data
                           ///< arrived.
  bool Parity = false;     ///< Value is the parity of a phase, not a token.
  ShuffleMode Shuffle = ShuffleMode::None;
  bool Replaces = false;    ///< Atomic that stores its value whatever was there
                            ///< before.
  bool KeepsOnZero = false; ///< Leaves the location as it is when the value
                            ///< is 0.
  CacheView Cache = CacheView::Incoherent; ///< Of a CachedLoad.
  /// Does not return before another thread has changed the location.
  bool Waits = false;
  /// Writes at the same address of several blocks of the cluster.
  bool Multicast = false;
  /// A copy that makes its barrier expect what it reports (libcu++'s
  /// `cuda::memcpy_async`; `cuda::device::memcpy_async_tx` leaves that to the
  /// caller).
  bool ExpectsItsBytes = false;
};

/// One synchronization operation found in code.
struct SyncOp {
  const SyncApiEntry *Entry = nullptr; ///< Never null; owned by the model.
  SyncKind Kind = SyncKind::Barrier;
  enum Scope Scope = Scope::Thread; ///< Resolved for this call where the type
                                    ///< of the group or object tells it.
  Participation Participants = Participation::Self;
  MemoryOrder Order = MemoryOrder::None;
  bool Aligned = false;
  enum Scope ResultUniformAt = Scope::Thread;
  std::string Spelling; ///< For messages, with parentheses: "__syncthreads()".
  /// Operands, null where absent. PTX operands are null when the instruction
  /// holds an immediate, which the fields below then carry.
  const clang::Expr *Mask = nullptr;
  const clang::Expr *Object = nullptr;
  const clang::Expr *Value = nullptr;
  const clang::Expr *Select = nullptr;
  const clang::Expr *Width = nullptr;
  const clang::Expr *Segment = nullptr;     ///< See SyncApiEntry::SegmentArg.
  const clang::Expr *Id = nullptr;          ///< Number of a named barrier.
  const clang::Expr *Count = nullptr;       ///< Threads of a named barrier.
  std::optional<uint64_t> SelectImmediate;  ///< PTX: lane, or rank of a peer.
  std::optional<uint64_t> WidthImmediate;   ///< PTX: bytes.
  std::optional<uint64_t> SegmentImmediate; ///< PTX: as Segment.
  std::optional<uint64_t> IdImmediate;      ///< PTX: number of a named barrier.
  std::optional<uint64_t> CountImmediate;   ///< PTX: threads of one.
  std::optional<uint64_t> MaskImmediate;    ///< PTX: lane mask.
  std::optional<uint64_t> ValueImmediate;   ///< PTX, or a template argument
                                            ///< (`cg::wait_prior<1>`).
  const clang::Expr *Compare = nullptr;     ///< Expected value of a CAS.
  const clang::Expr *Completion = nullptr; ///< See SyncApiEntry::CompletionArg.
  const clang::Expr *Group = nullptr;      ///< The cooperative group.
  AsyncGroup Async = AsyncGroup::None;
  bool OwnWork = false;                     ///< See SyncApiEntry.
  bool SourceOnly = false;                  ///< See SyncApiEntry.
  bool Parity = false;                      ///< See SyncApiEntry.
  AtomicUpdate Update = AtomicUpdate::None; ///< Of an AtomicRMW.
  /// The object only refers to the location that is accessed
  /// (`cuda::atomic_ref`).
  bool ByReference = false;
  /// The code names the memory order: an operand of the call, a PTX qualifier.
  bool NamesOrder = false;
  bool Predicated = false; ///< PTX: only where a predicate register holds.
  /// Lanes of a `cg::thread_block_tile<N>`; 0 when not a tile of known size.
  unsigned TileSize = 0;
  /// The operation works on what `mapa` makes of Object in the same PTX text:
  /// in the block of the cluster that has this rank.
  const clang::Expr *PeerRank = nullptr;
  std::optional<uint64_t> PeerRankImmediate;
  const clang::Stmt *Origin = nullptr; ///< The call or asm statement.

  /// PTX: what is added to Object in the text, in bytes.
  int64_t ObjectOffset = 0;
  const clang::Expr *ObjectOffsetBy = nullptr;
  /// PTX: bytes that each thread loads or stores there; 0 if not known.
  uint32_t Bytes = 0;
  /// PTX: lanes of the warp, from 0, whose Object counts.
  unsigned Lanes = LanesPerWarp;
  /// PTX: where a load leaves the parts of what it loads, in their order, or an
  /// exchange between lanes its result. Null for what is changed afterwards.
  llvm::SmallVector<const clang::Expr *, 4> Results;
  /// PTX: what the predicate of the instruction was made of in the same text
  /// (`setp.ne.b32 p, %1, 0; @p ...`); no Left if that is not seen.
  struct Comparison {
    const clang::Expr *Left = nullptr, *Right = nullptr;
    uint64_t RightImmediate = 0; ///< Where Right is null.
    clang::BinaryOperatorKind Opcode = clang::BO_NE;
  } Guard;

  /// Lanes give each other values, and each gets its result.
  bool exchangesValues() const {
    return Kind == SyncKind::Shuffle || Kind == SyncKind::Vote ||
           Kind == SyncKind::Match || Kind == SyncKind::WarpReduce;
  }
  bool isAtPeer() const { return PeerRank || PeerRankImmediate; }
};

/// Lanes per segment of a PTX shuffle of \p Mode with this operand `c`; nothing
/// if it makes no segments of equal length (PTX ISA, "shfl.sync").
std::optional<unsigned> lanesOfSegment(uint64_t Packed, ShuffleMode Mode);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_SYNCOP_H
