//===--- ClusterFaults.cpp - Peers that are not there ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/ClusterLifetime/ClusterFaults.h"
#include "Analysis/Dataflow/Typestate.h"
#include "Analysis/Detectors/ClusterLifetime/ClusterArrivals.h"
#include "Analysis/Detectors/ClusterLifetime/ClusterOrder.h"
#include "Analysis/Detectors/ClusterLifetime/PeerBlocks.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "CudaModel/Separation.h"
#include <set>
#include <tuple>

using namespace clang;

namespace warplint::clusters {

namespace {

/// Where one thread may be: before an event of a node.
using Place = std::pair<const Node *, size_t>;

class ClusterScan {
public:
  explicit ClusterScan(const KernelFacts &Facts)
      : Facts(Facts), Peers(Facts.get<participation::PeerOperations>()),
        Order(Facts), Blocks(Facts) {
    collectExits();
    FromEntry = Typestate::marking(
        Facts.paths(), Facts.cfg().entry(), [this](const Event &E) {
          return Order.stepOf(E) >= ClusterStep::Wait;
        });
  }

  std::vector<ClusterFault> run() const;

private:
  /// What a branch was found to be on the path from a start to an operation.
  struct Decision {
    const Term *Condition = nullptr;
    unsigned Successor = 0;
    bool Varies =
        false; ///< From iteration to iteration: it holds the first time.
  };
  using Decisions = llvm::SmallVector<Decision, 4>;
  struct Before {
    std::vector<Place> Starts;
    CfgView::NodeSet Passed; ///< Nodes between a start and the operation.
    const Event *Arrival = nullptr;
    std::optional<Counted> Open; ///< Something else may tell peers.
  };

  void collectExits();
  bool hasBarrier() const;

  Before before(const Event &E) const;
  const Node *pathOut(const Place &Start, unsigned Waits,
                      const Decisions &Taken,
                      const PeerBlocks::Block *Who) const;
  const Node *pathOutOf(llvm::ArrayRef<PeerBlocks::Block> Who,
                        const Place &Start, unsigned Waits,
                        const Decisions &Taken) const;
  std::optional<Decisions> decisionsTo(const Event &E,
                                       const CfgView::NodeSet &Passed) const;
  bool differsInCluster(const Term *Condition) const;
  bool keepsBlock(const Node &Branch, unsigned Waits) const;

  std::optional<ClusterFault> left(const participation::PeerOperation &P) const;
  std::optional<ClusterFault>
  leavesSending(const participation::PeerOperation &P) const;
  bool startsUnknown(const participation::PeerOperation &P) const;

  const KernelFacts &Facts;
  const participation::PeerOperations &Peers;
  ClusterOrder Order;
  PeerBlocks Blocks;
  /// By the waits that may still come (0 to 2): nodes from whose start the exit
  /// is reached with fewer.
  std::array<CfgView::NodeSet, 3> Leaving;
  /// 2 behind a barrier of the cluster or what may be one.
  std::optional<Typestate> FromEntry;
};

} // namespace

bool ClusterScan::hasBarrier() const {
  for (const Event &E : Facts.cfg().events())
    if (Order.stepOf(E) >= ClusterStep::Wait)
      return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Leaving
//===----------------------------------------------------------------------===//

/// The waits that are left of \p Waits behind the events of \p N from number
/// \p First on; nothing if none is.
static std::optional<unsigned> waitsBehind(const Node &N, size_t First,
                                           unsigned Waits,
                                           const ClusterOrder &Order) {
  for (size_t I = First; I < N.Events.size(); ++I) {
    switch (Order.stepOf(N.Events[I])) {
    case ClusterStep::Unknown:
      return std::nullopt;
    case ClusterStep::Wait:
    case ClusterStep::Meet:
      if (--Waits == 0)
        return std::nullopt;
      break;
    case ClusterStep::None:
    case ClusterStep::Arrive:
      break;
    }
  }
  return Waits;
}

void ClusterScan::collectExits() {
  for (unsigned Waits : {1u, 2u}) {
    bool Changed = true;
    while (Changed) {
      Changed = false;
      for (const Node *N : llvm::reverse(Facts.cfg().order())) {
        if (!Facts.paths().contains(*N) || Leaving[Waits].count(N))
          continue;
        auto Left = waitsBehind(*N, 0, Waits, Order);
        if (!Left)
          continue;
        bool Out = N == &Facts.cfg().exit();
        for (ViewNode *Next : Facts.paths().successors(*N))
          Out |= Leaving[*Left].count(Next->Of) > 0;
        if (Out)
          Changed |= Leaving[Waits].insert(N).second;
      }
    }
  }
}

/// Threads of the block that take another successor of \p Branch keep the block
/// alive until they have waited.
bool ClusterScan::keepsBlock(const Node &Branch, unsigned Waits) const {
  return !Facts.uniformity().isUniformBranch(Branch, Scope::Block) &&
         llvm::any_of(Facts.paths().successors(Branch), [&](ViewNode *Next) {
           return !Leaving[Waits].count(Next->Of);
         });
}

/// Blocks of one cluster are known to differ in \p Condition: it asks for the
/// rank, or for the block's number modulo something.
bool ClusterScan::differsInCluster(const Term *Condition) const {
  bool Found = false;
  walkTerms(Condition, Facts.values(), [&](const Term &Part) {
    if (isa<LoadTerm>(Part))
      return Walk::Skip;
    const auto *Op = dyn_cast<BinaryTerm>(&Part);
    Found |= Part.isIdentity(IdentityKind::BlockRankInCluster);
    Found |= Op && (Op->opcode() == BO_Rem || Op->opcode() == BO_And) &&
             anyPartOf(&Part, [](const Term &Inner) {
               return Inner.isIdentity(IdentityKind::BlockIdx) ||
                      Inner.isIdentity(IdentityKind::BlockRankInGrid);
             });
    return Found ? Walk::Stop : Walk::Enter;
  });
  return Found;
}

/// How a block decides at the branches of \p Passed to reach \p E, where its
/// peers decide alike; nothing if there are too many of them.
std::optional<ClusterScan::Decisions>
ClusterScan::decisionsTo(const Event &E, const CfgView::NodeSet &Passed) const {
  Decisions Taken;
  for (const Node *Branch : Facts.paths().allControls(*E.At))
    if (Passed.count(Branch) && Branch->Branch &&
        Facts.uniformity().isUniformBranch(*Branch, Scope::Block) &&
        !differsInCluster(Branch->Branch) && !Blocks.part(*Branch))
      if (auto Successor = Facts.paths().successorTo(*Branch, *E.At)) {
        if (!Facts.limits().allows(BudgetId::ClusterDecisions,
                                   Taken.size() + 1))
          return std::nullopt;
        Taken.push_back({Branch->Branch, *Successor,
                         anyPartOf(Branch->Branch, [](const Term &Part) {
                           return isa<PhiTerm>(Part);
                         })});
      }
  return Taken;
}

/// Where peers may be while a thread does \p E: behind the last wait before it.
ClusterScan::Before ClusterScan::before(const Event &E) const {
  Before Result;
  std::set<Place> Seen;
  // A place, and whether an arrival lies between it and E.
  std::vector<std::pair<Place, const Event *>> Work{
      {{E.At, size_t(&E - E.At->Events.data())}, nullptr}};
  while (!Work.empty()) {
    const Node *N = Work.back().first.first;
    size_t Last = Work.back().first.second;
    const Event *Arrival = Work.back().second;
    Work.pop_back();
    bool Stopped = false;
    for (size_t I = Last; I-- > 0 && !Stopped;) {
      ClusterStep S = Order.stepOf(N->Events[I]);
      if (S == ClusterStep::Unknown)
        Result.Open = Facts.limits().leaveOpen("accesses to peers");
      if (S == ClusterStep::Arrive && !Arrival)
        Arrival = &N->Events[I];
      Stopped = S >= ClusterStep::Wait;
      if (Stopped)
        Result.Starts.push_back({N, I + 1});
    }
    if (Stopped) {
      if (Arrival)
        Result.Arrival = Arrival;
      continue;
    }
    if (N == &Facts.cfg().entry()) {
      Result.Starts.push_back({N, 0});
      if (Arrival)
        Result.Arrival = Arrival;
    }
    for (const Node *From : N->predecessors())
      if (From->Reached && Facts.paths().contains(*From) &&
          llvm::any_of(Facts.paths().successors(*From),
                       [&](ViewNode *To) { return To->Of == N; }) &&
          Seen.insert({From, From->Events.size()}).second) {
        Result.Passed.insert(From);
        Work.push_back({{From, From->Events.size()}, Arrival});
      }
  }
  return Result;
}

static const Stmt *returnIn(const Node &N) {
  for (const CFGElement &Element : llvm::reverse(N.block()))
    if (auto Done = Element.getAs<CFGStmt>())
      if (isa<ReturnStmt>(Done->getStmt()))
        return Done->getStmt();
  return nullptr;
}

/// The path of a block, \p Who if that is known, from \p Start to the exit with
/// fewer than \p Waits waits: the node of the `return` on it, or the exit; null
/// if there is none.
const Node *ClusterScan::pathOut(const Place &Start, unsigned Waits,
                                 const Decisions &Taken,
                                 const PeerBlocks::Block *Who) const {
  struct Path {
    Place At;
    unsigned Waits;
    uint64_t Decided; ///< Those of the decisions that hold no longer, as bits.
    const Node *Return;
  };
  std::set<std::tuple<const Node *, unsigned, uint64_t>> Seen;
  std::vector<Path> Work{{Start, Waits, 0, nullptr}};
  while (!Work.empty()) {
    Path Now = Work.back();
    Work.pop_back();
    const Node &N = *Now.At.first;
    auto Left = waitsBehind(N, Now.At.second, Now.Waits, Order);
    if (!Left)
      continue;
    if (N.owner().isRoot() && endsThread(Facts.cfg(), N))
      Now.Return = &N;
    if (&N == &Facts.cfg().exit())
      return Now.Return ? Now.Return : &N;
    llvm::ArrayRef<ViewNode *> Next = Facts.paths().successors(N);
    if (Next.size() > 1 && keepsBlock(N, *Left))
      continue;
    const Node *Only = Who ? Blocks.pathOf(*Who, N) : nullptr;
    for (const auto &[I, D] : llvm::enumerate(Taken))
      if (N.Branch && D.Condition == N.Branch && !(Now.Decided >> I & 1) &&
          D.Successor < N.successors().size()) {
        Only = N.successors()[D.Successor];
        if (D.Varies)
          Now.Decided |= uint64_t(1) << I;
      }
    for (ViewNode *To : Next)
      if ((!Only || Only == To->Of) &&
          Seen.insert({To->Of, *Left, Now.Decided}).second)
        Work.push_back({{To->Of, 0}, *Left, Now.Decided, Now.Return});
  }
  return nullptr;
}

/// `pathOut` for the first block of \p Who that has such a path. Blocks that do
/// not reach \p Start are elsewhere then; an empty \p Who stands for any block.
const Node *ClusterScan::pathOutOf(llvm::ArrayRef<PeerBlocks::Block> Who,
                                   const Place &Start, unsigned Waits,
                                   const Decisions &Taken) const {
  for (const PeerBlocks::Block &Each : Who)
    if (const Node *Out =
            pathOut(Start, Waits, Taken,
                    Blocks.mayReach(Each, *Start.first) ? &Each : nullptr))
      return Out;
  return Who.empty() ? pathOut(Start, Waits, Taken, nullptr) : nullptr;
}

std::optional<ClusterFault>
ClusterScan::left(const participation::PeerOperation &P) const {
  // Who gets a multicast waits for it.
  if (P.K == participation::PeerOperation::Kind::Multicast)
    return std::nullopt;
  Before Back = before(*P.At);
  if (Back.Open)
    return std::nullopt;
  std::optional<Decisions> Taken = decisionsTo(*P.At, Back.Passed);
  if (!Taken)
    return std::nullopt;
  std::vector<PeerBlocks::Block> OfWhom = Blocks.peersOf(P);
  for (const Place &Start : Back.Starts)
    if (const Node *Out =
            pathOutOf(OfWhom, Start, Back.Arrival ? 2 : 1, *Taken)) {
      ClusterFault Fault{ClusterFault::Kind::PeerMayHaveLeft, P};
      Fault.Return = returnIn(*Out);
      Fault.Arrival = Back.Arrival;
      return Fault;
    }
  return std::nullopt;
}

/// The block that makes the copy \p P of its own memory leaves with nothing
/// behind it by which it could know that it is done.
std::optional<ClusterFault>
ClusterScan::leavesSending(const participation::PeerOperation &P) const {
  const Event &E = *P.At;
  if (P.K != participation::PeerOperation::Kind::Copy ||
      !participation::readsOwnMemory(E, Facts) ||
      llvm::any_of(Facts.paths().allControls(*E.At),
                   [&](const Node *Branch) { return keepsBlock(*Branch, 1); }))
    return std::nullopt;
  size_t Behind = size_t(&E - E.At->Events.data()) + 1;
  const Node *Out =
      pathOutOf(Blocks.warpsAt(*E.At), {E.At, Behind}, 1, Decisions());
  if (!Out)
    return std::nullopt;
  ClusterFault Fault{ClusterFault::Kind::SenderMayLeave, P};
  Fault.Return = returnIn(*Out);
  return Fault;
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

/// No path from the entry to the operation passes anything by which the thread
/// could know that the peer has started.
bool ClusterScan::startsUnknown(const participation::PeerOperation &P) const {
  return FromEntry->before(*P.At) == 1;
}

std::vector<ClusterFault> ClusterScan::run() const {
  std::vector<ClusterFault> Found;
  std::optional<ClusterFault> Left, Narrow, Sending;
  ClusterArrivals Arrivals(Facts, Order);
  bool Started = false, HasBarrier = hasBarrier();
  for (const participation::PeerOperation &P : Peers.all()) {
    if (!Started && startsUnknown(P)) {
      Started = true;
      Found.push_back({ClusterFault::Kind::PeerNotStarted, P});
    }
    // The last one is where a barrier is missing.
    if (auto Fault = left(P))
      Left = Fault;
    else if (auto Fault = leavesSending(P))
      Sending = Fault;
    if (!Narrow)
      if (const Event *Write = Arrivals.unpublished(P)) {
        Narrow = ClusterFault{ClusterFault::Kind::ArrivalTooNarrow, P};
        Narrow->Write = Write;
      }
  }
  for (const participation::PeerOperation &P : Peers.allocations())
    if (!Started && startsUnknown(P)) {
      Started = true;
      Found.push_back({ClusterFault::Kind::PeerNotStarted, P});
    }
  for (const auto &Fault : {Left, Narrow})
    if (Fault)
      Found.push_back(*Fault);
  if (Found.empty() && Sending)
    Found.push_back(*Sending);
  for (ClusterFault &Fault : Found)
    Fault.HasBarrier = HasBarrier;
  return Found;
}

ClusterFaults::ClusterFaults(const KernelFacts &Facts) {
  if (!Facts.isSettled() || !Facts.isKernel())
    return;
  const auto &Peers = Facts.get<participation::PeerOperations>();
  if ((Peers.all().empty() && Peers.allocations().empty()) ||
      participation::hasNoPeers(Facts))
    return;
  Found = ClusterScan(Facts).run();
  Relaxed = ClusterArrivals(Facts, ClusterOrder(Facts)).behindRelaxed();
}

} // namespace warplint::clusters
