//===--- LaneValues.h - Results of warp collectives as terms ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers what a collective gives to a lane whose operand is known as one term
// over the lane. A shuffle gives the operand of another lane; a vote over a sum
// that grows with the lane is decided by the first or the last lane; anything
// else is a table with an entry for each lane. The table is made only here,
// where lanes meet.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_LANEVALUES_H
#define WARPLINT_ANALYSIS_EXPR_LANEVALUES_H

#include "Analysis/Expr/TermArena.h"
#include "CudaModel/LaneFunctions.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace warplint {

/// What \p Of gives to lane \p Self of the lanes whose operands are \p Table;
/// nothing if it does not fit into 32 bits.
std::optional<int64_t>
combineLanes(LaneFunction Of, llvm::ArrayRef<int64_t> Table, unsigned Self);

/// Results of collectives of one segment of a warp (the warp itself, or a tile)
/// in which all threads of the segment take part together.
class LaneValues {
public:
  /// The value of the term \p T in the lane \p Lane of the segment of the
  /// thread that asks, counted from 0; null if that is not known.
  using ValueInLane =
      llvm::function_ref<const Term *(const Term *T, const Term *Lane)>;

  /// \p Self is the lane of the thread that asks in its segment of \p Width
  /// lanes, of which the first \p Lanes are threads of the block. Refers to all
  /// arguments.
  LaneValues(TermArena &Arena, const Term *Self, int64_t Width, int64_t Lanes,
             ValueInLane InLane)
      : Arena(Arena), Self(Self), Width(Width), Lanes(Lanes), InLane(InLane) {}

  /// What a shuffle of \p Value gives; null if that is not known, or if the
  /// source may be a lane without a thread.
  const Term *shuffled(const Term *Value, ShuffleMode Mode, const Term *Select);
  /// What \p Of gives for the operand \p Value; null if that is not known.
  const Term *combined(LaneFunction Of, const Term *Value);

private:
  using Table = llvm::SmallVector<const Term *, LanesPerWarp>;
  const Term *inLane(const Term *T, int64_t Lane) {
    return InLane(T, Arena.constant(Lane));
  }
  std::optional<Table> tableOf(const Term *T);
  const Term *truthOf(const Term *T);
  const Term *quantified(const Term *Truth, bool IsAny);
  const Term *byExtreme(const BinaryTerm &Comparison, bool IsAny);
  const Term *joined(llvm::ArrayRef<const Term *> Truths, bool IsAny);

  TermArena &Arena;
  const Term *Self;
  int64_t Width, Lanes;
  ValueInLane InLane;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_LANEVALUES_H
