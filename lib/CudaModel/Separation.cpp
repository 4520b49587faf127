//===--- Separation.cpp - Which threads an operation separates ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/Separation.h"
#include "CudaModel/SyncKindRows.h"
#include "Planted/Faults.h"

namespace warplint {

Separation separationOf(const SyncOp &Op, Scope Common) {
  if (planted(Fault::WarpBarrier) && Op.Kind == SyncKind::WarpBarrier)
    Common = Scope::Warp;
  WaitsFor Waits = rowOf(Op.Kind).Waits;
  if ((Waits != WaitsFor::Threads && Waits != WaitsFor::Object) || Op.OwnWork ||
      Op.Scope < Common)
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
