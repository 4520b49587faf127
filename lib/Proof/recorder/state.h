//===--- state.h - What the recorder keeps of a run -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_STATE_H
#define WARPLINT_RECORDER_STATE_H

#include "warplint_sites.h"
#include <cuda_runtime.h>

namespace warplint_recorder {

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

static const unsigned LanesPerWarp = 32;
__device__ inline unsigned laneOf(unsigned Thread) {
  return Thread % LanesPerWarp;
}
__device__ inline unsigned warpOf(unsigned Thread) {
  return Thread / LanesPerWarp;
}

static const unsigned Rows = 1u << 17;
static const unsigned ThreadSlots = 1u << 19; ///< More than can be resident.
/// A pair for which so many visits had to look into a row is not looked at any
/// longer: what recording costs has an end.
#ifndef WARPLINT_VISITS
#define WARPLINT_VISITS (3u << 19)
#endif
/// Of each launch the first and the last blocks are looked at: what recording
/// costs does not grow with the grid.
static const unsigned FirstBlocks = 46, LastBlocks = 16;
/// Two others, which `warplint_sites.h` may name.
#ifndef WARPLINT_BLOCKS
#define WARPLINT_BLOCKS ~0ull, ~0ull
#endif
__device__ inline Word namedBlock(unsigned Which) {
  const Word Named[2] = {WARPLINT_BLOCKS};
  return Named[Which];
}

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
  return Block < FirstBlocks || Block + LastBlocks >= blocksOfGrid() ||
         Block == namedBlock(0) || Block == namedBlock(1);
}
/// The number of this block among those that are looked at.
__device__ inline unsigned lookedBlock() {
  Word Block = currentBlock();
  if (Block < FirstBlocks)
    return unsigned(Block);
  if (Block + LastBlocks >= blocksOfGrid())
    return unsigned(Block + LastBlocks + FirstBlocks - blocksOfGrid());
  return FirstBlocks + LastBlocks + (Block == namedBlock(0) ? 0 : 1);
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

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_STATE_H
