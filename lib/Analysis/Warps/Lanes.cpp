//===--- Lanes.cpp - Which lanes of a warp come to a point ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Warps/Lanes.h"

using namespace clang;

namespace warplint {

/// Rounds of a loop that are looked at: enough for a stride to run out.
static constexpr unsigned MaxRounds = 40;

std::vector<const Node *> Lanes::divergence(const Node &N) const {
  return Facts.convergence().divergentControls(N, Scope::Warp);
}

std::optional<std::vector<Lanes::Requirement>>
Lanes::requirements(const Node &N) const {
  std::vector<Requirement> All;
  for (const Node *Branch : divergence(N)) {
    auto Arm = Facts.paths().armTo(*Branch, N);
    if (!Arm || !Branch->Branch || Branch->successors().size() != 2)
      return std::nullopt;
    Inputs Of = inputsOf(Branch->Branch, Facts.values());
    if (Of.Counters.size() > 1)
      return std::nullopt;
    All.push_back({Branch->Branch, *Arm == 0,
                   Of.Counters.empty() ? nullptr : Of.Counters.front()});
  }
  return All;
}

bool Lanes::canRun(const Node &N) const {
  return findWarp(N, [](const WarpAtPoint &) { return true; });
}

/// Whether a thread is still there in round \p Round of each loop.
std::optional<bool> Lanes::comes(llvm::ArrayRef<Requirement> All,
                                 const ThreadOfBlock &Self, unsigned Round,
                                 const GivenValues &Given) const {
  for (const Requirement &Need : All) {
    GivenValues Now = Given;
    for (unsigned R = 0; R <= (Need.Counter ? Round : 0); ++R) {
      ThreadValues Run(Facts.values(), Now);
      auto Outcome = Run.run(Need.Condition, Self);
      if (!Outcome)
        return std::nullopt;
      if ((*Outcome != 0) != Need.Holds)
        return false;
      if (!Need.Counter || R == Round)
        continue;
      auto Next =
          Run.run(Facts.values().inductions().find(Need.Counter)->Next, Self);
      // The counter's first value counts as given from the second round on.
      if (!Next)
        return std::nullopt;
      Now[Need.Counter] = *Next;
    }
  }
  return true;
}

bool Lanes::findWarp(const Node &N,
                     llvm::function_ref<bool(const WarpAtPoint &)> See) const {
  auto All = requirements(N);
  if (!All)
    return false;
  Inputs Of;
  bool Loops = false;
  for (const Requirement &Need : *All) {
    Inputs One = inputsOf(Need.Condition, Facts.values());
    for (const Term *Parameter : One.Parameters)
      if (!llvm::is_contained(Of.Parameters, Parameter))
        Of.Parameters.push_back(Parameter);
    Of.UsesY |= One.UsesY;
    Of.UsesZ |= One.UsesZ;
    Loops |= Need.Counter != nullptr;
  }
  const LaunchExtents &Launch = Facts.terms().launch();
  WarpAtPoint At;
  At.BlockDim = exampleBlock(Launch, Of);
  At.BlockIsKnown = Launch.blockSize() != 0;
  std::vector<ThreadOfBlock> Threads = threadsOf(At.BlockDim);
  return tryParameters(Of.Parameters, [&](const GivenValues &Given) {
    At.Given.clear();
    for (const Term *Parameter : Of.Parameters)
      At.Given.push_back({declarationOf(Parameter), Given.lookup(Parameter)});
    for (At.Round = 0; At.Round < (Loops ? MaxRounds : 1); ++At.Round)
      for (size_t First = 0; First < Threads.size(); First += LanesPerWarp) {
        At.Warp = First / LanesPerWarp;
        At.Existing = At.Coming = 0;
        for (size_t I = First; I < Threads.size() && I < First + LanesPerWarp;
             ++I) {
          auto Comes = comes(*All, Threads[I], At.Round, Given);
          if (!Comes)
            return false;
          At.Existing |= LaneMask(1) << (I - First);
          At.Coming |= LaneMask(*Comes) << (I - First);
        }
        if (At.Coming && See(At))
          return true;
      }
    return false;
  });
}

std::optional<std::array<int64_t, LanesPerWarp>>
Lanes::valueInLanes(const Term *T, const WarpAtPoint &At) const {
  GivenValues None;
  ThreadValues Run(Facts.values(), None);
  std::array<int64_t, LanesPerWarp> Values = {};
  for (const ThreadOfBlock &Self : threadsOf(At.BlockDim)) {
    if (Self.rank() / LanesPerWarp != At.Warp)
      continue;
    auto Value = Run.run(T, Self);
    if (!Value)
      return std::nullopt;
    Values[Self.rank() % LanesPerWarp] = *Value;
  }
  return Values;
}

} // namespace warplint
