//===--- Locks.cpp - What takes locks and gives them back -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "CudaModel/MemorySpace.h"
#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace warplint::memoryorder {

/// An operand that is a constant, in the source or in an instruction.
static std::optional<int64_t> constantOf(const Evaluation &Values,
                                         const MemoryOperation &Op,
                                         const Expr *E,
                                         std::optional<uint64_t> Immediate) {
  if (auto Number = numberOf(E ? Values.valueOf(*Op.At->Owner, E) : nullptr))
    return Number;
  return Immediate ? std::optional<int64_t>(*Immediate) : std::nullopt;
}

/// The constant that \p Op stores, which does not depend on the old value;
/// nothing if it stores none.
static std::optional<int64_t> storedBy(const Evaluation &Values,
                                       const MemoryOperation &Op) {
  if (!Op.At->Op)
    return numberOf(Op.At->Value);
  // `test_and_set` sets, `clear` clears.
  if (Op.At->Op->Entry->ValueArg < 0)
    return Op.Reads ? 1 : 0;
  return constantOf(Values, Op, Op.At->Op->Value, Op.At->Op->ValueImmediate);
}

std::optional<int64_t> expectedBy(const Evaluation &Values,
                                  const MemoryOperation &Op) {
  return constantOf(Values, Op, Op.At->Op->Compare, std::nullopt);
}

bool Handshakes::isLock(const Operation &Op) const {
  return llvm::any_of(
      Locks, [&](const Operation *Taking) { return mayTouch(*Taking, Op); });
}

/// An exchange of one constant for another, or for whatever was there.
bool Handshakes::takes(const Operation &Op) const {
  if (!Op.At->Op || !Op.isReadModifyWrite())
    return false;
  auto Taken = storedBy(Facts.values(), Op);
  if (Op.update() == AtomicUpdate::Exchange ||
      Op.update() == AtomicUpdate::SetBits)
    return Taken.has_value();
  if (Op.update() != AtomicUpdate::CompareExchange)
    return false;
  // A reference to what is expected is set anew in each iteration.
  const Expr *Compare = Op.At->Op->Compare;
  if (Compare && Compare->isGLValue())
    return Taken.has_value();
  if (!Compare)
    return Taken.has_value(); // An instruction that holds the constant.
  auto Free = expectedBy(Facts.values(), Op);
  return Free && Free != Taken;
}

bool Handshakes::givesBack(const Operation &Taking, const Operation &Op) const {
  if (!Op.Writes || Op.At == Taking.At || !mayTouch(Op, Taking))
    return false;
  switch (Op.update()) {
  case AtomicUpdate::Subtract:
  case AtomicUpdate::Minimum:
  case AtomicUpdate::Maximum:
  case AtomicUpdate::Other:
    return true;
  case AtomicUpdate::None:
  case AtomicUpdate::Exchange:
  case AtomicUpdate::CompareExchange:
    break;
  case AtomicUpdate::Add:
  case AtomicUpdate::Increment:
  case AtomicUpdate::Decrement:
  case AtomicUpdate::SetBits:
    return false;
  }
  auto Given = storedBy(Facts.values(), Op),
       Free = expectedBy(Facts.values(), Taking);
  return Given && Given != storedBy(Facts.values(), Taking) &&
         (!Free || Given == Free);
}

/// Threads reach \p Op as they reach \p Giving: as the result of \p Taking
/// decides, which they may have kept from an earlier iteration.
bool Handshakes::decides(const Operation &Taking, const Operation &Giving,
                         const Operation &Op) const {
  return llvm::any_of(branchesOn(Taking), [&](const Node *Branch) {
    auto Successor = isControlledBy(Giving, *Branch)
                         ? successorTo(*Branch, Giving)
                         : std::nullopt;
    return Successor && successorTo(*Branch, Op) == Successor;
  });
}

void Handshakes::findLocks() {
  SignalList Pairs;
  for (const Operation &Taking : Operations) {
    if (!takes(Taking))
      continue;
    const Node *Branch = nullptr;
    bool Waits = waitingLoop(Taking, Branch);
    if (!Waits && branchesOn(Taking).empty())
      continue;
    for (const Operation &Giving : Operations)
      if (givesBack(Taking, Giving) &&
          (Waits || View.dominates(Taking.node(), Giving.node()) ||
           decides(Taking, Giving, Giving)) &&
          leadsTo(Taking, Giving))
        Pairs.push_back({&Giving, &Taking});
  }
  for (const auto &[Giving, Taking] : Pairs)
    if (Locks.empty() || Locks.back() != Taking)
      Locks.push_back(Taking);
  SignalList All = Pairs;
  keepAffordable(Pairs, Operations.size() + Facts.cfg().nodes().size(),
                 "pairs of taking a lock and giving it back");
  if (Pairs.size() != All.size())
    guardAllBetween(All);
  for (const auto &[Giving, Taking] : Pairs)
    addLock(*Taking, *Giving);
}

/// Where not all pairs are looked at, everything that can lie between two of
/// them counts as guarded: nothing is said of it that the rest could refute.
void Handshakes::guardAllBetween(const SignalList &Pairs) {
  llvm::SmallSetVector<const Operation *, 16> Givings;
  for (const auto &[Giving, Taking] : Pairs)
    Givings.insert(Giving);
  for (const Operation &Op : Operations)
    if (llvm::any_of(
            Locks, [&](const auto *Taking) { return leadsTo(*Taking, Op); }) &&
        llvm::any_of(Givings,
                     [&](const auto *Giving) { return leadsTo(Op, *Giving); }))
      Guarded.insert(&Op);
}

void Handshakes::addLock(const Operation &Taking, const Operation &Giving) {
  Handshake Made;
  Made.K = Handshake::Kind::Lock;
  Made.Announcement = &Giving;
  Made.Observation = &Taking;
  Made.Needed = neededFor(Giving, Taking);
  EventsBetween Section = Reaches.between(*Taking.At, *Giving.At);
  const Node *Branch = nullptr;
  bool Kept = !waitingLoop(Taking, Branch) &&
              !View.dominates(Taking.node(), Giving.node());
  OperationList Writes, Reads;
  for (const Operation &Op : Operations) {
    if (Op.isAtomic() || mayTouch(Op, Taking) ||
        Op.Space == MemorySpace::Constant ||
        (Op.Space == MemorySpace::Shared &&
         Taking.Space != MemorySpace::Shared) ||
        !Section.contains(*Op.At) || (Kept && !decides(Taking, Giving, Op)))
      continue;
    Guarded.insert(&Op);
    if (Op.Writes)
      Writes.push_back(&Op);
    if (Op.Reads)
      Reads.push_back(&Op);
  }
  addPassed(std::move(Made), Writes, Reads,
            [](const Operation &, const Operation &) { return true; });
}

} // namespace warplint::memoryorder
