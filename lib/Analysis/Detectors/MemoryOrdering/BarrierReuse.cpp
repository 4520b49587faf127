//===--- BarrierReuse.cpp - Counters that move on too early -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/BarrierReuse.h"
#include "Analysis/Dataflow/Loops.h"
#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Expr/UniformTerms.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelFacts/Reachability.h"
#include "Analysis/LoopEvolution/IterationValues.h"
#include "Analysis/SymbolicExecution/AccessPath.h"
#include "CudaModel/MemorySpace.h"

using namespace clang;

namespace warplint::memoryorder {

namespace {

/// With which values of what is read a wait ends: `seen Relation Limit`.
struct End {
  BinaryOperatorKind Relation = BO_EQ;
  const Term *Limit = nullptr;
};

/// A loop that waits for other blocks.
struct GridWait {
  const MemoryOperation *Read = nullptr;
  const Loop *In = nullptr;
  const Node *Branch = nullptr; ///< Ends it.
};

class BarrierReuseFinder {
public:
  explicit BarrierReuseFinder(const KernelFacts &Facts)
      : Facts(Facts), View(Facts.paths()), Signals(Facts.get<Handshakes>()),
        Dependence(Facts.values(), View, Facts.uniformity(),
                   Signals.operations(), Facts.terms()),
        Ownership(Facts) {}

  std::vector<EarlyBarrierReuse> run();

private:
  void findWaits();
  void barNodes();
  bool reachesWithoutWait(const GridWait &Wait,
                          const MemoryOperation &To) const;
  bool turnsWith(const Term *Address, const Loop &L) const;
  void barGates(const GridWait &Wait);
  bool isForSeveral(const MemoryOperation &Op, const Loop *Without) const;
  std::optional<End> endOf(const GridWait &Wait) const;
  bool isOfAllBlocks(const Term *Limit);
  const MemoryOperation *arrivalBefore(const GridWait &Wait) const;
  bool goesOn(const End &Ends, const MemoryOperation &Store) const;
  bool isForLast(const MemoryOperation &Op);
  bool isMoved(const GridWait &Wait, const End &Ends, const MemoryOperation &By,
               bool &Counts);

  const KernelFacts &Facts;
  const CfgView &View;
  const Handshakes &Signals;
  LoadDependence Dependence;
  dependence::BlockOwnership Ownership;
  std::vector<GridWait> Waits;
  /// A path that enters one of these waits for other blocks, or may.
  CfgView::NodeSet Barred;
  /// Of them, branches that lead one thread of the block to a wait.
  CfgView::NodeSet Gates;
  std::optional<DerivedFrom> Tickets; ///< Results of what counts.
};

} // namespace

/// \p T is computed from which thread of its block it is, and from nothing that
/// blocks can differ in.
static bool tellsThreadsOnly(const Term *T) {
  bool Tells = false;
  bool Only = walkTerms(T, [&](const Term &Part) {
    const auto *Self = dyn_cast<IdentityTerm>(&Part);
    bool OfThread = Self && isPlaceInBlock(Self->identity());
    Tells |= OfThread;
    bool Known =
        Self ? OfThread || Self->uniformAt() >= Scope::Grid
             : isa<ConstantTerm, LinearTerm, BinaryTerm, UnaryTerm, NarrowTerm>(
                   Part);
    return Known ? Walk::Enter : Walk::Stop;
  });
  return Only && Tells;
}

/// One value of what \p Condition asks for decides, not a range of them.
static bool asksForOneValue(const Term *Condition) {
  while (const auto *Not = dyn_cast<UnaryTerm>(Condition))
    Condition = Not->of();
  const auto *Op = dyn_cast<BinaryTerm>(Condition);
  return !Op || Op->isLogical() || BinaryOperator::isEqualityOp(Op->opcode());
}

/// Several blocks do \p Op: no branch over it, those of the loop \p Without
/// left out, picks one of them.
bool BarrierReuseFinder::isForSeveral(const MemoryOperation &Op,
                                      const Loop *Without) const {
  return llvm::none_of(View.allControls(Op.node()), [&](const Node *Branch) {
    return Branch->Branch && !(Without && Without->contains(*Branch)) &&
           asksForOneValue(Branch->Branch) &&
           anyPartOf(Branch->Branch, Facts.values(), tellsBlocksApart);
  });
}

void BarrierReuseFinder::findWaits() {
  for (const MemoryOperation &Op : Signals.operations()) {
    GridWait Wait{&Op, nullptr, nullptr};
    if (!Op.Reads || Op.Space == MemorySpace::Shared)
      continue;
    Wait.In = Signals.waitingLoop(Op, Wait.Branch);
    if (Wait.In)
      Waits.push_back(Wait);
  }
}

/// Where some thread of the block waits and the others wait for it: the
/// branches that distinguish it belong to the loop.
void BarrierReuseFinder::barGates(const GridWait &Wait) {
  llvm::SmallVector<const Node *, 4> Work{Wait.In->Header};
  while (!Work.empty()) {
    const Node *Gate = Work.pop_back_val();
    if (!Barred.insert(Gate).second)
      continue;
    for (const Node *Branch : View.controls(*Gate))
      if (Branch->Branch && !Wait.In->contains(*Branch) &&
          tellsThreadsOnly(Branch->Branch)) {
        Gates.insert(Branch);
        Work.push_back(Branch);
      }
  }
}

void BarrierReuseFinder::barNodes() {
  for (const GridWait &Wait : Waits)
    barGates(Wait);
  for (const Event &E : Facts.cfg().events())
    if (E.isUnknown() ||
        (E.isSync(SyncKind::Barrier) && E.Op->Scope > Scope::Block))
      Barred.insert(E.At);
}

/// \p Address is another place in each iteration of \p L than in the one
/// before.
bool BarrierReuseFinder::turnsWith(const Term *Address, const Loop &L) const {
  auto At = locate(Address);
  return At && Facts.loops().isInvariant(At->Root, L) &&
         llvm::any_of(At->Steps, [&](const auto &Step) {
           return changesAlways(Step.first, L, Facts.evolution());
         });
}

/// A block comes from \p Wait to \p To without another wait. Under a branch
/// that leads to a wait, too, the wait itself decides.
bool BarrierReuseFinder::reachesWithoutWait(const GridWait &Wait,
                                            const MemoryOperation &To) const {
  CfgView::NodeSet Here = Barred;
  for (const Node *Branch : View.allControls(To.node()))
    if (Gates.count(Branch))
      Here.erase(Branch);
  // The next iteration may have a place of its own, where no thread reaches the
  // one after that without a wait.
  const auto &Paths = Facts.get<Reachability>();
  const Loop *Outermost = Facts.loops().outermost(*Wait.Read->At->At);
  if (Outermost && turnsWith(To.address(), *Outermost) &&
      !Paths.leadsTo(*To.At, *To.At, Here))
    Here.insert(Outermost->Header);
  return Paths.leadsTo(*Wait.Read->At, *To.At, Here);
}

std::optional<End> BarrierReuseFinder::endOf(const GridWait &Wait) const {
  llvm::ArrayRef<Node *> Successors = Wait.Branch->successors();
  if (Successors.size() != 2 ||
      Wait.In->contains(*Successors[0]) == Wait.In->contains(*Successors[1]))
    return std::nullopt;
  bool Holds = !Wait.In->contains(*Successors[0]);
  const Term *Condition = Wait.Branch->Branch;
  for (const auto *Not = dyn_cast<UnaryTerm>(Condition);
       Not && Not->opcode() == UO_LNot; Not = dyn_cast<UnaryTerm>(Condition)) {
    Condition = Not->of();
    Holds = !Holds;
  }
  auto IsSeen = [&](const Term *T) {
    return isResultOf(withoutNarrowing(T), *Wait.Read->At);
  };
  if (IsSeen(Condition))
    return End{Holds ? BO_NE : BO_EQ, Facts.terms().constant(0)};
  const auto *Test = dyn_cast<BinaryTerm>(Condition);
  if (!Test || !Test->isComparison())
    return std::nullopt;
  BinaryOperatorKind Relation = Test->opcode();
  if (!Holds)
    Relation = BinaryOperator::negateComparisonOp(Relation);
  if (IsSeen(Test->lhs()))
    return End{Relation, Test->rhs()};
  if (!IsSeen(Test->rhs()))
    return std::nullopt;
  return End{BinaryOperator::isEqualityOp(Relation)
                 ? Relation
                 : BinaryOperator::reverseComparisonOp(Relation),
             Test->lhs()};
}

/// All blocks that wait on one counter wait for the same: not each for its
/// turn.
bool BarrierReuseFinder::isOfAllBlocks(const Term *Limit) {
  return !Tickets->contains(Limit) &&
         walkTerms(Limit, Facts.values(), [&](const Term &Part) {
           const auto *Self = dyn_cast<IdentityTerm>(&Part);
           bool Differs = Self ? Self->uniformAt() < Scope::Grid
                               : isa<LoadTerm, OpaqueTerm, ResultTerm>(Part);
           return Differs ? Walk::Stop : Walk::Enter;
         });
}

/// Both are at one place, whatever pointer types lead there.
static bool areAtOnePlace(const MemoryOperation &A, const MemoryOperation &B) {
  if (A.address() == B.address())
    return true;
  auto AtA = locate(A.address()), AtB = locate(B.address());
  return AtA && AtB && *AtA == *AtB;
}

static bool counts(const MemoryOperation &Op) {
  switch (Op.update()) {
  case AtomicUpdate::Add:
  case AtomicUpdate::Subtract:
  case AtomicUpdate::Increment:
  case AtomicUpdate::Decrement:
    return Op.Writes && !(Op.At->Value && Op.At->Value->isConstant(0));
  case AtomicUpdate::None:
  case AtomicUpdate::Exchange:
  case AtomicUpdate::CompareExchange:
  case AtomicUpdate::Minimum:
  case AtomicUpdate::Maximum:
  case AtomicUpdate::Other:
  case AtomicUpdate::SetBits:
    return false;
  }
  llvm_unreachable("all kinds are handled");
}

const MemoryOperation *
BarrierReuseFinder::arrivalBefore(const GridWait &Wait) const {
  for (const MemoryOperation &Op : Signals.operations())
    if (counts(Op) && areAtOnePlace(Op, *Wait.Read) &&
        Facts.get<Reachability>().leadsTo(*Op.At, *Wait.Read->At) &&
        isForSeveral(Op, nullptr))
      return &Op;
  return nullptr;
}

/// A wait that has not looked yet goes on when \p Store has stored. A limit
/// that is no number is assumed to be above 0.
bool BarrierReuseFinder::goesOn(const End &Ends,
                                const MemoryOperation &Store) const {
  bool Stores = Store.update() == AtomicUpdate::Exchange ||
                (!Store.isReadModifyWrite() && Store.Writes);
  auto Stored = Stores ? numberOf(Store.At->Value) : std::nullopt;
  if (!Stored)
    return false;
  const Term *Value = Facts.terms().constant(*Stored);
  auto Known = numberOf(Facts.terms().binary(Ends.Relation, Value, Ends.Limit));
  if (isa<ConstantTerm>(Ends.Limit))
    return Known && *Known == 0;
  return *Stored <= 0 && (Ends.Relation == BO_EQ || Ends.Relation == BO_GE ||
                          Ends.Relation == BO_GT);
}

/// Who does \p Op knows by a count that it is the one to do so.
bool BarrierReuseFinder::isForLast(const MemoryOperation &Op) {
  return llvm::any_of(View.allControls(Op.node()), [&](const Node *Branch) {
    return Branch->Branch &&
           llvm::none_of(Waits,
                         [&](const GridWait &Wait) {
                           return Wait.In->contains(*Branch);
                         }) &&
           Tickets->contains(Branch->Branch);
  });
}

/// \p By moves the counter on from which \p Wait waits, and a block comes there
/// from its own wait without another one.
bool BarrierReuseFinder::isMoved(const GridWait &Wait, const End &Ends,
                                 const MemoryOperation &By, bool &Counts) {
  if (By.At == Wait.Read->At || !areAtOnePlace(By, *Wait.Read))
    return false;
  Counts = Ends.Relation == BO_EQ && counts(By);
  return (Counts || goesOn(Ends, By)) && reachesWithoutWait(Wait, By) &&
         !isForLast(By);
}

std::vector<EarlyBarrierReuse> BarrierReuseFinder::run() {
  std::vector<EarlyBarrierReuse> Found;
  if (Facts.terms().launch().gridSize() == 1)
    return Found;
  findWaits();
  if (Waits.empty())
    return Found;
  barNodes();
  std::vector<const Event *> Results;
  for (const MemoryOperation &Op : Signals.operations())
    if (Op.isReadModifyWrite() && Op.Space != MemorySpace::Shared)
      Results.push_back(Op.At);
  Tickets.emplace(Dependence, Results);
  llvm::SmallPtrSet<const Event *, 4> Reported;
  for (const GridWait &Wait : Waits) {
    std::optional<End> Ends = endOf(Wait);
    if (!Ends || !isOfAllBlocks(Ends->Limit) ||
        Ownership.isOfBlock(Wait.Read->address()).value_or(false) ||
        !isForSeveral(*Wait.Read, Wait.In))
      continue;
    const MemoryOperation *Arrival = arrivalBefore(Wait);
    if (!Arrival)
      continue;
    for (const MemoryOperation &Op : Signals.operations()) {
      bool Counts = false;
      if (isMoved(Wait, *Ends, Op, Counts) && Reported.insert(Op.At).second)
        Found.push_back({Wait.Read, Arrival, &Op, Counts});
    }
  }
  return Found;
}

std::vector<EarlyBarrierReuse> earlyBarrierReuses(const KernelFacts &Facts) {
  return BarrierReuseFinder(Facts).run();
}

} // namespace warplint::memoryorder
