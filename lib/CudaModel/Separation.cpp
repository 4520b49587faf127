//===--- Separation.cpp - Which threads an operation separates ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/Separation.h"
#include "Planted/Faults.h"

namespace warplint {

namespace {
/// What a thread waits for in an operation.
enum class WaitsFor : uint8_t { Nothing, Threads, Object };
} // namespace

static WaitsFor waitsFor(SyncKind Kind) {
  switch (Kind) {
  case SyncKind::ObjectArriveAndWait:
  case SyncKind::ObjectWait:
  case SyncKind::ObjectTryWait:
  case SyncKind::ObjectWaitParity:
    return WaitsFor::Object;
  case SyncKind::Barrier:
  case SyncKind::BarrierWait:
  case SyncKind::WarpBarrier:
  case SyncKind::AsyncWait: // cg::wait ends with a barrier of its group.
  case SyncKind::PipelineAcquire:
  case SyncKind::PipelineWait:
    return WaitsFor::Threads;
  case SyncKind::BarrierArrive:
  case SyncKind::Shuffle:
  case SyncKind::Vote:
  case SyncKind::Match:
  case SyncKind::WarpReduce:
  case SyncKind::ActiveMask:
  case SyncKind::Fence:
  case SyncKind::ProxyFence:
  case SyncKind::AtomicRMW:
  case SyncKind::AtomicLoad:
  case SyncKind::AtomicStore:
  case SyncKind::CachedLoad:
  case SyncKind::CachedStore:
  case SyncKind::MatrixLoad:
  case SyncKind::MatrixStore:
  case SyncKind::TensorAlloc:
  case SyncKind::TensorFree:
  case SyncKind::TensorPermit:
  case SyncKind::TensorLoad:
  case SyncKind::TensorStore:
  case SyncKind::RegisterFence:
  case SyncKind::MatrixMultiply:
  case SyncKind::AsyncCopy:
  case SyncKind::AsyncCommit:
  case SyncKind::ObjectInit:
  case SyncKind::ObjectInvalidate:
  case SyncKind::ObjectArrive:
  case SyncKind::ObjectArriveExpectTx:
  case SyncKind::ObjectArriveAndDrop:
  case SyncKind::ObjectExpectTx:
  case SyncKind::ObjectCompleteTx:
  case SyncKind::PipelineCommit:
  case SyncKind::PipelineRelease:
  case SyncKind::GridDependencyWait:
  case SyncKind::GridDependencyLaunch:
  case SyncKind::PeerAddress:
  case SyncKind::Exit:
  case SyncKind::HostSync:
  case SyncKind::HostLaunch:
    return WaitsFor::Nothing;
  }
  llvm_unreachable("all kinds are handled");
}

bool waitsForObject(SyncKind Kind) {
  return waitsFor(Kind) == WaitsFor::Object;
}

Separation separationOf(const SyncOp &Op, Scope Common) {
  if (planted(Fault::WarpBarrier) && Op.Kind == SyncKind::WarpBarrier)
    Common = Scope::Warp;
  if (waitsFor(Op.Kind) == WaitsFor::Nothing || Op.OwnWork || Op.Scope < Common)
    return Separation::None;
  switch (Op.Participants) {
  case Participation::Self:
    return Separation::None;
  case Participation::AllOfScope:
    return Separation::Everyone;
  case Participation::Counted:
  case Participation::Masked:
  case Participation::Active:
    return Separation::Participants;
  }
  llvm_unreachable("all participations are handled");
}

bool releases(MemoryOrder Order) { return Order >= MemoryOrder::Release; }

bool acquires(MemoryOrder Order) {
  return Order >= MemoryOrder::Consume && Order != MemoryOrder::Release;
}

bool isCountedNamedBarrier(const SyncOp &Op) {
  return Op.Participants == Participation::Counted &&
         Op.Scope == Scope::Block && Op.Entry->IdArg >= 0;
}

} // namespace warplint
