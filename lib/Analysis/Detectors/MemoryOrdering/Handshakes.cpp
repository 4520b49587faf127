//===--- Handshakes.cpp - How blocks announce data to each other ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "CudaModel/MemorySpace.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint::memoryorder {

Handshakes::Handshakes(const KernelFacts &Facts)
    : Facts(Facts), View(Facts.paths()), Reaches(Facts.get<Reachability>()),
      Arena(Facts.terms()),
      Operations(memoryOperations(Facts.cfg(), Facts.values())),
      Dependence(Facts.values(), View, Facts.uniformity(), Operations, Arena),
      AllLoops(Facts.loops()), Ownership(Facts), Own(Facts),
      PairTests(Facts.budgets().SignalTests, Facts.work(), /*PerStep=*/1) {
  for (const Event &E : Facts.cfg().events())
    if (maySeparate(E, Scope::Block))
      Barriers.push_back(&E);
  findLocks();
  findTickets();
  findFlags();
  findFlagsOfHost();
  findFlagsOfPeers();
  if (Found.empty())
    return;
  llvm::SetVector<const Node *> Asked;
  auto Ask = [&](const Operation *Op) {
    if (Op)
      Asked.insert(&Op->node());
  };
  for (const Handshake &H : Found) {
    Ask(H.Announcement);
    Ask(H.Observation);
    for (const Handshake::Data &D : H.Passed) {
      Ask(D.Write);
      Ask(D.Read);
    }
  }
  Threads = std::make_unique<ThreadGroups>(Facts.cfg(), Facts.values(), View,
                                           Arena.launch(), Asked.getArrayRef());
  Order = std::make_unique<Ordering>(Facts, *Threads);
  findFaults();
}

/// Kernels with hundreds of signals on one array have more pairs than anyone
/// can look at. Those with one address are then the ones that are meant.
void Handshakes::keepAffordable(SignalList &Pairs, uint64_t StepsPerPair,
                                llvm::StringRef Construct) {
  size_t All = Pairs.size(),
         Most = Facts.budgets().SignalSteps / (StepsPerPair + 1);
  if (All <= Most)
    return;
  llvm::erase_if(Pairs, [](const Signals &Pair) {
    return Pair.first->address() != Pair.second->address();
  });
  if (Pairs.size() > Most)
    Pairs.resize(Most);
  Facts.limits().cut(BudgetId::SignalSteps, Construct, All - Pairs.size());
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

/// Branches that depend on what \p Op read or returned, as \p Source says.
llvm::ArrayRef<const Node *> Handshakes::branchesOn(const Operation &Op,
                                                    DerivedFrom &Source) const {
  auto [Slot, New] = Branches.try_emplace(Op.At);
  if (New)
    for (const Node *N : Facts.cfg().order())
      if (N->Branch && View.contains(*N) && Source.contains(N->Branch))
        Slot->second.push_back(N);
  return Slot->second;
}

llvm::ArrayRef<const Node *> Handshakes::branchesOn(const Operation &Op) const {
  DerivedFrom Source(Dependence, *Op.At);
  return branchesOn(Op, Source);
}

/// The threads of a block vote by \p E on whether \p L goes on.
static bool isVoteOn(const Event &E, const Loop &L) {
  return E.isSync(SyncKind::Barrier) && E.Value &&
         llvm::any_of(L.Nodes, [&](const Node *N) {
           return N->Branch &&
                  llvm::any_of(
                      N->successors(),
                      [&](const Node *To) { return !L.contains(*To); }) &&
                  anyPartOf(N->Branch, [&](const Term &Part) {
                    return isResultOf(&Part, E);
                  });
         });
}

/// What other threads could notice of \p L.
const Handshakes::Noticed &Handshakes::noticedOf(const Loop &L) const {
  auto [Slot, New] = NoticedOf.try_emplace(&L);
  Noticed &Found = Slot->second;
  if (!New)
    return Found;
  for (const Node *N : L.Nodes)
    Found.Separates |= llvm::any_of(N->Events, [&](const Event &E) {
      return maySeparate(E, Scope::Block) && !isVoteOn(E, L);
    });
  for (const Operation &Op : Operations)
    if (Op.Writes && L.contains(Op.node())) {
      if (!Found.Writes)
        Found.OneWrite = Op.At;
      else if (Found.OneWrite != Op.At)
        Found.OneWrite = nullptr;
      Found.Writes = true;
    }
  return Found;
}

/// Nothing happens in the loop that another thread could notice.
bool Handshakes::isIdle(const Loop &L, const Operation &Waited) const {
  const Noticed &Of = noticedOf(L);
  return !Of.Separates && (!Of.Writes || Of.OneWrite == Waited.At);
}

/// \p T counts iterations of \p L, whatever \p Source contains: the loop ends
/// without waiting.
static bool countsIterations(const Term *T, const Loop &L,
                             DerivedFrom &Source) {
  return !walkTerms(T, [&](const Term &Part) {
    const auto *Join = dyn_cast<PhiTerm>(&Part);
    if (!Join)
      return Walk::Enter;
    return L.contains(*Join->node()) && !Source.contains(Join) ? Walk::Stop
                                                               : Walk::Skip;
  });
}

Handshakes::Wait Handshakes::findWait(const Operation &Op) const {
  const Loop *Outer = AllLoops.outermost(Op.node());
  if (!Outer)
    return {};
  DerivedFrom Source(Dependence, *Op.At);
  for (const Node *Branch : Facts.cfg().order()) {
    if (!Branch->Branch || !Outer->contains(*Branch))
      continue;
    const Loop *L = AllLoops.leftBy(*Branch, Op.node());
    if (L && isIdle(*L, Op) && AllLoops.isInvariant(Op.address(), *L) &&
        Source.contains(Branch->Branch) &&
        !countsIterations(Branch->Branch, *L, Source))
      return {L, Branch};
  }
  return {};
}

const Loop *Handshakes::waitingLoop(const Operation &Op,
                                    const Node *&Branch) const {
  auto [Slot, New] = Waits.try_emplace(Op.At);
  if (New) {
    Wait Made = findWait(Op);
    Slot = Waits.find(Op.At);
    Slot->second = Made;
  }
  if (Slot->second.In)
    Branch = Slot->second.Branch;
  return Slot->second.In;
}

//===----------------------------------------------------------------------===//
// Paths
//===----------------------------------------------------------------------===//

bool Handshakes::leadsTo(const Operation &From, const Operation &To) const {
  return Reaches.leadsTo(*From.At, *To.At);
}

/// \p Branch decides over \p Op, or over what decides.
bool Handshakes::isControlledBy(const Operation &Op, const Node &Branch) const {
  auto [Slot, New] = Controls.try_emplace(&Op.node());
  if (New) {
    auto All = View.allControls(Op.node());
    Slot->second.insert(All.begin(), All.end());
  }
  return Slot->second.count(&Branch);
}

/// What only reads what other blocks can write, where \p Branch decides.
const Handshakes::OperationList &
Handshakes::readsUnder(const Node &Branch) const {
  auto [Slot, New] = ReadsUnder.try_emplace(&Branch);
  if (New)
    for (const Operation &Op : Operations)
      if (Op.Reads && !Op.Writes && Op.Space != MemorySpace::Shared &&
          isControlledBy(Op, Branch))
        Slot->second.push_back(&Op);
  return Slot->second;
}

std::optional<unsigned> Handshakes::successorTo(const Node &Branch,
                                                const Operation &Op) const {
  auto [Slot, New] = Successors.try_emplace({&Branch, &Op.node()});
  if (New)
    Slot->second = View.successorTo(Branch, Op.node());
  return Slot->second;
}

bool Handshakes::mayMeetInOneGridInterval(const Operation &A,
                                          const Operation &B) const {
  if (!GridIntervals) {
    GridIntervals.emplace();
    OfGrid = barriersOfGrid();
    ThreadPair Blocks(Scope::Grid, nullptr, &OfGrid);
    auto Events = Facts.cfg().events();
    // What is unknown separates nothing for certain.
    if (llvm::none_of(Events, [](const Event &E) { return E.isUnknown(); }) &&
        llvm::any_of(Events,
                     [&](const Event &E) { return maySeparate(E, Blocks); }))
      *GridIntervals =
          intervalsOf(Facts.cfg(), View, Facts.loopBarriers(), Blocks);
  }
  return GridIntervals->empty() ||
         llvm::any_of(*GridIntervals, [&](const Interval &Each) {
           return Each.find(*A.At) && Each.find(*B.At);
         });
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

/// Both operations access an element that the block owns. Where the owner is
/// unknown: a thread that executes both accesses one element, or one row, with
/// both.
bool Handshakes::isOwn(const Operation &A, const Operation &B) const {
  const Term *Element = Own.elementAt(A.address());
  if (Element == Own.elementAt(B.address())) {
    if (auto Certain = Ownership.isOfBlock(Element))
      return *Certain;
  } else if (!Own.areInOneRow(A.address(), B.address())) {
    return false;
  }
  return leadsTo(A, B) || leadsTo(B, A);
}

Scope Handshakes::neededFor(const Operation &Announcement,
                            const Operation &Observation) const {
  // A location of the block's own.
  bool Own = Announcement.address() == Observation.address() &&
             Facts.uniformity().of(Announcement.address()) == Scope::Block &&
             Ownership.isOfBlock(Announcement.address()).value_or(true);
  // A function that no kernel of the unit calls does not show whose memory it
  // gets; an atomic operation that names the block does.
  bool Said = !Facts.isKernel() && Announcement.isAtomic() &&
              Announcement.Extent == Scope::Block;
  uint64_t Blocks = Arena.launch().gridSize();
  return Blocks == 1 || Own || Said ||
                 Announcement.Space == MemorySpace::Shared ||
                 (!Blocks &&
                  !Facts.assumptions().isOn(Assumption::SeveralBlocks))
             ? Scope::Block
             : Scope::Grid;
}

/// One is a field, the other an element of what stands behind the fields.
static bool isFieldBefore(const MemoryOperation &A, const MemoryOperation &B,
                          const LoopEvolution &Known) {
  auto L = locate(A.address()), R = locate(B.address());
  auto RangeOf = [&](const Term *T) { return Known.rangeOf(T); };
  return L && R &&
         (endsBefore(*L, A.At->Bytes, *R, RangeOf) ||
          endsBefore(*R, B.At->Bytes, *L, RangeOf));
}

/// Each write with one of the reads of its object, each read with one of the
/// writes.
void Handshakes::addPassed(Handshake Made, const OperationList &Writes,
                           const OperationList &Reads, PairTest IsPassed) {
  llvm::DenseMap<const Term *, OperationList> WritesOf, ReadsOf;
  for (const Operation *Write : Writes)
    WritesOf[Write->Object].push_back(Write);
  for (const Operation *Read : Reads)
    ReadsOf[Read->Object].push_back(Read);
  llvm::SmallPtrSet<const Operation *, 16> Paired;
  bool Enough = true;
  auto Pair = [&](const Operation &Write, const Operation &Read) {
    Enough = Enough && PairTests.spend(1);
    if (!Enough || !mayTouch(Write, Read) || Write.At == Read.At ||
        isFieldBefore(Write, Read, Facts.evolution()) || !IsPassed(Write, Read))
      return false;
    Made.Passed.push_back({&Write, &Read});
    Paired.insert(&Write);
    Paired.insert(&Read);
    return true;
  };
  for (const Operation *Write : Writes)
    for (const Operation *Read : ReadsOf[Write->Object])
      if (Pair(*Write, *Read))
        break;
  for (const Operation *Read : Reads)
    if (!Paired.count(Read))
      for (const Operation *Write : WritesOf[Read->Object])
        if (Pair(*Write, *Read))
          break;
  if (!Enough)
    Facts.limits().cut(BudgetId::SignalTests, "signals between threads");
  else if (!Made.Passed.empty())
    Found.push_back(std::move(Made));
}

} // namespace warplint::memoryorder
