//===--- Handshakes.h - How blocks tell each other that data is there -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A handshake is one operation that announces data and one that observes the
// announcement, on one location:
//
//   ticket   every block counts itself with an atomic; the one that finds it is
//            the last reads what the others wrote
//   flag     a store announces; a loop or branch on a load observes
//   lock     giving it back announces, taking it observes
//
// Data passes safely if the announcement releases it and the observation
// acquires it: both at the scope of the threads that meet (PTX ISA, "Memory
// Consistency Model": morally strong operations, release and acquire patterns).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_HANDSHAKES_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_HANDSHAKES_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelFacts/KernelLoops.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/Detectors/MemoryOrdering/BlockOwnership.h"
#include "Analysis/Detectors/MemoryOrdering/DependsOnLoad.h"
#include "Analysis/Detectors/MemoryOrdering/Ordering.h"
#include "Analysis/Detectors/MemoryOrdering/ThreadOwnership.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include <deque>

namespace warplint {

struct Handshake {
  enum class Kind : uint8_t { Ticket, Flag, Lock };
  Kind K = Kind::Flag;
  const MemoryOperation *Announcement = nullptr; ///< Never null.
  /// The same operation for a ticket; null if the host or another device
  /// observes.
  const MemoryOperation *Observation = nullptr;
  /// What waits for the partner of an exchange, which nothing in this launch
  /// answers; null for all others.
  const MemoryOperation *Answer = nullptr;
  /// Data that some thread writes before its announcement and another reads
  /// after the observation, by object: one write and one read of each. Nothing
  /// is known of reads by the host and other devices.
  struct Data {
    const MemoryOperation *Write = nullptr, *Read = nullptr;
  };
  std::vector<Data> Passed;
  /// Threads that meet: those of the system, the grid, or one block.
  Scope Needed = Scope::Grid;
};

/// A counter that tells the last of several arrivals.
struct TicketCounter {
  const MemoryOperation *Count = nullptr;
  const Term *Comparison = nullptr; ///< What tells the last.
  /// The value that the last arrival gets back; null if it is not compared as
  /// it is.
  const Term *Last = nullptr;
  /// By how much the value after which the counter starts again exceeds
  /// `Last`; null if it never does, or where `Last` is.
  const Term *Excess = nullptr;
};

/// The constant that an exchange expects to find; nothing if it is none.
std::optional<int64_t> expectedBy(const Evaluation &Values,
                                  const MemoryOperation &Op);

/// Something missing between an access and its announcement or observation.
struct HandshakeFault {
  enum class Kind : uint8_t {
    NoFence,
    NoBarrier,    ///< A fence, but nobody waits for the threads that wrote.
    NarrowFence,  ///< `Fence` has too small a scope.
    NarrowAtomic, ///< The announcement or observation itself has.
    Relaxed,      ///< No fence, and the atomic says that it orders nothing.
    PlainRelease, ///< A lock is given back by an ordinary store.
    LockStep,     ///< Lanes that wait for a lock keep its holder in their loop.
    NotGivenBack, ///< Some paths from taking a lock lead to the kernel's end.
  };
  Kind K = Kind::NoFence;
  Direction Side = Direction::Release;
  const Handshake *Of = nullptr;
  Handshake::Data Data;
  const Event *Fence = nullptr;
  const Event *OneSided = nullptr; ///< See Passage.
  bool WithinWarp = false;         ///< NoBarrier: one of the warp is enough.
  bool NotWaitedFor = false;       ///< A barrier is missing, too.
  bool BehindBarrier = false;      ///< Another thread observed for the reader.

  const MemoryOperation &signal() const {
    return Side == Direction::Release ? *Of->Announcement : *Of->Observation;
  }
  const MemoryOperation &access() const {
    return Side == Direction::Release ? *Data.Write : *Data.Read;
  }
};

/// A fact of one kernel (KernelFacts::get).
class Handshakes {
public:
  explicit Handshakes(const KernelFacts &Facts);

  llvm::ArrayRef<MemoryOperation> operations() const { return Operations; }
  llvm::ArrayRef<Handshake> all() const { return Found; }
  llvm::ArrayRef<TicketCounter> tickets() const { return Tickets; }
  llvm::ArrayRef<HandshakeFault> faults() const { return Faults; }
  /// \p Access lies between taking a lock and giving it back.
  bool isGuarded(const Event &Access) const {
    return llvm::any_of(Guarded,
                        [&](const Operation *Op) { return Op->At == &Access; });
  }
  /// Null if there is no handshake.
  const Ordering *ordering() const { return Order.get(); }
  const ThreadGroups *threads() const { return Threads.get(); }
  /// A loop in which a thread does nothing but wait for \p Op to read or return
  /// another value; null if there is none. The branch that ends it is
  /// \p Branch.
  const Loop *waitingLoop(const MemoryOperation &Op, const Node *&Branch) const;

private:
  using Operation = MemoryOperation;
  using OperationList = std::vector<const Operation *>;
  struct CountTest;
  struct TicketTests;
  /// What announces and what observes.
  using Signals = std::pair<const Operation *, const Operation *>;
  using SignalList = std::vector<Signals>;
  /// The loop that waits for an operation and the branch that ends it.
  struct Wait {
    const Loop *In = nullptr;
    const Node *Branch = nullptr;
  };

  // What all of them need (Handshakes.cpp).
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
    bool Separates = false; ///< A barrier, or a call that may be one.
    bool Writes = false;
    const Event *OneWrite = nullptr; ///< Null if there are several.
  };
  const Noticed &noticedOf(const Loop &L) const;
  bool isIdle(const Loop &L, const Operation &Waited) const;
  bool isControlledBy(const Operation &Op, const Node &Branch) const;
  const OperationList &readsUnder(const Node &Branch) const;
  std::optional<unsigned> successorTo(const Node &Branch, const Operation &Op) const;
  bool leadsTo(const Operation &From, const Operation &To) const;
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

  // What is missing (HandshakeFaults.cpp).
  void findFaults();
  void addWorst(const Handshake &H, Direction Side);
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
  /// Those of exchanges that are not among them; a deque keeps their places.
  std::deque<MemoryOperation> OfPartners;
  LoadDependence Dependence;
  const KernelLoops &AllLoops;
  BlockOwnership Ownership;
  OwnElements Own;
  std::unique_ptr<ThreadGroups> Threads;
  std::unique_ptr<Ordering> Order;
  OperationList Locks; ///< What takes them.
  std::vector<Handshake> Found;
  std::vector<TicketCounter> Tickets;
  std::vector<HandshakeFault> Faults;
  /// Accesses in critical sections.
  llvm::SmallPtrSet<const Operation *, 16> Guarded;
  std::vector<const Event *> Barriers; ///< Of at least the block.
  StepBudget PairTests;

  // What was asked before, by the event of the operation; never iterated.
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

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_HANDSHAKES_H
