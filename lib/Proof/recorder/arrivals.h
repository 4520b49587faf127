//===--- arrivals.h - Barriers to which not all threads come ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_ARRIVALS_H
#define WARPLINT_RECORDER_ARRIVALS_H

#include "rows.h"

namespace warplint_recorder {

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
  Word Epoch = (Word)(Now.BlockBarriers >> 22) << 32 | Now.Grid;
  if (Found->Settled[Side][0] >> 12 == Epoch ||
      !mayLook(Pair, WARPLINT_VISITS / 4))
    return;
  atomicExch(&Found->Settled[Side][0],
             Epoch << 12 | Now.Thread << 2 | Now.Left << 1 | 1);
  __threadfence();
  Word Other = *(volatile Word *)&Found->Settled[1 - Side][0];
  if (!Other || Other >> 12 != Epoch)
    return;
  Moment Them = Now;
  Them.Thread = unsigned(Other >> 2) & 1023;
  Them.Left = unsigned(Other >> 1) & 1;
  if (Them.Thread != Now.Thread)
    tell(Pair, Side, Now, Them, 0, /*Shared=*/true, /*Lanes=*/false);
}

/// The thread passes a barrier, or leaves: of the barriers that are looked at
/// it came to none but the one it stands at.
__device__ inline void elsewhere(Passed &Mine, bool Left) {
#define WARPLINT_RECORD(Pair)                                                  \
  if (Mine.At != Pair + 1)                                                     \
    recordBarrier(Pair, 1, Left);
  WARPLINT_BARRIERS(WARPLINT_RECORD)
#undef WARPLINT_RECORD
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

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_ARRIVALS_H
