//===--- ThreadRuns.cpp - What each thread does to stages -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/PipelineProtocols/ThreadRuns.h"
#include "Analysis/Budgets/Limits.h"
#include "Analysis/Detectors/Mbarriers/CopyProgress.h"
#include "Analysis/Detectors/NamedBarriers/WarpRuns.h"
#include "Analysis/Detectors/PipelineProtocols/ThreadExecutor.h"
#include "Analysis/Detectors/PipelineProtocols/TryWaitResults.h"
#include "CudaModel/SyncApi.h"
#include "CudaModel/SyncKindRows.h"
#include "Target/Limits.h"

#include <numeric>

using namespace clang;

namespace warplint::pipelines {

bool ThreadExecutor::add(StageCommand::Kind K, const Event &E,
                         const SharedPlace &Object,
                         std::optional<int64_t> Number) {
  if (!Number)
    return false;
  StageCommand C;
  C.K = K;
  C.At = &E;
  C.Object = Object;
  C.Number = *Number;
  add(C);
  return true;
}

bool ThreadExecutor::passObject(const Event &E) {
  using Kind = StageCommand::Kind;
  auto Happens = happens(E);
  if (!Happens || !*Happens)
    return Happens.has_value();
  auto Object = objectOf(E);
  if (!Object)
    return false;
  auto Value = [&](int64_t Otherwise) { return operand(E.Value, Otherwise); };
  switch (E.Op->Kind) {
  case SyncKind::ObjectInit:
    return add(Kind::Init, E, *Object, Value(1));
  case SyncKind::ObjectArrive:
    return add(Kind::Arrive, E, *Object, Value(1));
  case SyncKind::ObjectArriveAndDrop:
    return add(Kind::Drop, E, *Object, 1);
  case SyncKind::ObjectArriveAndWait:
    return add(Kind::Arrive, E, *Object, 1) &&
           add(Kind::WaitOwn, E, *Object, 0);
  case SyncKind::ObjectExpectTx:
  case SyncKind::ObjectArriveExpectTx: {
    auto Bytes = operand(E.Width, -1);
    if (!add(Kind::Expect, E, *Object, Bytes ? *Bytes : -1))
      return false;
    return E.Op->Kind == SyncKind::ObjectExpectTx ||
           add(Kind::Arrive, E, *Object, Value(1));
  }
  default: // Waits.
    return E.Op->Parity ? add(Kind::WaitFor, E, *Object, Value(0))
                        : add(Kind::WaitOwn, E, *Object, 0);
  }
}

/// The objects of the pipeline, which all threads share from here on.
bool ThreadExecutor::makePipeline(const Event &E) {
  using Kind = StageCommand::Kind;
  if (isApartFromFirst())
    return false;
  if (Members[first()] == 0) {
    int64_t Fill = int64_t(Block.size()), Use = Fill;
    for (const ThreadOfBlock &Thread : Block) {
      auto Role = Of.Pipeline->Role ? valueOf(Of.Pipeline->Role, Thread)
                                    : std::optional<int64_t>();
      if (Of.Pipeline->Role && !Role)
        return false;
      Fill -= Role == 1;
      Use -= Role == 0;
    }
    for (int64_t S = 0; S < Of.Pipeline->Stages; ++S)
      if (!add(Kind::Init, E, SharedPipeline::filled(S), Fill) ||
          !add(Kind::Init, E, SharedPipeline::released(S), Use))
        return false;
  }
  return add(Kind::Meet, E, {}, NamedBarriers);
}

bool ThreadExecutor::passPipeline(const Event &E) {
  using Kind = StageCommand::Kind;
  if (!Of.Pipeline || E.Op->Async != AsyncGroup::None ||
      E.Op->Scope == Scope::Thread || !happens(E))
    return false;
  int64_t Stages = Of.Pipeline->Stages;
  auto Fills = agreedOf(Committed), Uses = agreedOf(Released);
  if (!Fills || !Uses)
    return false;
  auto Filled = SharedPipeline::filled(*Fills % Stages),
       Used = SharedPipeline::filled(*Uses % Stages);
  switch (E.Op->Kind) {
  case SyncKind::PipelineAcquire:
    return add(Kind::WaitFor, E, SharedPipeline::released(*Fills % Stages),
               (*Fills / Stages & 1) ^ 1);
  case SyncKind::PipelineCommit:
    for (size_t I : Walking)
      ++*Committed[I];
    return add(Kind::Arrive, E, Filled, 1);
  case SyncKind::PipelineWait:
    return add(Kind::WaitFor, E, Used, *Uses / Stages & 1);
  default:
    for (size_t I : Walking)
      ++*Released[I];
    return add(Kind::Arrive, E, SharedPipeline::released(*Uses % Stages), 1);
  }
}

bool ThreadExecutor::passBarrier(const Event &E) {
  using Kind = StageCommand::Kind;
  auto Id = operand(E.Id, 0), Count = operand(E.Count, 0);
  if (!Id || !Count || !happens(E) ||
      (E.Op->Group && E.Op->Scope < Scope::Block))
    return false;
  if (!namedbarriers::isHardwareBarrier(E))
    Id = E.Op->Scope > Scope::Block ? ClusterBarrier : NamedBarriers;
  if (!add(E.Op->Kind == SyncKind::BarrierArrive ? Kind::MeetArrive
           : E.Op->Kind == SyncKind::BarrierWait ? Kind::MeetAwait
                                                 : Kind::Meet,
           E, {}, Id))
    return false;
  Made.back().C.Bytes = *Count;
  return true;
}

/// Groups of what is read beside the threads.
bool ThreadExecutor::passGroup(const Event &E) {
  using Kind = StageCommand::Kind;
  if (!happens(E) || reachesOtherBlocks(*E.Op))
    return false;
  bool Waits = E.Op->Kind == SyncKind::AsyncWait;
  // The lanes of a warp execute `.sync.aligned` together.
  if (Waits && E.Op->Async == AsyncGroup::Wgmma)
    add(Kind::MeetWarp, E, {}, 0);
  auto Object =
      E.Address ? agreedPlace(E.Address, /*AtPeer=*/false) : SharedPlace();
  return Object && add(Waits       ? Kind::WaitRead
                       : E.Address ? Kind::ArriveRead
                                   : Kind::Commit,
                       E, *Object, Waits ? mbarriers::pendingAfter(E) : 0);
}

/// Takes what the try \p E answers for \p Answer.
void ThreadExecutor::answer(const Event &E, int64_t Answer) {
  if (auto Given = Of.GivenAt.find({E.Site, E.Owner});
      Given != Of.GivenAt.end())
    for (const Term *Result : Given->second)
      give(Result, Answer);
}

/// False if the thread cannot be followed past the try \p E.
bool ThreadExecutor::passTry(const Event &E) {
  // Who tries goes on when it has succeeded.
  if (isRepeated(E, Of.Objects)) {
    answer(E, 1);
    return passObject(E);
  }
  // Or waits then: any try may come too early, and knows no more than the wait.
  // Or does the same as if it had succeeded, and has learnt nothing more.
  auto [Known, IsNew] = Of.GoesOnWhereFailed.try_emplace(&E, false);
  if (IsNew)
    Known->second = waitsWhereFailed(E, Of.Objects) ||
                    decidesNone(E, Of.deciding(), Of.Objects);
  answer(E, 0);
  return Known->second;
}

/// False if the threads cannot be followed past \p E.
bool ThreadExecutor::isFollowed(const Event &E) {
  if (E.isUnknown())
    return false;
  bool OfMultiply = E.Op && E.Op->Kind == SyncKind::MatrixMultiply;
  if (mbarriers::touchesMemory(E) && !OfMultiply)
    passAccess(E);
  if (!E.isSync() || happens(E) == false)
    return true;
  if (Of.Pipeline && &E == Of.Pipeline->Made)
    return makePipeline(E);
  switch (familyOf(E.Op->Kind)) {
  case SyncFamily::Barrier:
    return passBarrier(E);
  case SyncFamily::Fence:
    return E.Op->Kind != SyncKind::ProxyFence ||
           add(StageCommand::Kind::Fence, E, {}, 0);
  // Values exchanged between lanes have been read before.
  case SyncFamily::Exchange:
  case SyncFamily::WarpBarrier:
    return add(StageCommand::Kind::MeetWarp, E, {}, 0);
  case SyncFamily::Object:
    if (!counts(E))
      return E.Op->Kind == SyncKind::ObjectInvalidate;
    return E.Op->Kind == SyncKind::ObjectTryWait ? passTry(E) : passObject(E);
  case SyncFamily::Pipeline:
    return passPipeline(E);
  case SyncFamily::Multiply:
    return E.Op->Kind != SyncKind::MatrixMultiply || passMultiply(E);
  case SyncFamily::Copy:
    if (E.Op->Kind == SyncKind::AsyncCopy)
      return passCopy(E);
    if (counts(E))
      return passGroup(E);
    return E.Op->Kind == SyncKind::AsyncWait || E.Op->Async != AsyncGroup::None;
  case SyncFamily::ActiveMask:
  case SyncFamily::Atomic:
  case SyncFamily::Cached:
  case SyncFamily::Matrix:
  case SyncFamily::TensorMemory:
  case SyncFamily::Grid:
  case SyncFamily::Peer:
  case SyncFamily::Exit:
  case SyncFamily::Host:
    return true;
  }
  llvm_unreachable("all families are handled");
}

std::optional<StageRuns> runThreads(const mbarriers::BarrierObjects &Objects,
                                    const std::array<int64_t, 3> &BlockDim,
                                    const simulation::SimulatedCluster &Cluster,
                                    const GivenValues &Parameters) {
  const Limits &Within = Objects.facts().limits();
  uint64_t StepsLeft = Within.budgets().StageSteps;
  std::vector<ThreadOfBlock> Block = threadsOf(BlockDim);
  if (Block.empty() || Block.size() > size_t(MaxThreadsPerBlock))
    return std::nullopt;
  ExecutionContext Of(Objects, Cluster);
  Of.Made.ThreadsPerBlock = Block.size();
  // Which threads of which blocks share a pipeline is not known.
  if (Of.Pipeline && Cluster.size() > 1)
    return std::nullopt;
  std::vector<size_t> Ranks(Block.size());
  std::iota(Ranks.begin(), Ranks.end(), 0);
  for (unsigned B = 0; B < Cluster.size(); ++B) {
    GivenValues Given = Parameters;
    simulation::giveBlock(Given, Objects.facts(), Cluster, B);
    ThreadExecutor Walk(Of, Block, B, Ranks, Given, StepsLeft);
    if (!Walk.run()) {
      if (!StepsLeft)
        Within.cut(BudgetId::StageSteps);
      return std::nullopt;
    }
    Walk.addRuns();
    Of.Made.UseParameters |= Walk.usedParameters();
    size_t Sum = 0;
    for (const StageRun &Run : Of.Made.All)
      Sum += Run.Commands.size();
    if (!Within.allows(BudgetId::StageCommands, Sum))
      return std::nullopt;
  }
  llvm::sort(Of.Made.All, [](const StageRun &L, const StageRun &R) {
    return L.Thread < R.Thread;
  });
  return std::move(Of.Made);
}

} // namespace warplint::pipelines
