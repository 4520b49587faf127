//===--- rows.h - Who came where, and what was found of it ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_ROWS_H
#define WARPLINT_RECORDER_ROWS_H

#include "moments.h"

namespace warplint_recorder {

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

__device__ inline void count(Word *Counter) {
  // One thread adds for all that are here together.
#ifdef __CUDA_ARCH__
  unsigned Here = __activemask();
  if (laneOf(currentThread()) == unsigned(__ffs(Here) - 1))
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

/// Whether \p Enough lanes of lower numbers come to the granule together with
/// this one.
__device__ inline bool isOneOfMany(Word Key, unsigned Enough,
                                   const Moment &Now) {
#ifdef __CUDA_ARCH__
  unsigned Alike = __match_any_sync(
      __activemask(), Key ^ ((Word)Now.First << 58) ^ ((Word)Now.Last << 56));
  return __popc(Alike & ((1u << laneOf(Now.Thread)) - 1)) >= int(Enough);
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

/// Of what each block has for itself.
__device__ inline Word keyInBlock(Word Block, Word What) {
  return (1ull << 63) | ((Block & 0x3fffffff) << 22) | (What & 0x3fffff);
}

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_ROWS_H
