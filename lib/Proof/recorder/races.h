//===--- races.h - Accesses of one element ----------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_RECORDER_RACES_H
#define WARPLINT_RECORDER_RACES_H

#include "rows.h"

namespace warplint_recorder {

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
                  blockDim.x * blockDim.y * blockDim.z > LanesPerWarp));
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

} // namespace warplint_recorder

#endif // WARPLINT_RECORDER_RACES_H
