//===--- SyncOp.h - One synchronization operation ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The columns of a row of the tables (SyncApiEntry), and one operation found in
// code (SyncOp).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SYNCOP_H
#define WARPLINT_CUDAMODEL_SYNCOP_H

#include "CudaModel/SyncKinds.h"
#include "Target/Warp.h"
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

/// Which threads must execute the operation for it to complete or to be
/// defined.
enum class Participation : uint8_t {
  Self,       ///< The calling thread alone.
  AllOfScope, ///< Every non-exited thread of the scope.
  Counted,    ///< As many arrivals as a count says, of any threads.
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
  Unknown, ///< An operand that is not constant decides.
};

/// The order that PTX modifiers and `cuda::ptx::sem_*` call \p Name
/// (`acq_rel`); nothing for other names.
std::optional<MemoryOrder> memoryOrderNamed(llvm::StringRef Name);

/// The per-thread completion group that an asynchronous operation joins,
/// commits or waits for. `None` where a barrier object or a `cuda::pipeline`
/// tracks completion. Waiting for one group says nothing about another.
enum class AsyncGroup : uint8_t { None, CpAsync, Bulk, Wgmma, Tcgen05 };

/// The cache that a load reads, which decides whether it sees writes of other
/// blocks (PTX ISA, "Cache Operators" and "ld.global.nc").
enum class CacheView : uint8_t {
  Incoherent, ///< The L1 cache of the multiprocessor, like a plain load.
  ReadOnly,   ///< A cache for data that is constant during the launch.
  Device,     ///< The L2 cache, which all blocks share.
};

/// How an atomic read-modify-write computes the new value.
enum class AtomicUpdate : uint8_t {
  None,
  Add,
  Subtract,
  Increment, ///< Wraps to 0 at the operand (`atomicInc`).
  Decrement, ///< Wraps to the operand at 0 (`atomicDec`).
  Exchange,
  CompareExchange,
  Minimum,
  Maximum,
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
  /// The scope of the effect; for groups and objects with a scope of their own,
  /// the widest that the row can have.
  enum Scope Scope = Scope::Thread;
  Participation Participants = Participation::Self;
  MemoryOrder Order = MemoryOrder::None;
  /// PTX `.aligned`: all threads of a warp must execute the same instruction.
  bool Aligned = false;
  /// The scope over which the result is uniform (`__syncthreads_or`: Block,
  /// `__ballot_sync`: Warp, otherwise Thread).
  enum Scope ResultUniformAt = Scope::Thread;
  /// Positions of operands among the call's arguments (the object of a member
  /// call is not counted), -1 if there is none.
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
  bool Builtin = false;     ///< Of the compiler: no macro takes its place.
  bool Deprecated = false;  ///< Pre-Volta form without `_sync`, removed API.
  AsyncGroup Async = AsyncGroup::None;
  /// Waits only for asynchronous operations that the calling thread itself has
  /// started (`cp.async.wait_group`).
  bool OwnWork = false;
  bool SourceOnly = false; ///< Waits until copies have read their sources, not
                           ///< until data has arrived.
  bool Parity = false;     ///< Value is the parity of a phase, not a token.
  ShuffleMode Shuffle = ShuffleMode::None;
  bool Replaces = false;    ///< Atomic that stores its value whatever was there
                            ///< before.
  bool KeepsOnZero = false; ///< Leaves the location as it is when the value
                            ///< is 0.
  CacheView Cache = CacheView::Incoherent; ///< The cache of a CachedLoad.
  /// Does not return before another thread has changed the value
  /// (`atomic::wait`, `semaphore::acquire`).
  bool Waits = false;
  /// Writes at the same address of several blocks of the cluster.
  bool Multicast = false;
  /// A copy that makes its barrier expect the bytes that the copy reports
  /// (libcu++'s `cuda::memcpy_async`; for `cuda::device::memcpy_async_tx` the
  /// caller does that).
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
  /// Operands, null where absent. PTX operands are null if the instruction has
  /// an immediate, which the fields ending in Immediate hold.
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
  AtomicUpdate Update = AtomicUpdate::None; ///< Kind of an AtomicRMW.
  /// The object only refers to the accessed location (`cuda::atomic_ref`).
  bool ByReference = false;
  /// The code names the memory order: an operand of the call, a PTX qualifier.
  bool NamesOrder = false;
  bool Predicated = false; ///< PTX: only where a predicate register holds.
  /// Threads of a `cg::thread_block_tile<N>`; 0 if it is no tile of known size.
  unsigned TileSize = 0;
  /// The rank of the block in the cluster whose memory the operation accesses,
  /// if `mapa` maps Object to it in the same PTX text.
  const clang::Expr *PeerRank = nullptr;
  std::optional<uint64_t> PeerRankImmediate;
  const clang::Stmt *Origin = nullptr; ///< The call or asm statement.

  /// PTX: the offset in bytes that the text adds to Object, or the expression
  /// that is added.
  int64_t ObjectOffset = 0;
  const clang::Expr *ObjectOffsetBy = nullptr;
  /// PTX: bytes that each thread loads or stores at Object; 0 if not known. Of
  /// a matrix: bytes of one of its rows of contiguous memory.
  uint32_t Bytes = 0;
  /// The rows of a matrix in memory: of `ldmatrix`, the Object of each lane
  /// below is one; of `nvcuda::wmma`, they lie Width elements apart.
  unsigned Lanes = LanesPerWarp;
  /// PTX: the outputs that hold the parts of a load, in order, or the result of
  /// an exchange between lanes. Null for a part that the text changes
  /// afterwards.
  llvm::SmallVector<const clang::Expr *, 4> Results;
  /// PTX: the comparison that made the instruction's predicate in the same text
  /// (`setp.ne.b32 p, %1, 0; @p ...`). Left is null if the text does not show
  /// it.
  struct Comparison {
    const clang::Expr *Left = nullptr, *Right = nullptr;
    uint64_t RightImmediate = 0; ///< If Right is null.
    clang::BinaryOperatorKind Opcode = clang::BO_NE;
  } Guard;

  /// Whether the operation is of one of the families.
  template <typename... Families> bool isOf(Families... Any) const {
    return ((familyOf(Kind) == Any) || ...);
  }
  /// Whether lanes exchange values, and each lane gets a result.
  bool exchangesValues() const; // SyncApi.cpp
  /// Whether the operation accesses the memory of a block that `mapa` chose.
  bool isAtPeer() const { return PeerRank || PeerRankImmediate; }
};

/// Lanes per segment of a PTX shuffle of \p Mode whose operand `c` is
/// \p Packed; nothing if it makes no segments of equal length (PTX ISA,
/// "shfl.sync").
std::optional<unsigned> lanesOfSegment(uint64_t Packed, ShuffleMode Mode);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_SYNCOP_H
