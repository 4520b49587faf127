//===--- Lanes.cpp - Lanes of a warp that reach a point -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/WarpCollectives/Lanes.h"
#include "Analysis/Detectors/WarpCollectives/BranchOutcomes.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/LaunchScenarios/BlockShapeInference.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/LaunchScenarios/ParameterSampling.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Planted/Faults.h"
#include "Target/Limits.h"
#include <map>

using namespace clang;

namespace warplint::collectives {

std::vector<const Node *> Lanes::divergence(const Node &N) const {
  return Facts.convergence().divergentControls(N, Scope::Warp);
}

/// If `a && b` holds, both hold; the value of one may be known where that of
/// the other is not.
void Lanes::addPassed(const Node &Branch, bool Holds, std::vector<Passed> &To) {
  for (const ConditionPart &Part : partsOf(Branch.Branch, Holds))
    To.push_back({&Branch, Part.Says, Part.Holds});
}

/// Branches over \p N on which the lanes of each warp agree.
std::vector<Lanes::Passed> Lanes::agreedOver(const Node &N) const {
  std::vector<Passed> Agreed;
  std::vector<const Node *> Divergent = divergence(N);
  for (const Node *Branch : Facts.convergence().controls(N)) {
    auto Successor = Facts.paths().successorTo(*Branch, N);
    if (Successor && isTwoWay(*Branch) &&
        !llvm::is_contained(Divergent, Branch))
      addPassed(*Branch, *Successor == 0, Agreed);
  }
  return Agreed;
}

/// Branches on every path to \p N that send threads out of the kernel, with
/// what holds for those that stay.
std::vector<Lanes::Passed> Lanes::exitsBefore(const Node &N) const {
  const CfgView &Paths = Facts.paths();
  std::vector<Passed> Exits;
  for (const EarlyExit &Exit : Facts.convergence().earlyExits()) {
    // A branch stands at the end of its node, behind all that happens there.
    const Node &Over = *Exit.Branch;
    if (&Over == &N || !isTwoWay(Over) || !Paths.dominates(Over, N))
      continue;
    auto Successor = Paths.successorTo(Over, *Exit.At),
         Here = Paths.successorTo(Over, N);
    if (Successor && Successor != Here)
      addPassed(Over, *Successor != 0, Exits);
  }
  return Exits;
}

/// Whether a thread takes one of the paths of \p Need.
std::optional<bool> Lanes::isMet(const Requirement &Need, ThreadValues &Run,
                                 const ThreadOfBlock &Self) {
  bool IsKnown = true;
  for (const std::vector<Test> &Path : Need.Paths) {
    bool Holds = true, IsDecided = true;
    for (const Test &One : Path) {
      auto Outcome = Run.run(One.Condition, Self);
      IsDecided &= Outcome.has_value();
      Holds &= !Outcome || (*Outcome != 0) == One.Holds;
    }
    if (Holds && IsDecided)
      return true;
    IsKnown &= !Holds;
  }
  return IsKnown ? std::optional<bool>(false) : std::nullopt;
}

/// Where a thread is in iteration \p Iteration of each loop.
std::optional<Lanes::Whereabouts>
Lanes::whereabouts(llvm::ArrayRef<Requirement> All, const ThreadOfBlock &Self,
                   unsigned Iteration, const GivenValues &Given) const {
  Whereabouts Result = Whereabouts::Here;
  for (const Requirement &Need : All) {
    GivenValues Now = Given;
    for (unsigned R = 0; R <= (Need.Counter ? Iteration : 0); ++R) {
      ThreadValues Run(Facts.values(), Now);
      bool IsAsked = !Need.IsOfIteration || R == Iteration;
      auto IsMet = IsAsked ? isMet(Need, Run, Self) : true;
      if (!IsMet && !Need.IsAgreed)
        return std::nullopt;
      if (IsMet == false) {
        if (!Need.OthersLeave)
          return Whereabouts::Elsewhere;
        Result = Whereabouts::Gone;
        break;
      }
      if (!Need.Counter || R == Iteration)
        continue;
      auto Next =
          Run.run(Facts.values().inductions().find(Need.Counter)->Next, Self);
      // The counter's first value counts as given from the second iteration on.
      if (!Next)
        return std::nullopt;
      Now[Need.Counter] = *Next;
    }
  }
  return Result;
}

std::optional<Lanes::Scene> Lanes::sceneOf(const Node &N) const {
  Scene In;
  auto All = requirements(N, In.IsCut);
  if (!All)
    return In.IsCut ? std::optional(std::move(In)) : std::nullopt;
  In.All = std::move(*All);
  auto AddInputs = [&](const Inputs &One) {
    for (const Term *Parameter : One.Parameters)
      if (!llvm::is_contained(In.Of.Parameters, Parameter))
        In.Of.Parameters.push_back(Parameter);
    In.Of.UsesY |= One.UsesY;
    In.Of.UsesZ |= One.UsesZ;
    In.Of.UsesBlock |= One.UsesBlock;
    In.Counts |= !One.Counters.empty();
  };
  for (const Requirement &Need : In.All) {
    In.Loops |= Need.Counter != nullptr;
    for (const std::vector<Test> &Path : Need.Paths)
      for (const Test &One : Path)
        AddInputs(inputsOf(One.Condition, Facts.values()));
  }
  // What else is known counts where the block that is looked at shows it.
  bool BlockIsKnown = Facts.terms().launch().blockSize() != 0;
  size_t Tried = 0;
  auto AddTelling = [&](llvm::ArrayRef<Passed> From, std::vector<Passed> &To) {
    for (Passed One : From) {
      Inputs More = inputsOf(One.Condition, Facts.values());
      One.IsTried = !More.Parameters.empty();
      if (More.Counters.empty() && (In.Of.UsesBlock || !More.UsesBlock) &&
          (BlockIsKnown || !(More.UsesY || More.UsesZ)) &&
          llvm::all_of(More.Parameters,
                       [&](const Term *Parameter) {
                         return llvm::is_contained(In.Of.Parameters, Parameter);
                       }) &&
          !(In.IsCut |= One.IsTried &&
                        !Facts.limits().allows(BudgetId::LaneTries, ++Tried)))
        To.push_back(One);
    }
  };
  AddTelling(exitsBefore(N), In.Stays);
  std::vector<Passed> Agreed = agreedOver(N);
  AddTelling(Agreed, In.ForWarps);
  // In a loop whose iterations are executed, those of its counter count, too.
  for (const Passed &One : Agreed) {
    Inputs Of = inputsOf(One.Condition, Facts.values());
    const Term *Counter =
        Of.Counters.size() == 1 ? Of.Counters.front() : nullptr;
    auto IsExecuted = [&](const Requirement &Need) {
      return Need.Counter == Counter;
    };
    if (Counter && llvm::any_of(In.All, IsExecuted) &&
        llvm::all_of(Of.Parameters, [&](const Term *Parameter) {
          return llvm::is_contained(In.Of.Parameters, Parameter);
        }))
      In.All.push_back(
          {{{{One.Condition, One.Holds}}}, Counter, false, true, true});
  }
  return In;
}

/// Who of \p Threads comes no further than a branch of `ForWarps` or `Stays`.
Lanes::Missing Lanes::absenceOf(const Scene &In,
                                llvm::ArrayRef<ThreadOfBlock> Threads,
                                const WarpAtPoint &At,
                                const GivenValues &Given) const {
  Missing Of;
  Of.ReturnsAt.assign(Threads.size(), nullptr);
  Of.Agrees.assign(Threads.size(), true);
  const auto &Known = Facts.get<BranchOutcomes>();
  auto ForAbsent = [&](const Passed &One, auto See) {
    BranchOutcomes::OfThreads Tried;
    if (One.IsTried)
      Tried = Known.run(One.Condition, Threads, Given);
    const auto &Outcomes =
        One.IsTried ? Tried : Known.of(One.Condition, Threads);
    for (size_t I = 0; I < Threads.size(); ++I)
      if (Outcomes[I] && *Outcomes[I] != One.Holds)
        See(I);
  };
  for (const Passed &One : llvm::reverse(In.Stays))
    ForAbsent(One, [&](size_t I) { Of.ReturnsAt[I] = One.Branch; });
  for (const Passed &One : In.ForWarps)
    ForAbsent(One, [&](size_t I) { Of.Agrees[I] = false; });
  bool Any = false;
  for (size_t I = 0; I < Threads.size(); ++I)
    Any |= Of.Agrees[I] && !Of.ReturnsAt[I];
  // A block that is an example may be too small.
  if (!Any && !At.BlockIsKnown && In.Of.Parameters.empty()) {
    Of.ReturnsAt.assign(Threads.size(), nullptr);
    Of.Agrees.assign(Threads.size(), true);
  }
  return Of;
}

/// What has been seen of blocks, a fact of one kernel: many operations stand
/// where the same branches lead.
class Lanes::SeenBlocks {
public:
  explicit SeenBlocks(const KernelFacts &) {}

  /// With one block and one set of numbers for parameters.
  struct OfBlock {
    std::optional<Missing> Away;
    /// Iteration by iteration, as far as somebody asked; nothing: it is not
    /// known.
    std::vector<std::optional<SeenWarp>> Warps;
  };
  OfBlock &of(const Scene &In, const std::array<int64_t, 3> &BlockDim,
              const GivenValues &Given) const {
    // Terms are represented by their ids, other values by themselves.
    std::vector<int64_t> Key(BlockDim.begin(), BlockDim.end());
    for (const Requirement &One : In.All) {
      for (const std::vector<Test> &Path : One.Paths) {
        for (const Test &Of : Path)
          Key.insert(Key.end(), {Of.Condition->id(), Of.Holds});
        Key.push_back(-4);
      }
      Key.insert(Key.end(), {One.OthersLeave, One.IsOfIteration, One.IsAgreed,
                             One.Counter ? One.Counter->id() : -1});
    }
    for (const auto *Paths : {&In.ForWarps, &In.Stays}) {
      Key.push_back(-2);
      for (const Passed &One : *Paths)
        Key.insert(Key.end(), {int64_t(reinterpret_cast<intptr_t>(One.Branch)),
                               One.Condition->id(), One.Holds, One.IsTried});
    }
    Key.push_back(-3);
    for (const Term *Parameter : In.Of.Parameters)
      Key.insert(Key.end(), {Parameter->id(), Given.lookup(Parameter)});
    return Known[std::move(Key)];
  }

private:
  mutable std::map<std::vector<int64_t>, OfBlock> Known; ///< Looked up.
};

/// The warp of \p Threads that begins with \p First; nothing if it is not known
/// where its lanes are.
std::optional<Lanes::SeenWarp>
Lanes::lookAt(const Scene &In, llvm::ArrayRef<ThreadOfBlock> Threads,
              size_t First, const WarpAtPoint &At, const Missing &Away,
              const GivenValues &Given) const {
  SeenWarp Now{At};
  Now.At.Warp = unsigned(First / LanesPerWarp);
  size_t Count = planted(Fault::LaneCount) ? LanesPerWarp - 1 : LanesPerWarp;
  for (size_t I = First; I < Threads.size() && I < First + Count; ++I) {
    auto Where = whereabouts(In.All, Threads[I], At.Iteration, Given);
    if (!Where)
      return std::nullopt;
    LaneMask Lane = laneBit(I - First);
    if (Away.ReturnsAt[I]) {
      Now.At.Returned |= Lane;
      Now.At.ReturnsAt = Away.ReturnsAt[I];
      Now.ReturnedReach |= *Where == Whereabouts::Here;
      continue;
    }
    Now.At.Existing |= Lane;
    Now.At.Coming |= *Where == Whereabouts::Here ? Lane : 0;
    Now.At.Gone |= *Where == Whereabouts::Gone ? Lane : 0;
    Now.Agrees = Now.Agrees || Away.Agrees[I];
  }
  return Now;
}

bool Lanes::searchWarps(
    const Scene &In, WarpAtPoint &At, const GivenValues &Given, bool &Ran,
    llvm::function_ref<bool(const WarpAtPoint &)> See) const {
  std::vector<ThreadOfBlock> Threads = threadsOf(At.BlockDim);
  SeenBlocks::OfBlock &Block =
      Facts.get<SeenBlocks>().of(In, At.BlockDim, Given);
  if (!Block.Away)
    Block.Away = absenceOf(In, Threads, At, Given);
  // In another iteration of a loop that all are in they may come.
  bool AllAway = In.Of.Parameters.empty() && !In.Counts;
  size_t Number = 0;
  // Enough for a stride to run out.
  const uint64_t Iterations = In.Loops ? Facts.budgets().LaneIterations : 1;
  for (At.Iteration = 0; At.Iteration < Iterations; ++At.Iteration)
    for (size_t First = 0; First < Threads.size(); First += LanesPerWarp) {
      if (Number == Block.Warps.size())
        Block.Warps.push_back(
            lookAt(In, Threads, First, At, *Block.Away, Given));
      // \p See may look at other nodes, which changes the cache.
      const auto Now = Block.Warps[Number++];
      if (!Now)
        return false;
      AllAway |= Now->ReturnedReach;
      if (!Now->At.Coming || !Now->Agrees)
        continue;
      Ran = true;
      if (See(Now->At))
        return true;
    }
  Ran |= AllAway;
  if (In.Loops && !Ran)
    Facts.limits().cut(BudgetId::LaneIterations);
  return false;
}

/// Somebody in a block of \p Dim goes the paths that lead to where \p In is.
bool Lanes::holdsAnyone(const Scene &In,
                        const std::array<int64_t, 3> &Dim) const {
  std::vector<ThreadOfBlock> Threads = threadsOf(Dim);
  std::vector<bool> Stays(Threads.size(), true);
  for (llvm::ArrayRef<Passed> Paths :
       {llvm::ArrayRef(In.Stays), llvm::ArrayRef(In.ForWarps)})
    for (const Passed &One : Paths) {
      if (One.IsTried)
        continue;
      const auto &Outcomes =
          Facts.get<BranchOutcomes>().of(One.Condition, Threads);
      for (size_t I = 0; I < Threads.size(); ++I)
        if (Outcomes[I] && *Outcomes[I] != One.Holds)
          Stays[I] = false;
    }
  return llvm::is_contained(Stays, true);
}

/// A block to look at: rows that the kernel's arrays and strides show, since
/// they decide which lanes threads are. Roles may be for threads that a small
/// block does not have.
std::array<int64_t, 3> Lanes::blockFor(const Scene &In) const {
  const LaunchExtents &Launch = Facts.terms().launch();
  if (!Launch.blockSize() &&
      Facts.assumptions().isOn(Assumption::InferredRows)) {
    bool AreCommon = false;
    auto Shapes = scenarios::inferBlockShapes(
        Facts, Launch, scenarios::ShapeEvidence::ArraysOfWarps, &AreCommon);
    if (!AreCommon && !Shapes.empty() && Shapes.front().blockSize() &&
        Shapes.front().blockSize() > Shapes.front().Block[0]) {
      std::array<int64_t, 3> Rows;
      llvm::copy(Shapes.front().Block, Rows.begin());
      Facts.assumptions().guess(Assumption::InferredRows, Rows);
      return Rows;
    }
  }
  std::array<int64_t, 3> Example = scenarios::exampleBlock(
                             Launch, In.Of, Facts.assumptions(),
                             Assumption::ExampleLanes),
                         Large = Example;
  Large[0] =
      (Launch.MaxThreads ? int64_t(Launch.MaxThreads) : MaxThreadsPerBlock) /
      (Example[1] * Example[2]);
  bool Grows = !Launch.blockSize() && !Launch.Block[0] &&
               In.Of.Parameters.empty() && Large[0] > Example[0];
  return Grows && !holdsAnyone(In, Example) && holdsAnyone(In, Large) ? Large
                                                                      : Example;
}

bool Lanes::search(const Node &N, bool &Ran,
                   llvm::function_ref<bool(const WarpAtPoint &)> See) const {
  auto In = sceneOf(N);
  if (In)
    Ran |= In->IsCut;
  if (!In || In->IsCut)
    return false;
  const LaunchExtents &Launch = Facts.terms().launch();
  WarpAtPoint At;
  At.BlockDim = blockFor(*In);
  At.BlockIsKnown = Launch.blockSize() != 0;
  llvm::ArrayRef<const Term *> Parameters = In->Of.Parameters;
  auto Search = [&](const GivenValues &Given) {
    At.Given.clear();
    for (const Term *Parameter : Parameters)
      At.Given.push_back({declarationOf(Parameter), Given.lookup(Parameter)});
    return searchWarps(*In, At, Given, Ran, See);
  };
  const std::vector<GivenValues> *HostValues =
      Parameters.empty() ? nullptr
                         : &Facts.get<scenarios::SizesByHost>().of(Parameters);
  if (!HostValues || HostValues->empty())
    return (Parameters.empty() ||
            Facts.assumptions().isOn(Assumption::ChosenNumber)) &&
           scenarios::tryParameters(Parameters, Search);
  // What one launch passes need not go with the block of another.
  return llvm::any_of(*HostValues, [&](GivenValues Given) {
    return scenarios::fitToBlock(Given, At.BlockDim, Facts) && Search(Given);
  });
}

bool Lanes::findWarp(const Node &N,
                     llvm::function_ref<bool(const WarpAtPoint &)> See) const {
  bool Ran = false;
  return search(N, Ran, See);
}

bool Lanes::canRun(const Node &N) const {
  bool Ran = false;
  return search(N, Ran, [](const WarpAtPoint &) { return true; }) || Ran;
}

std::optional<std::array<int64_t, LanesPerWarp>>
Lanes::valueInLanes(const Term *T, const WarpAtPoint &At) const {
  ThreadValues Run(Facts.values());
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

} // namespace warplint::collectives
