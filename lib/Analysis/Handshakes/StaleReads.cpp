//===--- StaleReads.cpp - Reads that may miss what others write -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Handshakes/StaleReads.h"
#include "Analysis/Flow/Intervals.h"
#include "Model/Separation.h"

using namespace clang;

namespace warplint {

namespace {

class StaleReadFinder {
public:
  explicit StaleReadFinder(const KernelFacts &Facts)
      : Facts(Facts), Meetings(Facts.get<Handshakes>()), View(Facts.paths()) {}

  std::vector<StaleRead> find() {
    for (const MemoryOperation &Op : Meetings.operations()) {
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

  const MemoryOperation *otherWrite(const MemoryOperation &Read) const {
    for (const MemoryOperation &Op : Meetings.operations())
      if (Op.Writes && Op.Object == Read.Object)
        return &Op;
    return nullptr;
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

  /// What an instruction read that may be executed once, or what lanes have
  /// exchanged of such values.
  bool isReadOnce(const Term *T, const Loop &L) const {
    for (const Node *N : L.Nodes)
      for (const Event &E : N->Events)
        if (E.K == Event::Kind::Sync && isResultOf(T, E)) {
          if (isExchange(E))
            return E.Value && staysThere(E.Value, L);
          return isa<GCCAsmStmt>(E.Site) && !isOpaqueAsm(E.Site) &&
                 (!E.Address || staysThere(E.Address, L));
        }
    return false;
  }

  /// The value is the same in all rounds if the compiler reads it only once.
  bool staysThere(const Term *T, const Loop &L) const {
    switch (T->kind()) {
    case TermKind::Load:
      return llvm::any_of(Meetings.operations(),
                          [&](const MemoryOperation &Op) {
                            return isResultOf(T, *Op.At) && isHoistable(Op);
                          }) &&
             staysThere(T->operand(0), L);
    case TermKind::Phi:
      return !L.contains(*T->node());
    case TermKind::Opaque:
    case TermKind::Result:
      return isReadOnce(T, L);
    default:
      return llvm::all_of(
          T->operands(), [&](const Term *Part) { return staysThere(Part, L); });
    }
  }

  /// Something in the loop makes the compiler read memory again.
  static bool reloads(const Loop &L, const MemoryOperation &Waited) {
    for (const Node *N : L.Nodes) {
      for (const Event &E : N->Events)
        if (E.K != Event::Kind::Access && &E != Waited.At &&
            !(E.K == Event::Kind::Sync && isExchange(E)))
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
    const Loop *L = Meetings.waitingLoop(Op, Branch);
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

  bool comesBefore(const Event &Early, const Event &Late) const {
    return Early.At == Late.At ? &Early < &Late
                               : View.dominates(*Early.At, *Late.At);
  }

  bool isBetween(const Event &E, const Event &First,
                 const Event &Second) const {
    return leadsTo(View, First, E, &Second) && leadsTo(View, E, Second, &First);
  }

  void findAgain(const MemoryOperation &Second) {
    if (Second.Space == MemorySpace::Shared)
      return;
    for (const MemoryOperation &First : Meetings.operations())
      if (First.Reads && First.Strength == AccessStrength::Plain &&
          First.address() == Second.address() && First.At != Second.At &&
          comesBefore(*First.At, *Second.At))
        for (const MemoryOperation &Write : Meetings.operations())
          if (Write.Writes && !Write.isAtomic() &&
              Write.Object == Second.Object &&
              Write.address() != Second.address() &&
              isBetween(*Write.At, *First.At, *Second.At) &&
              isWrittenByOther(Second, Write) && !isForced(First, Second)) {
            Found.push_back({Kind::Again, &Second, &First, &Write});
            return;
          }
  }

  /// An operation between the two keeps the compiler from reusing the first.
  bool isForced(const MemoryOperation &First,
                const MemoryOperation &Second) const {
    for (const Node *N : Facts.cfg().order())
      for (const Event &E : N->Events)
        if (E.K != Event::Kind::Access && isBetween(E, *First.At, *Second.At))
          return true;
    return false;
  }

  /// In the example block, a thread writes the element that another reads.
  bool isWrittenByOther(const MemoryOperation &Read,
                        const MemoryOperation &Write) const {
    const Term *At = Read.address(), *To = Write.address();
    if (At->kind() != TermKind::Element || To->kind() != TermKind::Element ||
        At->operand(0) != To->operand(0))
      return false;
    Inputs Of = inputsOf(At->operand(1), Facts.values());
    if (!Of.Counters.empty() ||
        !inputsOf(To->operand(1), Facts.values()).Counters.empty())
      return false;
    ThreadGroups Groups(Facts.cfg(), Facts.values(), View,
                        Facts.terms().launch(), {&Write.node(), &Read.node()});
    GivenValues None;
    ThreadValues Run(Facts.values(), None);
    llvm::DenseMap<int64_t, int64_t> Writer;
    for (const ThreadGroup &Group : Groups.all())
      if (Group.Reached.count(&Write.node()))
        for (const ThreadOfBlock &T : Group.Threads)
          if (auto Index = Run.run(To->operand(1), T))
            Writer[*Index] = T.rank();
    for (const ThreadGroup &Group : Groups.all())
      if (Group.Reached.count(&Read.node()))
        for (const ThreadOfBlock &T : Group.Threads)
          if (auto Index = Run.run(At->operand(1), T))
            if (auto Same = Writer.find(*Index);
                Same != Writer.end() && Same->second != T.rank())
              return true;
    return false;
  }

  //===--- Caches ---------------------------------------------------------===//

  /// Read through the read-only cache, or free to be: what a kernel reads
  /// through such a parameter the compiler takes for constant.
  static bool isReadOnly(const MemoryOperation &Op) {
    if (Op.Strength == AccessStrength::ReadOnly)
      return true;
    if (Op.Strength != AccessStrength::Plain ||
        Op.Object->kind() != TermKind::Parameter)
      return false;
    const auto *Read = dyn_cast<CastExpr>(Op.At->Site);
    QualType Type = Op.Object->decl()->getType();
    return Type->isPointerType() && Type.isRestrictQualified() &&
           Type->getPointeeType().isConstQualified() &&
           (!Read || Read->getSubExpr()->getType().isConstQualified());
  }

  /// The thread comes from the write to the read past something that makes it
  /// wait for others, or orders: it means to see what they wrote.
  void findReadOnly(const MemoryOperation &Read) {
    const MemoryOperation *Ordered = nullptr;
    for (const MemoryOperation &Write : Meetings.operations()) {
      if (!Write.Writes || Write.Object != Read.Object)
        continue;
      if (Write.address() == Read.address())
        return; // The thread's own element.
      for (const Node *N : Facts.cfg().order())
        for (const Event &E : N->Events)
          if (!Ordered && E.K == Event::Kind::Sync &&
              (E.Op->Kind == SyncKind::Fence || maySeparate(E, Scope::Block)) &&
              leadsTo(View, *Write.At, E) && leadsTo(View, E, *Read.At))
            Ordered = &Write;
    }
    if (Ordered)
      Found.push_back({Kind::ReadOnly, &Read, nullptr, Ordered});
  }

  /// The atomic's order is the fault, and reported as such.
  bool isRelaxed(const Handshake &H) const {
    return llvm::any_of(Meetings.faults(), [&](const HandshakeFault &Fault) {
      return Fault.Of == &H && Fault.K == HandshakeFault::Kind::Relaxed;
    });
  }

  void findLastBlock() {
    for (const Handshake &H : Meetings.all()) {
      if (H.K != Handshake::Kind::Ticket || acquires(H.Observation->Order) ||
          isRelaxed(H))
        continue;
      for (const Handshake::Data &D : H.Passed)
        if (D.Read->Strength == AccessStrength::Plain &&
            Facts.code().isUserCode(D.Read->At->Site->getBeginLoc()) &&
            Meetings.ordering()
                ->between(*H.Observation->At, *D.Read->At, H.Needed,
                          Direction::Acquire)
                .UnfencedInOneInterval)
          Found.push_back({Kind::LastBlock, D.Read, H.Observation, D.Write});
    }
  }

  const KernelFacts &Facts;
  const Handshakes &Meetings;
  const FlowView &View;
  std::vector<StaleRead> Found;
};

} // namespace

std::vector<StaleRead> staleReads(const KernelFacts &Facts) {
  return StaleReadFinder(Facts).find();
}

} // namespace warplint
