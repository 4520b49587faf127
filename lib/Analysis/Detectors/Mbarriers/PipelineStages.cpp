//===--- PipelineStages.cpp - The order of operations on pipelines --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/PipelineStages.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Detectors/Mbarriers/BarrierObjects.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "CudaModel/SyncKindRows.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace warplint::mbarriers {

/// The pipelines at both addresses may be one.
static bool mayBeOne(const Term *L, const Term *R) {
  auto Left = locate(L), Right = locate(R);
  return !Left || !Right || Left->Root == Right->Root;
}

static bool isPipelineOp(const Event &E) {
  return E.isSync(SyncFamily::Pipeline) && E.Op->Async == AsyncGroup::None &&
         E.Address;
}

/// Some path reaches \p At without the operation \p Before on \p Pipeline.
static bool isReachedWithout(const KernelFacts &Facts, const Event &At,
                             const Term *Pipeline, SyncKind Before) {
  auto IsDone = [&](const Event &E) {
    return E.isUnknown() ||
           (E.isSync(Before) && (!E.Address || mayBeOne(E.Address, Pipeline)));
  };
  return Typestate::marking(Facts.paths(), Facts.cfg().entry(), IsDone)
             .before(At) == 1;
}

/// One of \p Ops may do \p Kind to \p Pipeline.
static bool hasOne(llvm::ArrayRef<const Event *> Ops, SyncKind Kind,
                   const Term *Pipeline) {
  return llvm::any_of(Ops, [&](const Event *Op) {
    return Op->Op->Kind == Kind && mayBeOne(Op->Address, Pipeline);
  });
}

/// What is wrong with the operation \p E on \p Pipeline, which only the
/// operations \p Ops use.
static std::optional<CopyFault> stageFault(const BarrierObjects &Objects,
                                           const Event &E, const Term *Pipeline,
                                           llvm::ArrayRef<const Event *> Ops) {
  const KernelFacts &Facts = Objects.facts();
  using Kind = CopyFault::Kind;
  switch (E.Op->Kind) {
  case SyncKind::AsyncCopy:
  case SyncKind::PipelineCommit:
    if (isReachedWithout(Facts, E, Pipeline, SyncKind::PipelineAcquire))
      return CopyFault{Kind::NotAcquired, &E, nullptr};
    return std::nullopt;
  case SyncKind::PipelineWait:
    break;
  default:
    return std::nullopt;
  }
  if (E.Op->Scope == Scope::Thread) {
    if (isReachedWithout(Facts, E, Pipeline, SyncKind::PipelineCommit))
      return CopyFault{Kind::NothingToWaitFor, &E, nullptr};
    return std::nullopt;
  }
  if (!hasOne(Ops, SyncKind::PipelineCommit, Pipeline) && Facts.isComplete())
    return CopyFault{Kind::NothingToWaitFor, &E, nullptr};
  bool Released = hasOne(Ops, SyncKind::PipelineRelease, Pipeline);
  if (!Released && Objects.isInCycle(*E.At) && Facts.isComplete())
    return CopyFault{Kind::NeverReleased, &E, nullptr};
  return std::nullopt;
}

/// Some thread may fill a stage again by \p Copy while another is at \p At: no
/// barrier of the block lies between, or others fill than those who use.
static bool mayRefill(const KernelFacts &Facts, const Event &At,
                      const Event &Copy) {
  const auto &Reach = Facts.get<Reachability>();
  if (!Reach.leadsTo(At, Copy))
    return !Reach.leadsTo(Copy, At) && Reach.isInCycle(*Copy.At);
  auto Meets = [](const Event &E) {
    return !isPipelineOp(E) && maySeparate(E, Scope::Block);
  };
  return Typestate::marking(Facts.paths(), At, Meets).before(Copy) == 1;
}

/// Who uses what \p Copy brings behind the only release of a pipeline that
/// several threads share, before the next wait.
static std::optional<CopyFault>
findReleasedEarly(const KernelFacts &Facts, const Event &Copy,
                  llvm::ArrayRef<const Event *> Ops) {
  const Event *Wait = nullptr, *Release = nullptr;
  for (const Event *Op : Ops) {
    if (!mayBeOne(Op->Address, Copy.Completion))
      continue;
    bool Waits = Op->Op->Kind == SyncKind::PipelineWait;
    if (!Waits && Op->Op->Kind != SyncKind::PipelineRelease)
      continue;
    const Event *&Only = Waits ? Wait : Release;
    if (Only || Op->Op->Scope == Scope::Thread)
      return std::nullopt;
    Only = Op;
  }
  auto To = locate(Copy.Address);
  if (!Wait || !Release || !To || !isShared(*To))
    return std::nullopt;
  // Every stage is waited for before it is given back.
  auto Behind = Typestate::until(Facts.paths(), *Release, [&](const Event &E) {
    return &E == Wait || E.isUnknown();
  });
  for (const Event &E : Facts.cfg().events()) {
    if (!touchesMemory(E) || !Behind.reaches(E))
      continue;
    auto At = locate(E.Address);
    if (!At || !asPartOf(*To, *At, Facts.context()) ||
        !Facts.paths().dominates(*Wait->At, *E.At) ||
        !Facts.paths().dominates(*Release->At, *E.At) ||
        !mayRefill(Facts, E, Copy))
      continue;
    CopyFault Fault{CopyFault::Kind::ReleasedEarly, &E, &Copy};
    Fault.Wait = Release;
    return Fault;
  }
  return std::nullopt;
}

/// Who uses what \p Copy of other threads brings by a pipeline for which nobody
/// waits, although stages of it are given back.
static std::optional<CopyFault>
findNotAwaited(const KernelFacts &Facts, const Event &Copy,
               llvm::ArrayRef<const Event *> Ops) {
  auto To = locate(Copy.Address);
  if (!To || !isShared(*To) || !Facts.isComplete() ||
      !hasOne(Ops, SyncKind::PipelineRelease, Copy.Completion) ||
      hasOne(Ops, SyncKind::PipelineWait, Copy.Completion))
    return std::nullopt;
  for (const Event &E : Facts.cfg().events()) {
    if (!touchesMemory(E) || E.Access != AccessKind::Read)
      continue;
    auto At = locate(E.Address);
    if (At && asPartOf(*To, *At, Facts.context()))
      return CopyFault{CopyFault::Kind::NotWaited, &E, &Copy};
  }
  return std::nullopt;
}

std::vector<CopyFault> findStageFaults(const BarrierObjects &Objects,
                                       llvm::ArrayRef<const Event *> Copies) {
  std::vector<const Event *> Ops, Uses(Copies.begin(), Copies.end());
  for (const Event &E : Objects.facts().cfg().events())
    if (isPipelineOp(E))
      Ops.push_back(&E);
  Uses.insert(Uses.end(), Ops.begin(), Ops.end());
  std::vector<CopyFault> Faults;
  llvm::SmallPtrSet<const Term *, 2> Reported;
  for (const Event *E : Uses) {
    const Term *Pipeline =
        E->Op->Kind == SyncKind::AsyncCopy ? E->Completion : E->Address;
    auto At = locate(Pipeline);
    // A pipeline that comes from elsewhere may have been acquired there.
    bool Owned = At && llvm::isa<LocalTerm>(At->Root) &&
                 llvm::any_of(Ops, [&](const Event *Op) {
                   return mayBeOne(Op->Address, Pipeline);
                 });
    if (!Owned || Reported.count(At->Root))
      continue;
    auto Fault = stageFault(Objects, *E, Pipeline, Ops);
    if (!Fault && E->Op->Kind == SyncKind::AsyncCopy)
      Fault = findReleasedEarly(Objects.facts(), *E, Ops);
    if (!Fault && E->Op->Kind == SyncKind::AsyncCopy)
      Fault = findNotAwaited(Objects.facts(), *E, Ops);
    if (Fault) {
      Reported.insert(At->Root);
      Faults.push_back(*Fault);
    }
  }
  return Faults;
}

} // namespace warplint::mbarriers
