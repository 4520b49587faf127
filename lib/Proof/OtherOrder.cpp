//===--- OtherOrder.cpp - Order that a recording does not see -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/OtherOrder.h"
#include "CudaModel/Separation.h"

using namespace clang;

namespace warplint::proof {

/// \p Op may order two threads, and the recorder does not count it.
static bool orders(const SyncOp &Op, bool IsText) {
  switch (Op.Kind) {
  case SyncKind::Barrier:
    return IsText || Op.Scope != Scope::Block || Op.Entry->Builtin;
  case SyncKind::WarpBarrier:
    return IsText || Op.Entry->Builtin;
  case SyncKind::Shuffle:
  case SyncKind::Vote:
  case SyncKind::Match:
  case SyncKind::WarpReduce:
  case SyncKind::ActiveMask:
  case SyncKind::CachedLoad:
  case SyncKind::CachedStore:
  case SyncKind::Exit:
  case SyncKind::HostSync:
  case SyncKind::HostLaunch:
  case SyncKind::MatrixLoad:
  case SyncKind::MatrixStore:
  case SyncKind::TensorAlloc:
  case SyncKind::TensorFree:
  case SyncKind::TensorPermit:
  case SyncKind::TensorLoad:
  case SyncKind::TensorStore:
  case SyncKind::RegisterFence:
  case SyncKind::GridDependencyLaunch:
  case SyncKind::GridDependencyWait:
    return false;
  case SyncKind::AtomicRMW:
  case SyncKind::AtomicLoad:
  case SyncKind::AtomicStore:
    return releases(Op) || acquires(Op);
  case SyncKind::BarrierArrive:
  case SyncKind::BarrierWait:
  case SyncKind::Fence:
  case SyncKind::ProxyFence:
  case SyncKind::MatrixMultiply:
  case SyncKind::AsyncCopy:
  case SyncKind::AsyncCommit:
  case SyncKind::AsyncWait:
  case SyncKind::ObjectInit:
  case SyncKind::ObjectInvalidate:
  case SyncKind::ObjectArrive:
  case SyncKind::ObjectArriveExpectTx:
  case SyncKind::ObjectArriveAndDrop:
  case SyncKind::ObjectArriveAndWait:
  case SyncKind::ObjectWait:
  case SyncKind::ObjectTryWait:
  case SyncKind::ObjectWaitParity:
  case SyncKind::ObjectExpectTx:
  case SyncKind::ObjectCompleteTx:
  case SyncKind::PipelineAcquire:
  case SyncKind::PipelineCommit:
  case SyncKind::PipelineWait:
  case SyncKind::PipelineRelease:
  case SyncKind::PeerAddress:
    return true;
  }
  llvm_unreachable("all kinds are handled");
}

void OperationFinder::judge(const SyncOp &Op, bool IsText) {
  IsOfCluster |= Op.Scope == Scope::Cluster;
  IsOfGrid |= Op.Kind == SyncKind::Barrier && Op.Scope == Scope::Grid;
  if (!orders(Op, IsText))
    return;
  if (Unseen.empty())
    Unseen = Op.Spelling;
  bool Waits = Op.Kind == SyncKind::Barrier ||
               Op.Kind == SyncKind::BarrierArrive ||
               Op.Kind == SyncKind::BarrierWait;
  if (Waits && UnseenBarrier.empty())
    UnseenBarrier = Op.Spelling;
}

} // namespace warplint::proof
