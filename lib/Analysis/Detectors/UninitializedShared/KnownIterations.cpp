//===--- KnownIterations.cpp - Iterations that a thread is known to make --===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/UninitializedShared/KnownIterations.h"
#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint::uninitialized {

KnownIterations::KnownIterations(const KernelFacts &Facts)
    : Facts(Facts), AllLoops(Facts.loops()),
      Steps(Facts.budgets().FootprintSteps / 8, Facts.work(), /*PerStep=*/2) {}

KnownTripCounts KnownIterations::loopsOf(const AccessPath &At,
                                         const Node &N) const {
  llvm::SmallVector<const Term *, 8> Work;
  for (const auto &[Index, Size] : At.Steps)
    Work.push_back(Index);
  KnownTripCounts Found;
  llvm::SmallPtrSet<const Term *, 8> Seen;
  bool IsKnown = true;
  while (!Work.empty())
    walkTerms(Work.pop_back_val(), [&](const Term &Part) {
      const Induction *Of = llvm::isa<PhiTerm>(Part)
                                ? Facts.values().inductions().find(&Part)
                                : nullptr;
      if (llvm::isa<PhiTerm>(Part) && Seen.insert(&Part).second) {
        Found.Variables.push_back(&Part);
        IsKnown &= Of && Of->K != Induction::Kind::Other;
        if (Of)
          Work.push_back(Of->First);
      }
      return Walk::Enter;
    });
  size_t Explained = 0;
  for (const Loop *Around = AllLoops.innermost(N, N); Around;
       Around = Around->Around) {
    size_t Of = llvm::count_if(Found.Variables, [&](const Term *Variable) {
      return llvm::cast<PhiTerm>(Variable)->node() == Around->Header;
    });
    Explained += Of;
    if (Of)
      Found.Around.push_back(Around);
  }
  if (!IsKnown || Explained != Found.Variables.size())
    return {};
  std::reverse(Found.Around.begin(), Found.Around.end());
  return Found;
}

/// Those that the head of \p Of meets with; empty if one of them changes in a
/// path that is not known, or it is not the head that ends the loop.
llvm::ArrayRef<const Induction *> KnownIterations::variablesOf(const Loop &Of) {
  auto [Slot, New] = Known.try_emplace(&Of);
  if (!New)
    return Slot->second;
  const Node &Head = *Of.Header;
  if (!Head.Branch || Head.successors().size() != 2 ||
      !Of.contains(*Head.successors()[0]) || Of.contains(*Head.successors()[1]))
    return {};
  for (const Term *Phi : Facts.values().joins().phis()) {
    if (llvm::cast<PhiTerm>(Phi)->node() != &Head)
      continue;
    const Induction *Variable = Facts.values().inductions().find(Phi);
    if (Variable && Variable->K != Induction::Kind::Other)
      Slot->second.push_back(Variable);
  }
  return Slot->second;
}

/// All variables of loops in \p T are: others would count as in the first
/// iteration.
static bool isGiven(const Term *T, const GivenValues &Iteration) {
  return !findPart(T, [&](const Term &Part) {
    return llvm::isa<PhiTerm>(Part) && !Iteration.count(&Part);
  });
}

/// The values of \p Variables at the head of their loop, in its first iteration
/// or in the one behind \p Iteration, become those of \p Iteration. What is not
/// known, such as a sum of what is loaded, is no longer given.
static void goOn(llvm::ArrayRef<const Induction *> Variables, bool First,
                 const ThreadOfBlock &Self, const Evaluation &Values,
                 GivenValues &Iteration) {
  llvm::SmallVector<std::optional<int64_t>, 4> Next;
  ThreadValues Now(Values, Iteration);
  for (const Induction *Variable : Variables) {
    const Term *From = First ? Variable->First : Variable->Next;
    Next.push_back(isGiven(From, Iteration) ? Now.run(From, Self)
                                            : std::nullopt);
  }
  for (size_t I = 0; I < Variables.size(); ++I)
    if (Next[I])
      Iteration[Variables[I]->Variable] = *Next[I];
    else
      Iteration.erase(Variables[I]->Variable);
}

bool KnownIterations::run(const KnownTripCounts &Of, size_t Depth,
                          const ThreadOfBlock &Self, GivenValues Iteration,
                          llvm::function_ref<bool(const GivenValues &)> Visit) {
  if (Depth == Of.Around.size())
    return llvm::all_of(Of.Variables,
                        [&](const Term *V) { return Iteration.count(V); }) &&
           Visit(Iteration);
  const Loop &Here = *Of.Around[Depth];
  llvm::ArrayRef<const Induction *> Variables = variablesOf(Here);
  if (Variables.empty())
    return false;
  goOn(Variables, /*First=*/true, Self, Facts.values(), Iteration);
  while (Steps.spend(1) && isGiven(Here.Header->Branch, Iteration)) {
    auto Goes =
        ThreadValues(Facts.values(), Iteration).run(Here.Header->Branch, Self);
    if (!Goes)
      return false;
    if (!*Goes)
      return true;
    if (!run(Of, Depth + 1, Self, Iteration, Visit))
      return false;
    goOn(Variables, /*First=*/false, Self, Facts.values(), Iteration);
  }
  if (!Steps.left())
    Facts.limits().cut(BudgetId::FootprintSteps);
  return false;
}

bool KnownIterations::forEach(
    const KnownTripCounts &Of, const ThreadOfBlock &Self,
    llvm::function_ref<bool(const GivenValues &)> Visit) {
  return !Of.Around.empty() && run(Of, 0, Self, GivenValues(), Visit);
}

} // namespace warplint::uninitialized
