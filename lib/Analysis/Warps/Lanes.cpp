//===--- Lanes.cpp - Which lanes of a warp come to a point ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Warps/Lanes.h"
#include "Analysis/Symbolic/Contradictions.h"
#include "Analysis/Symbolic/TermTraversal.h"

using namespace clang;

namespace warplint {

/// Rounds of a loop that are looked at: enough for a stride to run out.
static constexpr unsigned MaxRounds = 40;

std::vector<const Node *> Lanes::divergence(const Node &N) const {
  return Facts.convergence().divergentControls(N, Scope::Warp);
}

/// Where a thread goes on from \p Now that \p Branch has sent along its arm
/// \p Arm: what it asks once more is answered the same way.
static llvm::SmallVector<const Node *, 2> waysOn(const FlowView &Paths,
                                                 const Node &Now,
                                                 const Node &Branch,
                                                 unsigned Arm) {
  auto IsDecided = [](const Node &N) {
    return N.Branch && N.successors().size() == 2 &&
           !anyPartOf(N.Branch, [](const Term &Part) {
             return isa<PhiTerm, SiteTerm>(Part);
           });
  };
  bool Asks = IsDecided(Branch) && IsDecided(Now);
  llvm::SmallVector<const Node *, 2> Ways;
  for (const ViewNode *To : Paths.successors(Now))
    if (To->Of && (!Asks || !exclude(Branch.Branch, Arm == 0, Now.Branch,
                                     To->Of == Now.successors()[0])))
      Ways.push_back(To->Of);
  return Ways;
}

bool Lanes::othersLeave(const Node &Branch, const Node &N) const {
  const FlowView &Paths = Facts.paths();
  if (!Paths.contains(Branch) || !Paths.contains(N))
    return false;
  llvm::BitVector ToN = Paths.leadingInto(N, N.predecessors());
  bool Any = false;
  for (auto [Arm, First] : llvm::enumerate(Branch.successors())) {
    bool IsLive = llvm::any_of(Paths.successors(Branch), [&](ViewNode *V) {
      return V->Of == Branch.successors()[Arm];
    });
    if (!IsLive || First == &N || ToN.test(First->id()))
      continue;
    Any = true;
    llvm::SmallVector<const Node *, 16> Work{First};
    FlowView::NodeSet Seen{First};
    while (!Work.empty()) {
      const Node *Now = Work.pop_back_val();
      if (!Now->Events.empty())
        return false;
      for (const Node *To : waysOn(Paths, *Now, Branch, Arm))
        if (Seen.insert(To).second)
          Work.push_back(To);
    }
  }
  return Any;
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
                   Of.Counters.empty() ? nullptr : Of.Counters.front(),
                   othersLeave(*Branch, N)});
  }
  return All;
}

bool Lanes::canRun(const Node &N) const {
  return findWarp(N, [](const WarpAtPoint &) { return true; });
}

/// Where a thread is in round \p Round of each loop.
std::optional<Lanes::Whereabouts>
Lanes::whereabouts(llvm::ArrayRef<Requirement> All, const ThreadOfBlock &Self,
                   unsigned Round, const GivenValues &Given) const {
  Whereabouts Result = Whereabouts::Here;
  for (const Requirement &Need : All) {
    GivenValues Now = Given;
    for (unsigned R = 0; R <= (Need.Counter ? Round : 0); ++R) {
      ThreadValues Run(Facts.values(), Now);
      auto Outcome = Run.run(Need.Condition, Self);
      if (!Outcome)
        return std::nullopt;
      if ((*Outcome != 0) != Need.Holds) {
        if (!Need.OthersLeave)
          return Whereabouts::Elsewhere;
        Result = Whereabouts::Gone;
        break;
      }
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
  return Result;
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
        At.Existing = At.Coming = At.Gone = 0;
        for (size_t I = First; I < Threads.size() && I < First + LanesPerWarp;
             ++I) {
          auto Where = whereabouts(*All, Threads[I], At.Round, Given);
          if (!Where)
            return false;
          LaneMask Lane = LaneMask(1) << (I - First);
          At.Existing |= Lane;
          At.Coming |= *Where == Whereabouts::Here ? Lane : 0;
          At.Gone |= *Where == Whereabouts::Gone ? Lane : 0;
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

std::optional<int64_t> lanesPerSegment(const KernelFacts &Facts,
                                       const Event &E) {
  if (E.Op->TileSize)
    return E.Op->TileSize;
  if (E.Op->SegmentImmediate)
    return lanesOfSegment(*E.Op->SegmentImmediate, E.Op->Entry->Shuffle);
  if (E.Op->Segment) {
    const auto *Packed = dyn_cast_or_null<ConstantTerm>(
        Facts.values().valueOf(*E.Owner, E.Op->Segment));
    return Packed ? lanesOfSegment(Packed->value(), E.Op->Entry->Shuffle)
                  : std::nullopt;
  }
  if (!E.Op->Width)
    return LanesPerWarp;
  const auto *Width = dyn_cast_or_null<ConstantTerm>(
      Facts.values().valueOf(*E.Owner, E.Op->Width));
  return Width ? std::optional(Width->value()) : std::nullopt;
}

int64_t sourceLane(int64_t Self, ShuffleMode Mode, int64_t Select,
                   int64_t Width) {
  int64_t First = Self - Self % Width, Source = Self;
  switch (Mode) {
  case ShuffleMode::None:
    break;
  case ShuffleMode::Index:
    return Select >= 0 && Select < Width ? First + Select : Self;
  case ShuffleMode::Up:
    Source = Self - Select;
    break;
  case ShuffleMode::Down:
    Source = Self + Select;
    break;
  case ShuffleMode::Xor:
    Source = Self ^ Select;
    break;
  }
  return Source >= First && Source < First + Width ? Source : Self;
}

} // namespace warplint
