//===--- Handshakes.h - Tickets, flags, locks between blocks ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handshake is an operation that announces data and an operation that
// observes the announcement, at one location:
//
//   ticket   every block increments a counter with an atomic; the last one, by
//            the value it gets back, reads what the others wrote
//   flag     a store announces; a loop or branch on a load observes
//   lock     releasing it announces, taking it observes
//
// Data passes safely if the announcement releases it and the observation
// acquires it, both at the scope of the threads involved (PTX ISA, "Memory
// Consistency Model": morally strong operations, release and acquire patterns).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_HANDSHAKES_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_HANDSHAKES_H

#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Dependence/Ownership.h"
#include "Analysis/Detectors/MemoryOrdering/DependsOnLoad.h"
#include "Analysis/Detectors/MemoryOrdering/Handshake.h"
#include "Analysis/Detectors/MemoryOrdering/Ordering.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include <deque>

namespace warplint::memoryorder {

using dependence::mayTouch;

/// The constant that the compare-exchange \p Op expects to find; nothing if it
/// expects no constant.
std::optional<int64_t> expectedBy(const Evaluation &Values,
                                  const MemoryOperation &Op);

/// Those of \p Targets on which a fault of kind \p K is one.
llvm::ArrayRef<GpuTarget> targetsOf(HandshakeFault::Kind K,
                                    const GpuTargets &Targets);

/// The handshakes of a kernel, with their faults. A fact of it
/// (KernelFacts::get).
class Handshakes {
public:
  explicit Handshakes(const KernelFacts &Facts);

  llvm::ArrayRef<MemoryOperation> operations() const { return Operations; }
  llvm::ArrayRef<Handshake> all() const { return Found; }
  llvm::ArrayRef<TicketCounter> tickets() const { return Tickets; }
  llvm::ArrayRef<HandshakeFault> faults() const { return Faults; }
  /// \p Access lies in a critical section, between taking and releasing a lock.
  bool isGuarded(const Event &Access) const {
    return llvm::any_of(Guarded,
                        [&](const Operation *Op) { return Op->At == &Access; });
  }
  /// Null if there is no handshake.
  const Ordering *ordering() const { return Order.get(); }
  /// The loop in which a thread only waits for \p Op to read or return another
  /// value; null if there is none. \p Branch is set to the branch that ends it.
  const Loop *waitingLoop(const MemoryOperation &Op, const Node *&Branch) const;

private:
  using Operation = MemoryOperation;
  using OperationList = std::vector<const Operation *>;
  struct CountTest;
  struct TicketTests;
  /// Pairs of announcement and observation.
  using Signals = std::pair<const Operation *, const Operation *>;
  using SignalList = std::vector<Signals>;
  /// The loop that waits for an operation and the branch that ends it.
  struct Wait {
    const Loop *In = nullptr;
    const Node *Branch = nullptr;
  };

  // Common to all kinds (Handshakes.cpp).
  void keepAffordable(SignalList &Pairs, uint64_t StepsPerPair,
                      llvm::StringRef Construct);
  using PairTest =
      llvm::function_ref<bool(const Operation &Write, const Operation &Read)>;
  void addPassed(Handshake Made, const OperationList &Writes,
                 const OperationList &Reads, PairTest IsPassed);
  llvm::ArrayRef<const Node *> branchesOn(const Operation &Op) const;
  llvm::ArrayRef<const Node *> branchesOn(const Operation &Op,
                                          DerivedFrom &Source) const;
  Wait findWait(const Operation &Op) const;
  struct Noticed {
    /// It has a barrier, or a call that may contain one.
    bool Separates = false;
    bool Writes = false;
    const Event *OneWrite = nullptr; ///< Null if there are none or several.
  };
  const Noticed &noticedOf(const Loop &L) const;
  bool isIdle(const Loop &L, const Operation &Waited) const;
  bool isControlledBy(const Operation &Op, const Node &Branch) const;
  const OperationList &readsUnder(const Node &Branch) const;
  std::optional<unsigned> successorTo(const Node &Branch,
                                      const Operation &Op) const;
  bool leadsTo(const Operation &From, const Operation &To) const;
  BarrierSet barriersOfGrid() const; // GridBarriers.cpp
  /// One block may do \p A while another one does \p B: no barrier of the grid
  /// keeps them apart.
  bool mayMeetInOneGridInterval(const Operation &A, const Operation &B) const;
  bool isOwn(const Operation &A, const Operation &B) const;
  Scope neededFor(const Operation &Announcement,
                  const Operation &Observation) const;

  // Locks (Locks.cpp).
  void findLocks();
  void addLock(const Operation &Taking, const Operation &Giving);
  bool takes(const Operation &Op) const;
  bool decides(const Operation &Taking, const Operation &Giving,
               const Operation &Op) const;
  bool givesBack(const Operation &Taking, const Operation &Op) const;
  bool isLock(const Operation &Op) const;
  void guardAllBetween(const SignalList &Pairs);

  // Tickets (Tickets.cpp).
  void findTickets();
  void addTicket(const Operation &Count,
                 llvm::ArrayRef<const Term *> PlacesFromCounts);
  std::optional<CountTest> countTest(TicketTests &Of, const Node &Branch) const;
  std::optional<CountTest> parseTest(TicketTests &Of,
                                     const BinaryTerm *Comparison) const;

  // Flags (Flags.cpp).
  void findFlags();
  void findFlagsOfHost();
  void addFlag(const Operation &Store, const Operation &Load);
  bool isFlag(const Operation &Store, const Operation &Load) const;
  OperationList readsBehind(const Operation &Store,
                            const Operation &Load) const;
  bool isDataOf(const Operation &Store, const Operation &Op) const;
  const Term *seenOf(const Operation &Load, const Term *Condition) const;
  std::optional<bool> holdsWhenSet(const Node &Branch, const Operation &Load,
                                   const Operation &Store) const;
  bool isWaitedFor(const Operation &Op) const;
  // Flags of other devices (PeerFlags.cpp).
  void findFlagsOfPeers();
  bool endsWaitFor(const Node &Branch, const Loop &Waiting,
                   const Operation &Load, const Term *Stored) const;
  const Operation &madeOf(const Event &E, const Term *Object);
  bool isAfterWait(const Node &Branch, const Operation &Read) const;
  bool isOfObserved(const Operation &Load, const Operation &Store,
                    const Operation &Write, const Operation &Read) const;

  // Missing synchronization (HandshakeFaults.cpp).
  void findFaults();
  void addWorst(const Handshake &H, Direction Side);
  bool isTakenByOne(const Handshake &H) const;
  void addLockStep(const Handshake &H);
  void addNotGivenBack(const Handshake &H);
  bool isNearer(const HandshakeFault &New, const HandshakeFault &Old) const;
  std::optional<HandshakeFault> release(const Handshake &H,
                                        const Handshake::Data &D) const;
  std::optional<HandshakeFault> acquire(const Handshake &H,
                                        const Handshake::Data &D) const;

  const KernelFacts &Facts;
  const CfgView &View;
  const Reachability &Reaches;
  TermArena &Arena;
  std::vector<MemoryOperation> Operations;
  /// Partners of exchanges that are not in `Operations`; a deque keeps their
  /// addresses valid.
  std::deque<MemoryOperation> OfPartners;
  LoadDependence Dependence;
  const Loops &AllLoops;
  dependence::BlockOwnership Ownership;
  dependence::OwnElements Own;
  std::unique_ptr<ThreadGroups> Threads;
  std::unique_ptr<Ordering> Order;
  OperationList Locks; ///< The operations that take locks.
  std::vector<Handshake> Found;
  std::vector<TicketCounter> Tickets;
  std::vector<HandshakeFault> Faults;
  /// Accesses in critical sections.
  llvm::SmallPtrSet<const Operation *, 16> Guarded;
  std::vector<const Event *> Barriers; ///< Of at least the block.
  /// Those of a block that are the grid's; found with GridIntervals.
  mutable BarrierSet OfGrid;
  /// Empty if nothing separates blocks.
  mutable std::optional<std::vector<Interval>> GridIntervals;
  StepBudget PairTests;

  // Caches, by the event of the operation; never iterated.
  mutable llvm::DenseMap<const Loop *, Noticed> NoticedOf;
  mutable llvm::DenseMap<const Event *, Wait> Waits;
  mutable llvm::DenseMap<const Event *, std::vector<const Node *>> Branches;
  mutable llvm::DenseMap<const Node *, CfgView::NodeSet> Controls;
  mutable llvm::DenseMap<const Node *, OperationList> ReadsUnder;
  mutable llvm::DenseMap<std::pair<const Node *, const Node *>,
                         std::optional<unsigned>>
      Successors;
  mutable llvm::DenseMap<std::pair<const Node *, const Event *>, bool>
      AfterWaits;
};

} // namespace warplint::memoryorder

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_HANDSHAKES_H
