//===--- CompilerOrder.cpp - What a compiler may not move -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/CompilerOrder.h"
#include "Analysis/Expr/Worklist.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "CudaModel/SyncKindRows.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::memoryorder {

bool ordersMemory(const SyncOp &Op) {
  // `barrier.cluster.arrive.relaxed`: what it announces is no access.
  if (Op.Order == MemoryOrder::Relaxed)
    return false;
  OrdersMemory Memory = rowOf(Op.Kind).Memory;
  return Memory == OrdersMemory::AsNamed ? Op.Order != MemoryOrder::None
                                         : Memory == OrdersMemory::Always;
}

bool clobbersMemory(const GCCAsmStmt &Asm) {
  for (unsigned I = 0; I < Asm.getNumClobbers(); ++I)
    if (Asm.getClobber(I) == "memory")
      return true;
  return false;
}

/// Compilers move no access across \p E.
static bool isFence(const Event &E) {
  const auto *Asm = dyn_cast<GCCAsmStmt>(E.Site);
  return E.isSync() && ordersMemory(*E.Op) && (!Asm || clobbersMemory(*Asm));
}

/// Compilers may move \p E. They keep PTX in order, and calls.
static bool mayMove(const Event &E) {
  return E.isAccess() && !isa<GCCAsmStmt>(E.Site);
}

/// The first of \p Events that is a fence or may move is a fence; nothing if
/// there is none.
template <typename Range>
static std::optional<bool> beginsWithFence(const Range &Events) {
  for (const Event &E : Events)
    if (isFence(E) || mayMove(E) || E.isUnknown())
      return isFence(E);
  return std::nullopt;
}

/// On all paths from \p E, forwards or \p Backwards, a fence comes before
/// anything that may move, and before the end.
static bool meetsFence(const Event &E, bool Backwards,
                       const KernelFacts &Facts) {
  auto First = [&](llvm::ArrayRef<Event> Of) {
    return Backwards ? beginsWithFence(llvm::reverse(Of)) : beginsWithFence(Of);
  };
  Worklist<Node> Work;
  auto Go = [&](const Node &From, llvm::ArrayRef<Event> Left) {
    if (auto Known = First(Left))
      return *Known;
    auto Next = Backwards ? From.predecessors() : From.successors();
    for (const Node *To : Next)
      if (Facts.paths().contains(*To))
        Work.add(To);
    return !Next.empty();
  };
  llvm::ArrayRef<Event> All = E.At->Events;
  const size_t Place = &E - All.data();
  bool Meets =
      Go(*E.At, Backwards ? All.take_front(Place) : All.drop_front(Place + 1));
  while (const Node *N = Meets ? Work.next() : nullptr)
    Meets = Go(*N, N->Events);
  return Meets;
}

bool isFenced(const Event &E, const KernelFacts &Facts) {
  const SyncKind Kind = E.Op->Kind;
  const bool Acquires = waitsForObject(Kind) || Kind == SyncKind::AsyncWait ||
                        Kind == SyncKind::AtomicLoad,
             Releases = Kind == SyncKind::AtomicStore ||
                        E.Op->Order == MemoryOrder::Release;
  return (Releases || meetsFence(E, /*Backwards=*/false, Facts)) &&
         (Acquires || meetsFence(E, /*Backwards=*/true, Facts));
}

} // namespace warplint::memoryorder
