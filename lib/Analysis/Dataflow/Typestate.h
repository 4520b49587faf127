//===--- Typestate.h - Forward typestate along paths ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs an automaton over the events on all paths from a point, to a fixpoint.
// States are ordered, and the join of two states is the larger one. The state
// of a point is therefore an upper bound over all paths to it: with states from
// "nothing was done" to "all was done", no path has done more.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DATAFLOW_TYPESTATE_H
#define WARPLINT_ANALYSIS_DATAFLOW_TYPESTATE_H

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/KernelIR/State.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <vector>

namespace warplint {

/// The states of an automaton before each event and at the end of each node.
class Typestate {
public:
  using State = unsigned;
  /// The transfer function: the state after an event, by the state before it.
  /// The result is not smaller than that state, or it is Unreached, which ends
  /// the path.
  using Step = std::function<State(State, const Event &)>;
  static constexpr State Unreached = 0;

  /// Begins directly after \p Start in state 1. A path that passes \p Start
  /// again is back in state 1. \p Start must outlive this.
  Typestate(const CfgView &Paths, const Event &Start, Step Next);
  /// Begins at the start of \p Entry, in state 1.
  Typestate(const CfgView &Paths, const Node &Entry, Step Next);

  using EventTest = std::function<bool(const Event &)>;
  /// In state 1 until some path has passed an event that \p Marks, then in 2.
  template <typename From>
  static Typestate marking(const CfgView &Paths, const From &Start,
                           EventTest Marks) {
    return {Paths, Start,
            [Marks = std::move(Marks)](State Now, const Event &E) {
              return Marks(E) ? 2 : Now;
            }};
  }
  /// In state 1; an event that \p Ends a path ends it.
  template <typename From>
  static Typestate until(const CfgView &Paths, const From &Start,
                         EventTest Ends) {
    return {Paths, Start, [Ends = std::move(Ends)](State Now, const Event &E) {
              return Ends(E) ? Unreached : Now;
            }};
  }

  bool reaches(const Event &E) const { return before(E) != Unreached; }
  /// The state directly before \p E; Unreached if no path reaches \p E.
  State before(const Event &E) const;
  /// The state at the end of \p N; Unreached if no path reaches it.
  State atEndOf(const Node &N) const;

private:
  void solve(const CfgView &Paths, const Node &From, State In);
  State after(State At, const Event &E) const;
  State through(const Node &N) const;

  const Event *Start = nullptr;
  Step Next;
  std::vector<State> In; ///< At the start of a node, by Node::id().
  /// The states before each event of a node, by Node::id(); filled by before().
  mutable llvm::DenseMap<unsigned, std::vector<State>> Inside;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DATAFLOW_TYPESTATE_H
