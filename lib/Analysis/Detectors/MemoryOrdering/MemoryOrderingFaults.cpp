//===--- MemoryOrderingFaults.cpp - What a handshake lacks -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Dataflow/Typestate.h"
#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "CudaModel/Separation.h"

using namespace clang;

namespace warplint::memoryorder {

/// The operation says itself that it orders too little.
static bool isRelaxedByName(const MemoryOperation &Signal) {
  return Signal.isAtomic() && Signal.At->Op->NamesOrder;
}

static bool isTooNarrow(const MemoryOperation &Signal, Scope Needed) {
  return Signal.isAtomic() && Signal.Extent < Needed;
}

std::optional<HandshakeFault>
Handshakes::release(const Handshake &H, const Handshake::Data &D) const {
  using Kind = HandshakeFault::Kind;
  const Operation &Signal = *H.Announcement;
  auto Known =
      Order->between(*D.Write->At, *Signal.At, H.Needed, Direction::Release);
  if (!Known)
    return std::nullopt;
  const Passage &Path = *Known;
  HandshakeFault Fault;
  Fault.Of = &H;
  Fault.Data = D;
  Fault.Side = Direction::Release;
  Fault.WithinWarp = Path.WithinWarp && Threads->knowsWarps();
  Fault.NotWaitedFor = Path.NotWaitedFor;
  bool Releases = releases(Signal.Order);
  if (Path.Unfenced && !Releases)
    Fault.K = isRelaxedByName(Signal) ? Kind::Relaxed : Kind::NoFence;
  else if (Path.NotWaitedFor)
    Fault.K = Kind::NoBarrier;
  else if (Path.Narrow && !Releases)
    Fault.K = Kind::NarrowFence;
  else if ((Path.Possible || Releases) && isTooNarrow(Signal, H.Needed))
    Fault.K = Kind::NarrowAtomic;
  else
    return std::nullopt;
  Fault.Fence = Path.Narrow;
  Fault.OneSided = Path.OneSided;
  return Fault;
}

std::optional<HandshakeFault>
Handshakes::acquire(const Handshake &H, const Handshake::Data &D) const {
  using Kind = HandshakeFault::Kind;
  // The last block's reads are StaleReads' business, the host's nobody's.
  if (H.K == Handshake::Kind::Ticket || !H.Observation)
    return std::nullopt;
  const Operation &Signal = *H.Observation;
  auto Known =
      Order->between(*Signal.At, *D.Read->At, H.Needed, Direction::Acquire);
  if (!Known)
    return std::nullopt;
  const Passage &Path = *Known;
  HandshakeFault Fault;
  Fault.Of = &H;
  Fault.Data = D;
  Fault.Side = Direction::Acquire;
  Fault.BehindBarrier = !Path.UnfencedInOneInterval;
  bool Acquires = acquires(Signal.Order);
  // Behind a barrier, what is read from memory itself comes late enough on all
  // hardware; what is read through L1 need not.
  bool Late = D.Read->isStrong() && !Path.UnfencedInOneInterval;
  if (Path.Unfenced && !Acquires && !Late)
    Fault.K = isRelaxedByName(Signal) ? Kind::Relaxed : Kind::NoFence;
  else if (Path.Narrow && !Acquires)
    Fault.K = Kind::NarrowFence;
  else if (Acquires && isTooNarrow(Signal, H.Needed))
    Fault.K = Kind::NarrowAtomic;
  else
    return std::nullopt;
  Fault.Fence = Path.Narrow;
  Fault.OneSided = Path.OneSided;
  return Fault;
}

/// From the one to mend first.
static unsigned rankOf(HandshakeFault::Kind K) {
  switch (K) {
  case HandshakeFault::Kind::LockStep:
  case HandshakeFault::Kind::PlainRelease:
  case HandshakeFault::Kind::NotGivenBack:
    return 0;
  case HandshakeFault::Kind::NoFence:
  case HandshakeFault::Kind::Relaxed:
    return 1;
  case HandshakeFault::Kind::NoBarrier:
    return 2;
  case HandshakeFault::Kind::NarrowFence:
    return 3;
  case HandshakeFault::Kind::NarrowAtomic:
    return 4;
  }
  llvm_unreachable("fault without rank");
}

/// \p New is the one to report of two alike: the write nearest to the
/// announcement.
bool Handshakes::isNearer(const HandshakeFault &New,
                          const HandshakeFault &Old) const {
  return New.Side == Direction::Release && New.Data.Write != Old.Data.Write &&
         View.dominates(Old.Data.Write->node(), New.Data.Write->node());
}

/// One fault a side: they all have one place to mend.
void Handshakes::addWorst(const Handshake &H, Direction Side) {
  std::optional<HandshakeFault> Worst;
  for (const Handshake::Data &D : H.Passed) {
    auto Fault = Side == Direction::Release ? release(H, D) : acquire(H, D);
    // Of an exchange it is known who must see, not which writes belong to it.
    if (Fault && H.Answer && Fault->K != HandshakeFault::Kind::NarrowFence)
      continue;
    if (Fault && (!Worst || rankOf(Fault->K) < rankOf(Worst->K) ||
                  (Fault->K == Worst->K && isNearer(*Fault, *Worst))))
      Worst = Fault;
  }
  if (H.K == Handshake::Kind::Lock && Side == Direction::Release &&
      H.Announcement->Strength == AccessStrength::Plain) {
    Worst.emplace();
    Worst->K = HandshakeFault::Kind::PlainRelease;
    Worst->Of = &H;
    Worst->Data = H.Passed.front();
  }
  if (Worst && Facts.code().isUserCode(Worst->signal().At->Site->getBeginLoc()))
    Faults.push_back(*Worst);
}

llvm::ArrayRef<GpuTarget> targetsOf(HandshakeFault::Kind K,
                                    const GpuTargets &Targets) {
  return K == HandshakeFault::Kind::LockStep
             ? Targets.without(GpuFeature::IndependentThreadScheduling)
             : Targets.all();
}

/// Before sm_70 the lanes of a warp run in lock step: those that wait keep the
/// one that has the lock from leaving the loop.
void Handshakes::addLockStep(const Handshake &H) {
  const Node *Branch = nullptr;
  if (H.K != Handshake::Kind::Lock ||
      targetsOf(HandshakeFault::Kind::LockStep, Facts.targets()).empty() ||
      !waitingLoop(*H.Observation, Branch) ||
      !Threads->hasSeveralLanes(H.Observation->node()))
    return;
  HandshakeFault Fault;
  Fault.K = HandshakeFault::Kind::LockStep;
  Fault.Side = Direction::Acquire;
  Fault.Of = &H;
  Fault.Data = H.Passed.front();
  Faults.push_back(Fault);
}

/// Whoever is out of \p Waiting has what it waited for: nobody gives up.
static bool isLeftOnlyBy(const Node &Branch, const Loop &Waiting) {
  return llvm::all_of(Waiting.Nodes, [&](const Node *N) {
    return N == &Branch || llvm::all_of(N->successors(), [&](const Node *Next) {
             return Waiting.contains(*Next);
           });
  });
}

/// Whoever has waited for the lock can reach the end of the kernel and pass
/// by the only place that gives it back. Tests of several places can belong
/// together, and so can a test before the lock and one behind it.
void Handshakes::addNotGivenBack(const Handshake &H) {
  const Node *Branch = nullptr;
  const Loop *Waiting = H.K == Handshake::Kind::Lock
                            ? waitingLoop(*H.Observation, Branch)
                            : nullptr;
  if (!Waiting || !isLeftOnlyBy(*Branch, *Waiting) ||
      llvm::count_if(Operations, [&](const Operation &Op) {
        return givesBack(*H.Observation, Op);
      }) != 1)
    return;
  const Event &Giving = *H.Announcement->At;
  if (!View.dominates(H.Observation->node(), *Giving.At))
    return;
  for (const Node *Control : View.allControls(*Giving.At)) {
    if (!View.dominates(H.Observation->node(), *Control))
      continue;
    // What has been known before it was taken.
    if (llvm::any_of(View.allControls(H.Observation->node()),
                     [&](const Node *Before) {
                       return Before->Branch == Control->Branch;
                     }))
      return;
  }
  auto Kept = Typestate::until(View, *H.Observation->At, [&](const Event &E) {
    return &E == &Giving || E.isUnknown();
  });
  if (Kept.atEndOf(Facts.cfg().exit()) == Typestate::Unreached)
    return;
  HandshakeFault Fault;
  Fault.K = HandshakeFault::Kind::NotGivenBack;
  Fault.Side = Direction::Acquire;
  Fault.Of = &H;
  Fault.Data = H.Passed.front();
  if (Facts.code().isUserCode(Fault.signal().At->Site->getBeginLoc()))
    Faults.push_back(Fault);
}

/// One thread of the block, and of the grid if it has one block, takes the lock
/// wherever it is taken: it shares it with nobody.
bool Handshakes::isTakenByOne(const Handshake &H) const {
  if (H.K != Handshake::Kind::Lock || H.Needed > Scope::Block)
    return false;
  size_t Takers = 0;
  for (const ThreadGroup &Group : Threads->all())
    if (llvm::any_of(Locks, [&](const Operation *Taking) {
          return Group.Reached.count(&Taking->node()) &&
                 mayTouch(*Taking, *H.Observation);
        }))
      Takers += Group.Threads.size();
  return Takers <= 1;
}

void Handshakes::findFaults() {
  for (const Handshake &H : Found) {
    if (isTakenByOne(H))
      continue;
    addLockStep(H);
    addNotGivenBack(H);
    addWorst(H, Direction::Release);
    addWorst(H, Direction::Acquire);
  }
}

llvm::ArrayRef<HandshakeFault> handshakeFaults(const KernelFacts &Facts) {
  return Facts.get<Handshakes>().faults();
}

} // namespace warplint::memoryorder
