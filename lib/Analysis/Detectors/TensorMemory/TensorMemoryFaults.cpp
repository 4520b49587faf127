//===--- TensorMemoryFaults.cpp - The life of tensor memory ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/TensorMemory/TensorMemoryFaults.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/LaunchScenarios/ParameterSampling.h"
#include "Analysis/Simulation/ConcreteExecutor.h"
#include "Assumptions/SampleSizes.h"
#include "CudaModel/BlockPairs.h"
#include "CudaModel/Separation.h"
#include "CudaModel/SyncKindRows.h"
#include "Target/Limits.h"

using namespace clang;

namespace warplint::tensormemory {

using Fault = TensorMemoryFault;

/// \p E is about tensor memory itself, or waits for loads or stores of it.
static bool isOfTensorMemory(const Event &E) {
  return E.isSync(SyncFamily::TensorMemory) ||
         (E.isSync(SyncKind::AsyncWait) && E.Op->Async == AsyncGroup::Tcgen05);
}

/// \p E lets other threads go on.
static bool letsGo(const Event &E) {
  return E.isSync(SyncKind::Barrier, SyncKind::BarrierArrive) ||
         (E.isSync() && arrivesAtObject(E.Op->Kind));
}

/// \p E may wait for a thread of another block.
static bool meetsOthers(const Event &E) {
  return E.isUnknown() ||
         (E.isSync() &&
          (waitsForObject(E.Op->Kind) ||
           (E.Op->Scope > Scope::Block && maySeparate(*E.Op, E.Op->Scope))));
}

/// \p E acts for the blocks that its `.cta_group` says.
static bool isForBlocks(const Event &E) {
  return isOfTensorMemory(E) ||
         (E.isSync() && E.Op->Async == AsyncGroup::Tcgen05);
}

namespace {

/// What a warp does in its run.
struct Step {
  const Event *At = nullptr;
  unsigned Interval = 0; ///< Barriers of the whole block before it.
  int64_t Warp = 0;
  size_t Number = 0; ///< Steps before it, of warps in their order.

  SyncKind kind() const { return At->Op->Kind; }
  /// In every order in which the warps may run.
  bool isBefore(const Step &R) const {
    return Warp == R.Warp ? Number < R.Number : Interval < R.Interval;
  }
};

/// What is chosen for a run of a block.
struct Choices {
  std::array<int64_t, 3> BlockDim;
  GivenValues Parameters;
  /// The successor of each branch that data decide: the first or the last.
  bool First = false;
  bool AreUsed = false; ///< Data have decided.
};

/// One warp on its path, by its first lane.
class WarpWalk : simulation::ConcreteExecutor {
public:
  WarpWalk(simulation::ExecutedKernel &Of, std::vector<Step> &Steps,
           int64_t Warp, const ThreadOfBlock &Self, Choices &Given,
           uint64_t &StepsLeft)
      : simulation::ConcreteExecutor(Of, Given.Parameters, StepsLeft),
        Steps(Steps), Warp(Warp), Self(Self), Given(Given) {}
  using simulation::ConcreteExecutor::walk;

private:
  std::optional<int64_t> agreed(const Term *T) override {
    return valueOf(T, Self);
  }
  bool pass(const Event &E) override;
  const Node *chosen(const Node &N) override;

  std::vector<Step> &Steps;
  int64_t Warp;
  ThreadOfBlock Self;
  Choices &Given;
  unsigned Interval = 0;
};

/// What all warps of one run do.
class BlockRun {
public:
  explicit BlockRun(const std::vector<Step> &Steps);
  std::vector<Fault> faults();

private:
  const Step *lastFreeOfAll(const Step &At) const;
  void findOpenAccesses();
  void findUnmetPair();
  void add(Fault::Kind K, const Step &At, const Event *Other = nullptr) {
    Fault New{K, At.At, Other, At.Warp};
    if (!llvm::is_contained(Found, New))
      Found.push_back(New);
  }

  const std::vector<Step> &Steps;
  std::vector<const Step *> Allocations, Frees, Permits, Uses, Meetings;
  std::vector<Fault> Found;
};

} // namespace

bool WarpWalk::pass(const Event &E) {
  if (E.isAccess())
    return true;
  auto Happens = happens(E);
  if (isOfTensorMemory(E) && !Happens)
    return false;
  if (!Happens.value_or(true))
    return true;
  if (isOfTensorMemory(E) || letsGo(E) || meetsOthers(E))
    Steps.push_back({&E, Interval, Warp, Steps.size()});
  Interval +=
      E.isSync() && separationOf(*E.Op, Scope::Block) == Separation::Everyone;
  return true;
}

/// How often a loop goes on that data end is not chosen.
const Node *WarpWalk::chosen(const Node &N) {
  llvm::ArrayRef<ViewNode *> Next = Facts.paths().successors(N);
  if (Next.size() != 2 || Facts.loops().leftBy(N, N))
    return nullptr;
  Given.AreUsed = true;
  return (Given.First ? Next.front() : Next.back())->Of;
}

BlockRun::BlockRun(const std::vector<Step> &Steps) : Steps(Steps) {
  for (const Step &S : Steps) {
    if (meetsOthers(*S.At))
      Meetings.push_back(&S);
    if (S.At->isSync(SyncKind::TensorAlloc))
      Allocations.push_back(&S);
    else if (S.At->isSync(SyncKind::TensorFree))
      Frees.push_back(&S);
    else if (S.At->isSync(SyncKind::TensorPermit))
      Permits.push_back(&S);
    else if (S.At->isSync(SyncKind::TensorLoad, SyncKind::TensorStore))
      Uses.push_back(&S);
  }
}

/// The last freeing before \p At if all that may be allocated then is freed;
/// null otherwise.
const Step *BlockRun::lastFreeOfAll(const Step &At) const {
  const Step *Last = nullptr;
  size_t Freed = 0, Allocated = 0;
  for (const Step *F : Frees)
    if (F->isBefore(At)) {
      Last = F;
      ++Freed;
    }
  for (const Step *A : Allocations)
    Allocated += !At.isBefore(*A);
  return Allocated > 0 && Freed >= Allocated ? Last : nullptr;
}

/// Loads and stores that nothing waits for, or only when their columns are
/// freed.
void BlockRun::findOpenAccesses() {
  struct Access {
    const Step *At = nullptr;
    const Event *LetGo = nullptr;
  };
  Access Load, Store;
  auto End = [&](Access &Open) {
    if (Open.At)
      add(Fault::Kind::NotWaitedFor, *Open.At, Open.LetGo);
    Open = {};
  };
  for (const Step &S : Steps) {
    if (S.Number > 0 && Steps[S.Number - 1].Warp != S.Warp) {
      End(Load);
      End(Store);
    }
    if (letsGo(*S.At))
      for (Access *Open : {&Load, &Store})
        if (Open->At && !Open->LetGo)
          Open->LetGo = S.At;
    if (!isOfTensorMemory(*S.At))
      continue;
    if (S.kind() == SyncKind::TensorLoad || S.kind() == SyncKind::TensorStore) {
      (S.kind() == SyncKind::TensorLoad ? Load : Store) = {&S, nullptr};
    } else if (S.kind() == SyncKind::AsyncWait) {
      Access &Waited = S.At->Op->Entry->Name.ends_with("ld") ? Load : Store;
      if (Waited.At && !lastFreeOfAll(*Waited.At))
        if (const Step *Freed = lastFreeOfAll(S))
          add(Fault::Kind::NotWaitedFor, *Waited.At, Freed->At);
      Waited = {};
    }
  }
  End(Load);
  End(Store);
}

/// A pair's columns that are freed when no warp has met the other block since
/// their last use.
void BlockRun::findUnmetPair() {
  auto IsOfPair = [](const Step *S) { return blocksOfGroup(*S->At->Op) == 2; };
  auto Allocated = llvm::find_if(Allocations, IsOfPair);
  auto Freed = llvm::find_if(llvm::reverse(Frees), IsOfPair);
  if (Allocated == Allocations.end() || Freed == Frees.rend())
    return;
  auto IsBehindAllUses = [&](const Step *Meeting) {
    auto Precedes = [&](const Step *S) { return Meeting->isBefore(*S); };
    return !(*Freed)->isBefore(*Meeting) && !Precedes(*Allocated) &&
           llvm::none_of(Uses, Precedes);
  };
  if (llvm::none_of(Meetings, IsBehindAllUses))
    add(Fault::Kind::PairNotMet, **Freed, (*Allocated)->At);
}

std::vector<Fault> BlockRun::faults() {
  for (const Step *A : Allocations)
    for (const Step *P : Permits)
      if (P->isBefore(*A))
        add(Fault::Kind::WithoutPermit, *A, P->At);
  if (Allocations.size() > Frees.size())
    add(Fault::Kind::NeverFreed, *Allocations[Frees.size()]);
  for (const Step *U : Uses)
    if (const Step *Freed = lastFreeOfAll(*U))
      add(Fault::Kind::UsedAfterFree, *U, Freed->At);
  findOpenAccesses();
  findUnmetPair();
  return std::move(Found);
}

/// The faults of one block with what is \p Given; nothing if some warp cannot
/// be followed.
static std::optional<std::vector<Fault>>
faultsIn(simulation::ExecutedKernel &Walked, Choices &Given,
         uint64_t &StepsLeft) {
  std::vector<ThreadOfBlock> Threads = threadsOf(Given.BlockDim);
  std::vector<Step> Steps;
  for (size_t First = 0; First < Threads.size(); First += LanesPerWarp)
    if (!WarpWalk(Walked, Steps, int64_t(First) / LanesPerWarp, Threads[First],
                  Given, StepsLeft)
             .walk())
      return std::nullopt;
  return BlockRun(Steps).faults();
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
  for (const Event &E : Facts.cfg().events())
    if (isForBlocks(E) && Facts.paths().contains(*E.At))
      All.push_back(&E);
  if (All.empty())
    return;
  simulation::ExecutedKernel Walked(Facts, isOfTensorMemory);
  uint64_t StepsLeft = Facts.budgets().TensorMemorySteps;
  const scenarios::Scenario Tried =
      scenarios::blockScenario(Facts, scenarios::BlockRule::EachWarpCount, {});
  Unknown = Tried.blocks().empty();
  std::optional<std::vector<Fault>> Common;
  auto Run = [&](Choices &Given) {
    auto Now = faultsIn(Walked, Given, StepsLeft);
    Unknown |= !Now;
    if (Common && Now)
      keepCommon(*Common, *Now);
    else if (!Common)
      Common = std::move(Now);
  };
  bool HasParameters = !scenarios::integerParameters(Facts).empty();
  for (const std::array<int64_t, 3> &Block : Tried.blocks())
    for (int64_t Sample :
         llvm::ArrayRef(samples::BarrierIterations)
             .take_front(HasParameters ? samples::FewBarrierIterations : 1)) {
      Choices Given{Block, scenarios::givenToAll(Facts, Sample)};
      Run(Given);
      Given.First = true;
      if (Given.AreUsed && !Unknown)
        Run(Given);
      if (Unknown)
        break;
    }
  if (!StepsLeft)
    Facts.limits().cut(BudgetId::TensorMemorySteps);
  if (Common && !Unknown)
    Found = std::move(*Common);
  for (Fault &One : Found) {
    One.BlockDim = Tried.blocks().front();
    One.From = Tried.From;
  }
  if (auto Mixed = mixedGroups(All))
    Found.push_back(*Mixed);
}

} // namespace warplint::tensormemory
