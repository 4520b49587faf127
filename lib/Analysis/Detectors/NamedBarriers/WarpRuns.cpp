//===--- WarpRuns.cpp - Named barriers that warps execute -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/NamedBarriers/WarpRuns.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/Separation.h"
#include "Target/Limits.h"

using namespace clang;

namespace warplint::namedbarriers {

bool isHardwareBarrier(const Event &E) {
  return E.isSync(SyncKind::Barrier, SyncKind::BarrierArrive) &&
         E.Op->Scope == Scope::Block &&
         (E.Op->Entry->IdArg >= 0 ||
          (E.Op->Participants == Participation::AllOfScope && !E.Op->Group));
}

/// Who passes \p E waits for other threads, or lets them go on.
static bool hearsOthers(const Event &E) {
  return E.isSync() && !isHardwareBarrier(E) &&
         (maySeparate(*E.Op, Scope::Block) || E.Op->Scope > Scope::Block);
}

/// Nothing else matters to a warp's run.
static bool belongsToRun(const Event &E) {
  return E.isUnknown() || isHardwareBarrier(E) || hearsOthers(E);
}

namespace {

/// One warp on its path.
class WarpWalk : simulation::ConcreteExecutor {
public:
  WarpWalk(simulation::ExecutedKernel &Of, int64_t Warp,
           const std::array<int64_t, 3> &BlockDim,
           const GivenValues &Parameters, uint64_t &StepsLeft)
      : simulation::ConcreteExecutor(Of, Parameters, StepsLeft) {
    std::vector<ThreadOfBlock> All = threadsOf(BlockDim);
    Lanes.assign(All.begin() + Warp * LanesPerWarp,
                 All.begin() + (Warp + 1) * LanesPerWarp);
  }

  /// Nothing if the warp cannot be followed.
  std::optional<WarpRun> run() {
    return walk() ? std::optional<WarpRun>(std::move(Made)) : std::nullopt;
  }

private:
  std::optional<int64_t> agreed(const Term *T) override;
  bool pass(const Event &E) override;

  std::vector<ThreadOfBlock> Lanes;
  WarpRun Made;
};

} // namespace

/// The value that \p T has in all lanes; nothing if it is not known, or if they
/// differ.
std::optional<int64_t> WarpWalk::agreed(const Term *T) {
  std::optional<int64_t> First = valueOf(T, Lanes.front());
  if (Facts.uniformity().isUniform(T, Scope::Warp))
    return First;
  for (const ThreadOfBlock &Self : Lanes)
    if (First && valueOf(T, Self) != First)
      return std::nullopt;
  return First;
}

/// False if the warp cannot be followed past \p E.
bool WarpWalk::pass(const Event &E) {
  if (E.isUnknown())
    return false;
  if (!E.isSync())
    return true;
  if (isHardwareBarrier(E)) {
    auto Happens = happens(E);
    if (!Happens || !*Happens)
      return Happens.has_value();
    auto Id = E.Id ? agreed(E.Id) : 0, Count = E.Count ? agreed(E.Count) : 0;
    if (!Id || !Count || *Id < 0 || *Id >= NamedBarriers || *Count < 0)
      return false;
    Made.Commands.push_back({&E, *Id, *Count, E.Op->Kind == SyncKind::Barrier});
    return true;
  }
  // A lane's value for all: `__shfl_sync(~0u, threadIdx.x / 32, 0)`.
  if (E.Op->Kind == SyncKind::Shuffle && E.Value)
    if (const auto *Call = dyn_cast<Expr>(E.Site))
      if (const Term *Result = Facts.values().valueOf(*E.Owner, Call))
        if (auto Value = agreed(E.Value))
          Now[Result] = *Value;
  Made.HearsOtherwise |= hearsOthers(E);
  return true;
}

simulation::ExecutedKernel executedByWarps(const KernelFacts &Facts) {
  return simulation::ExecutedKernel(Facts, isHardwareBarrier, belongsToRun);
}

std::optional<std::vector<WarpRun>>
runWarps(simulation::ExecutedKernel &Of, const std::array<int64_t, 3> &BlockDim,
         const GivenValues &Parameters) {
  const Limits &Within = Of.facts().limits();
  uint64_t StepsLeft = Within.budgets().NamedBarrierSteps;
  int64_t Threads = BlockDim[0] * BlockDim[1] * BlockDim[2];
  if (Threads <= 0 || Threads % LanesPerWarp || Threads > MaxThreadsPerBlock)
    return std::nullopt;
  std::vector<WarpRun> Runs;
  for (int64_t Warp = 0; Warp < Threads / LanesPerWarp; ++Warp) {
    auto Run = WarpWalk(Of, Warp, BlockDim, Parameters, StepsLeft).run();
    if (!Run && !StepsLeft)
      Within.cut(BudgetId::NamedBarrierSteps);
    if (!Run)
      return std::nullopt;
    Runs.push_back(std::move(*Run));
  }
  return Runs;
}

} // namespace warplint::namedbarriers
