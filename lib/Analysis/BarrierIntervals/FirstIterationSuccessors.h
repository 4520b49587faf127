//===--- FirstIterationSuccessors.h - Edges of first iterations -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop variable has one value in the first iteration. With `done` starting at
// 0, `if (done % 128 == 0) __syncthreads();` waits in the first iteration even
// if nothing is known of later ones: a thread that enters the loop passes the
// barrier.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BARRIERINTERVALS_FIRSTITERATIONSUCCESSORS_H
#define WARPLINT_ANALYSIS_BARRIERINTERVALS_FIRSTITERATIONSUCCESSORS_H

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermArena.h"
#include <memory>

namespace warplint {

class Evaluation;

/// The value of \p Part in the first iteration of \p Of, if \p Part is a phi of
/// that loop's header and all edges into the loop bring one value; otherwise,
/// or if that value is not known, null.
const Term *firstValue(const Term &Part, const Loop &Of,
                       const Evaluation &Values);

/// Which successors the branches of a loop can take in its first iteration.
class FirstIterationSuccessors {
public:
  /// All arguments must outlive this.
  FirstIterationSuccessors(const Loops &All, const Evaluation &Values,
                           TermArena &Arena)
      : Values(Values), Arena(Arena), All(All) {}

  const Loops &loops() const { return All; }
  const Evaluation &values() const { return Values; }
  TermArena &arena() const { return Arena; }
  /// Whether a thread in the first iteration of the loop with header \p Head
  /// may go from \p Branch, a node of that loop, to its successor \p To. True
  /// if that is not known. If \p Entered is \p Head, the loop is known to run
  /// at least one iteration, so that its header does not exit the loop.
  bool mayTake(const Node &Head, const Node &Branch, const Node &To,
               const Node *Entered = nullptr) const;

private:
  const Evaluation &Values;
  TermArena &Arena;
  const Loops &All;
  /// By the header of the loop. Looked up only.
  mutable llvm::DenseMap<const Node *, std::unique_ptr<TermRewriter>> InFirst;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_FIRSTITERATIONSUCCESSORS_H
