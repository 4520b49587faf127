//===--- StaleReads.cpp - Reads that may miss what others write -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/StaleReads.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/Budgets/Budgets.h"
#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/Separation.h"
#include "llvm/ADT/DenseSet.h"

using namespace clang;

namespace warplint::memoryorder {

/// How many nodes and events computing two indices for one thread is worth.
static constexpr uint64_t StepsPerThread = 10;

namespace {

class StaleReadFinder {
public:
  explicit StaleReadFinder(const KernelFacts &Facts);

  std::vector<StaleRead> find() {
    for (const MemoryOperation &Op : Signals.operations()) {
      if (!Op.Reads || Op.Writes ||
          !Facts.code().isUserCode(Op.At->Site->getBeginLoc()))
        continue;
      if (Op.Space == MemorySpace::Constant ||
          (isHoistable(Op) && findWaiting(Op)))
        continue;
      if (isReadOnly(Op))
        findReadOnly(Op);
      else if (Op.Strength == AccessStrength::Plain)
        findAgain(Op);
    }
    findLastBlock();
    return std::move(Found);
  }

private:
  using Kind = StaleRead::Kind;
  using OperationList = std::vector<const MemoryOperation *>;
  using SiteOfCall = std::pair<const CallContext *, const Stmt *>;

  const MemoryOperation *otherWrite(const MemoryOperation &Read) const {
    auto Writes = WritesOf.find(Read.Object);
    return Writes == WritesOf.end() ? nullptr : Writes->second.front();
  }

  //===--- A loop that waits ----------------------------------------------===//

  /// The compiler takes the statement for one that may change memory.
  static bool isOpaqueAsm(const Stmt *S) {
    const auto *Asm = dyn_cast<GCCAsmStmt>(S);
    if (!Asm || Asm->isVolatile())
      return Asm;
    for (unsigned I = 0; I < Asm->getNumClobbers(); ++I)
      if (Asm->getClobber(I) == "memory")
        return true;
    return false;
  }

  /// The compiler may read once before the loop. That goes for a statement of
  /// PTX, too, that is not volatile.
  static bool isHoistable(const MemoryOperation &Op) {
    if (isa<GCCAsmStmt>(Op.At->Site))
      return !isOpaqueAsm(Op.At->Site);
    return Op.Strength == AccessStrength::ReadOnly ||
           (Op.Strength == AccessStrength::Plain && !Op.At->Op);
  }

  /// Lanes only exchange values: the compiler need not read memory again.
  static bool isExchange(const Event &E) {
    switch (E.Op->Kind) {
    case SyncKind::Vote:
    case SyncKind::Shuffle:
    case SyncKind::Match:
    case SyncKind::WarpReduce:
    case SyncKind::ActiveMask:
      return true;
    default:
      return false;
    }
  }

  /// What \p T, which an operation or instruction of \p L made, depends on if
  /// the compiler may execute that once before the loop; false if it may not.
  bool addPartsOfResult(const SiteTerm &T, const Loop &L,
                        TermList &Parts) const {
    const Event *Made = Facts.values().operationOf(T);
    if (!Made || !L.contains(*Made->At))
      return false;
    if (isExchange(*Made)) {
      Parts.push_back(Made->Value);
      return Made->Value;
    }
    if (!isa<GCCAsmStmt>(Made->Site) || isOpaqueAsm(Made->Site))
      return false;
    if (Made->Address)
      Parts.push_back(Made->Address);
    return true;
  }

  /// The value is the same in all iterations if the compiler reads it only
  /// once.
  bool staysThere(const Term *T, const Loop &L) const {
    TermReach Changing;
    return !Changing.reaches(T, [&](const Term &Part, TermList &Parts) {
      switch (Part.kind()) {
      case TermKind::Load: {
        const auto &Read = cast<LoadTerm>(Part);
        Parts.push_back(Read.address());
        return !Hoistable.count({Read.callContext(), Read.site()});
      }
      case TermKind::Phi:
        return L.contains(*cast<PhiTerm>(Part).node());
      case TermKind::Opaque:
      case TermKind::Result:
        return !addPartsOfResult(cast<SiteTerm>(Part), L, Parts);
      default:
        Parts.append(Part.operands().begin(), Part.operands().end());
        return false;
      }
    });
  }

  /// Something in the loop makes the compiler read memory again.
  static bool reloads(const Loop &L, const MemoryOperation &Waited) {
    for (const Node *N : L.Nodes) {
      for (const Event &E : N->Events)
        if (!E.isAccess() && &E != Waited.At && !(E.isSync() && isExchange(E)))
          return true;
      for (unsigned I = N->firstElement(); I < N->lastElement(); ++I)
        if (auto S = N->block()[I].getAs<CFGStmt>())
          if (isOpaqueAsm(S->getStmt()))
            return true;
    }
    return false;
  }

  bool findWaiting(const MemoryOperation &Op) {
    const Node *Branch = nullptr;
    const Loop *L = Signals.waitingLoop(Op, Branch);
    if (!L || reloads(*L, Op))
      return false;
    for (const Node *N : L->Nodes) {
      if (N->ending() == Node::Ending::Abort)
        return false;
      for (const ViewNode *To : View.successors(*N))
        if (!L->contains(*To->Of) && (!N->Branch || !staysThere(N->Branch, *L)))
          return false;
    }
    Found.push_back({Kind::Waiting, &Op, nullptr, otherWrite(Op)});
    return true;
  }

  //===--- One location read twice ----------------------------------------===//

  void findAgain(const MemoryOperation &Second) {
    if (Second.Space == MemorySpace::Shared)
      return;
    for (const MemoryOperation *First : ReadsAt[Second.address()])
      if (First->Strength == AccessStrength::Plain && First->At != Second.At &&
          View.precedes(*First->At, *Second.At))
        if (const MemoryOperation *Write = writeBetween(*First, Second)) {
          Found.push_back({Kind::Again, &Second, First, Write});
          return;
        }
  }

  /// A write by which another thread may change between two reads what they
  /// read; null if there is none, or if an operation between the two keeps the
  /// compiler from reusing the first.
  const MemoryOperation *writeBetween(const MemoryOperation &First,
                                      const MemoryOperation &Second) {
    const OperationList &Writes = WritesOf[Second.Object];
    if (Writes.empty())
      return nullptr;
    if (!Steps.spend(Facts.cfg().nodes().size() + Writes.size())) {
      Facts.limits().cut(BudgetId::RereadSteps,
                         "pairs of reads of one location");
      return nullptr;
    }
    EventsBetween Between = Reaches.between(*First.At, *Second.At);
    std::optional<bool> IsForced;
    for (const MemoryOperation *Write : Writes) {
      if (Write->isAtomic() || Write->address() == Second.address() ||
          !Between.contains(*Write->At))
        continue;
      if (!IsForced)
        IsForced = llvm::any_of(
            Others, [&](const Event *E) { return Between.contains(*E); });
      if (*IsForced || !isApart(Second, *Write))
        return nullptr;
      if (isWrittenByOther(Second, *Write))
        return Write;
    }
    return nullptr;
  }

  /// The compiler sees that the thread does not write what it reads: after
  /// other writes to the object it has to load again.
  bool isApart(const MemoryOperation &Read, const MemoryOperation &Write) {
    const auto *At = dyn_cast<ElementTerm>(Read.address()),
               *To = dyn_cast<ElementTerm>(Write.address());
    if (!At || !To || At->base() != To->base())
      return true;
    const auto *Distance = dyn_cast<ConstantTerm>(
        Facts.terms().binary(BO_Sub, To->index(), At->index()));
    return Distance && Distance->value() != 0;
  }

  /// In the example block, a thread writes the element that another reads.
  bool isWrittenByOther(const MemoryOperation &Read,
                        const MemoryOperation &Write) {
    const auto *At = dyn_cast<ElementTerm>(Read.address()),
               *To = dyn_cast<ElementTerm>(Write.address());
    if (!At || !To || At->base() != To->base())
      return false;
    Inputs Of = inputsOf(At->index(), Facts.values());
    if (!Of.Counters.empty() ||
        !inputsOf(To->index(), Facts.values()).Counters.empty())
      return false;
    const ThreadGroups &Groups = groupsFor(Write.node(), Read.node());
    size_t Threads = 0;
    for (const ThreadGroup &Group : Groups.all())
      Threads += Group.Threads.size();
    if (!Steps.spend(StepsPerThread * Threads)) {
      Facts.limits().cut(BudgetId::RereadSteps,
                         "pairs of reads of one location");
      return false;
    }
    ThreadValues Run(Facts.values());
    llvm::DenseMap<int64_t, int64_t> Writer;
    for (const ThreadGroup &Group : Groups.all())
      if (Group.Reached.count(&Write.node()))
        for (const ThreadOfBlock &T : Group.Threads)
          if (auto Index = Run.run(To->index(), T))
            Writer[*Index] = T.rank();
    for (const ThreadGroup &Group : Groups.all())
      if (Group.Reached.count(&Read.node()))
        for (const ThreadOfBlock &T : Group.Threads)
          if (auto Index = Run.run(At->index(), T))
            if (auto Same = Writer.find(*Index);
                Same != Writer.end() && Same->second != T.rank())
              return true;
    return false;
  }

  const ThreadGroups &groupsFor(const Node &Write, const Node &Read) {
    std::unique_ptr<ThreadGroups> &Known = Groups[{&Write, &Read}];
    if (!Known)
      Known = std::make_unique<ThreadGroups>(
          Facts.cfg(), Facts.values(), View, Facts.terms().launch(),
          llvm::ArrayRef<const Node *>({&Write, &Read}));
    return *Known;
  }

  //===--- Caches ---------------------------------------------------------===//

  /// Read through the read-only cache, or free to be: what a kernel reads
  /// through such a parameter the compiler takes for constant.
  static bool isReadOnly(const MemoryOperation &Op) {
    if (Op.Strength == AccessStrength::ReadOnly)
      return true;
    const auto *Pointer = dyn_cast<ParameterTerm>(Op.Object);
    if (Op.Strength != AccessStrength::Plain || !Pointer)
      return false;
    const auto *Read = dyn_cast<CastExpr>(Op.At->Site);
    QualType Type = Pointer->decl()->getType();
    return Type->isPointerType() && Type.isRestrictQualified() &&
           Type->getPointeeType().isConstQualified() &&
           (!Read || Read->getSubExpr()->getType().isConstQualified());
  }

  /// The thread comes from the write to the read past something that makes it
  /// wait for others, or orders: it means to see what they wrote.
  void findReadOnly(const MemoryOperation &Read) {
    const OperationList &Writes = WritesOf[Read.Object];
    // The thread's own element.
    if (llvm::any_of(Writes, [&](const MemoryOperation *Write) {
          return Write->address() == Read.address();
        }))
      return;
    for (const MemoryOperation *Write : Writes) {
      if (!Steps.spend(Orders.size())) {
        Facts.limits().cut(BudgetId::RereadSteps,
                           "reads through the read-only cache");
        return;
      }
      if (llvm::any_of(Orders, [&](const Event *E) {
            return Reaches.leadsTo(*Write->At, *E) &&
                   Reaches.leadsTo(*E, *Read.At);
          })) {
        Found.push_back({Kind::ReadOnly, &Read, nullptr, Write});
        return;
      }
    }
  }

  /// The atomic's order is the fault, and reported as such.
  bool isRelaxed(const Handshake &H) const {
    return llvm::any_of(Signals.faults(), [&](const HandshakeFault &Fault) {
      return Fault.Of == &H && Fault.K == HandshakeFault::Kind::Relaxed;
    });
  }

  void findLastBlock() {
    for (const Handshake &H : Signals.all()) {
      if (H.K != Handshake::Kind::Ticket || acquires(H.Observation->Order) ||
          isRelaxed(H))
        continue;
      for (const Handshake::Data &D : H.Passed) {
        if (D.Read->Strength != AccessStrength::Plain ||
            !Facts.code().isUserCode(D.Read->At->Site->getBeginLoc()))
          continue;
        auto Path = Signals.ordering()->between(*H.Observation->At, *D.Read->At,
                                                H.Needed, Direction::Acquire);
        if (Path && Path->UnfencedInOneInterval)
          Found.push_back({Kind::LastBlock, D.Read, H.Observation, D.Write});
      }
    }
  }

  const KernelFacts &Facts;
  const Handshakes &Signals;
  const CfgView &View;
  const Reachability &Reaches;
  std::vector<StaleRead> Found;
  // By object and by address, in the order of the program; never iterated.
  llvm::DenseMap<const Term *, OperationList> WritesOf, ReadsAt;
  /// Loads that the compiler may execute once, and events by their results.
  llvm::DenseSet<SiteOfCall> Hoistable;
  /// Events that order accesses; all that are no accesses.
  std::vector<const Event *> Orders, Others;
  llvm::DenseMap<std::pair<const Node *, const Node *>,
                 std::unique_ptr<ThreadGroups>>
      Groups;
  StepBudget Steps;
};

} // namespace

StaleReadFinder::StaleReadFinder(const KernelFacts &Facts)
    : Facts(Facts), Signals(Facts.get<Handshakes>()), View(Facts.paths()),
      Reaches(Facts.get<Reachability>()),
      Steps(Facts.budgets().RereadSteps, Facts.work(), /*PerStep=*/8) {
  for (const MemoryOperation &Op : Signals.operations()) {
    if (Op.Writes)
      WritesOf[Op.Object].push_back(&Op);
    if (Op.Reads)
      ReadsAt[Op.address()].push_back(&Op);
    if (isHoistable(Op))
      Hoistable.insert({Op.At->Owner, Op.At->Site});
  }
  for (const Event &E : Facts.cfg().events()) {
    if (!E.isAccess())
      Others.push_back(&E);
    if (E.isSync() &&
        (E.Op->Kind == SyncKind::Fence || maySeparate(E, Scope::Block)))
      Orders.push_back(&E);
  }
}

std::vector<StaleRead> staleReads(const KernelFacts &Facts) {
  return StaleReadFinder(Facts).find();
}

} // namespace warplint::memoryorder
