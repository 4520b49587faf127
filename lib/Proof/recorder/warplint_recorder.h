//===--- warplint_recorder.h - Whether two accesses meet in this run
//-------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiled into a rewritten copy of a program, never into the program itself.
// The copy's sources hold, at the two places of each finding,
//
//   (*::warplint_recorder::at<Site>(&(tile[t])))
//
// and an object of type Kernel at the start of each kernel. The recorder keeps
// for each thread how many barriers it has passed, and for each element who
// came to it last from each of the two places. Two threads of one launch that
// come to one element from the two places, with no barrier passed by one of
// them and not by the other, have nothing between them that orders them (PTX
// ISA, "Memory Consistency Model"): that is the race, whatever the timing of
// this run was.
//
// At a barrier that a finding names, the call
//
//   (::warplint_recorder::arrives<Pair>(), __syncthreads())
//
// notes who comes. A thread that comes there as its n-th barrier of the block,
// while another leaves the kernel or passes another barrier as its n-th, shows
// that not all threads reach it (CUDA Programming Guide, "Synchronization
// Functions").
//
// At a call that takes a mask of lanes, the mask passes
//
//   ::warplint_recorder::names<Pair>(0xffffffffu)
//
// A lane whose own mask does not name it, and a lane that is named in another's
// n-th call and leaves the kernel with fewer, show that the mask is not that of
// those who come (CUDA Programming Guide, "Warp Shuffle Functions").
//
// It claims less than it sees, never more. Threads that pass barriers with a
// number, and threads of which it lost count, are left out. Order that does not
// come from barriers (flags, fences, barrier objects) is not seen; sources that
// have it are not rewritten.
//
// Needs nothing but the CUDA runtime, sm_70 or later. `warplint_sites.h`,
// written beside it, says which sites there are. A unit defines
// WARPLINT_RECORDS before it includes this; headers that are rewritten record
// in such units only, because barriers that were declared before this file are
// not counted.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_H
#define WARPLINT_RECORDER_H

#include <cuda_runtime.h>

#include <stdio.h>
#include <stdlib.h>

#include "warplint_sites.h"

namespace warplint_recorder {

#ifndef WARPLINT_RECORDS

template <unsigned Site, class T> __host__ __device__ inline T *at(T *Place) {
  return Place;
}
template <unsigned Pair> __host__ __device__ inline void arrives() {}
template <unsigned Pair, class M> __host__ __device__ inline M names(M Mask) {
  return Mask;
}
struct Kernel {};

#else

typedef unsigned long long Word;

/// One thread at one access. Barriers are counted from the kernel's start.
struct alignas(16) Moment {
  unsigned Grid; ///< The launch, modulo 2^32.
  unsigned BlockBarriers, WarpBarriers;
  unsigned Thread : 10;         ///< Linear index in the block.
  unsigned Block : 6;           ///< One of those that are looked at.
  unsigned First : 2, Last : 2; ///< Bytes of the granule that it touches.
  unsigned Left : 1;            ///< It left the kernel (barriers only).
};

/// What is told of a moment.
struct Witness {
  unsigned Threads[3], Blocks[3];
  unsigned Interval, Left;
};

/// Who came to one granule of four bytes: for each of the two places of a
/// finding and each byte with which an access begins, two different threads of
/// the newest interval, of two warps if there were such.
struct Row {
  Word Key;    ///< 0: free.
  Word Counts; ///< Of `Seen`, a byte for each of its pairs.
  unsigned Lock;
  /// What would add nothing: an interval of which two warps were seen, or a
  /// thread that was here last.
  Word Settled[2][4];
  Moment Seen[2][4][2];
};

/// What a thread has passed. `NamedBarriers` are those with a number.
struct Passed {
  Word Grid, Thread; ///< Whose it is; Grid is one more than the launch's id.
  unsigned BlockBarriers, NamedBarriers, WarpBarriers;
  unsigned At; ///< The pair whose barrier it is about to pass, plus one.
  unsigned Calls[WARPLINT_CALL_COUNT + 1]; ///< Of those that take a mask.
};

struct Result {
  unsigned Met;   ///< 0: not, 1: being written, 2: `Who` holds the two threads.
  unsigned Lanes; ///< They are of one warp; two warps would show more.
  unsigned Closed; ///< It met, or was looked at often enough.
  Word Reached[2];
  Word Looked; ///< Visits that had to look into a row.
  Word Lost;   ///< Visits that were not judged.
  Word Address;
  unsigned Shared;
  unsigned Mask; ///< Of calls.
  Witness Who[2];
};

static const unsigned Rows = 1u << 17;
static const unsigned ThreadSlots = 1u << 19; ///< More than can be resident.
/// A pair for which so many visits had to look into a row is not looked at any
/// longer: what recording costs has an end.
#ifndef WARPLINT_VISITS
#define WARPLINT_VISITS (3u << 19)
#endif
/// Of each launch the first and the last blocks are looked at: what recording
/// costs does not grow with the grid.
static const unsigned FirstBlocks = 48, LastBlocks = 16;

static __device__ Row TheRows[Rows];
static __device__ Passed ThePassed[ThreadSlots];
static __device__ Result TheResults[WARPLINT_PAIR_COUNT];
/// Pairs that are still looked at. When there are none the program runs on as
/// if nothing was recorded, but for a load that the cache answers.
static __device__ unsigned TheOpenPairs = WARPLINT_PAIR_COUNT;

__device__ inline Word currentGrid() {
  Word Id = 0;
#ifdef __CUDA_ARCH__
  asm volatile("mov.u64 %0, %%gridid;" : "=l"(Id));
#endif
  return Id;
}
__device__ inline Word currentBlock() {
  return blockIdx.x +
         (Word)gridDim.x * (blockIdx.y + (Word)gridDim.y * blockIdx.z);
}
__device__ inline unsigned currentThread() {
  return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}
__device__ inline Word threadOfGrid() {
  return currentBlock() * (blockDim.x * blockDim.y * blockDim.z) +
         currentThread();
}
__device__ inline Word blocksOfGrid() {
  return (Word)gridDim.x * gridDim.y * gridDim.z;
}
/// Whether something is still looked at, and in this block.
__device__ inline bool recording() {
  if (!TheOpenPairs)
    return false;
  Word Block = currentBlock();
  return Block < FirstBlocks || Block + LastBlocks >= blocksOfGrid();
}
/// The number of this block among those that are looked at.
__device__ inline unsigned lookedBlock() {
  Word Block = currentBlock();
  return unsigned(Block < FirstBlocks
                      ? Block
                      : Block + LastBlocks + FirstBlocks - blocksOfGrid());
}
/// Threads of one grid that are resident together have slots of their own.
__device__ inline Passed *slot(Word Grid, Word Thread) {
  return &ThePassed[(Thread + Grid * 40503u) & (ThreadSlots - 1)];
}
/// Null if the kernel has no Kernel object, or the slot was given away.
__device__ inline Passed *ownSlot() {
  Word Grid = currentGrid(), Thread = threadOfGrid();
  Passed *Mine = slot(Grid, Thread);
  return Mine->Grid == Grid + 1 && Mine->Thread == Thread ? Mine : nullptr;
}

__device__ inline void close(unsigned Pair) {
  if (atomicExch(&TheResults[Pair].Closed, 1u) == 0u)
    atomicSub(&TheOpenPairs, 1u);
}

__device__ inline void elsewhere(Passed &Mine, bool Left);
__device__ inline void leavesCalls(const Passed &Mine);

/// At the start of a kernel, in each thread.
struct Kernel {
  __device__ Kernel() {
    if (!recording())
      return;
    Word Grid = currentGrid(), Thread = threadOfGrid();
    Passed *Mine = slot(Grid, Thread);
    Mine->Grid = Grid + 1;
    Mine->Thread = Thread;
    Mine->BlockBarriers = Mine->NamedBarriers = Mine->WarpBarriers = 0;
    Mine->At = 0;
    for (unsigned Call = 0; Call <= WARPLINT_CALL_COUNT; ++Call)
      Mine->Calls[Call] = 0;
  }
  __device__ ~Kernel() {
    if (Passed *Mine = recording() ? ownSlot() : nullptr) {
      elsewhere(*Mine, /*Left=*/true);
      leavesCalls(*Mine);
    }
  }
};

__host__ __device__ inline void passedBlockBarrier() {
#if defined(__CUDA_ARCH__) || defined(WARPLINT_SIMULATED)
  if (Passed *Mine = recording() ? ownSlot() : nullptr) {
    elsewhere(*Mine, /*Left=*/false);
    Mine->At = 0;
    ++Mine->BlockBarriers;
  }
#endif
}
__host__ __device__ inline void passedWarpBarrier() {
#if defined(__CUDA_ARCH__) || defined(WARPLINT_SIMULATED)
  if (Passed *Mine = recording() ? ownSlot() : nullptr)
    ++Mine->WarpBarriers;
#endif
}
__host__ __device__ inline void passedNamedBarrier(unsigned Id) {
#if defined(__CUDA_ARCH__) || defined(WARPLINT_SIMULATED)
  if (!Id)
    return passedBlockBarrier();
  if (Passed *Mine = recording() ? ownSlot() : nullptr)
    ++Mine->NamedBarriers;
#endif
}
__host__ __device__ inline void passedCountedBarrier() {
  passedNamedBarrier(1);
}

__device__ inline bool ordered(const Moment &L, const Moment &R) {
  if (L.Block != R.Block)
    return false;
  return L.BlockBarriers != R.BlockBarriers ||
         (L.Thread / 32 == R.Thread / 32 && L.WarpBarriers != R.WarpBarriers);
}
__device__ inline bool sameThread(const Moment &L, const Moment &R) {
  return L.Block == R.Block && L.Thread == R.Thread;
}
__device__ inline bool sameWarp(const Moment &L, const Moment &R) {
  return L.Block == R.Block && L.Thread / 32 == R.Thread / 32;
}
/// What others have left in a row that is locked.
__device__ inline Moment load(const Moment &From) {
#ifdef __CUDA_ARCH__
  union {
    uint4 Words;
    Moment Read;
  } Both;
  Both.Words = __ldcg((const uint4 *)&From);
  return Both.Read;
#else
  return From;
#endif
}
/// \p Of is a moment of the grid that runs here.
__device__ inline void describe(volatile Witness &To, const Moment &Of) {
  unsigned Thread = Of.Thread;
  Word Block = Of.Block < FirstBlocks
                   ? Of.Block
                   : blocksOfGrid() - (FirstBlocks + LastBlocks) + Of.Block;
  To.Threads[0] = Thread % blockDim.x;
  To.Threads[1] = Thread / blockDim.x % blockDim.y;
  To.Threads[2] = Thread / blockDim.x / blockDim.y;
  To.Blocks[0] = unsigned(Block % gridDim.x);
  To.Blocks[1] = unsigned(Block / gridDim.x % gridDim.y);
  To.Blocks[2] = unsigned(Block / gridDim.x / gridDim.y);
  To.Interval = Of.BlockBarriers;
  To.Left = Of.Left;
}

/// The row of \p Key, made if it is new; null if all places for it are taken.
__device__ inline Row *rowOf(Word Key) {
  Word Hash = Key * 0x9E3779B97F4A7C15ull;
  unsigned At = unsigned(Hash >> 40), Step = unsigned(Hash >> 20) | 1;
  for (unsigned Try = 0; Try < 32; ++Try) {
    Row *Candidate = &TheRows[(At + Try * Step) & (Rows - 1)];
    Word Old = Candidate->Key; // It never changes again.
    if (Old == 0)
      Old = atomicCAS(&Candidate->Key, 0ull, Key);
    if (Old == 0 || Old == Key)
      return Candidate;
  }
  return nullptr;
}

static __device__ __noinline__ void tell(unsigned Pair, unsigned Side,
                                         const Moment &Now, const Moment &Other,
                                         Word Address, bool Shared, bool Lanes,
                                         unsigned Mask = 0) {
  volatile Result *Mine = &TheResults[Pair];
  unsigned Before = Mine->Met;
  if (Before == 1 || (Before == 2 && (Lanes || !Mine->Lanes)) ||
      atomicCAS(&TheResults[Pair].Met, Before, 1u) != Before)
    return;
  Mine->Address = Address;
  Mine->Shared = Shared;
  Mine->Lanes = Lanes;
  Mine->Mask = Mask;
  describe(Mine->Who[Side], Now);
  describe(Mine->Who[1 - Side], Other);
  __threadfence();
  Mine->Met = 2;
  if (!Lanes)
    close(Pair);
  else // It looks a little longer for two warps.
    atomicAdd(&TheResults[Pair].Looked,
              Word(WARPLINT_VISITS - WARPLINT_VISITS / 1024));
}

__device__ inline Word mixed(Word Value, Word More) {
  Value = (Value + 0x632BE59BD9B4E019ull) * 0x9E3779B97F4A7C15ull ^ More;
  Value *= 0xBF58476D1CE4E5B9ull;
  return Value ^ (Value >> 29);
}
/// One interval of a block.
__device__ inline Word intervalOf(const Moment &Now) {
  return mixed(mixed(mixed(1, Now.Grid), Now.Block), Now.BlockBarriers);
}
/// One warp in it, between two of its own barriers.
__device__ inline Word warpStayOf(const Moment &Now) {
  return mixed(mixed(intervalOf(Now), Now.Thread / 32), Now.WarpBarriers);
}
/// One thread in that, with what it does.
__device__ inline Word stayOf(const Moment &Now) {
  return mixed(warpStayOf(Now), Now.Thread * 8 + Now.Last * 2 + Now.Left);
}

/// Whether \p Now can show nothing that was not looked for: whoever comes to
/// the other place later meets one of those that are kept, and those that came
/// before were met. What is read may be old; it was true then and is still.
template <class R>
__device__ inline bool isSettled(R &Mine, unsigned Side, const Moment &Now) {
  Word Known = Mine.Settled[Side][Now.First];
  return Known && (Known == stayOf(Now) ||
                   (Now.Last == 3 &&
                    (Known == intervalOf(Now) || Known == warpStayOf(Now))));
}
/// Of two threads, whose stays are known: what a third would have to be in to
/// add nothing.
__device__ inline Word settledBy(const Moment &L, const Moment &R) {
  if (L.Block != R.Block || L.Last != 3 || R.Last != 3)
    return stayOf(R);
  if (!sameWarp(L, R))
    return intervalOf(R);
  return L.WarpBarriers == R.WarpBarriers ? warpStayOf(R) : stayOf(R);
}

/// Looks for a thread from the other place, and leaves \p Now for those to
/// come. The row is locked. What is nearly always needed is asked for at once:
/// a visit takes as long as its loads that wait for each other.
__device__ inline void visit(Row &Mine, unsigned Pair, unsigned Side,
                             bool OnePlace, const Moment &Now, Word Address,
                             bool Shared) {
  unsigned Others = OnePlace ? Side : 1 - Side;
  Moment *Own = Mine.Seen[Side][Now.First];
  Word Counts = *(volatile Word *)&Mine.Counts;
  Moment Before = load(Own[0]), Theirs[2] = {load(Mine.Seen[Others][0][0]),
                                             load(Mine.Seen[Others][0][1])};
#pragma unroll 1
  for (unsigned Byte = 0; Byte <= Now.Last; ++Byte) {
    unsigned There = unsigned(Counts >> (Others * 4 + Byte) * 8) & 255;
#pragma unroll 1
    for (unsigned I = 0; I < There; ++I) {
      Moment Other = I ? Theirs[1] : Theirs[0];
      if (Byte)
        Other = load(Mine.Seen[Others][Byte][I]);
      if (Other.Grid == Now.Grid && !sameThread(Other, Now) &&
          Other.First <= Now.Last && Now.First <= Other.Last &&
          !ordered(Other, Now))
        tell(Pair, OnePlace ? 1 : Side, Now, Other, Address, Shared,
             /*Lanes=*/sameWarp(Other, Now) &&
                 (blocksOfGrid() > 1 ||
                  blockDim.x * blockDim.y * blockDim.z > 32));
    }
  }
  unsigned At = (Side * 4 + Now.First) * 8;
  unsigned Kept = unsigned(Counts >> At) & 255, Keep = Kept;
  bool Newer =
      !Kept || Before.Grid != Now.Grid ||
      (Before.Block == Now.Block && Before.BlockBarriers != Now.BlockBarriers);
  Word Settled = stayOf(Now);
  if (Newer || sameThread(Before, Now)) {
    Own[0] = Now;
    if (Newer)
      Keep = 1;
  } else if (Kept < 2 || !sameWarp(Before, Now)) {
    Own[1] = Now;
    Keep = 2;
    Settled = settledBy(Before, Now);
  }
  if (Keep != Kept)
    Mine.Counts = (Counts & ~((Word)255 << At)) | (Word)Keep << At;
  Mine.Settled[Side][Now.First] = Settled;
}

__device__ inline void count(Word *Counter) {
  // One thread adds for all that are here together.
#ifdef __CUDA_ARCH__
  unsigned Here = __activemask();
  if (currentThread() % 32 == unsigned(__ffs(Here) - 1))
    atomicAdd(Counter, Word(__popc(Here)));
#else
  atomicAdd(Counter, Word(1));
#endif
}

/// Whether the visit is looked at; counts it.
__device__ inline Passed *admit(unsigned Pair, unsigned Side) {
  if (TheResults[Pair].Closed || !recording())
    return nullptr;
  count(&TheResults[Pair].Reached[Side]);
  Passed *Mine = ownSlot();
  if (Mine && !Mine->NamedBarriers)
    return Mine;
  count(&TheResults[Pair].Lost);
  return nullptr;
}

__device__ inline Moment momentOf(const Passed &Mine) {
  Moment Now;
  Now.Grid = unsigned(Mine.Grid);
  Now.BlockBarriers = Mine.BlockBarriers;
  Now.WarpBarriers = Mine.WarpBarriers;
  Now.Thread = currentThread();
  Now.Block = lookedBlock();
  Now.First = 0;
  Now.Last = 3;
  Now.Left = 0;
  return Now;
}

/// Whether \p Enough lanes of lower numbers come to the granule together with
/// this one.
__device__ inline bool isOneOfMany(Word Key, unsigned Enough,
                                   const Moment &Now) {
#ifdef __CUDA_ARCH__
  unsigned Alike = __match_any_sync(
      __activemask(), Key ^ ((Word)Now.First << 58) ^ ((Word)Now.Last << 56));
  return __popc(Alike & ((1u << Now.Thread % 32) - 1)) >= int(Enough);
#else
  return false;
#endif
}

/// Counts what a visit costs; false if the pair has cost enough.
__device__ inline bool mayLook(unsigned Pair, unsigned Limit) {
  count(&TheResults[Pair].Looked);
  if (*(volatile Word *)&TheResults[Pair].Looked <= Limit)
    return true;
  close(Pair);
  return false;
}
__device__ inline Row *rowOfPair(Word Key, unsigned Pair) {
  Row *Found = rowOf(Key | ((Word)(Pair + 1) << 52));
  if (!Found)
    count(&TheResults[Pair].Lost);
  return Found;
}
__device__ inline void pause() {
#ifdef __CUDA_ARCH__
  __nanosleep(200);
#endif
}

/// Visits the row of \p Key; called, because a copy at each place would cost
/// more than a call: code that runs a few times has to be fetched first. Each
/// unit has its own, as it has its own rows. False if there is no place for it,
/// or nothing is looked for any more.
static __device__ __noinline__ bool visitRow(Word Key, unsigned Pair,
                                             unsigned Side, bool OnePlace,
                                             const Moment &Now, Word Address,
                                             bool Shared) {
  if (isOneOfMany(Key, 2, Now))
    return true;
  Row *Found = rowOfPair(Key, Pair);
  if (!Found)
    return false;
  if (isSettled(*Found, Side, Now))
    return true;
  if (!mayLook(Pair, WARPLINT_VISITS))
    return false;
  do {
    if (atomicCAS(&Found->Lock, 0u, 1u) == 0u) {
      __threadfence();
      visit(*Found, Pair, Side, OnePlace, Now, Address, Shared);
      __threadfence();
      atomicExch(&Found->Lock, 0u);
      return true;
    }
    pause();
  } while (!isSettled(*(const volatile Row *)Found, Side, Now));
  return true;
}

/// Of what each block has for itself.
__device__ inline Word keyInBlock(Word Block, Word What) {
  return (1ull << 63) | ((Block & 0x3fffffff) << 22) | (What & 0x3fffff);
}

__device__ inline void record(unsigned Pair, unsigned Side, bool OnePlace,
                              const volatile void *Place, unsigned Bytes) {
  Passed *Mine = admit(Pair, Side);
  if (!Mine)
    return;
  bool Shared = __isShared((const void *)Place);
  Word Address = (Word)Place;
  Moment Now = momentOf(*Mine);
  for (Word Granule = Address / 4; Granule <= (Address + Bytes - 1) / 4;
       ++Granule) {
    Now.First = Granule * 4 < Address ? unsigned(Address - Granule * 4) : 0;
    Now.Last = Granule * 4 + 3 < Address + Bytes - 1
                   ? 3
                   : unsigned(Address + Bytes - 1 - Granule * 4);
    Word Key =
        Shared ? keyInBlock(Now.Block, Granule) : Granule & ((1ull << 52) - 1);
    if (!visitRow(Key, Pair, Side, OnePlace, Now, Address, Shared))
      return;
  }
}

/// A thread that comes to the barrier of \p Pair, or to none or another. One of
/// each kind is enough for a block: it is one word, which needs no lock.
__device__ inline void recordBarrier(unsigned Pair, unsigned Side, bool Left) {
  Passed *Mine = admit(Pair, Side);
  if (!Mine)
    return;
  Moment Now = momentOf(*Mine);
  Now.Left = Left;
  Word Key = keyInBlock(Now.Block, Now.BlockBarriers);
  if (isOneOfMany(Key, 1, Now))
    return;
  Row *Found = rowOfPair(Key, Pair);
  if (!Found)
    return;
  Word Round = (Word)(Now.BlockBarriers >> 22) << 32 | Now.Grid;
  if (Found->Settled[Side][0] >> 12 == Round ||
      !mayLook(Pair, WARPLINT_VISITS / 4))
    return;
  atomicExch(&Found->Settled[Side][0],
             Round << 12 | Now.Thread << 2 | Now.Left << 1 | 1);
  __threadfence();
  Word Other = *(volatile Word *)&Found->Settled[1 - Side][0];
  if (!Other || Other >> 12 != Round)
    return;
  Moment Them = Now;
  Them.Thread = unsigned(Other >> 2) & 1023;
  Them.Left = unsigned(Other >> 1) & 1;
  if (Them.Thread != Now.Thread)
    tell(Pair, Side, Now, Them, 0, /*Shared=*/true, /*Lanes=*/false);
}

/// The thread passes a barrier, or leaves: of the barriers that are looked at
/// it came to none but the one it stands at.
__device__ inline void elsewhere(Passed &Mine, bool Left){
#define WARPLINT_RECORD(Pair)                                                  \
  if (Mine.At != Pair + 1)                                                     \
    recordBarrier(Pair, 1, Left);
    WARPLINT_BARRIERS(WARPLINT_RECORD)
#undef WARPLINT_RECORD
}

/// The lanes that come together with the same \p Key.
__device__ inline unsigned lanesWith(Word Key) {
#ifdef __CUDA_ARCH__
  return __match_any_sync(__activemask(), Key);
#else
  return 1u << currentThread() % 32;
#endif
}

/// Who came to the n-th call of a warp: words of a row, each with the launch in
/// its upper half.
struct CallWords {
  Word *Mask; ///< Of the first that came.
  Word *Lane; ///< Which lane that was.
  Word *Left; ///< Lanes that left the kernel without it.
};
/// Nothing (null) if there is no place for it.
__device__ inline CallWords callWords(unsigned Pair, const Moment &Now) {
  const unsigned MostCalls = 1u << 17;
  CallWords Words = {nullptr, nullptr, nullptr};
  if (Now.BlockBarriers >= MostCalls)
    return Words;
  if (Row *Found = rowOfPair(keyInBlock(Now.Block, Now.Thread / 32 * MostCalls +
                                                       Now.BlockBarriers),
                             Pair)) {
    Words.Mask = &Found->Settled[0][0];
    Words.Lane = &Found->Settled[0][1];
    Words.Left = &Found->Settled[1][0];
  }
  return Words;
}
__device__ inline unsigned ofLaunch(const Word *From, const Moment &Now) {
  Word Known = *(const volatile Word *)From;
  return Known >> 32 == Now.Grid ? unsigned(Known) : 0;
}
__device__ inline void tellCall(unsigned Pair, const Moment &Now,
                                unsigned Caller, unsigned Missing,
                                unsigned Mask) {
  Moment Calls = Now, Leaves = Now;
  Calls.Thread = Now.Thread / 32 * 32 + Caller;
  Leaves.Thread = Now.Thread / 32 * 32 + Missing;
  tell(Pair, 0, Calls, Leaves, 0, /*Shared=*/true, /*Lanes=*/false, Mask);
}

/// A lane calls for those of \p Mask. Its calls are counted where moments count
/// barriers.
__device__ inline void recordCall(unsigned Pair, unsigned Call, unsigned Mask) {
  Passed *Mine = admit(Pair, 0);
  if (!Mine)
    return;
  Moment Now = momentOf(*Mine);
  Now.BlockBarriers = Mine->Calls[Call]++;
  unsigned Lane = Now.Thread % 32;
  if (!(Mask >> Lane & 1))
    return tellCall(Pair, Now, Lane, Lane, Mask);
  if (lanesWith((Word)Mask << 32 | Now.BlockBarriers) & ((1u << Lane) - 1))
    return; // A lower lane does it for all.
  CallWords Words = callWords(Pair, Now);
  if (!Words.Mask || ofLaunch(Words.Mask, Now) ||
      !mayLook(Pair, WARPLINT_VISITS / 4))
    return;
  Word Before = *(volatile Word *)Words.Lane;
  if (Before >> 32 == Now.Grid ||
      atomicCAS(Words.Lane, Before, (Word)Now.Grid << 32 | 1u << 31 | Lane) !=
          Before)
    return;
  __threadfence();
  atomicExch(Words.Mask, (Word)Now.Grid << 32 | Mask);
  __threadfence();
  if (unsigned Missing = ofLaunch(Words.Left, Now) & Mask)
    tellCall(Pair, Now, Lane, unsigned(__ffs(int(Missing)) - 1), Mask);
}

/// The thread leaves the kernel: there is no further call of it.
__device__ inline void leavesCall(unsigned Pair, unsigned Call,
                                  const Passed &Mine) {
  if (TheResults[Pair].Closed)
    return;
  Moment Now = momentOf(Mine);
  Now.BlockBarriers = Mine.Calls[Call];
  unsigned Lane = Now.Thread % 32, Leave = lanesWith(Now.BlockBarriers);
  if (Leave & ((1u << Lane) - 1))
    return;
  CallWords Words = callWords(Pair, Now);
  if (!Words.Left || !mayLook(Pair, WARPLINT_VISITS / 4))
    return;
  for (Word Before = *(volatile Word *)Words.Left;;) {
    Word Known = Before >> 32 == Now.Grid ? Before : (Word)Now.Grid << 32;
    Word Found = atomicCAS(Words.Left, Before, Known | Leave);
    if (Found == Before)
      break;
    Before = Found;
  }
  __threadfence();
  unsigned Mask = ofLaunch(Words.Mask, Now);
  if (unsigned Missing = Mask & Leave)
    tellCall(Pair, Now, ofLaunch(Words.Lane, Now) & 31,
             unsigned(__ffs(int(Missing)) - 1), Mask);
}
__device__ inline void leavesCalls(const Passed &Mine) {
#define WARPLINT_RECORD(Pair, Call) leavesCall(Pair, Call, Mine);
  WARPLINT_CALLS(WARPLINT_RECORD)
#undef WARPLINT_RECORD
}

/// The mask of the call of \p Pair.
template <unsigned Pair, class M> __host__ __device__ inline M names(M Mask) {
#if defined(__CUDA_ARCH__) || defined(WARPLINT_SIMULATED)
#define WARPLINT_RECORD(P, Call)                                               \
  if (Pair == P)                                                               \
    recordCall(Pair, Call, unsigned(Mask));
  WARPLINT_CALLS(WARPLINT_RECORD)
#undef WARPLINT_RECORD
#endif
  return Mask;
}

/// The thread is about to wait at the barrier of \p Pair.
template <unsigned Pair> __host__ __device__ inline void arrives() {
#if defined(__CUDA_ARCH__) || defined(WARPLINT_SIMULATED)
  if (Passed *Mine = recording() ? ownSlot() : nullptr) {
    Mine->At = Pair + 1;
    recordBarrier(Pair, 0, false);
  }
#endif
}

/// \p Place, which is about to be accessed.
template <unsigned Site, class T> __host__ __device__ inline T *at(T *Place) {
#if defined(__CUDA_ARCH__) || defined(WARPLINT_SIMULATED)
#define WARPLINT_RECORD(Pair, First, Second)                                   \
  if (Site == First || Site == Second)                                         \
    record(Pair, Site == First ? 0 : 1, First == Second,                       \
           (const volatile void *)Place, sizeof(T));
  WARPLINT_PAIRS(WARPLINT_RECORD)
#undef WARPLINT_RECORD
#endif
  return Place;
}

inline void writeThread(FILE *To, const Witness &M) {
  fprintf(To,
          "{\"block\":[%u,%u,%u],\"thread\":[%u,%u,%u],\"interval\":%u,"
          "\"left\":%s}",
          M.Blocks[0], M.Blocks[1], M.Blocks[2], M.Threads[0], M.Threads[1],
          M.Threads[2], M.Interval, M.Left ? "true" : "false");
}

/// Writes a line of JSON for each pair of places to \p To.
inline void writeAll(FILE *To, const Result *Read) {
  for (unsigned Pair = 0; Pair < WARPLINT_PAIR_COUNT; ++Pair) {
    const Result &R = Read[Pair];
    fprintf(To,
            "{\"pair\":%u,\"met\":%s,\"reached\":[%llu,%llu],\"lost\":%llu,"
            "\"stopped\":%s",
            Pair, R.Met == 2 ? "true" : "false", R.Reached[0], R.Reached[1],
            R.Lost, R.Met != 2 && R.Closed ? "true" : "false");
    if (R.Met == 2) {
      if (R.Mask)
        fprintf(To, ",\"mask\":\"0x%x\"", R.Mask);
      fprintf(To, ",\"address\":\"0x%llx\",\"shared\":%s,\"threads\":[",
              R.Address, R.Shared ? "true" : "false");
      writeThread(To, R.Who[0]);
      fprintf(To, ",");
      writeThread(To, R.Who[1]);
      fprintf(To, "]");
    }
    fprintf(To, "}\n");
  }
}

/// Waits for the device and writes what it saw. False if it did not answer.
inline bool write(FILE *To) {
  static Result Read[WARPLINT_PAIR_COUNT];
  cudaError_t Failed = cudaDeviceSynchronize();
  if (Failed == cudaSuccess)
    Failed = cudaMemcpyFromSymbol(Read, TheResults, sizeof(Read));
  if (Failed != cudaSuccess) {
    fprintf(To, "{\"error\":\"%s\"}\n", cudaGetErrorName(Failed));
    return false;
  }
  writeAll(To, Read);
  return true;
}

/// Says on stdout what a reproduction saw. 1 if the two threads met, 0 if not,
/// 2 if the device did not answer.
inline int report() {
  if (FILE *Nowhere = fopen("/dev/null", "w")) {
    bool Answered = write(Nowhere);
    fclose(Nowhere);
    if (!Answered)
      return 2;
  }
  static Result Read[WARPLINT_PAIR_COUNT];
  cudaMemcpyFromSymbol(Read, TheResults, sizeof(Read));
  const Result &R = Read[0];
  if (R.Met != 2) {
    printf("not met: the two places were reached %llu and %llu times\n",
           R.Reached[0], R.Reached[1]);
    return 0;
  }
  printf("confirmed: ");
  for (int I = 0; I < 2; ++I)
    printf("%sthread (%u,%u,%u) of block (%u,%u,%u)", I ? " and " : "",
           R.Who[I].Threads[0], R.Who[I].Threads[1], R.Who[I].Threads[2],
           R.Who[I].Blocks[0], R.Who[I].Blocks[1], R.Who[I].Blocks[2]);
  printf(" at 0x%llx of %s memory\n", R.Address,
         R.Shared ? "shared" : "global");
  return 1;
}

/// Adds what a unit saw to the file that WARPLINT_RECORD names, when the
/// program ends. The runtime is asked something first: what is registered to
/// run at the end after that runs before the runtime closes. A kernel that
/// hangs has no end: what it saw is lost.
struct WriteAtExit {
  WriteAtExit() {
    int Devices = 0;
    if (getenv("WARPLINT_RECORD") &&
        cudaGetDeviceCount(&Devices) == cudaSuccess)
      atexit(now);
  }
  static void now() {
    if (FILE *To = fopen(getenv("WARPLINT_RECORD"), "a")) {
      write(To);
      fclose(To);
    }
  }
};
static WriteAtExit AtExit;

#endif // WARPLINT_RECORDS

} // namespace warplint_recorder

#ifdef WARPLINT_RECORDS
// Every barrier that is compiled from here on is counted, those of libraries
// too. The name stays first, so that `::__syncthreads()` still parses, and is
// not expanded again.
#define __syncthreads()                                                        \
  __syncthreads(), ::warplint_recorder::passedBlockBarrier()
#define __syncthreads_count(Value)                                             \
  __syncthreads_count((::warplint_recorder::passedBlockBarrier(), (Value)))
#define __syncthreads_and(Value)                                               \
  __syncthreads_and((::warplint_recorder::passedBlockBarrier(), (Value)))
#define __syncthreads_or(Value)                                                \
  __syncthreads_or((::warplint_recorder::passedBlockBarrier(), (Value)))
#define __barrier_sync(Id)                                                     \
  __barrier_sync(Id), ::warplint_recorder::passedNamedBarrier(Id)
#define __barrier_sync_count(Id, Count)                                        \
  __barrier_sync_count(Id, Count), ::warplint_recorder::passedCountedBarrier()
#define __syncwarp(...)                                                        \
  __syncwarp(__VA_ARGS__), ::warplint_recorder::passedWarpBarrier()
#endif

#endif // WARPLINT_RECORDER_H
