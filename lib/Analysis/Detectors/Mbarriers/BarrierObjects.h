//===--- BarrierObjects.h - The barrier objects of a kernel -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who initializes, arrives on and waits on each barrier object. Elements of one
// array of barriers are one family; which element an operation means is decided
// by its address, for one thread in the first iteration of the loops around it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_BARRIEROBJECTS_H
#define WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_BARRIEROBJECTS_H

#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/Dataflow/Typestate.h"
#include "Analysis/Participation/Executions.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace warplint {

/// One operation on a barrier object; for a copy, the completion it reports.
struct BarrierOp {
  const Event *E = nullptr;
  Location At;
};

/// Operations in the order of the program.
class BarrierOps {
public:
  void push_back(const BarrierOp &Op) {
    List.push_back(Op);
    Events.insert(Op.E);
  }
  /// \p E is one of them.
  bool has(const Event &E) const { return Events.count(&E); }
  bool empty() const { return List.empty(); }
  size_t size() const { return List.size(); }
  const BarrierOp &front() const { return List.front(); }
  const BarrierOp &operator[](size_t I) const { return List[I]; }
  std::vector<BarrierOp>::const_iterator begin() const { return List.begin(); }
  std::vector<BarrierOp>::const_iterator end() const { return List.end(); }

private:
  std::vector<BarrierOp> List;
  llvm::DenseSet<const Event *> Events; ///< Looked up, never iterated.
};

/// The barrier objects of one variable or member.
struct BarrierFamily {
  BarrierOps Inits, Arrivals, Waits;
  /// Expected transactions, copies and commits that complete on the object.
  BarrierOps Others;
  BarrierOps Ends; ///< From here on it is no barrier object any more.

  const Location &place() const;
  /// Everything but initializations.
  std::vector<const BarrierOp *> uses() const;
};

class BarrierObjects {
public:
  explicit BarrierObjects(const KernelFacts &Facts);

  const KernelFacts &facts() const { return Facts; }
  const std::vector<BarrierFamily> &families() const { return Families; }
  /// Every operation on a barrier object of the kernel is in a family.
  bool areAllKnown() const { return AllKnown; }
  /// The kernel's own code shows all that is done to the objects of \p F: no
  /// function that is not seen gets its address, nothing stores it or writes
  /// there.
  bool isClosed(const BarrierFamily &F) const;

  /// \p T is what \p E returned or left in what it took.
  bool isResultOf(const Term *T, const Event &E) const;
  /// \p T is computed from what \p E returned.
  bool dependsOn(const Term *T, const Event &E) const;
  /// The arrival that returned the token \p Wait waits for; null if that is not
  /// certain or no token is involved.
  const BarrierOp *arrivalOf(const Event &Wait) const;
  /// A wait for the token of \p Arrival, null if there is none.
  const Event *waitFor(const Event &Arrival) const;
  /// The token of \p Arrival may reach some wait or leave the analysis's sight.
  bool keepsToken(const Event &Arrival) const;

  /// Both mean one object, where \p L is executed by \p A and \p R by \p B.
  bool isSame(const Location &L, const ThreadOfBlock &A, const Location &R,
              const ThreadOfBlock &B) const;
  /// All threads of the block know one object under the names \p L and \p R.
  bool isSameForAll(const Location &L, const Location &R) const;

  /// The objects of \p F expect one arrival of each thread that comes to
  /// \p Arrival.
  bool expectsAllOf(const BarrierFamily &F, const BarrierOp &Arrival) const;

  /// More than one thread of the block waits; the loop around a try does not
  /// say who does.
  bool isForMany(const BarrierOp &Wait) const;

  /// The block on which statements are tried where the launch is not known.
  const std::array<int64_t, 3> &exampleBlock() const { return Example; }
  /// executionOf for that block.
  const Execution &execution(const Node &N) const;
  const Execution &execution(const Event &E) const;
  /// Some path leads from the end of \p From to \p To.
  bool reaches(const Node &From, const Node &To) const {
    return Paths.reaches(From, To);
  }
  bool isInCycle(const Node &N) const { return reaches(N, N); }

private:
  void collect(const Event &E);
  void fitExample();
  void add(const Event &E, const Term *Address, BarrierOps BarrierFamily::*To);

  const KernelFacts &Facts;
  const Reachability &Paths;
  std::vector<BarrierFamily> Families;
  bool AllKnown = true;
  std::array<int64_t, 3> Example = {};
  mutable llvm::DenseMap<const Node *, std::unique_ptr<Execution>> Executions;
  mutable llvm::DenseMap<const Event *, std::unique_ptr<Execution>> OfEvents;
};

/// \p E reads or writes at its address, alone or as a lane that gives a row of
/// a matrix.
bool touchesMemory(const Event &E);

/// The innermost call that both are made in.
const CallContext &commonCaller(const CallContext &A, const CallContext &B);

/// Of two accesses to memory, one is a write and not both are atomic.
bool mayConflict(const Event &A, const Event &B);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_BARRIEROBJECTS_H
