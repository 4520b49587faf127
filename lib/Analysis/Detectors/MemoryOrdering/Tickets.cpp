//===--- Tickets.cpp - Counters that show the last arrival ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Analysis/Expr/TermTraversal.h"
#include "CudaModel/MemorySpace.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint::memoryorder {

struct Handshakes::CountTest {
  TicketCounter Counter;
  /// Successor of the branch that the last arrival takes, where that is
  /// certain.
  std::optional<unsigned> Successor;
};

/// The tests of one operation, as far as they have been asked for.
struct Handshakes::TicketTests {
  TicketTests(const LoadDependence &Of, const Operation &Count)
      : Count(Count), From(Of, *Count.At) {}

  const Operation &Count;
  DerivedFrom From;
  /// Many branches ask for one comparison that lies in a variable.
  llvm::DenseMap<const BinaryTerm *, std::optional<CountTest>> Parsed;
};

static bool mentionsGridSize(const Term *T) {
  return !walkTerms(T, [](const Term &Part) {
    if (Part.isIdentity(IdentityKind::GridDim) ||
        Part.isIdentity(IdentityKind::BlocksInGrid))
      return Walk::Stop;
    return isa<PhiTerm>(Part) ? Walk::Skip : Walk::Enter;
  });
}

/// A comparison that selects the last arrival: for equality, or with the number
/// of blocks. An order alone hands out work (`while (next < n)`).
std::optional<Handshakes::CountTest>
Handshakes::parseTest(TicketTests &Of, const BinaryTerm *Comparison) const {
  const Operation &Count = Of.Count;
  DerivedFrom &From = Of.From;
  const Term *Ticket = Comparison->lhs(), *Limit = Comparison->rhs();
  if (!From.contains(Ticket))
    std::swap(Ticket, Limit);
  if (From.contains(Limit))
    return std::nullopt;
  CountTest Test;
  Test.Counter = {&Count, Comparison, nullptr, nullptr};
  bool Equality =
      Comparison->opcode() == BO_EQ || Comparison->opcode() == BO_NE;
  if (!Equality)
    return mentionsGridSize(Limit) ? std::optional(Test) : std::nullopt;
  // ticket + a == b: the last one gets b - a.
  const Term *Distance = Arena.binary(BO_Sub, Ticket, Limit);
  const Term *Old = nullptr;
  if (isResultOf(Ticket, *Count.At))
    Old = Ticket;
  for (const Term *Part : Distance->operands())
    if (isa<LinearTerm>(Distance) && isResultOf(Part, *Count.At))
      Old = Part;
  const Term *Last = Old ? Arena.binary(BO_Sub, Old, Distance) : nullptr;
  if (Last && !From.contains(Last))
    Test.Counter.Last = Last;
  bool Down = Count.update() == AtomicUpdate::Subtract ||
              Count.update() == AtomicUpdate::Decrement;
  bool First = Limit->isConstant(0) && !Down;
  if (First && (!Test.Counter.Last || !Last->isConstant(0)))
    return std::nullopt; // Of a flag made from the ticket, not of the ticket.
  // Who finds the old value 0 is the first and leaves; the others come later.
  bool LastHolds = (Comparison->opcode() == BO_EQ) != First;
  Test.Successor = LastHolds ? 0 : 1;
  if (First)
    Test.Counter.Last = nullptr;
  if (Test.Counter.Last && Count.update() == AtomicUpdate::Increment &&
      Count.At->Value)
    Test.Counter.Excess =
        Arena.binary(BO_Sub, Count.At->Value, Test.Counter.Last);
  return Test;
}

std::optional<Handshakes::CountTest>
Handshakes::countTest(TicketTests &Of, const Node &Branch) const {
  for (const BinaryTerm *Comparison : Of.From.comparisonsIn(Branch.Branch)) {
    auto [Known, New] = Of.Parsed.try_emplace(Comparison);
    if (New)
      Known->second = parseTest(Of, Comparison);
    std::optional<CountTest> Test = Known->second;
    if (!Test)
      continue;
    const Term *Asked = Branch.Branch;
    const auto *Negated = dyn_cast<UnaryTerm>(Asked);
    if (Negated)
      Asked = Negated->of();
    if (Asked != Comparison) {
      if (Comparison->lhs()->isConstant(0) || Comparison->rhs()->isConstant(0))
        continue; // Which side is the first arrival's is not certain.
      Test->Successor.reset();
    } else if (Negated && Test->Successor) {
      Test->Successor = 1 - *Test->Successor;
    }
    return Test;
  }
  return std::nullopt;
}

/// The compare-exchange \p Op writes what it computes from what it expects, as
/// a sum is made of it. Others take a place in a table, or a lock.
static bool countsBySwap(const MemoryOperation &Op, const Evaluation &Values) {
  const Expr *Compare = Op.At->Op->Compare;
  const Term *Expected =
      Compare ? Values.valueOf(*Op.At->Owner, Compare) : nullptr;
  return Expected && !Expected->isConstant() && Op.At->Value &&
         Op.At->Value != Expected &&
         anyPartOf(Op.At->Value,
                   [&](const Term &Part) { return &Part == Expected; });
}

void Handshakes::findTickets() {
  OperationList Counts;
  for (const Operation &Op : Operations) {
    bool Swaps = Op.update() == AtomicUpdate::CompareExchange &&
                 !countsBySwap(Op, Facts.values());
    // A maximum and the like count nobody.
    if (Op.isReadModifyWrite() && Op.update() != AtomicUpdate::Other &&
        Op.update() != AtomicUpdate::Minimum &&
        Op.update() != AtomicUpdate::Maximum &&
        Op.Space != MemorySpace::Shared && !Swaps && !isLock(Op))
      Counts.push_back(&Op);
  }
  std::vector<const Event *> Sources;
  for (const Operation *Count : Counts)
    Sources.push_back(Count->At);
  DerivedFrom AnyCount(Dependence, Sources);
  llvm::SetVector<const Term *> Places;
  for (const Operation &Op : Operations)
    if (Op.Space != MemorySpace::Shared && AnyCount.contains(Op.address()))
      Places.insert(Op.address());
  for (const Operation *Count : Counts)
    addTicket(*Count, Places.getArrayRef());
}

void Handshakes::addTicket(const Operation &Count,
                           llvm::ArrayRef<const Term *> PlacesFromCounts) {
  Handshake Made;
  Made.K = Handshake::Kind::Ticket;
  Made.Announcement = Made.Observation = &Count;
  Made.Needed = neededFor(Count, Count);
  TicketTests Tests(Dependence, Count);
  // A number that places are computed from hands out work or memory.
  if (llvm::any_of(PlacesFromCounts, [&](const Term *Place) {
        return Tests.From.contains(Place);
      }))
    return;
  OperationList Writes;
  llvm::SetVector<const Operation *> Reads;
  for (const Node *Branch : branchesOn(Count, Tests.From)) {
    auto Test = countTest(Tests, *Branch);
    if (!Test)
      continue;
    if (mentionsGridSize(Test->Counter.Comparison))
      Made.Needed = Arena.launch().gridSize() == 1 ? Scope::Block : Scope::Grid;
    size_t Before = Reads.size();
    for (const Operation *Op : readsUnder(*Branch))
      if (!mayTouch(*Op, Count) &&
          (!Test->Successor || successorTo(*Branch, *Op) == Test->Successor))
        Reads.insert(Op);
    if (Reads.size() > Before)
      Tickets.push_back(Test->Counter);
  }
  for (const Operation &Op : Operations)
    if (Op.Writes && !mayTouch(Op, Count) && leadsTo(Op, Count))
      Writes.push_back(&Op);
  addPassed(std::move(Made), Writes, OperationList(Reads.begin(), Reads.end()),
            [&](const Operation &Write, const Operation &Read) {
              return !isOwn(Write, Read);
            });
}

} // namespace warplint::memoryorder
