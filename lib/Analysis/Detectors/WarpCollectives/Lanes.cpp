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
#include "Analysis/Expr/Contradictions.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Expr/Worklist.h"
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

/// \p T is \p Whole rounded down to whole multiples (`n / 8 * 8`, `n - n % 8`).
static bool isRoundedDown(const Term *T, const Term *Whole) {
  const auto *Sum = dyn_cast<LinearTerm>(T);
  if (!Sum || Sum->constant() != 0)
    return false;
  auto IsPart = [&](unsigned I, BinaryOperatorKind Op, int64_t Times) {
    const auto *Part = dyn_cast<BinaryTerm>(Sum->operand(I));
    const auto *By = Part ? dyn_cast<ConstantTerm>(Part->rhs()) : nullptr;
    return By && Part->opcode() == Op && Part->lhs() == Whole &&
           By->value() > 0 &&
           Sum->coefficients()[I] == (Times ? Times : By->value());
  };
  if (Sum->operands().size() == 1)
    return IsPart(0, BO_Div, 0);
  for (unsigned Rest : {0u, 1u})
    if (Sum->operands().size() == 2 && Sum->operand(1 - Rest) == Whole &&
        Sum->coefficients()[1 - Rest] == 1 && IsPart(Rest, BO_Rem, -1))
      return true;
  return false;
}

/// What is not below the limit of \p Failed, and not negative, is not below
/// that limit rounded down, which \p Asked asks for.
static bool failsToo(const Term *Failed, const Term *Asked,
                     const TermArena &Arena) {
  const auto *Limit = dyn_cast<BinaryTerm>(Failed),
             *Lower = dyn_cast<BinaryTerm>(Asked);
  if (!Limit || !Lower || Limit->opcode() != BO_LT ||
      Lower->opcode() != BO_LT || Limit->lhs() != Lower->lhs() ||
      !isRoundedDown(Lower->rhs(), Limit->rhs()))
    return false;
  auto Least = Arena.rangeOf(Limit->lhs()).Min;
  return Least && *Least >= 0;
}

/// The successors of \p Now for a thread that took \p Successor at \p Branch:
/// conditions that are tested again have the same outcome.
static llvm::SmallVector<const Node *, 2> pathsOn(const KernelFacts &Facts,
                                                  const Node &Now,
                                                  const Node &Branch,
                                                  unsigned Successor) {
  auto IsDecided = [](const Node &N) {
    return N.Branch && N.successors().size() == 2 &&
           !anyPartOf(N.Branch, [](const Term &Part) {
             return isa<PhiTerm, SiteTerm>(Part);
           });
  };
  bool Asks = IsDecided(Branch) && IsDecided(Now);
  auto IsExcluded = [&](bool Holds) {
    return exclude(Branch.Branch, Successor == 0, Now.Branch, Holds) ||
           (Successor != 0 && Holds &&
            failsToo(Branch.Branch, Now.Branch, Facts.terms()));
  };
  llvm::SmallVector<const Node *, 2> Paths;
  for (const ViewNode *To : Facts.paths().successors(Now))
    if (To->Of && (!Asks || !IsExcluded(To->Of == Now.successors()[0])))
      Paths.push_back(To->Of);
  return Paths;
}

bool Lanes::othersLeave(const Node &Branch, const Node &N) const {
  const CfgView &Paths = Facts.paths();
  if (!Paths.contains(Branch) || !Paths.contains(N))
    return false;
  llvm::BitVector ToN = Paths.leadingInto(N, N.predecessors());
  bool Any = false;
  for (auto [Successor, First] : llvm::enumerate(Branch.successors())) {
    bool IsLive = llvm::any_of(Paths.successors(Branch), [&](ViewNode *V) {
      return V->Of == Branch.successors()[Successor];
    });
    if (!IsLive || First == &N || ToN.test(First->id()))
      continue;
    Any = true;
    Worklist<Node> Work{First};
    while (const Node *Now = Work.next()) {
      if (!Now->Events.empty())
        return false;
      Work.addAll(pathsOn(Facts, *Now, Branch, Successor));
    }
  }
  return Any;
}

std::optional<std::vector<Lanes::Requirement>>
Lanes::requirements(const Node &N) const {
  std::vector<Requirement> All;
  for (const Node *Branch : divergence(N)) {
    auto Successor = Facts.paths().successorTo(*Branch, N);
    if (!Successor || !Branch->Branch || Branch->successors().size() != 2)
      return std::nullopt;
    Inputs Of = inputsOf(Branch->Branch, Facts.values());
    if (Of.Counters.size() > 1)
      return std::nullopt;
    All.push_back({Branch->Branch, *Successor == 0,
                   Of.Counters.empty() ? nullptr : Of.Counters.front(),
                   othersLeave(*Branch, N)});
  }
  return All;
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
    if (Successor && Branch->Branch && Branch->successors().size() == 2 &&
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
    if (&Over == &N || !Over.Branch || Over.successors().size() != 2 ||
        !Paths.dominates(Over, N))
      continue;
    auto Successor = Paths.successorTo(Over, *Exit.At),
         Here = Paths.successorTo(Over, N);
    if (Successor && Successor != Here)
      addPassed(Over, *Successor != 0, Exits);
  }
  return Exits;
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
      auto Outcome = Run.run(Need.Condition, Self);
      if (!Outcome)
        return std::nullopt;
      if ((*Outcome != 0) != Need.Holds) {
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
  auto All = requirements(N);
  if (!All)
    return std::nullopt;
  Scene In;
  In.All = std::move(*All);
  for (const Requirement &Need : In.All) {
    Inputs One = inputsOf(Need.Condition, Facts.values());
    for (const Term *Parameter : One.Parameters)
      if (!llvm::is_contained(In.Of.Parameters, Parameter))
        In.Of.Parameters.push_back(Parameter);
    In.Of.UsesY |= One.UsesY;
    In.Of.UsesZ |= One.UsesZ;
    In.Of.UsesBlock |= One.UsesBlock;
    In.Loops |= Need.Counter != nullptr;
    In.Counts |= !One.Counters.empty();
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
  AddTelling(agreedOver(N), In.ForWarps);
  return In;
}

/// Who of \p Threads comes no further than a branch of `ForWarps` or `Stays`.
Lanes::Absence Lanes::absenceOf(const Scene &In,
                                llvm::ArrayRef<ThreadOfBlock> Threads,
                                const WarpAtPoint &At,
                                const GivenValues &Given) const {
  Absence Of;
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
    std::optional<Absence> Away;
    /// Iteration by iteration, as far as somebody asked; nothing: it is not
    /// known.
    std::vector<std::optional<SeenWarp>> Warps;
  };
  OfBlock &of(const Scene &In, const std::array<int64_t, 3> &BlockDim,
              const GivenValues &Given) const {
    // Terms are represented by their ids, other values by themselves.
    std::vector<int64_t> Key(BlockDim.begin(), BlockDim.end());
    for (const Requirement &One : In.All)
      Key.insert(Key.end(), {One.Condition->id(), One.Holds, One.OthersLeave,
                             One.Counter ? One.Counter->id() : -1});
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
              size_t First, const WarpAtPoint &At, const Absence &Away,
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

/// A block to look at. Roles may be for threads that a small one does not have.
std::array<int64_t, 3> Lanes::blockFor(const Scene &In) const {
  const LaunchExtents &Launch = Facts.terms().launch();
  std::array<int64_t, 3> Example = scenarios::exampleBlock(Launch, In.Of),
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
  return !HostValues || HostValues->empty()
             ? scenarios::tryParameters(Parameters, Search)
             : llvm::any_of(*HostValues, Search);
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

} // namespace warplint::collectives
