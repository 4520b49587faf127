//===--- BarrierOnEveryIteration.h - Barriers in one of known iterations ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// for (int i = 0; i < 8; ++i) {
//   ...
//   if (i + 2 == 8)
//     __syncthreads();
// }
//
// A path through the graph leads past the barrier in every iteration; no thread goes
// that way. What counts the iterations of such a loop begins with a constant and
// changes by what is known, so that its iterations can be gone through one by one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERONEVERYITERATION_H
#define WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERONEVERYITERATION_H

#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermArena.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <vector>

namespace warplint {

class BarrierOnEveryIteration {
public:
  using Separator = llvm::function_ref<bool(const Node &)>;

  /// Refers to all of them.
  BarrierOnEveryIteration(const Loops &All, const CfgView &View,
                 const Evaluation &Values, TermArena &Arena)
      : All(All), View(View), Values(Values), Arena(Arena) {}

  const Loops &loops() const { return All; }

  /// Every thread that comes into \p Of and leaves it runs a node that \p
  /// Separates, whatever else it does. Not so if that is not known.
  bool isAlwaysSeparated(const Loop &Of, Separator Separates) const;

  /// An iteration, by the value that a variable of the loop has when it begins.
  struct FreeIterations {
    int64_t Value = 0;
    unsigned Number = 0; ///< This and those after it that need not separate.
  };
  /// The iterations of \p Of, in all of which \p Phi, its variable, is known; none if
  /// that is not so.
  std::vector<FreeIterations> freeIterations(const Loop &Of, const Term &Phi,
                                     Separator Separates) const;

private:
  /// What is known of the variables of a loop in one iteration.
  using Iteration = llvm::MapVector<const Term *, const Term *>;
  /// Where a thread can come in an iteration without a separating node.
  struct Paths {
    bool Out = false, Around = false;
  };
  /// A loop as it is gone through by those who come to no separating node.
  struct Course {
    std::vector<const Node *> Nodes;
    std::vector<Iteration> Iterations; ///< All of them; none if they are not known.
    /// For each iteration how many, this one included, need not come to one of the
    /// nodes that separate. By those, in the order of `Nodes`.
    std::map<std::vector<bool>, std::vector<unsigned>> Free;
  };

  Course &courseOf(const Loop &Of) const;
  std::vector<const Node *> nodesOf(const Loop &Of) const;
  Iteration firstIteration(const Loop &Of) const;
  Iteration iterationAfter(const Iteration &Now, const Loop &Of) const;
  Paths pathsOf(const Iteration &Now, const Loop &Of, Separator Separates) const;
  const Term *valueIn(const Iteration &Now, const Term *T) const;

  const Loops &All;
  const CfgView &View;
  const Evaluation &Values;
  TermArena &Arena;
  /// Of loops that were asked about; looked up only.
  mutable llvm::DenseMap<const Loop *, Course> Courses;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BARRIERINTERVALS_BARRIERONEVERYITERATION_H
