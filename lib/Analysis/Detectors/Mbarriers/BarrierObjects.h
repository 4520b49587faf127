//===--- BarrierObjects.h - The mbarriers of a kernel -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations that initialize each mbarrier, arrive on it and wait for it.
// Elements of one array of mbarriers are one family; which element an operation
// uses is decided by its address, for one thread in the first iteration of the
// loops around the operation.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_BARRIEROBJECTS_H
#define WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_BARRIEROBJECTS_H

#include "Analysis/Dataflow/Typestate.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/Participation/Executions.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace warplint::mbarriers {

/// An operation on an mbarrier; of a copy, its completion on the mbarrier.
struct BarrierOp {
  const Event *E = nullptr;
  AccessPath At;
};

/// Operations in program order.
class BarrierOps {
public:
  void push_back(const BarrierOp &Op) {
    List.push_back(Op);
    Events.insert(Op.E);
  }
  /// The operation of \p E is in the list.
  bool has(const Event &E) const { return Events.count(&E); }
  bool empty() const { return List.empty(); }
  size_t size() const { return List.size(); }
  const BarrierOp &front() const { return List.front(); }
  std::vector<BarrierOp>::const_iterator begin() const { return List.begin(); }
  std::vector<BarrierOp>::const_iterator end() const { return List.end(); }

private:
  std::vector<BarrierOp> List;
  llvm::DenseSet<const Event *> Events; ///< Looked up, never iterated.
};

/// The mbarriers of one variable or member.
struct BarrierFamily {
  BarrierOps Inits, Arrivals, Waits;
  /// Expected transactions, copies and commits that complete on the mbarrier.
  BarrierOps Others;
  BarrierOps Ends; ///< Invalidations.

  const AccessPath &place() const;
  /// All operations but initializations.
  std::vector<const BarrierOp *> uses() const;
};

/// The mbarriers of one kernel. A fact of it (KernelFacts::get).
class BarrierObjects {
public:
  explicit BarrierObjects(const KernelFacts &Facts);

  const KernelFacts &facts() const { return Facts; }
  const std::vector<BarrierFamily> &families() const { return Families; }
  /// The kernel's code shows all operations on the mbarriers of \p F: their
  /// address is passed to no unknown function and stored nowhere, and nothing
  /// else writes there.
  bool isClosed(const BarrierFamily &F) const;

  /// \p T is the value that \p E returned, or that it left in an argument.
  bool isResultOf(const Term *T, const Event &E) const;
  /// \p T is computed from the value that \p E returned.
  bool dependsOn(const Term *T, const Event &E) const;
  /// The arrival whose token \p Wait waits for; null if unknown, or if the wait
  /// takes no token.
  const BarrierOp *arrivalOf(const Event &Wait) const;
  /// A wait for the token of \p Arrival; null if there is none.
  const Event *waitFor(const Event &Arrival) const;
  /// The token of \p Arrival may reach a wait, or escape from the analysis.
  bool keepsToken(const Event &Arrival) const;

  /// \p L in thread \p A and \p R in thread \p B are the same mbarrier.
  bool isSame(const AccessPath &L, const ThreadOfBlock &A, const AccessPath &R,
              const ThreadOfBlock &B) const;
  /// \p L and \p R are the same mbarrier in all threads of the block.
  bool isSameForAll(const AccessPath &L, const AccessPath &R) const;

  /// The mbarriers of \p F expect one arrival of each thread that reaches
  /// \p Arrival.
  bool expectsAllOf(const BarrierFamily &F, const BarrierOp &Arrival) const;

  /// More than one thread of the block waits at \p Wait; the loop around a
  /// try-wait is not taken into account.
  bool isForMany(const BarrierOp &Wait) const;

  /// The block that is tried if the launch is unknown.
  const std::array<int64_t, 3> &exampleBlock() const { return Example; }
  /// Which threads of that block execute \p N (executionOf).
  const participation::Execution &execution(const Node &N) const;
  const participation::Execution &execution(const Event &E) const;
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
  mutable llvm::DenseMap<const Node *,
                         std::unique_ptr<participation::Execution>>
      Executions;
  mutable llvm::DenseMap<const Event *,
                         std::unique_ptr<participation::Execution>>
      OfEvents;
};

/// \p E reads or writes at its address, by itself or as a lane that contributes
/// a row of a matrix.
bool touchesMemory(const Event &E);

/// The innermost call that contains both.
const CallContext &commonCaller(const CallContext &A, const CallContext &B);

/// At least one of two accesses to memory is a write, and not both are atomic.
bool mayConflict(const Event &A, const Event &B);

} // namespace warplint::mbarriers

#endif // WARPLINT_ANALYSIS_DETECTORS_MBARRIERS_BARRIEROBJECTS_H
