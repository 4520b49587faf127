//===--- AsyncCopies.cpp - Copies that run beside the threads -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Mbarriers/AsyncCopies.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/Mbarriers/CopyProgress.h"
#include "Analysis/Detectors/Mbarriers/CpAsyncGroups.h"
#include "Analysis/Detectors/Mbarriers/PipelineStages.h"

namespace warplint::mbarriers {

namespace {

class CopyScan {
public:
  explicit CopyScan(const BarrierObjects &Objects);

  std::vector<CopyFault> run();

private:
  std::optional<CopyAccess> endOf(const Event &Copy, const Term *Address) const;
  bool affordsWalk();
  using Counters = llvm::SmallVector<const Term *, 2>;
  Counters countersOf(const CopyAccess &Access);
  bool inOneIteration(const CopyAccess &From, const CopyAccess &To);
  std::optional<CopyAccess> partOf(const CopyAccess &Whole,
                                   const CopyAccess &Access) const;
  bool findDestination(const Event &Copy);
  void findPending(const Event &Copy);
  void findSource(const CopyAccess &From);
  Typestate::State stepFence(const Event &Copy, Typestate::State Now,
                             const Event &E) const;
  void findFences(const CopyAccess &Source);

  const BarrierObjects &Objects;
  const KernelFacts &Facts;
  CopyProgress Following;
  CopiedBytes Bytes;
  std::vector<CopyAccess> Accesses;
  std::vector<CopyAccess> Writes; ///< Those that write, and what copies fill.
  std::vector<const Event *> Copies;
  std::vector<CopyAccess> Matrices; ///< What multiplications read.
  std::vector<CopyFault> Faults;
  llvm::DenseMap<const Term *, Counters> CountersIn; ///< By the address.
  StepBudget Steps;
};

} // namespace

CopyScan::CopyScan(const BarrierObjects &Objects)
    : Objects(Objects), Facts(Objects.facts()), Following(Objects),
      Bytes(Objects),
      Steps(Facts.budgets().CopySteps, Facts.work(), /*PerStep=*/8) {
  for (const Event &E : Facts.cfg().events()) {
    bool IsCopy = E.isSync(SyncKind::AsyncCopy);
    if (touchesMemory(E) || IsCopy)
      if (auto At = locate(E.Address); At && isShared(*At)) {
        if (!IsCopy)
          Accesses.push_back({&E, E.Address, *At});
        if (E.Op && E.Op->Kind == SyncKind::MatrixMultiply)
          Matrices.push_back({&E, E.Address, *At, E.Bytes});
        if (IsCopy || E.Access != AccessKind::Read)
          Writes.push_back({&E, E.Address, *At});
      }
    // Whether a predicate holds is not known.
    if (IsCopy && !E.Op->Predicated)
      Copies.push_back(&E);
  }
}

std::optional<CopyAccess> CopyScan::endOf(const Event &Copy,
                                          const Term *Address) const {
  auto At = locate(Address);
  if (!At || !isShared(*At))
    return std::nullopt;
  CopyAccess End{&Copy, Address, *At};
  if (auto Bytes = numberOf(Copy.Width))
    End.Bytes = std::max<int64_t>(1, *Bytes);
  else if (!Copy.Width)
    End.Bytes = bytesOfTile(*At, Facts.context());
  return End;
}

/// One more walk over the kernel is within the budget.
bool CopyScan::affordsWalk() {
  if (Steps.spend(Facts.cfg().nodes().size()))
    return true;
  Facts.limits().cut(BudgetId::CopySteps,
                     "pairs of a write and a copy of what it wrote");
  return false;
}

/// Counters of loops that the address of \p Access is computed from.
CopyScan::Counters CopyScan::countersOf(const CopyAccess &Access) {
  auto [Known, New] = CountersIn.try_emplace(Access.Address);
  if (New)
    for (const auto &[Index, Size] : Access.At.Steps)
      for (const Term *Counter : inputsOf(Index, Facts.values()).Counters)
        Known->second.push_back(Counter);
  return Known->second;
}

/// A path leads from \p From to \p To on which the loop counters that both
/// addresses use keep their values.
bool CopyScan::inOneIteration(const CopyAccess &From, const CopyAccess &To) {
  CfgView::NodeSet Heads;
  Counters Before = countersOf(From);
  if (!Before.empty())
    for (const Term *Counter : countersOf(To))
      if (llvm::is_contained(Before, Counter))
        Heads.insert(llvm::cast<PhiTerm>(Counter)->node());
  return Facts.get<Reachability>().leadsTo(*From.E, *To.E, Heads);
}

/// \p Access relative to the object that a copy moves, \p Whole; nothing if it
/// is not an access to that object.
std::optional<CopyAccess> CopyScan::partOf(const CopyAccess &Whole,
                                           const CopyAccess &Access) const {
  auto At = asPartOf(Whole.At, Access.At, Facts.context());
  if (!At)
    return std::nullopt;
  CopyAccess Seen = Access;
  Seen.At = *At;
  return Seen;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

bool CopyScan::findDestination(const Event &Copy) {
  auto To = endOf(Copy, Copy.Address);
  if (!To || (Copy.Op->Async == AsyncGroup::None && !Copy.Completion))
    return false;
  Typestate Progress = Following.follow(Copy);
  bool IsCommitted = !Following.isNeverCommitted(Copy);
  for (const CopyAccess &Access : Accesses) {
    Typestate::State Now = Progress.before(*Access.E);
    if (Now == Typestate::Unreached || Now == Visible)
      continue;
    auto Part = partOf(*To, Access);
    if (!Part)
      continue;
    // What an iteration copies and nobody commits, a later one finds missing.
    if (!IsCommitted && Access.E->Access == AccessKind::Read &&
        !countersOf(*To).empty() && !countersOf(Access).empty() &&
        Following.passesBy(Copy, *Access.E)) {
      Faults.push_back({CopyFault::Kind::NotCommitted, Access.E, &Copy});
      return true;
    }
    if (!inOneIteration(*To, Access))
      continue;
    bool Done = Now >= Waited;
    // A collective copy is everybody's.
    bool Collective = Copy.Op->Group != nullptr;
    if (Done && (Collective || Access.E->Access == AccessKind::Atomic))
      continue;
    if (!Bytes.overlap(*To, *Part, Done, Now == WarpSynced))
      continue;
    Faults.push_back({Done              ? CopyFault::Kind::NotSynced
                      : Now >= PassedBy ? CopyFault::Kind::NotCommitted
                                        : CopyFault::Kind::NotWaited,
                      Access.E, &Copy});
    return true; // The first access is the one to mend.
  }
  return false;
}

void CopyScan::findPending(const Event &Copy) {
  if (auto To = endOf(Copy, Copy.Address))
    if (auto Fault = findReadTooEarly(Objects, *To, Accesses))
      Faults.push_back(*Fault);
}

void CopyScan::findSource(const CopyAccess &From) {
  const Event &Copy = *From.E;
  findFences(From);
  Typestate Progress = Following.follow(Copy);
  for (const CopyAccess &Access : Accesses) {
    Typestate::State Now = Progress.before(*Access.E);
    if (Access.E->Access == AccessKind::Read || Now == Typestate::Unreached ||
        Now == Visible)
      continue;
    auto Part = partOf(From, Access);
    if (!Part || !inOneIteration(From, Access) ||
        !Bytes.overlap(From, *Part, Now >= Waited, Now == WarpSynced))
      continue;
    Faults.push_back({Now >= Waited ? CopyFault::Kind::SourceNotSynced
                                    : CopyFault::Kind::SourceInUse,
                      Access.E, &Copy});
    return;
  }
  if (auto Fault = findWrittenTooEarly(Objects, From, Writes))
    Faults.push_back(*Fault);
}

namespace {

/// What has happened since a write, before a bulk copy reads what it wrote.
enum FenceState : Typestate::State {
  Written = 1,
  Met,       ///< The threads have met; nobody has fenced.
  Late,      ///< They met, and then many fenced.
  Fenced,    ///< The threads that write have fenced.
  Announced, ///< And then met; or not known.
};

} // namespace

/// Whoever copies can fence alone, behind the barrier: what the others wrote
/// comes before it (PTX ISA, "Proxy-preserved base causality order").
Typestate::State CopyScan::stepFence(const Event &Copy, Typestate::State Now,
                                     const Event &E) const {
  if (E.isUnknown())
    return Announced;
  if (E.isSync(SyncKind::ProxyFence)) {
    if (Now == Written)
      return Fenced;
    bool Alone = Objects.execution(E).Threads.size() <=
                 Objects.execution(Copy).Threads.size();
    return std::max<Typestate::State>(Now, Alone ? Announced : Late);
  }
  if (!maySeparate(E, Scope::Warp))
    return Now;
  return Now >= Late ? Typestate::State(Announced)
                     : std::max<Typestate::State>(Now, Met);
}

void CopyScan::findFences(const CopyAccess &Source) {
  for (const CopyAccess &Write : Accesses) {
    auto Part = Write.E->Access == AccessKind::Write ? partOf(Source, Write)
                                                     : std::nullopt;
    if (!Part || !inOneIteration(Write, Source) ||
        !Bytes.overlap(Source, *Part, false, false))
      continue;
    if (!affordsWalk())
      return;
    Typestate Since(Facts.paths(), *Write.E,
                    [&](Typestate::State Now, const Event &E) {
                      return &E == Source.E ? Typestate::Unreached
                                            : stepFence(*Source.E, Now, E);
                    });
    Typestate::State Now = Since.before(*Source.E);
    bool Others =
        Objects.execution(*Write.E).Threads.size() >
        std::max<size_t>(1, Objects.execution(*Source.E).Threads.size());
    if (Now == Typestate::Unreached || Now == Announced ||
        (Now >= Late && !Others))
      continue;
    Faults.push_back({Now < Late    ? CopyFault::Kind::NotFenced
                      : Now == Late ? CopyFault::Kind::FencedLate
                                    : CopyFault::Kind::FencedAlone,
                      Write.E, Source.E});
    return;
  }
}

std::vector<CopyFault> CopyScan::run() {
  for (const Event *Copy : Copies) {
    if (!findDestination(*Copy))
      findPending(*Copy);
    auto From = endOf(*Copy, Copy->Value);
    if (From && Copy->Op->Async == AsyncGroup::Bulk)
      findSource(*From);
    if (auto Early = findAnnouncedEarly(Objects, *Copy))
      Faults.push_back(*Early);
    if (auto Map = findMapNotAcquired(Facts, *Copy))
      Faults.push_back(*Map);
  }
  for (const CopyAccess &Matrix : Matrices)
    findSource(Matrix);
  std::vector<CopyFault> OfStages = findStageFaults(Objects, Copies);
  Faults.insert(Faults.end(), OfStages.begin(), OfStages.end());
  return std::move(Faults);
}

std::vector<CopyFault> findCopyFaults(const KernelFacts &Facts) {
  return CopyScan(Facts.get<BarrierObjects>()).run();
}

} // namespace warplint::mbarriers
