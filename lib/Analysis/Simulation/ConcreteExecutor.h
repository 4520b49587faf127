//===--- ConcreteExecutor.h - Execution with concrete values ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Executes one thread, or threads that run together, through a kernel with
// given values: phis take the value of the edge that is taken, and a branch
// whose condition is unknown is skipped if no event that counts depends on it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SIMULATION_CONCRETEEXECUTOR_H
#define WARPLINT_ANALYSIS_SIMULATION_CONCRETEEXECUTOR_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace warplint::simulation {

class ExecutedParts;

/// What all executions of one kernel share.
class ExecutedKernel {
public:
  /// \p Counts: events whose execution must be known; a branch that decides
  /// whether a thread reaches one must be decided. \p Seen: if not null,
  /// executions only follow these events and what decides about them
  /// (ExecutedParts), and take the shortest path past everything else.
  ExecutedKernel(const KernelFacts &Facts,
                 llvm::function_ref<bool(const Event &)> Counts,
                 llvm::function_ref<bool(const Event &)> Seen = nullptr);
  ~ExecutedKernel();

  const KernelFacts &facts() const { return Facts; }

private:
  friend class ConcreteExecutor;
  llvm::ArrayRef<const Term *> phisIn(const Term *T);
  /// A chain of nodes without events and decisions.
  struct Quiet {
    const Node *Last = nullptr;
    size_t Behind = 0; ///< Number of nodes passed before Last.
  };
  /// The chain from \p N on; \p N itself if it has events.
  const Quiet &quietFrom(const Node &N);
  void noteDeciding(llvm::function_ref<bool(const Event &)> Counts);
  /// The next node from \p N if there is only one, or if any path will do, on
  /// the shortest; null if the path matters.
  const Node *onlyPathFrom(const Node &N) const;

  const KernelFacts &Facts;
  const Reachability &Reach;
  // Looked up, never iterated.
  llvm::DenseMap<const Node *, llvm::SmallVector<const Term *, 4>> PhisAt;
  llvm::DenseMap<const Term *, llvm::SmallVector<const Term *, 4>> Inside;
  llvm::DenseMap<const Node *, Quiet> QuietFrom;
  std::set<const Node *> Deciding;
  /// The parts to follow; null if all.
  std::unique_ptr<ExecutedParts> Parts;
};

/// One execution of a kernel. A derived class says which threads execute it and
/// what events do.
class ConcreteExecutor {
protected:
  /// \p StepsLeft: the number of nodes that this execution, and others that
  /// share the counter, may still pass.
  ConcreteExecutor(ExecutedKernel &Kernel, const GivenValues &Parameters,
                   uint64_t &StepsLeft);
  virtual ~ConcreteExecutor() = default;

  /// The value of \p T in the executing threads; nothing if it is unknown, or
  /// if the threads have different values.
  virtual std::optional<int64_t> agreed(const Term *T) = 0;
  /// Executes \p E, before anything after it is executed; false ends the
  /// execution as failed.
  virtual bool pass(const Event &E) = 0;
  /// Executes phis: each first member of \p Joins takes the value of the second
  /// one, all at once; it becomes unknown if the second one is null.
  using Joining = std::pair<const Term *, const Term *>;
  virtual void take(llvm::ArrayRef<Joining> Joins);
  /// The successor to take from \p N, which decides about an event that counts,
  /// although its condition is unknown; null ends the execution as failed.
  virtual const Node *chosen(const Node & /*N*/) { return nullptr; }
  /// \p N was skipped: its condition is unknown, and no event that counts
  /// depends on it.
  virtual void skipped(const Node & /*N*/) {}
  /// The branch of \p From leads to \p To: false if the other successor is to be
  /// taken.
  virtual bool goesTo(const Node & /*From*/, const Node & /*To*/) {
    return true;
  }

  /// Executes the kernel from entry to exit; false if that failed, or the steps
  /// are used up.
  bool walk();

  std::optional<int64_t> valueOf(const Term *T, const ThreadOfBlock &Thread);
  /// \p T contains phis, so it may have another value later in the execution.
  bool dependsOnPhis(const Term *T) { return !Kernel.phisIn(T).empty(); }
  /// Parameters have decided something so far.
  bool usedParameters() const { return Values.usedParameters(); }
  /// Whether \p E is executed where control is now; nothing if a condition with
  /// an unknown value decides.
  std::optional<bool> happens(const Event &E);
  /// Whether control reaches \p N is unknown: a branch over it was skipped.
  bool isGuessed(const Node &N) const;

  const KernelFacts &Facts;
  /// Whether \p Condition holds for the executing threads; nothing if that is
  /// unknown, or if it holds for some of them only.
  virtual std::optional<bool> holds(const Term *Condition);
  /// The executing threads take different successors of \p N: executes each
  /// part of them (`walkFrom`). Returns the node at which all continue
  /// together, null if the execution failed; nothing if the threads do not
  /// diverge.
  virtual std::optional<const Node *> diverge(const Node & /*N*/) {
    return std::nullopt;
  }
  /// Takes the branch of \p N and executes until \p Stop, which is not
  /// executed, or to the exit; false if that failed.
  bool walkFrom(const Node &N, const Node *Stop);

  /// The current values of parameters, phis, and whatever else is known.
  GivenValues Now;

private:
  bool walkOn(const Node *At, const Node *Stop);
  void enter(const Node &N, const Node &From);
  const Node *anyPathOn(const Node &N);
  const Node *decided(const Node &N);
  const Node *next(const Node &N);

  ExecutedKernel &Kernel;
  ThreadValues Values;
  uint64_t &StepsLeft;
  /// Branches that were skipped because their condition is unknown.
  std::set<const Node *> Guessed;
};

} // namespace warplint::simulation

#endif // WARPLINT_ANALYSIS_SIMULATION_CONCRETEEXECUTOR_H
