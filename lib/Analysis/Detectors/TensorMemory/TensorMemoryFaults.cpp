//===--- TensorMemoryFaults.cpp - The life of tensor memory ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/TensorMemory/TensorMemoryFaults.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/LaunchScenarios/ParameterSampling.h"
#include "Analysis/Simulation/ConcreteExecutor.h"
#include "Assumptions/SampleSizes.h"
#include "CudaModel/BlockPairs.h"
#include "CudaModel/Separation.h"
#include "Target/Limits.h"

using namespace clang;

namespace warplint::tensormemory {

using Fault = TensorMemoryFault;

/// \p E is about tensor memory itself, or waits for loads or stores of it.
static bool isOfTensorMemory(const Event &E) {
  if (E.K != Event::Kind::Sync)
    return false;
  switch (E.Op->Kind) {
  case SyncKind::TensorAlloc:
  case SyncKind::TensorFree:
  case SyncKind::TensorPermit:
  case SyncKind::TensorLoad:
  case SyncKind::TensorStore:
    return true;
  default:
    return E.Op->Kind == SyncKind::AsyncWait &&
           E.Op->Async == AsyncGroup::Tcgen05;
  }
}

/// \p E lets other threads go on.
static bool letsGo(const Event &E) {
  if (E.K != Event::Kind::Sync)
    return false;
  switch (E.Op->Kind) {
  case SyncKind::Barrier:
  case SyncKind::BarrierArrive:
  case SyncKind::ObjectArrive:
  case SyncKind::ObjectArriveExpectTx:
  case SyncKind::ObjectArriveAndDrop:
  case SyncKind::ObjectArriveAndWait:
    return true;
  default:
    return false;
  }
}

/// \p E may wait for a thread of another block.
static bool meetsOthers(const Event &E) {
  if (E.K != Event::Kind::Sync)
    return E.K == Event::Kind::Unknown;
  switch (E.Op->Kind) {
  case SyncKind::ObjectArriveAndWait:
  case SyncKind::ObjectWait:
  case SyncKind::ObjectTryWait:
  case SyncKind::ObjectWaitParity:
    return true;
  default:
    return E.Op->Scope > Scope::Block && maySeparate(*E.Op, E.Op->Scope);
  }
}

static bool isBarrierOfBlock(const Event &E) {
  return E.K == Event::Kind::Sync && E.Op->Kind == SyncKind::Barrier &&
         E.Op->Scope == Scope::Block;
}

namespace {

/// What all warps of one run have done so far, one after the other.
struct BlockRun {
  std::vector<Fault> Found;
  const Event *Allocated = nullptr; ///< The first allocation of any warp.
  bool AnyFree = false;
  /// The interval between barriers of the block in which a pair allocates, and
  /// the last one in which a warp may have met the other block behind that.
  const Event *OfPair = nullptr, *FreesPair = nullptr;
  unsigned PairSince = 0, WarpOfFree = 0;
  unsigned LastMeeting = 0;
  bool MetInWarp = false;
};

/// One warp on its path, by its first lane.
class WarpWalk : simulation::ConcreteExecutor {
public:
  WarpWalk(simulation::ExecutedKernel &Of, BlockRun &Block, int64_t Warp,
           const ThreadOfBlock &Self, const GivenValues &Parameters,
           uint64_t &StepsLeft)
      : simulation::ConcreteExecutor(Of, Parameters, StepsLeft), Block(Block),
        Warp(Warp), Self(Self) {}

  /// False if the warp cannot be followed.
  bool run() {
    if (!walk())
      return false;
    for (Access &Open : {std::ref(Load), std::ref(Store)})
      if (Open.At)
        add(Fault::Kind::NotWaitedFor, *Open.At, Open.LetGo);
    return true;
  }

private:
  /// A load or store that may still run.
  struct Access {
    const Event *At = nullptr, *LetGo = nullptr;
  };

  std::optional<int64_t> agreed(const Term *T) override {
    return valueOf(T, Self);
  }
  bool pass(const Event &E) override;
  void passTensorMemory(const Event &E);
  void add(Fault::Kind K, const Event &At, const Event *Other) {
    Fault New{K, &At, Other, Warp};
    if (!llvm::is_contained(Block.Found, New))
      Block.Found.push_back(New);
  }

  BlockRun &Block;
  int64_t Warp;
  ThreadOfBlock Self;
  Access Load, Store;
  const Event *Permit = nullptr; ///< Gives it up.
  unsigned Held = 0;             ///< Allocations of this warp.
  const Event *Freed = nullptr;  ///< The last one, if nothing is held.
  unsigned Interval = 0;         ///< Barriers of the block so far.
};

} // namespace

bool WarpWalk::pass(const Event &E) {
  if (E.K == Event::Kind::Access)
    return true;
  auto Happens = happens(E);
  if (isOfTensorMemory(E) && !Happens)
    return false;
  if (!Happens.value_or(true))
    return true;
  Interval += isBarrierOfBlock(E);
  if (meetsOthers(E)) {
    Block.LastMeeting = std::max(Block.LastMeeting, Interval);
    Block.MetInWarp |= Block.OfPair != nullptr && Held > 0;
  }
  if (letsGo(E))
    for (Access &Open : {std::ref(Load), std::ref(Store)})
      if (Open.At && !Open.LetGo)
        Open.LetGo = &E;
  if (isOfTensorMemory(E))
    passTensorMemory(E);
  return true;
}

void WarpWalk::passTensorMemory(const Event &E) {
  switch (E.Op->Kind) {
  case SyncKind::TensorAlloc:
    if (Permit)
      add(Fault::Kind::WithoutPermit, E, Permit);
    if (!Block.Allocated)
      Block.Allocated = &E;
    if (!Block.OfPair && blocksOfGroup(*E.Op) == 2) {
      Block.OfPair = &E;
      Block.PairSince = Interval;
    }
    ++Held;
    Freed = nullptr;
    return;
  case SyncKind::TensorPermit:
    Permit = &E;
    return;
  case SyncKind::TensorFree:
    Block.AnyFree = true;
    if (blocksOfGroup(*E.Op) == 2) {
      Block.FreesPair = &E;
      Block.WarpOfFree = Warp;
    }
    if (Held > 0 && --Held == 0)
      Freed = &E;
    return;
  case SyncKind::TensorLoad:
  case SyncKind::TensorStore:
    if (Freed)
      add(Fault::Kind::UsedAfterFree, E, Freed);
    (E.Op->Kind == SyncKind::TensorLoad ? Load : Store) = {&E, nullptr};
    return;
  default: // A wait.
    (E.Op->Entry->Name.ends_with("ld") ? Load : Store) = {};
    return;
  }
}

/// The faults of one block with \p Parameters; nothing if some warp cannot be
/// followed.
static std::optional<std::vector<Fault>>
faultsIn(simulation::ExecutedKernel &Walked,
         const std::array<int64_t, 3> &BlockDim, const GivenValues &Parameters,
         uint64_t &StepsLeft) {
  std::vector<ThreadOfBlock> Threads = threadsOf(BlockDim);
  BlockRun Block;
  for (size_t First = 0; First < Threads.size(); First += LanesPerWarp)
    if (!WarpWalk(Walked, Block, int64_t(First) / LanesPerWarp, Threads[First],
                  Parameters, StepsLeft)
             .run())
      return std::nullopt;
  if (Block.Allocated && !Block.AnyFree)
    Block.Found.push_back({Fault::Kind::NeverFreed, Block.Allocated});
  if (Block.OfPair && Block.FreesPair && !Block.MetInWarp &&
      Block.LastMeeting <= Block.PairSince)
    Block.Found.push_back({Fault::Kind::PairNotMet, Block.FreesPair,
                           Block.OfPair, Block.WarpOfFree});
  return Block.Found;
}

/// Instructions of a kernel that act for different numbers of blocks (PTX ISA,
/// "tcgen05.mma": "All tcgen05 instructions in a kernel must specify the same
/// value for the .cta_group qualifier").
static std::optional<Fault> mixedGroups(llvm::ArrayRef<const Event *> All) {
  const Event *First = nullptr;
  std::optional<unsigned> Blocks;
  for (const Event *E : All) {
    auto Here = blocksOfGroup(*E->Op);
    if (!Here)
      continue;
    if (Blocks && Here != Blocks)
      return Fault{Fault::Kind::MixedGroups, E, First};
    First = First ? First : E;
    Blocks = Here;
  }
  return std::nullopt;
}

/// Keeps those of \p Kept that \p Now has, too.
static void keepCommon(std::vector<Fault> &Kept,
                       const std::vector<Fault> &Now) {
  llvm::erase_if(
      Kept, [&](const Fault &One) { return !llvm::is_contained(Now, One); });
}

TensorMemoryFaults::TensorMemoryFaults(const KernelFacts &Facts) {
  if (!Facts.isComplete() || !Facts.isKernel())
    return;
  std::vector<const Event *> All;
  for (const Node *N : Facts.cfg().order())
    if (N->Reached && Facts.paths().contains(*N))
      for (const Event &E : N->Events)
        if (isOfTensorMemory(E))
          All.push_back(&E);
  if (All.empty())
    return;
  simulation::ExecutedKernel Walked(Facts, isOfTensorMemory);
  uint64_t StepsLeft = Facts.budgets().TensorMemorySteps;
  const scenarios::Scenario Tried =
      scenarios::blockScenario(Facts, scenarios::BlockRule::EachWarpCount, {});
  Unknown = Tried.blocks().empty();
  bool IsFirst = true,
       HasParameters = !scenarios::integerParameters(Facts).empty();
  for (const std::array<int64_t, 3> &Block : Tried.blocks())
    for (int64_t Sample :
         llvm::ArrayRef(samples::BarrierIterations)
             .take_front(HasParameters ? samples::FewBarrierIterations : 1)) {
      auto Now = faultsIn(Walked, Block, scenarios::givenToAll(Facts, Sample),
                          StepsLeft);
      if (!Now) {
        Unknown = true;
        Found.clear();
        if (!StepsLeft)
          Facts.limits().cut(BudgetId::TensorMemorySteps);
        break;
      }
      if (IsFirst)
        Found = std::move(*Now);
      else
        keepCommon(Found, *Now);
      IsFirst = false;
    }
  if (Unknown)
    Found.clear();
  for (Fault &One : Found) {
    One.BlockDim = Tried.blocks().front();
    One.From = Tried.From;
  }
  if (auto Mixed = mixedGroups(All))
    Found.push_back(*Mixed);
}

} // namespace warplint::tensormemory
