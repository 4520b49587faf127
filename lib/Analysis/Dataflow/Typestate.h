//===--- Typestate.h - How far things have come on all paths -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows an automaton along all paths from a point. Where paths meet, the
// larger state wins; with states ordered from "nothing was done" to "all was
// done", a small state therefore holds on every path, and what follows from it
// is certain.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DATAFLOW_TYPESTATE_H
#define WARPLINT_ANALYSIS_DATAFLOW_TYPESTATE_H

#include "Analysis/Dataflow/CfgView.h"
#include "llvm/ADT/DenseMap.h"
#include <functional>
#include <vector>

namespace warplint {

class Typestate {
public:
  using State = unsigned;
  /// The state after an event, no smaller than the one before it; Unreached
  /// where the path is of no further interest.
  using Step = std::function<State(State, const Event &)>;
  static constexpr State Unreached = 0;

  /// From behind \p Start, in state 1. Coming back to \p Start begins anew.
  Typestate(const CfgView &Paths, const Event &Start, Step Next);
  /// From \p Entry on, in state 1.
  Typestate(const CfgView &Paths, const Node &Entry, Step Next);

  /// The state in which paths come to \p E; Unreached if none does.
  State before(const Event &E) const;
  /// The state in which paths come to the end of \p N.
  State atEndOf(const Node &N) const;

private:
  void solve(const CfgView &Paths, const Node &From, State In);
  State after(State At, const Event &E) const;
  State through(const Node &N) const;

  const Event *Start = nullptr;
  Step Next;
  std::vector<State> In; ///< By the number of the node.
  /// By the number of the node, the states before each of its events; of nodes
  /// that were asked about.
  mutable llvm::DenseMap<unsigned, std::vector<State>> Inside;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DATAFLOW_TYPESTATE_H
