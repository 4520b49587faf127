//===--- AnnouncedStores.cpp - Bulk stores announced too early ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bulk copy to global memory is no access of the thread that starts it: a
// release of that thread publishes what the copy writes only behind
// `cp.async.bulk.wait_group`, which waits until the writes are visible to it;
// with `.read` it waits for the source alone (PTX ISA,
// "cp.async.bulk.wait_group").
//
//===----------------------------------------------------------------------===//

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Detectors/Mbarriers/AsyncCopies.h"
#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"
#include "Analysis/Detectors/Mbarriers/CopyProgress.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "CudaModel/AstNames.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/Separation.h"
#include "CudaModel/SyncKindRows.h"

using namespace clang;

namespace warplint::mbarriers {

/// \p Address may lie in global memory.
static bool mayBeGlobal(const Term *Address, const KernelFacts &Facts) {
  if (!Address)
    return false;
  auto At = locate(Address);
  auto Space = memorySpaceOf(At ? At->Root : Address, Facts.values());
  return !Space ||
         (*Space != MemorySpace::Shared && *Space != MemorySpace::Local &&
          *Space != MemorySpace::Constant);
}

/// Nobody looks at what \p E gives back: it is there for others.
static bool isForOthers(const Event &E, const KernelFacts &Facts) {
  const auto *Call = dyn_cast_or_null<Expr>(E.Site);
  if (Call)
    return !isUsed(*Call, Facts.code().parents(E.Owner->function()));
  return E.Op->Results.empty();
}

/// \p E changes a location in global memory by an atomic.
static bool isSignal(const Event &E, const KernelFacts &Facts) {
  return E.isSync(SyncFamily::Atomic) && rowOf(E.Op->Kind).writes() &&
         mayBeGlobal(E.Address, Facts) && isForOthers(E, Facts);
}

static bool releasesForBlocks(const Event &E) {
  return releases(*E.Op) && E.Op->Scope >= Scope::Cluster;
}

/// \p First comes before \p Then in the same iteration of the loops around.
static bool comesBefore(const Event &First, const Event &Then,
                        const KernelFacts &Facts) {
  bool IsAhead = First.At == Then.At
                     ? &First < &Then
                     : First.At->position() < Then.At->position();
  return IsAhead && Facts.get<Reachability>().leadsTo(First, Then);
}

/// What else \p Signal may be for: data that threads have stored, or an answer
/// to somebody who was waited for.
static bool hasOtherMeaning(const Event &Signal, const KernelFacts &Facts) {
  const auto &Reach = Facts.get<Reachability>();
  return llvm::any_of(Facts.cfg().events(), [&](const Event &E) {
    if (E.isUnknown())
      return Reach.leadsTo(E, Signal);
    if (E.isAccess() && !isOfCopy(E) && E.Access == AccessKind::Write)
      return mayBeGlobal(E.Address, Facts) && Reach.leadsTo(E, Signal);
    bool Hears = E.isSync(SyncFamily::Atomic) && rowOf(E.Op->Kind).reads() &&
                 acquires(*E.Op);
    return (Hears || (E.isRead() && E.Volatile)) &&
           mayBeGlobal(E.Address, Facts) && comesBefore(E, Signal, Facts);
  });
}

std::optional<CopyFault> findAnnouncedEarly(const BarrierObjects &Objects,
                                            const Event &Copy) {
  const KernelFacts &Facts = Objects.facts();
  if (Copy.Op->Async != AsyncGroup::Bulk || !mayBeGlobal(Copy.Address, Facts))
    return std::nullopt;
  enum : Typestate::State { Started = 1, Fenced, Written };
  Typestate Since(
      Facts.paths(), Copy, [&](Typestate::State Now, const Event &E) {
        bool Waits = E.isSync(SyncKind::AsyncWait) && !E.Op->SourceOnly &&
                     E.Op->Async == AsyncGroup::Bulk &&
                     mayBeOfOneThread(Objects, E, Copy);
        if (E.isUnknown() || Waits || Now == Written)
          return Typestate::State(Written);
        bool Fences = E.isSync(SyncKind::Fence) && releasesForBlocks(E);
        return Fences ? Typestate::State(Fenced) : Now;
      });
  for (const Event &E : Facts.cfg().events()) {
    if (!isSignal(E, Facts))
      continue;
    Typestate::State Now = Since.before(E);
    if ((Now == Fenced || (Now == Started && releasesForBlocks(E))) &&
        !hasOtherMeaning(E, Facts))
      return CopyFault{CopyFault::Kind::Announced, &E, &Copy};
  }
  return std::nullopt;
}

} // namespace warplint::mbarriers
