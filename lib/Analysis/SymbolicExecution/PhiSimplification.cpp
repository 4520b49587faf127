//===--- PhiSimplification.cpp - Phis that have only one value ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Phis in a strongly connected component (a ring) all have the one value that
// enters the component from outside. If several values enter, the phis that
// they enter by are values of their own, and the other phis form smaller
// components. Components are resolved in topological order, so that all values
// that enter one are known.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Limits.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace warplint {

namespace {

class Resolver {
public:
  Resolver(const Phis &Meeting, const Limits &Within)
      : Meeting(Meeting), Within(Within) {}

  /// Settles \p Among, to which everything else is outside. \p Depth: there is
  /// a ring for each loop around a place.
  void settle(llvm::ArrayRef<const Term *> Among, unsigned Depth);

  llvm::DenseMap<const Term *, const Term *> Result;

private:
  void settleRing(llvm::ArrayRef<const Term *> Ring, unsigned Depth);

  const Phis &Meeting;
  const Limits &Within;
};

} // namespace

void Resolver::settleRing(llvm::ArrayRef<const Term *> Ring, unsigned Depth) {
  llvm::SmallPtrSet<const Term *, 16> Members(Ring.begin(), Ring.end());
  std::vector<const Term *> Inner, Outer;
  const Term *Only = nullptr;
  bool Several = false;
  for (const Term *Phi : Ring) {
    bool IsReached = false;
    for (const Incoming &I : Meeting.incoming(Phi)) {
      const Term *Reaching = I.Reaching.Value;
      if (!Reaching || Members.count(Reaching))
        continue;
      if (auto Known = Result.find(Reaching); Known != Result.end())
        Reaching = Known->second;
      IsReached = true;
      Several |= Only && Only != Reaching;
      Only = Reaching;
    }
    (IsReached ? Outer : Inner).push_back(Phi);
  }
  if (!Several) {
    for (const Term *Phi : Ring)
      Result[Phi] = Only ? Only : Phi;
    return;
  }
  for (const Term *Phi : Outer)
    Result[Phi] = Phi;
  if (Within.allows(BudgetId::RingDepth, Depth + 1)) {
    settle(Inner, Depth + 1);
    return;
  }
  // Those further inside are values of their own.
  for (const Term *Phi : Inner)
    Result[Phi] = Phi;
}

/// Tarjan's algorithm for strongly connected components: a component is
/// complete when the walk leaves its first member.
void Resolver::settle(llvm::ArrayRef<const Term *> Among, unsigned Depth) {
  struct Place {
    unsigned Number = 0, Lowest = 0; ///< From 1; 0: not reached yet.
  };
  llvm::DenseMap<const Term *, Place> Places;
  for (const Term *Phi : Among)
    Places[Phi] = {};
  struct Visit {
    const Term *Phi;
    size_t Next = 0; ///< The first incoming edge that is still to be looked at.
  };
  std::vector<Visit> Path;
  std::vector<const Term *> Open;
  unsigned Count = 0;
  auto Enter = [&](const Term *Phi, Place &At) {
    At.Number = At.Lowest = ++Count;
    Path.push_back({Phi});
    Open.push_back(Phi);
  };
  for (const Term *Start : Among) {
    if (Place &At = Places[Start]; At.Number == 0)
      Enter(Start, At);
    while (!Path.empty()) {
      Visit &Now = Path.back();
      Place &At = Places[Now.Phi];
      llvm::ArrayRef<Incoming> Operands = Meeting.incoming(Now.Phi);
      if (Now.Next < Operands.size()) {
        const Term *Reaching = Operands[Now.Next++].Reaching.Value;
        auto To = Reaching ? Places.find(Reaching) : Places.end();
        if (To == Places.end() || Result.count(Reaching))
          continue;
        if (To->second.Number == 0)
          Enter(Reaching, To->second);
        else
          At.Lowest = std::min(At.Lowest, To->second.Number);
        continue;
      }
      const Term *Left = Now.Phi;
      Path.pop_back();
      if (!Path.empty()) {
        Place &Before = Places[Path.back().Phi];
        Before.Lowest = std::min(Before.Lowest, At.Lowest);
      }
      if (At.Lowest != At.Number)
        continue;
      auto First = std::find(Open.rbegin(), Open.rend(), Left).base() - 1;
      std::vector<const Term *> Ring(First, Open.end());
      Open.erase(First, Open.end());
      settleRing(Ring, Depth);
    }
  }
}

void Evaluation::simplifyPhis() {
  Resolver All(Meeting, limits());
  All.settle(Meeting.phis(), 0);
  Resolved = std::move(All.Result);
}

} // namespace warplint
