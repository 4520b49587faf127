//===--- OtherOrder.cpp - Order that a recording does not see -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/OtherOrder.h"
#include "CudaModel/ClusterIdentity.h"
#include "CudaModel/Separation.h"
#include "CudaModel/SyncKindRows.h"

using namespace clang;

namespace warplint::proof {

/// \p Op may order two threads, and the recorder does not count it.
static bool orders(const SyncOp &Op, bool IsText) {
  switch (familyOf(Op.Kind)) {
  case SyncFamily::Barrier:
    return Op.Kind != SyncKind::Barrier || IsText || Op.Scope != Scope::Block ||
           Op.Entry->Builtin;
  case SyncFamily::WarpBarrier:
    return IsText || Op.Entry->Builtin;
  case SyncFamily::Exchange:
  case SyncFamily::ActiveMask:
  case SyncFamily::Cached:
  case SyncFamily::Matrix:
  case SyncFamily::TensorMemory:
  case SyncFamily::Grid:
  case SyncFamily::Exit:
  case SyncFamily::Host:
    return false;
  case SyncFamily::Atomic:
    return releases(Op) || acquires(Op);
  case SyncFamily::Multiply:
    return Op.Kind != SyncKind::RegisterFence;
  case SyncFamily::Fence:
  case SyncFamily::Copy:
  case SyncFamily::Object:
  case SyncFamily::Pipeline:
  case SyncFamily::Peer:
    return true;
  }
  llvm_unreachable("all families are handled");
}

/// \p Op needs other blocks of a cluster: a fence or a wait for an object of
/// the block itself may have that scope in any launch.
static bool needsCluster(const SyncOp &Op) {
  switch (Op.Kind) {
  case SyncKind::PeerAddress:
    return true;
  case SyncKind::Fence:
  case SyncKind::ProxyFence:
  case SyncKind::ObjectWait:
  case SyncKind::ObjectTryWait:
  case SyncKind::ObjectWaitParity:
    return false;
  default:
    return Op.Scope == Scope::Cluster || writesAtMany(Op);
  }
}

void OperationFinder::judge(const SyncOp &Op, bool IsText) {
  IsOfCluster |= needsCluster(Op);
  IsOfGrid |= Op.Kind == SyncKind::Barrier && Op.Scope == Scope::Grid;
  if (!orders(Op, IsText))
    return;
  if (Unseen.empty())
    Unseen = Op.Spelling;
  if (Op.isOf(SyncFamily::Barrier) && UnseenBarrier.empty())
    UnseenBarrier = Op.Spelling;
}

} // namespace warplint::proof
