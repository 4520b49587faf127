//===--- StageFaults.cpp - Stages that are not filled in turn -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/StageFaults.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Dataflow/Typestate.h"
#include "Analysis/Detectors/Mbarriers/BarrierFaults.h"
#include "Analysis/Detectors/PipelineProtocols/CopiedTo.h"
#include "Analysis/Detectors/PipelineProtocols/ExecutionContext.h"
#include "Analysis/Detectors/PipelineProtocols/ProtocolSimulator.h"
#include "Analysis/Detectors/PipelineProtocols/SharedPipeline.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/LaunchScenarios/ParameterSampling.h"
#include "Analysis/Participation/PeerOperations.h"
#include "Assumptions/SampleSizes.h"
#include "CudaModel/Separation.h"
#include "CudaModel/SyncKindRows.h"

namespace warplint::pipelines {

/// So many that show the same are enough.
static constexpr unsigned EnoughReported = 3;

/// Nothing in the kernel arrives on the object that \p Wait is for, whatever
/// the parameters.
static bool isNeverArrivedAt(const KernelFacts &Facts, const Event &Wait) {
  auto Awaited = locate(Wait.Address);
  for (const Event &E : Facts.cfg().events()) {
    if (!counts(E))
      continue;
    if (E.isUnknown())
      return false;
    // It initializes an object or waits for it, and does nothing else.
    if (E.isSync(SyncFamily::Object) &&
        rowOf(E.Op->Kind).Arrives == ArrivesAt::Nothing)
      continue;
    const Term *Address = E.Completion ? E.Completion : E.Address;
    if (!Address)
      continue;
    auto Peer = participation::peerPlaceOf(Address, Facts);
    auto At = locate(Peer ? Peer->Own : Address);
    if (!At || !Awaited || inSameMember(*At, *Awaited))
      return false;
  }
  return true;
}

/// Each block makes as many copies as another: where each takes part in the
/// same ones, they have tiles of one problem, unless parameters do not belong
/// together.
static bool copyAlike(const StageRuns &Runs) {
  std::vector<size_t> Copies(Runs.blockOf(Runs.All.size() - 1) + 1);
  for (size_t Run = 0; Run < Runs.All.size(); ++Run)
    Copies[Runs.blockOf(Run)] += size_t(
        llvm::count_if(Runs.All[Run].Commands, [](const StageCommand &C) {
          return C.K == StageCommand::Kind::Copy;
        }));
  return llvm::all_equal(Copies);
}

static bool isProxyFence(const Event &E) {
  return E.isSync(SyncKind::ProxyFence);
}

/// \p E signals to others how far the thread is, or waits for others.
static bool synchronizes(const Event &E) {
  return E.isUnknown() || maySeparate(E, Scope::Warp) ||
         (E.isSync() && counts(E));
}

/// Some path leads from behind \p From to \p To, past nothing that \p Stops.
static bool leads(const KernelFacts &Facts, const Event &From, const Event &To,
                  llvm::function_ref<bool(const Event &)> Stops) {
  return Typestate::until(Facts.paths(), From, Stops).reaches(To);
}

/// Some path leads from behind \p From to \p To, past nothing that
/// synchronizes.
static bool leadsAlone(const KernelFacts &Facts, const Event &From,
                       const Event &To) {
  return leads(Facts, From, To, synchronizes);
}

/// Bulk copies that read shared memory, and plain stores into what they read.
static llvm::SmallVector<const Event *, 4> sendsOf(const KernelFacts &Facts) {
  llvm::SmallVector<const Event *, 4> Found;
  llvm::SmallVector<AccessPath, 2> Sent;
  for (const Event &E : Facts.cfg().events())
    if (mayReadByBulk(E))
      if (auto From = locate(E.Value); From && isShared(*From)) {
        Found.push_back(&E);
        Sent.push_back(*From);
      }
  for (const Event &E : Facts.cfg().events()) {
    if (!isPlainAccess(E) || E.Access != AccessKind::Write)
      continue;
    auto To = locate(E.Address);
    if (To && llvm::any_of(Sent, [&](const AccessPath &From) {
          return mayBeParts(From, *To, Facts.context());
        }))
      Found.push_back(&E);
  }
  return Found;
}

/// The fence at \p Fence may be for what a bulk copy sends: its thread starts
/// one before it signals to anybody, or has stored what one reads.
static bool mayBeForSends(const KernelFacts &Facts, const Event &Fence) {
  return llvm::any_of(sendsOf(Facts), [&](const Event *E) {
    return E->Op ? leadsAlone(Facts, Fence, *E)
                 : leads(Facts, *E, Fence, isProxyFence);
  });
}

/// The proxy fence that a thread executes behind \p Copy, before it touches
/// shared memory or waits for anybody: there is nothing that it could be for
/// but what came before the copy. Null if there is none.
static const Event *fenceBehind(const KernelFacts &Facts, const Event &Copy) {
  auto Behind = Typestate::until(Facts.paths(), Copy, [](const Event &E) {
    if (E.isUnknown() || maySeparate(E, Scope::Warp))
      return true;
    auto At = mbarriers::touchesMemory(E) ? locate(E.Address) : std::nullopt;
    return (At && isShared(*At)) || isProxyFence(E) ||
           (E.isSync() && waitsForObject(E.Op->Kind));
  });
  for (const Event &E : Facts.cfg().events())
    if (isProxyFence(E) && Behind.reaches(E) && !mayBeForSends(Facts, E))
      return &E;
  return nullptr;
}

/// One of \p Guessed lies behind the store of \p Fault or before its copy: the
/// play may have gone past a fence that the threads execute.
static bool mayBeFenced(const KernelFacts &Facts, const StageFault &Fault,
                        llvm::ArrayRef<const Event *> Guessed) {
  return llvm::any_of(Guessed, [&](const Event *Fence) {
    return leadsAlone(Facts, *Fault.At, *Fence) ||
           leadsAlone(Facts, *Fence, *Fault.Copy);
  });
}

static bool isSame(const StageFault &L, const StageFault &R) {
  return L.K == R.K && L.At == R.At;
}

namespace {

/// The results of simulations with several values for the kernel's parameters.
class SampledSimulations {
public:
  /// \p Copies: copies fill stages, not only stores of threads.
  SampledSimulations(const mbarriers::BarrierObjects &Objects,
                     const std::array<int64_t, 3> &BlockDim, bool Copies)
      : Objects(Objects), Facts(Objects.facts()), BlockDim(BlockDim),
        Copies(Copies) {}

  struct Shown {
    /// What goes wrong in every play.
    std::optional<StageFault> Found;
    /// Faults of single simulations, if all simulations show one.
    llvm::SmallVector<StageFault, 2> Seen;
    std::optional<StageFault> Unfenced;
    std::vector<const Event *> GuessedFences; ///< See StageRuns, of all plays.
    bool Unknown = true;
    bool IsFollowed = false; ///< Some simulation ended.
  };
  Shown simulateIn(const simulation::SimulatedCluster &Cluster) const;

private:
  /// Parameters that are no integers; see `giveOthers`.
  enum class Others : uint8_t { Unknown, LeftOut, Given };
  Shown simulateWith(const simulation::SimulatedCluster &Cluster,
                     Others Rest) const;

  const mbarriers::BarrierObjects &Objects;
  const KernelFacts &Facts;
  const std::array<int64_t, 3> &BlockDim;
  bool Copies;
};

} // namespace

/// Where pointers and floating-point numbers decide who reaches a barrier, all
/// of them are left out, or all are given: what goes wrong must do so in both,
/// as far as both show anything.
SampledSimulations::Shown SampledSimulations::simulateIn(
    const simulation::SimulatedCluster &Cluster) const {
  Shown Result = simulateWith(Cluster, Others::Unknown);
  if (Result.IsFollowed)
    return Result;
  for (Others Rest : {Others::LeftOut, Others::Given}) {
    if (!Result.Unknown && Result.Seen.empty())
      break;
    Shown Now = simulateWith(Cluster, Rest);
    if (!Now.Unknown)
      Result = std::move(Now);
  }
  return Result;
}

SampledSimulations::Shown
SampledSimulations::simulateWith(const simulation::SimulatedCluster &Cluster,
                                 Others Rest) const {
  Shown Result;
  bool HasParameters =
      scenarios::hasOpenParameters(Facts) || Rest != Others::Unknown;
  std::optional<StageFault> First;
  unsigned Reported = 0;
  for (int64_t Sample : samples::StageIterations) {
    GivenValues Values = scenarios::givenToAll(Facts, Sample);
    if (Rest != Others::Unknown &&
        !scenarios::giveOthers(Values, Facts,
                               Rest == Others::Given ? std::optional(Sample)
                                                     : std::nullopt))
      return Result;
    auto Runs = runThreads(Objects, BlockDim, Cluster, Values);
    StepBudget Steps(Facts.budgets().StageClocks, Facts.work(), /*PerStep=*/64);
    auto Now = Runs ? simulateStages(*Runs, Steps) : std::nullopt;
    if (Runs && !Steps.left())
      Facts.limits().cut(BudgetId::StageClocks);
    // With other parameter values the simulation is the same.
    bool IsLast = Runs && !Runs->UseParameters;
    if (!Now && !Reported)
      return Result;
    // Too many iterations; a few have been enough.
    if (!Now)
      break;
    Result.IsFollowed = true;
    llvm::append_range(Result.GuessedFences, Runs->GuessedFences);
    // What is stored once, and then read, races judge.
    if (!Copies && !Now->Fault)
      Result.Unknown = false;
    if ((!Now->Fault && !Now->IsTelling) ||
        (HasParameters && !copyAlike(*Runs)) ||
        (HasParameters && Now->HasLeft &&
         !isNeverArrivedAt(Facts, *Now->Fault->At))) {
      if (IsLast)
        break;
      continue;
    }
    Result.Unknown = false;
    if (!Now->Fault) {
      // Right, but for what only the memory model asks for.
      if (!First)
        Result.Unfenced = Now->Unfenced;
      Result.Seen.clear();
      return Result;
    }
    Result.Seen.push_back(*Now->Fault);
    if (!First)
      First = Now->Fault;
    if (!isSame(*First, *Now->Fault))
      return Result;
    Reported = IsLast ? EnoughReported : Reported + 1;
    if (!HasParameters || Reported == EnoughReported)
      break;
  }
  if (!HasParameters || Reported > 1)
    Result.Found = First;
  return Result;
}

/// The clusters that copies show.
static llvm::SmallVector<simulation::SimulatedCluster, 2>
clustersByCopies(const mbarriers::BarrierObjects &Objects,
                 const std::array<int64_t, 3> &BlockDim) {
  // Some numbers leave blocks of a cluster without a tile.
  for (int64_t Sample : samples::StageIterations) {
    auto Clusters = clustersByCopies(
        Objects, BlockDim, scenarios::givenToAll(Objects.facts(), Sample));
    if (!Clusters.empty())
      return Clusters;
  }
  return {};
}

void StageFaults::simulate(const KernelFacts &Facts, bool &Unknown) {
  bool Copies = llvm::any_of(Facts.cfg().events(), isTrackedCopy) ||
                sharedPipelineOf(Facts).has_value();
  if ((!Copies && !handsStoresOn(Facts)) || !Facts.isKernel())
    return;
  Unknown = true;
  auto Blocks =
      scenarios::blockScenario(Facts, scenarios::BlockRule::AtBound).blocks();
  if (Blocks.empty() || !Facts.isComplete())
    return;
  BlockDim = Blocks.front();
  auto Clusters = simulation::clustersToSimulate(Facts, BlockDim);
  const auto &Objects = Facts.get<mbarriers::BarrierObjects>();
  if (Clusters.front().size() == 1)
    if (auto Guessed = clustersByCopies(Objects, BlockDim); !Guessed.empty())
      Clusters = Guessed;
  // What one place shows needs no play.
  if (!mbarriers::findPhaseFaults(Objects).empty())
    return;
  WasSimulated = true;
  SampledSimulations Plays(Objects, BlockDim, Copies);
  // The kernel may be made for any of them.
  std::vector<SampledSimulations::Shown> All;
  for (const simulation::SimulatedCluster &Cluster : Clusters) {
    All.push_back(Plays.simulateIn(Cluster));
    Unknown = All.back().Unknown;
    Unfenced = All.back().Unfenced;
    if (Unfenced)
      Unfenced->Other = fenceBehind(Facts, *Unfenced->Copy);
    if (All.back().Seen.empty())
      return;
  }
  for (const SampledSimulations::Shown &One : All)
    if (!Found && One.Found &&
        llvm::all_of(All, [&](const SampledSimulations::Shown &Other) {
          return llvm::any_of(Other.Seen, [&](const StageFault &Fault) {
            return isSame(Fault, *One.Found);
          });
        }))
      Found = One.Found;
  if (Found && Found->K == StageFault::Kind::SentUnfenced &&
      llvm::any_of(All, [&](const SampledSimulations::Shown &One) {
        return mayBeFenced(Facts, *Found, One.GuessedFences);
      })) {
    Found.reset();
    Unknown = true;
  }
}

StageFaults::StageFaults(const KernelFacts &Facts) {
  bool Unknown = false;
  simulate(Facts, Unknown);
  if (Unknown)
    Open = Facts.limits().leaveOpen("stages");
  // Other numbers than the samples may show a fault.
  if (WasSimulated && !Found && !Unknown && scenarios::hasOpenParameters(Facts))
    Facts.get<scenarios::SilentInGuesses>().add("orders of stages");
}

} // namespace warplint::pipelines
