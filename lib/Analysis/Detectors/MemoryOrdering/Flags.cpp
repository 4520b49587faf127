//===--- Flags.cpp - Stores that loops and branches look at ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "CudaModel/MemorySpace.h"
#include "Support/Checked.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint::memoryorder {

//===----------------------------------------------------------------------===//
// Data of a flag
//===----------------------------------------------------------------------===//

/// What is read until it shows another value cannot be read too early.
bool Handshakes::isWaitedFor(const Operation &Op) const {
  const Node *Branch = nullptr;
  return Op.Reads && waitingLoop(Op, Branch);
}

/// \p Read comes after the wait that \p Branch ends, in the thread that waited
/// or behind a barrier that it reaches next.
bool Handshakes::isAfterWait(const Node &Branch, const Operation &Read) const {
  if (View.dominates(Branch, Read.node()))
    return true;
  auto [Slot, New] = AfterWaits.try_emplace({&Branch, Read.At}, false);
  if (!New)
    return Slot->second;
  for (const Event *Barrier : Barriers)
    if ((Barrier->At == &Read.node()
             ? Barrier < Read.At
             : View.dominates(*Barrier->At, Read.node())) &&
        !View.dominates(*Barrier->At, Branch))
      return Slot->second = true;
  return false;
}

/// \p Op may be data that \p Store announces. What threads claim by comparing
/// and exchanging they find out by that alone.
bool Handshakes::isDataOf(const Operation &Store, const Operation &Op) const {
  return Op.update() != AtomicUpdate::CompareExchange &&
         Op.Space != MemorySpace::Shared && Op.Space != MemorySpace::Constant &&
         !mayTouch(Op, Store) && !isWaitedFor(Op);
}

/// The index of the outermost array that \p Address is in; null if none.
static const Term *indexIn(const Term *Address) {
  const Term *Index = nullptr;
  for (const auto *Part = dyn_cast<SubobjectTerm>(Address); Part;
       Part = dyn_cast<SubobjectTerm>(Part->base()))
    if (const auto *Element = dyn_cast<ElementTerm>(Part))
      Index = Element->index();
  return Index;
}

static llvm::ArrayRef<const Term *> summandsOf(const Term *const &T) {
  return isa<LinearTerm>(T) ? T->operands() : llvm::ArrayRef<const Term *>(T);
}

/// The thread has observed the flag of one node, writes what belongs to that
/// node and reads nothing else, and announces another node: what it wrote is
/// for whoever observes the first flag. An access belongs to the node whose
/// index it is computed from, but for counters of loops.
bool Handshakes::isOfObserved(const Operation &Load, const Operation &Store,
                              const Operation &Write,
                              const Operation &Read) const {
  const Term *Node = indexIn(Load.address());
  const Term *Written = indexIn(Write.address()),
             *Taken = indexIn(Read.address());
  if (!Node || !Written || !Taken || Load.address() == Store.address() ||
      !View.dominates(Load.node(), Write.node()) ||
      !View.dominates(Load.node(), Read.node()))
    return false;
  const Term *Distance = Arena.binary(BO_Sub, Written, Taken);
  bool Tells = false;
  for (const Term *Part : summandsOf(Node)) {
    if (Part->isConstant() || isa<ParameterTerm>(Part))
      continue;
    Tells = true;
    if (!mentions(Written, Part) || !mentions(Taken, Part) ||
        mentions(Distance, Part))
      return false;
  }
  return Tells && (Distance->isConstant(0) ||
                   llvm::all_of(summandsOf(Distance), [](const Term *Part) {
                     return isa<PhiTerm>(Part);
                   }));
}

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

/// The number that the program writes as \p T; nothing if it writes none.
static std::optional<int64_t> writtenNumber(const Term *T,
                                            const Evaluation &Values) {
  const auto *Literal = dyn_cast<OpaqueTerm>(T);
  return Literal && isOfNumbers(*Literal) ? ThreadValues(Values).run(T, {})
                                          : numberOf(T);
}

/// Numbers that \p Stored can be, its ends among them; none if it may be any.
static llvm::SmallVector<int64_t, 3>
examplesOf(const Term *Stored, const Evaluation &Values, TermArena &Arena) {
  if (std::optional<int64_t> Number = writtenNumber(Stored, Values))
    return {*Number};
  TermArena::Range Of = Arena.rangeOf(Stored);
  if (!Of.Min || *Of.Min < 1)
    return {};
  int64_t Last =
      Of.Max.value_or((base::Checked(Of.Min) + 1000).orElse(*Of.Min));
  return {*Of.Min, *Of.Min + (Last - *Of.Min) / 2, Last};
}

/// What stands for "nothing there yet": zero, or all bits set.
static bool isNothing(const Term *T, const Evaluation &Values) {
  auto Number = writtenNumber(T, Values);
  return Number && (*Number == 0 || *Number == -1 || *Number == UINT32_MAX);
}

/// \p Condition asks whether \p Seen is nothing yet, and for no more.
static bool asksForNothing(const Term *Condition, const Term *Seen,
                           const Evaluation &Values) {
  if (const auto *Not = dyn_cast<UnaryTerm>(Condition))
    return Not->opcode() == UO_LNot && Not->of() == Seen;
  const auto *Op = dyn_cast<BinaryTerm>(Condition);
  return Condition == Seen ||
         (Op && BinaryOperator::isEqualityOp(Op->opcode()) &&
          ((Op->lhs() == Seen && isNothing(Op->rhs(), Values)) ||
           (Op->rhs() == Seen && isNothing(Op->lhs(), Values))));
}

/// What \p Condition sees of \p Load: its result, or a join of that with
/// others; null if it does not.
const Term *Handshakes::seenOf(const Operation &Load,
                               const Term *Condition) const {
  return findPart(Condition, [&](const Term &Part) {
    if (isResultOf(&Part, *Load.At))
      return true;
    if (!isa<PhiTerm>(Part))
      return false;
    return !walkTerms(&Part, [&](const Term &T, TermList &Instead) {
      for (const Incoming &I : Facts.values().incoming(&T))
        Instead.push_back(I.Reaching.Value);
      return isResultOf(&T, *Load.At) ? Walk::Stop
             : isa<PhiTerm>(T)        ? Walk::Enter
                                      : Walk::Skip;
    });
  });
}

/// Whether the condition holds for a thread that reads what \p Store stored;
/// nothing if that cannot be computed.
std::optional<bool> Handshakes::holdsWhenSet(const Node &Branch,
                                             const Operation &Load,
                                             const Operation &Store) const {
  bool Sets = !Store.Reads || Store.update() == AtomicUpdate::Exchange;
  const Term *Read = seenOf(Load, Branch.Branch);
  bool IsOfThread = !walkTerms(Branch.Branch, [&](const Term &Part) {
    return &Part == Read             ? Walk::Skip
           : isa<IdentityTerm>(Part) ? Walk::Stop
                                     : Walk::Enter;
  });
  if (!Sets || !Store.At->Value || !Read || IsOfThread)
    return std::nullopt;
  // Whoever stores what he has computed where others ask whether there is
  // anything yet stores something.
  llvm::SmallVector<int64_t, 3> Stored =
      examplesOf(Store.At->Value, Facts.values(), Arena);
  if (Stored.empty() && asksForNothing(Branch.Branch, Read, Facts.values()))
    Stored = {1};
  std::optional<bool> Result;
  for (int64_t Number : Stored) {
    GivenValues Given;
    Given[Read] = Number;
    auto Value = ThreadValues(Facts.values(), Given).run(Branch.Branch, {});
    if (!Value || (Result && *Result != (*Value != 0)))
      return std::nullopt;
    Result = *Value != 0;
  }
  return Result;
}

void Handshakes::findFlags() {
  llvm::SmallPtrSet<const Operation *, 8> OfTickets;
  for (const TicketCounter &Ticket : Tickets)
    OfTickets.insert(Ticket.Count);
  SignalList Pairs;
  for (const Operation &Store : Operations) {
    if (!Store.Writes || Store.Space == MemorySpace::Shared ||
        Store.Space == MemorySpace::Constant || isLock(Store) ||
        Store.update() == AtomicUpdate::CompareExchange)
      continue;
    for (const Operation &Load : Operations)
      if (Load.Reads && mayTouch(Load, Store) && Load.At != Store.At &&
          !OfTickets.count(&Load) && isFlag(Store, Load))
        Pairs.push_back({&Store, &Load});
  }
  keepAffordable(Pairs, Operations.size(),
                 "pairs of setting a flag and looking at it");
  for (const auto &[Store, Load] : Pairs)
    addFlag(*Store, *Load);
}

/// Another block or thread may look by \p Load at what \p Store has set.
bool Handshakes::isFlag(const Operation &Store, const Operation &Load) const {
  const Node *End = nullptr;
  bool Blocks = Load.At->Op && Load.At->Op->Entry->Waits;
  bool Asks = !Load.Writes && Load.isStrong() && Store.isStrong();
  if (!Asks && !Blocks && !waitingLoop(Load, End))
    return false;
  // What a lock protects says nothing by itself.
  if (Guarded.count(&Store) && Guarded.count(&Load))
    return false;
  // A flag of the block's or thread's own.
  return Facts.uniformity().of(Load.address()) >= Scope::Grid ||
         !isOwn(Store, Load);
}

/// The host waits for a managed variable while the kernel runs.
void Handshakes::findFlagsOfHost() {
  for (const Operation &Store : Operations) {
    const VarDecl *Var = variableAt(Store.Object);
    if (!Store.Writes || !Var || !Facts.code().isPolledByHost(*Var))
      continue;
    Handshake Made;
    Made.Announcement = &Store;
    Made.Needed = Scope::System;
    for (const Operation &Op : Operations)
      if (Op.Writes && Op.Space == MemorySpace::Managed &&
          !mayTouch(Op, Store) && leadsTo(Op, Store))
        Made.Passed.push_back({&Op, nullptr});
    if (!Made.Passed.empty())
      Found.push_back(std::move(Made));
  }
}

/// \p Load reads a number in floating point. No test of one that the kernel
/// computes shows whether it has been stored.
static bool isMeasured(const MemoryOperation &Load) {
  const auto *Read = dyn_cast_or_null<Expr>(Load.At->Site);
  return Read && Read->getType()->isRealFloatingType();
}

/// What is read once \p Load has shown that \p Store was made.
Handshakes::OperationList Handshakes::readsBehind(const Operation &Store,
                                                  const Operation &Load) const {
  OperationList Reads;
  auto IsBehind = [&](const Operation &Op) {
    return Op.Reads && !Op.Writes && leadsTo(Load, Op) && isDataOf(Store, Op);
  };
  const Node *End = nullptr;
  if (const Loop *Waiting = waitingLoop(Load, End)) {
    auto Holds = holdsWhenSet(*End, Load, Store);
    if (Holds && Waiting->contains(*End->successors()[*Holds ? 0 : 1]))
      return Reads; // Goes on waiting: this store takes the flag back.
    for (const Operation &Op : Operations)
      if (IsBehind(Op) && !Waiting->contains(Op.node()) &&
          isAfterWait(*End, Op))
        Reads.push_back(&Op);
    return Reads;
  }
  if (Load.At->Op && Load.At->Op->Entry->Waits) {
    for (const Operation &Op : Operations)
      if (IsBehind(Op) && isAfterWait(Load.node(), Op))
        Reads.push_back(&Op);
    return Reads;
  }
  // Who looks at the flag again before he uses it has not read behind it.
  auto IsBefore = [&](const Operation &Op) {
    return &Op.node() == &Load.node() ? Op.At < Load.At
                                      : View.dominates(Op.node(), Load.node());
  };
  llvm::SetVector<const Operation *> Chosen;
  DerivedFrom Tested(Dependence, *Load.At, Dependences::OfTests);
  for (const Node *Branch : branchesOn(Load)) {
    auto Holds = holdsWhenSet(*Branch, Load, Store);
    if (!Tested.contains(Branch->Branch) || (!Holds && isMeasured(Load)))
      continue;
    for (const Operation &Op : Operations)
      if (IsBehind(Op) && !IsBefore(Op) && isControlledBy(Op, *Branch) &&
          (!Holds || successorTo(*Branch, Op) == (*Holds ? 0u : 1u)))
        Chosen.insert(&Op);
  }
  return {Chosen.begin(), Chosen.end()};
}

void Handshakes::addFlag(const Operation &Store, const Operation &Load) {
  OperationList Reads = readsBehind(Store, Load), Writes;
  // What a barrier of the grid orders needs no flag.
  if (Reads.empty() || !mayMeetInOneGridInterval(Store, Load))
    return;
  for (const Operation &Op : Operations)
    if (Op.Writes && leadsTo(Op, Store) && isDataOf(Store, Op))
      Writes.push_back(&Op);
  Handshake Made;
  Made.Announcement = &Store;
  Made.Observation = &Load;
  Made.Needed = neededFor(Store, Load);
  addPassed(std::move(Made), Writes, Reads,
            [&](const Operation &Write, const Operation &Read) {
              return !isOwn(Write, Read) &&
                     !isOfObserved(Load, Store, Write, Read);
            });
}

} // namespace warplint::memoryorder
