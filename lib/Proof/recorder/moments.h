//===--- moments.h - One thread at one place, what orders two ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_MOMENTS_H
#define WARPLINT_RECORDER_MOMENTS_H

#include "state.h"

namespace warplint_recorder {

__device__ inline bool ordered(const Moment &L, const Moment &R) {
  if (L.Block != R.Block)
    return false;
  return L.BlockBarriers != R.BlockBarriers ||
         (warpOf(L.Thread) == warpOf(R.Thread) &&
          L.WarpBarriers != R.WarpBarriers);
}
__device__ inline bool sameThread(const Moment &L, const Moment &R) {
  return L.Block == R.Block && L.Thread == R.Thread;
}
__device__ inline bool sameWarp(const Moment &L, const Moment &R) {
  return L.Block == R.Block && warpOf(L.Thread) == warpOf(R.Thread);
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
               : Of.Block < FirstBlocks + LastBlocks
                   ? blocksOfGrid() - (FirstBlocks + LastBlocks) + Of.Block
                   : namedBlock(Of.Block - (FirstBlocks + LastBlocks));
  To.Threads[0] = Thread % blockDim.x;
  To.Threads[1] = Thread / blockDim.x % blockDim.y;
  To.Threads[2] = Thread / blockDim.x / blockDim.y;
  To.Blocks[0] = unsigned(Block % gridDim.x);
  To.Blocks[1] = unsigned(Block / gridDim.x % gridDim.y);
  To.Blocks[2] = unsigned(Block / gridDim.x / gridDim.y);
  To.Interval = Of.BlockBarriers;
  To.Left = Of.Left;
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
  return mixed(mixed(intervalOf(Now), warpOf(Now.Thread)), Now.WarpBarriers);
}
/// One thread in that, with what it does.
__device__ inline Word stayOf(const Moment &Now) {
  return mixed(warpStayOf(Now), Now.Thread * 8 + Now.Last * 2 + Now.Left);
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

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_MOMENTS_H
