//===--- FirstIterationSuccessors.h - Where a loop's first iteration goes -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a loop counts has one value in its first iteration: `if (done % 128 == 0)
// __syncthreads();` is then certain to wait, though no later iteration is. Whoever
// comes into a loop from before it passes that barrier.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BARRIERINTERVALS_FIRSTITERATIONSUCCESSORS_H
#define WARPLINT_ANALYSIS_BARRIERINTERVALS_FIRSTITERATIONSUCCESSORS_H

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermArena.h"
#include <memory>

namespace warplint {

/// What \p Part is in the first iteration of \p Of, if it is a variable of that
/// loop which has one value on all paths into it; null otherwise.
const Term *firstValue(const Term &Part, const Loop &Of,
                       const Evaluation &Values);

class FirstIterationSuccessors {
public:
  /// Refers to all of them.
  FirstIterationSuccessors(const Loops &All, const Evaluation &Values, TermArena &Arena)
      : Values(Values), Arena(Arena), All(All) {}

  const Loops &loops() const { return All; }
  const Evaluation &values() const { return Values; }
  TermArena &arena() const { return Arena; }
  /// A thread in the first iteration of the loop of \p Head may go from \p Branch,
  /// a node of that loop, to \p To, which follows it. The loop of \p Entered is
  /// known to have a first iteration; null: none is.
  bool mayTake(const Node &Head, const Node &Branch, const Node &To,
               const Node *Entered = nullptr) const;

private:
  const Evaluation &Values;
  TermArena &Arena;
  const Loops &All;
  /// By the head of the loop. Looked up.
  mutable llvm::DenseMap<const Node *, std::unique_ptr<TermRewriter>> InFirst;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_FIRSTITERATIONSUCCESSORS_H
