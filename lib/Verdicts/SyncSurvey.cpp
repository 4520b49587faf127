//===--- SyncSurvey.cpp - Barriers, collectives, protocols ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Detectors/NamedBarriers/NamedBarrierFaults.h"
#include "Analysis/Detectors/WarpCollectives/LaneMasks.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/Participation/Participation.h"
#include "Analysis/Participation/SplitWaits.h"
#include "Analysis/Program/DeviceCode.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/TwoThreads/AwaitedReads.h"
#include "Analysis/Uniformity/Convergence.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/CooperativeGroups.h"
#include "Verdicts/Surveys.h"

using namespace clang;

namespace warplint::verdicts {

namespace {

class SyncSurvey {
public:
  SyncSurvey(const KernelFacts &Facts, KernelUses &Uses, VerdictBuilder &To)
      : Facts(Facts), Uses(Uses), To(To) {}

  void run() {
    for (const Node *N : Facts.cfg().order())
      if (N->Reached)
        for (const Event &E : N->Events)
          look(E);
    lookAtLaunches();
    lookAtNamedBarriers();
  }

private:
  void look(const Event &E);
  void lookAtSync(const Event &E);
  void lookAtBarrier(const Event &E);
  void lookAtCollective(const Event &E);
  void lookAtAtomic(const Event &E);
  void lookAtLaunches();
  void lookAtNamedBarriers();
  void handshake(const Event &E);
  void needWholeWarp(const Event &E) {
    Uses.Converges = true;
    if (!collectives::areLanesTogether(*E.At, Facts))
      To.unknown(Property::Convergence, Reason::AlignedApart,
                 placeOf(Facts, E));
  }
  /// Four warps execute instructions of a warp group together.
  void needWholeGroup(const Event &E) {
    Uses.Converges = true;
    if (!Facts.convergence().divergentControls(*E.At, Scope::Block).empty())
      To.unknown(Property::Convergence, Reason::AlignedApart,
                 placeOf(Facts, E));
  }
  void openProtocol(const Event &E) {
    To.unknown(Property::BarrierProtocol, Reason::BarrierObjectsOpen,
               placeOf(Facts, E));
    To.unknown(VerdictBuilder::Races, Reason::ObjectBarrier, placeOf(Facts, E));
  }

  const KernelFacts &Facts;
  KernelUses &Uses;
  VerdictBuilder &To;
};

} // namespace

static bool isNamed(const SyncOp &Op) {
  return Op.Id || Op.IdImmediate.value_or(0) || Op.Count || Op.CountImmediate;
}

/// A group whose static type does not say who is in it, or of more lanes than a
/// warp has.
static bool isOfOpenGroup(const SyncOp &Op) {
  for (const Expr *Of : {Op.Group, Op.Object})
    if (auto Group = Of ? groupTypeOf(Of->getType()) : std::nullopt)
      if (Group->Kind == GroupKind::Erased ||
          Group->Kind == GroupKind::Coalesced ||
          Group->Kind == GroupKind::MultiGrid || Group->TileSize > LanesPerWarp)
        return true;
  return Op.TileSize > LanesPerWarp;
}

void SyncSurvey::handshake(const Event &E) {
  Uses.HasHandshake = true;
  SourceLocation At = placeOf(Facts, E);
  To.unknown(Property::Ordered, Reason::HandshakeOpen, At);
  if (Facts.loops().innermost(*E.At, *E.At))
    To.unknown(Property::Grid, Reason::WaitsForOthers, At);
}

void SyncSurvey::look(const Event &E) {
  if (E.K == Event::Kind::Unknown)
    return To.unknownOfAll(Reason::CallWithoutBody, placeOf(Facts, E));
  if (E.K == Event::Kind::Sync)
    return lookAtSync(E);
  // A store that is volatile announces, a load observes.
  if (E.Volatile &&
      memorySpaceOf(E.Address, Facts.values()) != MemorySpace::Shared)
    handshake(E);
}

void SyncSurvey::lookAtSync(const Event &E) {
  const SyncOp &Op = *E.Op;
  SourceLocation At = placeOf(Facts, E);
  if (Op.Predicated && !Op.Guard.Left) {
    To.unknown(VerdictBuilder::Races, Reason::Predicated, At);
    To.unknown({Property::Convergence, Property::Initialized, Property::Ordered,
                Property::BarrierProtocol, Property::Grid},
               Reason::Predicated, At);
  }
  switch (Op.Kind) {
  case SyncKind::Barrier:
  case SyncKind::BarrierArrive:
  case SyncKind::BarrierWait:
    return lookAtBarrier(E);
  case SyncKind::WarpBarrier:
  case SyncKind::Shuffle:
  case SyncKind::Vote:
  case SyncKind::Match:
  case SyncKind::WarpReduce:
    return lookAtCollective(E);
  case SyncKind::ActiveMask:
    Uses.ShowsTiming = true;
    return;
  case SyncKind::CachedLoad:
  case SyncKind::CachedStore:
  case SyncKind::Exit:
  case SyncKind::HostSync:
  case SyncKind::HostLaunch:
    return;
  case SyncKind::Fence:
  case SyncKind::AtomicLoad:
  case SyncKind::AtomicStore:
    return handshake(E);
  case SyncKind::AtomicRMW:
    return lookAtAtomic(E);
  case SyncKind::MatrixLoad:
  case SyncKind::MatrixStore:
    return needWholeWarp(E);
  case SyncKind::TensorAlloc:
  case SyncKind::TensorFree:
  case SyncKind::TensorPermit:
  case SyncKind::TensorLoad:
  case SyncKind::TensorStore:
    To.unknown(Property::BarrierProtocol, Reason::TensorMemoryOpen, At);
    return needWholeWarp(E);
  case SyncKind::RegisterFence:
    return needWholeGroup(E);
  case SyncKind::MatrixMultiply:
    To.unknown(VerdictBuilder::Races, Reason::MatrixMultiply, At);
    openProtocol(E);
    return Op.Async == AsyncGroup::Wgmma ? needWholeGroup(E) : needWholeWarp(E);
  case SyncKind::PeerAddress:
    To.unknown(VerdictBuilder::Races, Reason::PeerMemory, At);
    return To.unknown(Property::Grid, Reason::ClusterUse, At);
  case SyncKind::GridDependencyWait:
  case SyncKind::GridDependencyLaunch:
    return To.unknown(Property::Grid, Reason::OverlappingGrids, At);
  default:
    break;
  }
  // Copies, barrier objects, pipelines.
  openProtocol(E);
  if (Op.Async == AsyncGroup::Wgmma)
    needWholeGroup(E);
  if (Op.Participants != Participation::Self &&
      !participation::needsAllThreads(Facts, E))
    To.unknown(Property::Convergence, Reason::PartialGroup, At);
  if (Op.Kind == SyncKind::AsyncCopy)
    To.unknown({Property::Initialized}, Reason::BarrierObjectsOpen, At);
}

void SyncSurvey::lookAtBarrier(const Event &E) {
  const SyncOp &Op = *E.Op;
  SourceLocation At = placeOf(Facts, E);
  Uses.Converges |= !Facts.paths().allControls(*E.At).empty();
  if (Op.Scope == Scope::Cluster)
    To.unknown(Property::Grid, Reason::ClusterUse, At);
  Uses.HasGridBarrier |= Op.Scope == Scope::Grid;
  if (isNamed(Op)) {
    Uses.NamesBarriers = true;
    return;
  }
  if (isOfOpenGroup(Op) || Op.Scope > Scope::Grid) {
    To.unknown(Property::Convergence, Reason::PartialGroup, At);
    return To.unknown(VerdictBuilder::Races, Reason::PartialGroup, At);
  }
  if (Op.Kind != SyncKind::Barrier)
    To.unknown(VerdictBuilder::Races, Reason::ObjectBarrier, At);
  if (!participation::needsAllThreads(Facts, E))
    return To.unknown(Property::Convergence, Reason::PartialGroup, At);
  if (!participation::divergentBranches(Facts, E).empty())
    To.unknown(Property::Convergence, Reason::BothSides, At);
}

void SyncSurvey::lookAtCollective(const Event &E) {
  const SyncOp &Op = *E.Op;
  SourceLocation At = placeOf(Facts, E);
  Uses.Converges |= !Facts.paths().allControls(*E.At).empty();
  bool IsBarrier = Op.Kind == SyncKind::WarpBarrier;
  auto Open = [&](Reason Why) {
    To.unknown(Property::Convergence, Why, At);
    if (IsBarrier)
      To.unknown(Property::WarpRaceFree, Why, At);
  };
  if (isOfOpenGroup(Op)) {
    if (IsBarrier)
      To.unknown(VerdictBuilder::Races, Reason::PartialGroup, At);
    return Open(Reason::PartialGroup);
  }
  bool Together = collectives::areLanesTogether(*E.At, Facts);
  bool NamesAll =
      collectives::isMasked(E) &&
      (Op.TileSize ? !Op.Mask : collectives::constantMask(E) == AllLanes);
  if (!Together)
    Open(Reason::LanesApart);
  else if (!NamesAll)
    Open(Reason::MaskNotKnown);
}

/// Sums that nobody reads pass nothing on.
void SyncSurvey::lookAtAtomic(const Event &E) {
  const auto *Call = dyn_cast_or_null<Expr>(E.Site);
  bool IsUsed =
      !Call || isUsed(*Call, Facts.code().parents(E.Owner->function()));
  if (IsUsed || E.Op->Order == MemoryOrder::Release ||
      E.Op->Order == MemoryOrder::Acquire ||
      E.Op->Order == MemoryOrder::AcqRel ||
      E.Op->Order == MemoryOrder::SeqCst ||
      E.Op->Update == AtomicUpdate::Exchange ||
      E.Op->Update == AtomicUpdate::CompareExchange)
    handshake(E);
}

void SyncSurvey::lookAtLaunches() {
  SourceLocation Here = Facts.root().getLocation();
  if (!Facts.get<twothreads::AwaitedReads>().empty())
    To.unknown(Property::Grid, Reason::WaitsForOthers, Here);
  llvm::ArrayRef<launches::KernelLaunch> All =
      Facts.code().launchesOf(Facts.root());
  for (const launches::KernelLaunch &Each : All)
    if (Each.Attributes.OverlapsPredecessor != TriState::No)
      To.unknown(Property::Grid, Reason::OverlappingGrids, Here);
  if (!Uses.HasGridBarrier)
    return;
  bool IsCooperative =
      !All.empty() && llvm::all_of(All, [](const launches::KernelLaunch &Each) {
        return Each.Attributes.Cooperative == TriState::Yes;
      });
  // A cooperative launch that does not fit fails.
  if (IsCooperative)
    To.assume(Property::Grid, Assumption::CallsSucceed);
  else
    To.unknown(Property::Grid, Reason::LaunchNotSeen, Here);
}

void SyncSurvey::lookAtNamedBarriers() {
  if (!Uses.NamesBarriers)
    return;
  SourceLocation Here = Facts.root().getLocation();
  const auto &Faults = Facts.get<namedbarriers::NamedBarrierFaults>();
  if (Faults.isUnknown())
    To.unknown({Property::BarrierProtocol, Property::Convergence},
               Reason::NamedBarriers, Here);
  // Sizes that decide who comes are tried with a few values.
  if (!Facts.terms().launch().blockSize() ||
      !Facts.get<scenarios::SilentInGuesses>().counts().empty())
    for (Property P : {Property::BarrierProtocol, Property::Convergence})
      To.assume(P, Assumption::Launch, "block");
}

void surveySynchronization(const KernelFacts &Facts, KernelUses &Uses,
                           VerdictBuilder &To) {
  SyncSurvey(Facts, Uses, To).run();
}

} // namespace warplint::verdicts
