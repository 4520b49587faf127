//===--- NamedBarrierFaults.cpp - Numbered barriers that do not fit -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/NamedBarriers/NamedBarrierFaults.h"
#include "Analysis/Detectors/NamedBarriers/NamedBarrierSimulator.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/LaunchScenarios/ParameterSampling.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Uniformity/Convergence.h"
#include "Assumptions/SampleSizes.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/Separation.h"
#include "Target/Limits.h"
#include <set>

using namespace clang;

namespace warplint::namedbarriers {

void NamedBarrierFaults::checkOperands(const KernelFacts &Facts,
                                       const Event &E) {
  using Kind = NamedBarrierFault::Kind;
  auto Count = numberOf(E.Count), Id = numberOf(E.Id);
  if (Count && (*Count <= 0 || *Count % LanesPerWarp))
    Found.push_back({Kind::NoWholeWarps, &E, *Count});
  else if (Id && (*Id < 0 || *Id >= NamedBarriers))
    Found.push_back({Kind::NoSuchNumber, &E, *Id});
  else if (E.Op->Aligned) {
    std::vector<const Node *> Parting =
        Facts.convergence().divergentControls(*E.At, Scope::Warp);
    if (!Parting.empty() &&
        Facts.uniformity().of(Parting.front()->Branch) < Scope::Warp)
      Found.push_back({Kind::PartOfAWarp, &E, 0, Parting.front()});
  }
}

namespace {

/// A number that the kernel asks for.
struct AskedNumber {
  llvm::SmallVector<const Term *, 2> Of; ///< All that is `Number` then.
  int64_t Number = 0;
  const Node *Branch = nullptr; ///< Where it asks.
  bool OfAll = false;           ///< All elements of one array are `Number`.
};

} // namespace

/// A parameter, or what all threads of a block read of one element.
static bool isGivenToBlock(const Term *T, const KernelFacts &Facts) {
  return (isa<LoadTerm>(T) && Facts.uniformity().isUniform(T, Scope::Block)) ||
         llvm::is_contained(scenarios::integerParameters(Facts), T);
}

/// The number that \p Branch compares with something that is given to the block
/// as a whole.
static AskedNumber askedAt(const Node &Branch, const KernelFacts &Facts) {
  const Term *Test = Branch.Branch;
  while (const auto *Not = dyn_cast<UnaryTerm>(Test)) {
    if (Not->opcode() != UO_LNot)
      return {};
    Test = Not->of();
  }
  AskedNumber Found{{Test}, 0, &Branch};
  if (const auto *Op = dyn_cast<BinaryTerm>(Test)) {
    auto Number = numberOf(Op->rhs());
    if ((Op->opcode() != BO_EQ && Op->opcode() != BO_NE) || !Number)
      return {};
    Found = {{Op->lhs()}, *Number, &Branch};
  }
  return isGivenToBlock(Found.Of.front(), Facts) ? Found : AskedNumber();
}

/// The kernel changes what lies behind \p Root.
static bool isWrittenIn(const Term *Root, const KernelFacts &Facts) {
  return llvm::any_of(
      memoryOperations(Facts.cfg(), Facts.values()),
      [&](const MemoryOperation &M) { return M.Writes && M.Object == Root; });
}

/// Where elements of an array in global memory lie that \p T reads, or members
/// of them (`work[i].length`).
static std::optional<AccessPath> readElements(const Term *T) {
  const auto *Load = dyn_cast<LoadTerm>(T);
  if (!Load)
    return std::nullopt;
  const Term *Whole = Load->address();
  while (const auto *Member = dyn_cast<FieldTerm>(Whole))
    Whole = Member->base();
  return isa<ElementTerm>(Whole) &&
                 memorySpaceOf(rootOf(Whole)) == MemorySpace::Global
             ? locate(Load->address())
             : std::nullopt;
}

/// \p T is the same for all threads of a block, in one iteration of the loops
/// that count: the roles of its threads may be in different ones.
static bool isOfBlock(const Term *T, const KernelFacts &Facts) {
  return walkTerms(T, Facts.values(), [&](const Term &Part) {
    if (Facts.uniformity().isUniform(&Part, Scope::Block))
      return Walk::Skip;
    bool IsSame = isa<PhiTerm>(Part)
                      ? Facts.values().inductions().find(&Part) != nullptr
                      : isa<LoadTerm>(Part) ||
                            !isa<IdentityTerm, SiteTerm, SymbolTerm>(Part);
    return IsSame ? Walk::Enter : Walk::Stop;
  });
}

/// For each array in memory that the test of \p Branch is computed from, as it
/// is where all its elements are 0: lengths of nothing. The block asks for one
/// element as a whole: what warps are by elements of their own is never the
/// same for all.
static llvm::SmallVector<AskedNumber, 2> emptyAt(const Node &Branch,
                                                 const KernelFacts &Facts) {
  llvm::SmallVector<AskedNumber, 2> Found;
  llvm::SmallVector<AccessPath, 2> Arrays;
  walkTerms(Branch.Branch, Facts.values(), [&](const Term &Part) {
    auto At = readElements(&Part);
    if (At && isOfBlock(&Part, Facts) &&
        llvm::none_of(
            Arrays, [&](const AccessPath &A) { return inSameMember(A, *At); }))
      Arrays.push_back(*At);
    return isa<LoadTerm>(Part) ? Walk::Skip : Walk::Enter;
  });
  for (const AccessPath &Array : Arrays) {
    if (isWrittenIn(Array.Root, Facts))
      continue;
    AskedNumber &Empty = Found.emplace_back();
    Empty.Branch = &Branch;
    Empty.OfAll = true;
    for (const Term *T : Facts.values().programTerms())
      if (auto At = readElements(T); At && inSameMember(*At, Array))
        Empty.Of.push_back(T);
  }
  return Found;
}

namespace {

/// Faults that the blocks of one kernel have for all parameter values tried.
class SimulationsByValues {
public:
  explicit SimulationsByValues(const KernelFacts &Facts)
      : Facts(Facts), Walked(executedByWarps(Facts)) {}

  /// The fault that \p Block has with each of \p Passed, where the value that
  /// \p Asked names is as it says; nothing if some value shows no fault. If
  /// pointers and floating-point numbers decide which threads reach a barrier,
  /// the fault must occur both with all of them null or 0 and with all of them
  /// set.
  std::optional<ProtocolFault> faultIn(const std::array<int64_t, 3> &Block,
                                       llvm::ArrayRef<int64_t> Passed,
                                       const AskedNumber &Asked = {});
  /// The last time, warps were followed to their ends.
  bool isFollowed() const { return IsFollowed; }

private:
  /// Parameters that are no integers; see `giveOthers`.
  enum class Others : uint8_t { Unknown, LeftOut, Given };
  std::optional<ProtocolFault> faultWith(const std::array<int64_t, 3> &Block,
                                         llvm::ArrayRef<int64_t> Passed,
                                         const AskedNumber &Asked, Others Rest);

  const KernelFacts &Facts;
  simulation::ExecutedKernel Walked;
  bool IsFollowed = false;
  bool NeedsOthers = false; ///< Warps are not followed where they are unknown.
};

} // namespace

static bool isSame(const ProtocolFault &L, const ProtocolFault &R) {
  return L.K == R.K && L.At == R.At;
}

std::optional<ProtocolFault>
SimulationsByValues::faultWith(const std::array<int64_t, 3> &Block,
                               llvm::ArrayRef<int64_t> Passed,
                               const AskedNumber &Asked, Others Rest) {
  IsFollowed = false;
  bool HasParameters =
      Rest != Others::Unknown || !scenarios::integerParameters(Facts).empty();
  std::optional<ProtocolFault> First;
  size_t Simulations = 0;
  for (int64_t Sample : Passed) {
    GivenValues Given = scenarios::givenToAll(Facts, Sample);
    if (Rest != Others::Unknown &&
        !scenarios::giveOthers(Given, Facts,
                               Rest == Others::Given ? std::optional(Sample)
                                                     : std::nullopt))
      return std::nullopt;
    for (const Term *T : Asked.Of)
      Given[T] = Asked.Number;
    auto Runs = runWarps(Walked, Block, Given);
    // Too many iterations; a few have been enough.
    if (!Runs && Simulations >= samples::FewBarrierIterations)
      break;
    IsFollowed = Runs.has_value();
    if (!Runs)
      return std::nullopt;
    auto Now = simulateBarriers(*Runs);
    if (!Now || (First && !isSame(*First, *Now)))
      return std::nullopt;
    First = Now;
    ++Simulations;
    if (!HasParameters)
      break;
  }
  return First;
}

std::optional<ProtocolFault>
SimulationsByValues::faultIn(const std::array<int64_t, 3> &Block,
                             llvm::ArrayRef<int64_t> Passed,
                             const AskedNumber &Asked) {
  if (!NeedsOthers) {
    auto Found = faultWith(Block, Passed, Asked, Others::Unknown);
    if (IsFollowed)
      return Found;
  }
  std::optional<ProtocolFault> First;
  bool Any = false;
  for (Others Rest : {Others::LeftOut, Others::Given}) {
    auto Now = faultWith(Block, Passed, Asked, Rest);
    if (!IsFollowed)
      continue;
    NeedsOthers = Any = true;
    if (!Now || (First && !isSame(*First, *Now)))
      return std::nullopt;
    First = Now;
  }
  IsFollowed = Any;
  return First;
}

/// The blocks that the kernel's barriers may be counted for.
static scenarios::Scenario blocksToTry(const KernelFacts &Facts) {
  llvm::SmallVector<int64_t, 4> Counts;
  for (const Event &E : Facts.cfg().events())
    if (E.isSync() && isCountedNamedBarrier(*E.Op))
      Counts.push_back(numberOf(E.Count).value_or(0));
  return scenarios::blockScenario(Facts, scenarios::BlockRule::EachWarpCount,
                                  Counts);
}

static NamedBarrierFault faultOf(const ProtocolFault &Simulation) {
  NamedBarrierFault Fault{NamedBarrierFault::Kind::Protocol, Simulation.At};
  Fault.Simulation = Simulation;
  return Fault;
}

/// A warp that comes too early because the kernel finds a number that it asks
/// for itself: no work for a role, say.
static std::optional<NamedBarrierFault>
faultWhereAsked(SimulationsByValues &Simulations,
                const std::array<int64_t, 3> &Block,
                llvm::ArrayRef<int64_t> Passed, const KernelFacts &Facts) {
  std::set<std::tuple<const Term *, size_t, int64_t>> Seen;
  for (const Event &E : Facts.cfg().events()) {
    if (!E.isSync() || !isCountedNamedBarrier(*E.Op))
      continue;
    for (const Node *Branch : Facts.paths().allControls(*E.At)) {
      if (!Branch->Branch)
        continue;
      llvm::SmallVector<AskedNumber, 2> All = emptyAt(*Branch, Facts);
      All.push_back(askedAt(*Branch, Facts));
      for (const AskedNumber &Asked : All) {
        if (Asked.Of.empty() ||
            !Seen.insert({Asked.Of.front(), Asked.Of.size(), Asked.Number})
                 .second)
          continue;
        auto Found = Simulations.faultIn(Block, Passed, Asked);
        // What else the number decides is not known to fit it.
        if (Found && Found->K == ProtocolFault::Kind::NotInTurn &&
            llvm::any_of(Facts.paths().allControls(*Found->At->At),
                         [&](const Node *B) { return B == Asked.Branch; })) {
          NamedBarrierFault Fault = faultOf(*Found);
          const Term *What = Asked.Of.front();
          if (const auto *Load = dyn_cast<LoadTerm>(What))
            What = Load->address();
          Fault.Asked = {What, Asked.Number, Asked.OfAll};
          return Fault;
        }
      }
    }
  }
  return std::nullopt;
}

/// Work for several iterations of a loop that steps by the launched grid (`tile
/// += gridDim.x`); none if there is no such loop. First as one number, then as
/// the product of two.
static std::array<llvm::SmallVector<int64_t, 2>, 2>
workOfGrid(const KernelFacts &Facts) {
  const LaunchExtents &Launch = Facts.terms().launch();
  const Evaluation &Values = Facts.values();
  std::array<llvm::SmallVector<int64_t, 2>, 2> Work;
  bool Steps = llvm::any_of(Values.joins().phis(), [&](const Term *Phi) {
    const Induction *Counter = Values.inductions().find(Phi);
    auto Step = Counter ? Counter->constantStep() : std::nullopt;
    return Step && *Step > samples::BarrierIterations[0] &&
           uint64_t(*Step) == Launch.gridSize();
  });
  if (Steps)
    for (int64_t Grids : samples::WorkOfGrids) {
      int64_t Whole = Grids * int64_t(Launch.gridSize()), Root = 1;
      while (Root * Root < Whole)
        ++Root;
      Work[0].push_back(Whole);
      Work[1].push_back(Root);
    }
  return Work;
}

void NamedBarrierFaults::checkProtocol(const KernelFacts &Facts) {
  const scenarios::Scenario Tried = blocksToTry(Facts);
  const std::vector<std::array<int64_t, 3>> Blocks = Tried.blocks();
  auto LeaveOpen = [&] { Open = Facts.limits().leaveOpen("named barriers"); };
  llvm::ArrayRef<int64_t> Passed = samples::BarrierIterations;
  if (Blocks.size() > 1)
    Passed = Passed.take_front(samples::FewBarrierIterations);
  if (Blocks.empty())
    return LeaveOpen();
  SimulationsByValues Simulations(Facts);
  std::optional<NamedBarrierFault> First;
  for (const std::array<int64_t, 3> &Block : Blocks) {
    std::optional<NamedBarrierFault> Now;
    auto Simulation = [&](llvm::ArrayRef<int64_t> Passed) {
      if (auto Fault = Simulations.faultIn(Block, Passed))
        Now = faultOf(*Fault);
    };
    Simulation(Passed);
    bool IsFollowed = Simulations.isFollowed();
    if (!Now && Blocks.size() == 1)
      Now = faultWhereAsked(Simulations, Block,
                            Passed.take_front(samples::FewBarrierIterations),
                            Facts);
    if (Blocks.size() == 1)
      for (llvm::ArrayRef<int64_t> Work : workOfGrid(Facts)) {
        if (!Now)
          Simulation(Work);
        if (!Now)
          Now = faultWhereAsked(Simulations, Block, Work, Facts);
      }
    if (!Now) {
      // Right in one of several sizes, of which nobody knows.
      if (!IsFollowed || Blocks.size() > 1)
        LeaveOpen();
      if (IsFollowed &&
          (Tried.From.isGuess() || scenarios::hasOpenParameters(Facts)))
        Facts.get<scenarios::SilentInGuesses>().add(
            "orders of numbered barriers");
      return;
    }
    if (!First)
      First = Now;
  }
  if (!First)
    return;
  First->BlockDim = Blocks.front();
  First->From = Tried.From;
  Found.push_back(*First);
}

NamedBarrierFaults::NamedBarrierFaults(const KernelFacts &Facts) {
  if (!Facts.isComplete())
    return;
  bool Any = false;
  for (const Event &E : Facts.cfg().events())
    if (E.isSync() && isCountedNamedBarrier(*E.Op) &&
        Facts.paths().contains(*E.At)) {
      Any = true;
      checkOperands(Facts, E);
    }
  if (Any && Found.empty() && Facts.isKernel())
    checkProtocol(Facts);
}

} // namespace warplint::namedbarriers
