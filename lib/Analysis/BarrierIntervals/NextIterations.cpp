//===--- NextIterations.cpp - Edges of a loop's next iteration ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierIntervals/NextIterations.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Dataflow/Reachable.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/Contradictions.h"
#include "Analysis/Expr/UniformTerms.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/SymbolicExecution/Evaluation.h"

using namespace clang;

namespace warplint {

/// The node of the Phi that \p Part is; null if it is none.
static const Node *joinOf(const Term &Part) {
  const auto *Join = dyn_cast<PhiTerm>(&Part);
  return Join ? Join->node() : nullptr;
}

namespace {

/// A thread is at one node of a loop and comes around to the loop's head.
/// Iterations begin at the head.
class ComingAround {
public:
  ComingAround(const Node &Start, const Loop &Of,
               const LoopEvolution &Evolution, const CfgView &View)
      : Start(Start), Of(Of), View(View), Values(Evolution.values()),
        Arena(Evolution.arena()), InNext(Arena),
        Later(laterInIteration(Start)) {
    for (const Node *Branch : View.allControls(Start))
      addFacts(*Branch);
  }

  NextIteration next() {
    NextIteration Result;
    Result.Of = &Of;
    std::vector<const Node *> Branches;
    for (const Node *N : Of.Nodes)
      if (forksOnCounters(*N))
        Branches.push_back(N);
    llvm::sort(Branches,
               [](const Node *A, const Node *B) { return A->id() < B->id(); });
    for (const Node *Branch : Branches)
      if (std::optional<bool> Holds = inNext(Branch->Branch))
        Result.Only[Branch] = Branch->successors()[*Holds ? 0 : 1];
    return Result;
  }

private:
  /// Numbers of the nodes that a thread may reach behind \p N in one
  /// iteration.
  llvm::BitVector laterInIteration(const Node &N) const {
    return nodesBehind(View, N, [&](const Node &To) {
      return &To != Of.Header && Of.contains(To);
    });
  }

  bool forks(const Node &N) const {
    return isTwoWay(N) && View.successors(N).size() == 2;
  }

  /// The condition of \p N is known from the start of an iteration on.
  bool forksOnCounters(const Node &N) const {
    return forks(N) && isPlainlyUniform(N.Branch, /*Counted=*/true) &&
           !anyPartOf(N.Branch, [&](const Term &Part) {
             const Node *At = joinOf(Part);
             return At && At != Of.Header && Of.contains(*At);
           });
  }

  /// Adds the condition of \p Branch, which the thread passed in this
  /// iteration, unless it depends on a variable that may have changed since.
  void addFacts(const Node &Branch) {
    if (&Branch == &Start || !Of.contains(Branch) || !forks(Branch) ||
        !View.dominates(Branch, Start))
      return;
    auto Successor = View.successorTo(Branch, Start);
    if (!Successor)
      return;
    bool Holds =
        View.successors(Branch)[*Successor]->Of == Branch.successors()[0];
    llvm::BitVector Since = laterInIteration(Branch);
    for (const ConditionPart &Part : partsOf(Branch.Branch, Holds))
      if (isPlainlyUniform(Part.Says, /*Counted=*/true) &&
          !anyPartOf(Part.Says, [&](const Term &Inner) {
            const Node *At = joinOf(Inner);
            return At && At != Of.Header && Since.test(At->id());
          }))
        Facts.push_back(Part);
  }

  /// Whether \p Condition holds in the next iteration, if that is known.
  std::optional<bool> inNext(const Term *Condition) {
    if (!Arena.work().spend(1) || anyPartOf(Condition, [&](const Term &Part) {
          return joinOf(Part) == Of.Header && !joined(Part);
        }))
      return std::nullopt;
    const Term *Then = InNext.rewrite(Condition, [&](const Term &Part) {
      return joinOf(Part) == Of.Header ? joined(Part) : nullptr;
    });
    if (const auto *Known = dyn_cast<ConstantTerm>(Then))
      return Known->value() != 0;
    for (bool Holds : {true, false})
      if (llvm::all_of(partsOf(Then, Holds), [&](const ConditionPart &Part) {
            return follows(Part);
          }))
        return Holds;
    return std::nullopt;
  }

  bool follows(const ConditionPart &Wanted) const {
    return llvm::any_of(Facts, [&](const ConditionPart &Known) {
      return exclude(Known.Says, Known.Holds, Wanted.Says, !Wanted.Holds);
    });
  }

  /// What \p Phi is when the thread reaches its node next, by what the
  /// variables of the loop are in this iteration; null if that is not known.
  const Term *joined(const Term &Phi) {
    auto [Known, New] = Joined.try_emplace(&Phi, nullptr);
    if (!New)
      return Known->second;
    if (!Arena.limits().allows(BudgetId::IterationJoins, Depth + 1) ||
        !Arena.work().spend(1))
      return nullptr;
    ++Depth;
    const Term *Only = nullptr;
    for (const Incoming &I : Values.incoming(&Phi)) {
      if (I.From != &Start && !Later.test(I.From->id()))
        continue;
      const Term *Value = I.Reaching.Value ? atEnd(I.Reaching.Value) : nullptr;
      if (!Value || (Only && Only != Value)) {
        Only = nullptr;
        break;
      }
      Only = Value;
    }
    --Depth;
    return Joined[&Phi] = Only;
  }

  /// \p Value, as a thread finds it that comes from the start, with what is
  /// joined on the path there looked through.
  const Term *atEnd(const Term *Value) {
    return TermRewriter(Arena).rewrite(Value, [&](const Term &Part) {
      const Node *At = joinOf(Part);
      return At && isPassedOnce(*At) ? joined(Part) : nullptr;
    });
  }

  /// Whether a thread can reach \p Join after the start in this iteration, and
  /// at most once.
  bool isPassedOnce(const Node &Join) const {
    if (!Later.test(Join.id()))
      return false;
    llvm::BitVector Behind = laterInIteration(Join);
    return !Behind.test(Join.id()) && !Behind.test(Start.id());
  }

  const Node &Start;
  const Loop &Of;
  const CfgView &View;
  const Evaluation &Values;
  TermArena &Arena;
  TermRewriter InNext;
  const llvm::BitVector Later; ///< Behind the start, in its iteration.
  std::vector<ConditionPart> Facts;
  llvm::DenseMap<const Term *, const Term *> Joined; ///< Looked up.
  unsigned Depth = 0;
};

} // namespace

std::vector<NextIteration> nextIterationsAfter(const Node &Start,
                                               const LoopEvolution &Evolution,
                                               const CfgView &View) {
  std::vector<NextIteration> Result;
  for (const Loop *L = Evolution.loops().innermost(Start, Start); L;
       L = L->Around) {
    NextIteration Next = ComingAround(Start, *L, Evolution, View).next();
    if (!Next.Only.empty())
      Result.push_back(std::move(Next));
  }
  return Result;
}

} // namespace warplint
