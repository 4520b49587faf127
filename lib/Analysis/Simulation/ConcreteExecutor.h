//===--- ConcreteExecutor.h - The way of threads through a kernel -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread, or threads that go together, followed through a kernel with
// given values: joins take the value of the edge that is taken, and a branch
// that is not known is passed where nothing that counts hangs on it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SIMULATION_CONCRETEEXECUTOR_H
#define WARPLINT_ANALYSIS_SIMULATION_CONCRETEEXECUTOR_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <set>

namespace warplint {

class ExecutedParts;

/// What all walks through one kernel share.
class ExecutedKernel {
public:
  /// A branch must be decided where it hangs on it whether a thread comes to an
  /// event for which \p Counts holds.
  /// Unless \p Seen is null, walks are only about the events for which it
  /// holds: whatever decides neither over those nor over what they are about is
  /// passed on the shortest way.
  ExecutedKernel(const KernelFacts &Facts,
               llvm::function_ref<bool(const Event &)> Counts,
               llvm::function_ref<bool(const Event &)> Seen = nullptr);
  ~ExecutedKernel();

  const KernelFacts &facts() const { return Facts; }

private:
  friend class ConcreteExecutor;
  llvm::ArrayRef<const Term *> phisIn(const Term *T);
  /// Nodes in a row before which nothing happens and nothing is decided.
  struct Quiet {
    const Node *Last = nullptr;
    size_t Behind = 0; ///< How many are left.
  };
  /// Of the nodes from \p N on; \p N itself if something happens there.
  const Quiet &quietFrom(const Node &N);
  void noteDeciding(llvm::function_ref<bool(const Event &)> Counts);
  /// Where the only way goes on from \p N, or the shortest one if it does not
  /// matter which; null if it does.
  const Node *onlyPathFrom(const Node &N) const;

  const KernelFacts &Facts;
  const Reachability &Reach;
  // Looked up, never iterated.
  llvm::DenseMap<const Node *, llvm::SmallVector<const Term *, 4>> PhisAt;
  llvm::DenseMap<const Term *, llvm::SmallVector<const Term *, 4>> Inside;
  llvm::DenseMap<const Node *, Quiet> QuietFrom;
  std::set<const Node *> Deciding;
  /// What walks are about; null if that is everything.
  std::unique_ptr<ExecutedParts> Parts;
};

/// One walk. Who walks derives from it.
class ConcreteExecutor {
protected:
  /// \p StepsLeft: nodes that may still be passed, by this walk and others.
  ConcreteExecutor(ExecutedKernel &Kernel, const GivenValues &Parameters,
             unsigned &StepsLeft);
  virtual ~ConcreteExecutor() = default;

  /// What \p T is for who walks; nothing if that is not known, or if those that
  /// go together do not agree.
  virtual std::optional<int64_t> agreed(const Term *T) = 0;
  /// \p E happens, before what comes behind it is walked; false if it cannot be
  /// followed further.
  virtual bool pass(const Event &E) = 0;
  /// Control comes to joins: each of \p Joins takes the value of the term
  /// beside it, all at once, or is not known where there is none.
  using Joining = std::pair<const Term *, const Term *>;
  virtual void take(llvm::ArrayRef<Joining> Joins);
  /// Where a branch leads to \p To: false if its other successor is to be walked.
  virtual bool goesTo(const Node & /*To*/) { return true; }

  /// From the entry of the kernel to its exit; false if it cannot be followed.
  bool walk();

  std::optional<int64_t> valueOf(const Term *T, const ThreadOfBlock &Thread);
  /// \p T may have another value where the walk has come on.
  bool dependsOnPhis(const Term *T) { return !Kernel.phisIn(T).empty(); }
  /// Parameters have decided something so far.
  bool usedParameters() const { return Values.usedParameters(); }
  /// Whether \p E is executed where the walk has come to; nothing if a
  /// condition decides that is not known.
  std::optional<bool> happens(const Event &E);
  /// Whether the walk would come to \p N was not known.
  bool isGuessed(const Node &N) const;

  const KernelFacts &Facts;
  /// Whether \p Condition holds for who walks; nothing if that is not known, or
  /// if those that go together do not agree.
  virtual std::optional<bool> holds(const Term *Condition);
  /// At the branch of \p N, those that go together go different ways: walks
  /// each of them (`walkFrom`). Returns where they all have come to, null if
  /// they cannot be followed; nothing if they go on together.
  virtual std::optional<const Node *> diverge(const Node & /*N*/) {
    return std::nullopt;
  }
  /// Takes the branch of \p N and walks on until \p Stop, which stays to be
  /// walked, or to the exit; false if that cannot be followed.
  bool walkFrom(const Node &N, const Node *Stop);

  /// Parameters, joins, and what else is known by now.
  GivenValues Now;

private:
  bool walkOn(const Node *At, const Node *Stop);
  void enter(const Node &N, const Node &From);
  const Node *anyPathOn(const Node &N);
  const Node *decided(const Node &N);
  const Node *next(const Node &N);

  ExecutedKernel &Kernel;
  ThreadValues Values;
  unsigned &StepsLeft;
  /// Branches that were passed without knowing which path to go.
  std::set<const Node *> Guessed;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SIMULATION_CONCRETEEXECUTOR_H
