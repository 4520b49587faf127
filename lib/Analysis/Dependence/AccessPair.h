//===--- AccessPair.h - Arithmetic on accesses of two threads ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two threads run one interval; thread 1 makes the first access, thread 2 the
// second. What arithmetic alone decides about the pair before the solver is
// asked. What is assumed where data decide: OwnershipModel.h.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_ACCESSPAIR_H
#define WARPLINT_ANALYSIS_DEPENDENCE_ACCESSPAIR_H

#include "Analysis/Dependence/AddressDifferences.h"
#include "Analysis/TwoThreads/PairQuestion.h"
#include "Analysis/TwoThreads/QuerySymbols.h"
#include "Analysis/TwoThreads/ThreadEncoding.h"
#include <array>
#include <optional>

namespace warplint::dependence {

/// Two accesses and the threads that make them. Refers to all of its arguments
/// but the accesses.
class AccessPair {
public:
  AccessPair(twothreads::QuerySymbols &Symbols, const Interval &Of,
             const twothreads::IntervalAccess &A,
             const twothreads::IntervalAccess &B,
             twothreads::ThreadEncoding &One,
             twothreads::ThreadEncoding &Other);

  const twothreads::IntervalAccess &first() const { return A; }
  const twothreads::IntervalAccess &second() const { return B; }
  const Interval &interval() const { return Of; }
  twothreads::QuerySymbols &symbols() const { return Symbols; }
  /// The encoding of thread \p Thread (1 or 2), and what it accesses.
  twothreads::ThreadEncoding &encoding(unsigned Thread) const {
    return Thread == 1 ? One : Other;
  }
  const twothreads::EncodedValue &place(unsigned Thread) const {
    return Thread == 1 ? To1 : To2;
  }
  /// Where in the object the array starts that thread \p Thread indexes last.
  const Term *part(unsigned Thread);
  /// From the second place to the first, in bytes; never null if there is an
  /// `object`.
  const Term *distance() const { return Distance; }

  /// The object that both threads access; null if it is not known to be one
  /// object: then functions that compare the two addresses must not be called.
  const Term *object() const { return Object; }
  /// The condition that the two accesses have a byte in common.
  const Term *meet();
  /// The condition that thread \p Thread (1 or 2) reaches its access.
  const Term *reach(unsigned Thread);
  /// The condition that thread \p Thread does something with what it reads;
  /// constant 1 if its access is no plain read, or if that is not known.
  const Term *consumes(unsigned Thread);
  /// The conditions under which thread 1 reaches the first and the second
  /// access.
  std::array<const Term *, 2> reachesBoth();
  /// The conditions that each access lies in its row or part of the object.
  std::array<const Term *, 2> inRows();
  /// The conditions that no row is shorter than the bound of its columns: of
  /// `a[row * pitch + column]` behind `column < width` that the width is at
  /// most the pitch.
  std::array<const Term *, 2> inPitches();
  /// The conditions that both accesses lie in their object.
  std::array<const Term *, 2> inBounds();
  /// The conditions that the first thread of the block stays there, too, where
  /// it makes the same access in the same iteration: sizes that a witness
  /// chooses are sizes of the whole block. Its last thread is not asked, since
  /// a thread that overruns its own part most often gets into the next one.
  std::vector<const Term *> inBoundsOfFirstThread();

  /// The two accesses have no byte in common, by the conditions on indices
  /// under which the threads reach them; false if unknown. Afterwards
  /// `neverWhere` uses what those conditions imply, too.
  bool staysApart();
  /// \p Truth is false wherever the accesses have a byte in common; false if
  /// arithmetic cannot decide that.
  bool neverWhere(const Term *Truth);
  /// Both accesses store the same value, so their order makes no difference;
  /// false if unknown.
  bool storesSame();
  /// Both accesses belong to one update (`x |= c`, `x = x & c`) by which both
  /// threads set or keep the same bits, and nothing else depends on the value
  /// that was read: whether a thread reads before or after another has set the
  /// bits, it writes them set. False if unknown.
  bool setsSameBits();
  /// The condition that the write of a read and a write stores something else
  /// than what its thread has just read there; constant 1 for other pairs.
  const Term *changesPlace();
  /// The condition that two plain stores store different values. Null for other
  /// pairs, and for values that are addresses.
  const Term *storesTwo();
  /// Two different plain stores, of which one stores a value loaded from
  /// another shared object: the kernel may have put there just the value that
  /// the other store writes.
  bool storesWhatWasShared();
  /// All threads write one value to one address, and the reading thread has
  /// written it itself before its read: it reads that value whoever wrote last.
  /// False if unknown.
  bool readsOwnCopy();
  /// Both accesses are one store of a value that a warp collective returned,
  /// and all lanes may have the same value: lanes that reduce together do.
  bool storesWhatLanesShare();
  /// The condition that the shuffles from which the stored value is computed
  /// give the two lanes different values; null if unknown.
  const Term *lanesApart();

private:
  bool storesWhatFollows();

  twothreads::QuerySymbols &Symbols;
  const Interval &Of;
  twothreads::IntervalAccess A, B;
  twothreads::ThreadEncoding &One, &Other;
  twothreads::EncodedValue To1, To2;
  const Term *Object = nullptr;
  const Term *Distance = nullptr; ///< From the second to the first, in bytes.
  bool IsWhole = false;           ///< They have all bytes in common or none.
  Near Meeting; ///< The distances at which they have bytes in common.
  /// Values equal in both threads where they have bytes in common; nothing if
  /// none are known.
  std::optional<EqualParts> Equal;
};

/// Whether the write \p P depends on the old value of the element it writes, or
/// on an unknown value.
bool updatesPlace(const twothreads::IntervalAccess &P);

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_ACCESSPAIR_H
