//===--- Executions.cpp - Threads of a block that reach a point -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Participation/Executions.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Target/Limits.h"

namespace warplint::participation {

/// Nothing that only runs of the program could show is part of \p T.
static bool isTransparent(const Term *T, const Evaluation &Values) {
  return walkTerms(T, Values, [](const Term &Part) {
    return llvm::isa<SiteTerm, UndefinedTerm>(Part) ? Walk::Stop : Walk::Enter;
  });
}

namespace {

/// Takes threads out of a block, branch by branch.
class Selection {
public:
  Selection(const KernelFacts &Facts, const std::array<int64_t, 3> &BlockDim)
      : Facts(Facts), Run(Facts.values()) {
    Left.Threads = threadsOf(BlockDim);
    Left.Who = Execution::Kind::Everyone;
    Left.Sure = true;
  }

  /// Keeps the threads that go from \p Branch to \p To, or the others.
  void follow(const Node &Branch, const Node &To, bool Keep);
  /// Keeps the threads that come from \p First to \p To by one of several paths
  /// through \p Over, the branches over \p To: `a || b`. Adds the branches on
  /// the paths to \p Done; nothing happens where one of them cannot be run.
  void followPaths(const Node &First, const Node &To,
                   llvm::ArrayRef<const Node *> Over,
                   llvm::SmallPtrSetImpl<const Node *> &Done);
  Execution take() { return std::move(Left); }

private:
  std::optional<int64_t> firstOutcome(const Term *Condition, const Node &To,
                                      const ThreadOfBlock &Self) const;
  std::optional<bool> mayGo(const Node &Branch, const Node &To,
                            unsigned Successor,
                            const ThreadOfBlock &Self) const;

  const KernelFacts &Facts;
  ThreadValues Run;
  Execution Left;
};

} // namespace

/// What \p Condition is when \p Self reaches it for the first time on its path
/// to \p To: variables of loops around both have the values they enter with.
std::optional<int64_t>
Selection::firstOutcome(const Term *Condition, const Node &To,
                        const ThreadOfBlock &Self) const {
  if (auto Always = Run.run(Condition, Self))
    return Always;
  GivenValues Entering;
  anyPartOf(Condition, [&](const Term &Part) {
    const auto *Phi = llvm::dyn_cast<PhiTerm>(&Part);
    if (!Phi || !Facts.loops().contains(*Phi->node(), To))
      return false;
    std::optional<int64_t> Only;
    for (const Incoming &I : Facts.values().incoming(Phi)) {
      if (I.From->position() >= Phi->node()->position())
        continue;
      auto Value =
          I.Reaching.Value ? Run.run(I.Reaching.Value, Self) : std::nullopt;
      if (!Value || (Only && *Only != *Value))
        return true;
      Only = Value;
    }
    if (Only)
      Entering[Phi] = *Only;
    return !Only;
  });
  return Entering.empty()
             ? std::nullopt
             : ThreadValues(Facts.values(), Entering).run(Condition, Self);
}

/// Whether \p Self takes \p Successor of \p Branch towards \p To. Conjuncts
/// that are block-uniform but not known are assumed to allow it: for `i < n &&
/// threadIdx.x < 64` the second conjunct decides. Nullopt if it is not known.
std::optional<bool> Selection::mayGo(const Node &Branch, const Node &To,
                                     unsigned Successor,
                                     const ThreadOfBlock &Self) const {
  bool IsKnown = true;
  for (const ConditionPart &Part : partsOf(Branch.Branch, Successor == 0)) {
    auto Outcome = firstOutcome(Part.Says, To, Self);
    if (Outcome && (*Outcome != 0) != Part.Holds)
      return false;
    IsKnown &= Outcome.has_value() ||
               Facts.uniformity().isUniform(Part.Says, Scope::Block);
  }
  return IsKnown ? std::optional(true) : std::nullopt;
}

void Selection::follow(const Node &Branch, const Node &To, bool Keep) {
  if (Left.Who == Execution::Kind::Unknown)
    return;
  bool Divergent = !Facts.uniformity().isUniformBranch(Branch, Scope::Block);
  auto Successor = Facts.paths().successorTo(Branch, To);
  bool TwoWay = Branch.Branch && Branch.successors().size() == 2;
  Left.Sure &= TwoWay && isTransparent(Branch.Branch, Facts.values());
  std::vector<ThreadOfBlock> Kept;
  bool AllKnown = llvm::all_of(Left.Threads, [&](const ThreadOfBlock &Self) {
    if (!Successor || !TwoWay)
      return false;
    std::optional<bool> Goes;
    if (auto Outcome = firstOutcome(Branch.Branch, To, Self))
      Goes = (*Outcome != 0) == (*Successor == 0);
    else if (Divergent && Keep)
      Goes = mayGo(Branch, To, *Successor, Self);
    if (Goes == Keep)
      Kept.push_back(Self);
    return Goes.has_value();
  });
  if (AllKnown) {
    Left.Threads = std::move(Kept);
    if (Divergent)
      Left.Who = Execution::Kind::Some;
  } else if (Divergent && Keep) {
    Left.Who = Execution::Kind::Unknown;
    Left.Threads.clear();
  }
}

void Selection::followPaths(const Node &First, const Node &To,
                            llvm::ArrayRef<const Node *> Over,
                            llvm::SmallPtrSetImpl<const Node *> &Done) {
  llvm::SmallPtrSet<const Node *, 4> Passed;
  auto Reaches = [&](const ThreadOfBlock &Self) -> std::optional<bool> {
    const Node *At = &First;
    for (size_t Steps = 0; Steps <= Over.size(); ++Steps) {
      if (!At->Branch || At->successors().size() != 2)
        return std::nullopt;
      Passed.insert(At);
      auto Outcome = Run.run(At->Branch, Self);
      if (!Outcome)
        return std::nullopt;
      At = At->successors()[*Outcome ? 0 : 1];
      if (!llvm::is_contained(Over, At))
        return Facts.paths().dominates(*At, To);
    }
    return std::nullopt; // Around a loop.
  };
  std::vector<ThreadOfBlock> Kept;
  for (const ThreadOfBlock &Self : Left.Threads) {
    auto Here = Reaches(Self);
    if (!Here)
      return;
    if (*Here)
      Kept.push_back(Self);
  }
  for (const Node *Branch : Passed)
    Left.Sure &= isTransparent(Branch->Branch, Facts.values());
  if (Kept.size() != Left.Threads.size())
    Left.Who = Execution::Kind::Some;
  Left.Threads = std::move(Kept);
  Done.insert(Passed.begin(), Passed.end());
}

Execution executionOf(const KernelFacts &Facts, const Node &N,
                      const std::array<int64_t, 3> &BlockDim) {
  Selection Coming(Facts, BlockDim);
  for (const EarlyExit &Exit : Facts.convergence().earlyExits())
    if (&N != Exit.At && Facts.paths().dominates(*Exit.Branch, N))
      Coming.follow(*Exit.Branch, *Exit.At, /*Keep=*/false);
  std::vector<const Node *> Over = Facts.convergence().controls(N);
  llvm::SmallPtrSet<const Node *, 4> Done;
  for (const Node *Branch : llvm::reverse(Over))
    if (!Facts.paths().successorTo(*Branch, N) && !Done.count(Branch))
      Coming.followPaths(*Branch, N, Over, Done);
  // What stands behind the node decides over later iterations.
  for (const Node *Branch : Over)
    if (!Done.count(Branch) && !Facts.paths().dominates(N, *Branch))
      Coming.follow(*Branch, N, /*Keep=*/true);
  return Coming.take();
}

/// The threads of \p By, which reach the node of \p E, that execute \p E.
static Execution narrowed(Execution By, const KernelFacts &Facts,
                          const Event &E) {
  if (By.Who == Execution::Kind::Unknown)
    return By;
  ThreadValues Run(Facts.values());
  std::vector<ThreadOfBlock> Kept;
  By.Sure &= E.Under && isTransparent(E.Under, Facts.values());
  for (const ThreadOfBlock &Self : By.Threads) {
    auto Outcome = E.Under ? Run.run(E.Under, Self) : std::nullopt;
    if (!Outcome && E.Under &&
        Facts.uniformity().isUniform(E.Under, Scope::Block))
      return By;
    if (!Outcome)
      return Execution();
    if (*Outcome)
      Kept.push_back(Self);
  }
  if (Kept.size() != By.Threads.size())
    By.Who = Execution::Kind::Some;
  By.Threads = std::move(Kept);
  return By;
}

Execution executionOf(const KernelFacts &Facts, const Event &E,
                      const std::array<int64_t, 3> &BlockDim) {
  Execution By = executionOf(Facts, *E.At, BlockDim);
  return isConditional(E) ? narrowed(std::move(By), Facts, E) : By;
}

} // namespace warplint::participation
