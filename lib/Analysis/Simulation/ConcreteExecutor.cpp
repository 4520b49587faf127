//===--- ConcreteExecutor.cpp - Execution with concrete values ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Simulation/ConcreteExecutor.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/Participation/Executions.h"
#include "Analysis/Simulation/ExecutedParts.h"
#include "Analysis/Uniformity/Convergence.h"

using namespace clang;

namespace warplint::simulation {

ExecutedKernel::ExecutedKernel(const KernelFacts &Facts,
                               llvm::function_ref<bool(const Event &)> Counts,
                               llvm::function_ref<bool(const Event &)> Seen)
    : Facts(Facts), Reach(Facts.get<Reachability>()) {
  noteDeciding(Counts);
  if (Seen)
    Parts = std::make_unique<ExecutedParts>(Facts, Counts, Seen);
  for (const Term *Phi : Facts.values().joins().phis())
    if (!Parts || Parts->isAbout(Phi))
      PhisAt[cast<PhiTerm>(Phi)->node()].push_back(Phi);
}

ExecutedKernel::~ExecutedKernel() = default;

/// Notes the branches that decide about events that count. Assertions hold, so
/// code after an assertion does not depend on the branches over it; but it
/// depends on branches by which threads exit.
void ExecutedKernel::noteDeciding(
    llvm::function_ref<bool(const Event &)> Counts) {
  std::set<const Node *> Staying;
  auto Add = [&](const Node &N) {
    for (const Node *Branch : Facts.convergence().controls(N))
      Staying.insert(Branch);
  };
  for (const EarlyExit &Exit : Facts.convergence().earlyExits()) {
    Staying.insert(Exit.Branch);
    Add(*Exit.At);
  }
  for (const Node *N : Facts.cfg().order())
    if (N->Reached && llvm::any_of(N->Events, Counts)) {
      Add(*N);
      for (const Node *Branch : Facts.paths().allControls(*N))
        Deciding.insert(Branch);
    }
  for (auto At = Deciding.begin(); At != Deciding.end();)
    At = Staying.count(*At) ? std::next(At) : Deciding.erase(At);
}

llvm::ArrayRef<const Term *> ExecutedKernel::phisIn(const Term *T) {
  auto Known = Inside.find(T);
  if (Known != Inside.end())
    return Known->second;
  llvm::SmallVector<const Term *, 4> &Found = Inside[T];
  walkTerms(T, [&](const Term &Part) {
    if (isa<PhiTerm>(Part))
      Found.push_back(&Part);
    return isa<PhiTerm>(Part) ? Walk::Skip : Walk::Enter;
  });
  return Found;
}

const ExecutedKernel::Quiet &ExecutedKernel::quietFrom(const Node &N) {
  auto [Known, New] = QuietFrom.try_emplace(&N, Quiet{&N, 0});
  if (!New)
    return Known->second;
  Quiet Row = Known->second;
  // As many as there are: they may lead in a circle.
  for (size_t Left = Facts.cfg().order().size(); Left > 0; --Left) {
    bool Happens = Parts ? Parts->isSeen(*Row.Last) : !Row.Last->Events.empty();
    const Node *Next = Happens ? nullptr : onlyPathFrom(*Row.Last);
    if (!Next || PhisAt.count(Next))
      break;
    Row.Last = Next;
    ++Row.Behind;
  }
  return QuietFrom[&N] = Row;
}

const Node *ExecutedKernel::onlyPathFrom(const Node &N) const {
  llvm::ArrayRef<ViewNode *> Next = Facts.paths().successors(N);
  if (Next.size() == 1)
    return Next.front()->Of;
  return Parts && !Next.empty() ? Parts->pathPast(N) : nullptr;
}

ConcreteExecutor::ConcreteExecutor(ExecutedKernel &Kernel,
                                   const GivenValues &Parameters,
                                   uint64_t &StepsLeft)
    : Facts(Kernel.facts()), Now(Parameters), Kernel(Kernel),
      Values(Facts.values(), Now), StepsLeft(StepsLeft) {}

std::optional<int64_t> ConcreteExecutor::valueOf(const Term *T,
                                                 const ThreadOfBlock &Thread) {
  for (const Term *Phi : Kernel.phisIn(T))
    if (!Now.count(Phi))
      return std::nullopt;
  return Values.run(T, Thread);
}

std::optional<bool> ConcreteExecutor::happens(const Event &E) {
  if (!participation::isConditional(E))
    return true;
  return E.Under ? holds(E.Under) : std::nullopt;
}

std::optional<bool> ConcreteExecutor::holds(const Term *Condition) {
  auto Value = agreed(Condition);
  return Value ? std::optional<bool>(*Value != 0) : std::nullopt;
}

bool ConcreteExecutor::isGuessed(const Node &N) const {
  return !Guessed.empty() &&
         llvm::any_of(Facts.paths().allControls(N),
                      [&](const Node *B) { return Guessed.count(B); });
}

/// Values of the joins at \p N, coming from \p From.
void ConcreteExecutor::enter(const Node &N, const Node &From) {
  auto Phis = Kernel.PhisAt.find(&N);
  if (Phis == Kernel.PhisAt.end())
    return;
  bool IsGuess = !Guessed.empty() &&
                 llvm::any_of(Facts.paths().edgeSelectorsOf(N),
                              [&](const Node *B) { return Guessed.count(B); });
  llvm::SmallVector<Joining, 8> Joins;
  for (const Term *Phi : Phis->second) {
    Joining &New = Joins.emplace_back(Phi, nullptr);
    for (const Incoming &I : Facts.values().joins().incoming(Phi))
      if (I.From == &From && I.Reaching.Value && !IsGuess)
        New.second = I.Reaching.Value;
  }
  take(Joins);
}

void ConcreteExecutor::take(llvm::ArrayRef<Joining> Joins) {
  llvm::SmallVector<std::optional<int64_t>, 8> Values;
  for (const auto &[Phi, Reaching] : Joins)
    Values.push_back(Reaching ? agreed(Reaching) : std::nullopt);
  for (const auto &[Join, Value] : llvm::zip(Joins, Values)) {
    const Term *Phi = Join.first;
    if (Value)
      Now[Phi] = *Value;
    else
      Now.erase(Phi);
  }
}

/// A successor from which there is no path back to \p N, if there is one.
const Node *ConcreteExecutor::anyPathOn(const Node &N) {
  if (Kernel.Deciding.count(&N))
    return chosen(N);
  Guessed.insert(&N);
  skipped(N);
  llvm::ArrayRef<ViewNode *> Next = Facts.paths().successors(N);
  for (ViewNode *To : Next)
    if (!Kernel.Reach.reaches(*To->Of, N) &&
        !Facts.convergence().leaves(*To->Of))
      return To->Of;
  // Both are in a loop around \p N: take the last successor, which leaves it.
  return Next.empty() ? nullptr : Next.back()->Of;
}

const Node *ConcreteExecutor::next(const Node &N) {
  const Node *To = decided(N);
  llvm::ArrayRef<ViewNode *> Next = Facts.paths().successors(N);
  if (!To || Next.size() != 2 || goesTo(N, *To))
    return To;
  return Next[Next[0]->Of == To ? 1 : 0]->Of;
}

/// The successor of \p N, which ends with \p Switch, for \p Value; null if a
/// label is no number.
static const Node *caseTaken(const Node &N, const SwitchStmt &Switch,
                             int64_t Value, const ASTContext &Context) {
  const Node *Default = nullptr;
  for (unsigned I = 0; I < N.successors().size(); ++I) {
    const CaseStmt *Label = caseLabelOf(N, Switch, I);
    auto Of = Label ? warplint::valueOf(*Label, Context) : std::nullopt;
    if (Label && !Of)
      return nullptr;
    if (Label && *Of == Value)
      return N.successors()[I];
    if (!Label)
      Default = N.successors()[I];
  }
  return Default;
}

/// The successor that the branch of \p N leads to.
const Node *ConcreteExecutor::decided(const Node &N) {
  llvm::ArrayRef<ViewNode *> Next = Facts.paths().successors(N);
  if (const Node *Only = Kernel.onlyPathFrom(N))
    return Only;
  if (Next.empty())
    return nullptr;
  auto Value = N.Branch ? holds(N.Branch) : std::nullopt;
  // Assertions hold.
  if (!Value && Next.size() == 2)
    for (unsigned Successor : {0, 1})
      if (Next[Successor]->Of->ending() == Node::Ending::Abort)
        return Next[1 - Successor]->Of;
  const Node *To = nullptr;
  if (const auto *Switch = dyn_cast_or_null<SwitchStmt>(N.terminator())) {
    if (auto Case = Value ? agreed(N.Branch) : std::nullopt)
      To = caseTaken(N, *Switch, *Case, Facts.context());
  } else if (Value && N.successors().size() == 2) {
    To = N.successors()[*Value ? 0 : 1];
  }
  if (!To)
    return anyPathOn(N);
  return llvm::any_of(Next, [&](ViewNode *V) { return V->Of == To; }) ? To
                                                                      : nullptr;
}

bool ConcreteExecutor::walk() { return walkOn(&Facts.cfg().entry(), nullptr); }

bool ConcreteExecutor::walkFrom(const Node &N, const Node *Stop) {
  const Node *To = next(N);
  if (!To)
    return false;
  enter(*To, N);
  return walkOn(To, Stop);
}

bool ConcreteExecutor::walkOn(const Node *At, const Node *Stop) {
  // A chain that reaches Stop's chain does so with as many nodes left as Stop
  // has.
  auto ToStop = Stop ? Kernel.quietFrom(*Stop) : ExecutedKernel::Quiet();
  while (At != Stop) {
    if (StepsLeft == 0 || !Facts.work().spend(1))
      return false;
    --StepsLeft;
    auto Row = Kernel.quietFrom(*At);
    if (Row.Last == ToStop.Last && Row.Behind >= ToStop.Behind)
      return true;
    At = Row.Last;
    for (const Event &E : At->Events)
      if (!pass(E))
        return false;
    if (At == &Facts.cfg().exit())
      return true;
    if (auto Joined = diverge(*At)) {
      At = *Joined;
      if (!At)
        return false;
      continue;
    }
    const Node *To = next(*At);
    if (!To)
      return false;
    enter(*To, *At);
    At = To;
  }
  return true;
}

} // namespace warplint::simulation
