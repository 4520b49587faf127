//===--- calls.h - Masks that name lanes which do not come ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_CALLS_H
#define WARPLINT_RECORDER_CALLS_H

#include "rows.h"

namespace warplint_recorder {

/// The lanes that come together with the same \p Key.
__device__ inline unsigned lanesWith(Word Key) {
#ifdef __CUDA_ARCH__
  return __match_any_sync(__activemask(), Key);
#else
  return 1u << laneOf(currentThread());
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
  if (Row *Found =
          rowOfPair(keyInBlock(Now.Block, warpOf(Now.Thread) * MostCalls +
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
  Calls.Thread = warpOf(Now.Thread) * LanesPerWarp + Caller;
  Leaves.Thread = warpOf(Now.Thread) * LanesPerWarp + Missing;
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
  unsigned Lane = laneOf(Now.Thread);
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
  unsigned Lane = laneOf(Now.Thread), Leave = lanesWith(Now.BlockBarriers);
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
    tellCall(Pair, Now, laneOf(ofLaunch(Words.Lane, Now)),
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

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_CALLS_H
