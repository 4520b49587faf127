//===--- Handshakes.cpp - How blocks tell each other that data is there -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Handshakes/Handshakes.h"
#include "Analysis/Flow/Intervals.h"

using namespace clang;

namespace warplint {

Handshakes::Handshakes(const KernelFacts &Facts)
    : P(Facts.cfg()), Values(Facts.values()), View(Facts.paths()),
      Agreement(Facts.uniformity()), Arena(Facts.terms()), Code(Facts.code()),
      Operations(memoryOperations(P, Values)),
      Dependence(P, Values, View, Agreement, Operations), Rounds(P, View) {
  findLocks();
  findTickets();
  findFlags();
  findFlagsOfHost();
  if (Found.empty())
    return;
  std::vector<const Node *> Asked;
  auto Ask = [&](const Operation *Op) {
    if (Op)
      Asked.push_back(&Op->node());
  };
  for (const Handshake &H : Found) {
    Ask(H.Announcement);
    Ask(H.Observation);
    for (const Handshake::Data &D : H.Passed) {
      Ask(D.Write);
      Ask(D.Read);
    }
  }
  Threads =
      std::make_unique<ThreadGroups>(P, Values, View, Arena.launch(), Asked);
  Order = std::make_unique<Ordering>(P, Values, View, *Threads, Agreement);
  findFaults();
}

//===----------------------------------------------------------------------===//
// Waiting
//===----------------------------------------------------------------------===//

std::vector<const Node *> Handshakes::branchesOn(DerivedFrom &Source) const {
  std::vector<const Node *> Result;
  for (const Node *N : P.order())
    if (N->Branch && View.contains(*N) && Source.contains(N->Branch))
      Result.push_back(N);
  return Result;
}

/// Nothing happens in the loop that another thread could notice.
bool Handshakes::isIdle(const Loop &L, const Operation &Waited) const {
  for (const Node *N : L.Nodes)
    for (const Event &E : N->Events)
      if (maySeparate(E, Scope::Block))
        return false;
  return llvm::none_of(Operations, [&](const Operation &Op) {
    return Op.Writes && Op.At != Waited.At && L.contains(Op.node());
  });
}

/// \p T counts rounds of \p L, whatever \p Source contains: the loop ends
/// without waiting.
static bool countsRounds(const Term *T, const Loop &L, DerivedFrom &Source,
                         llvm::SmallPtrSetImpl<const Term *> &Seen) {
  if (!Seen.insert(T).second)
    return false;
  if (T->kind() == TermKind::Phi)
    return L.contains(*T->node()) && !Source.contains(T);
  return llvm::any_of(T->operands(), [&](const Term *Part) {
    return countsRounds(Part, L, Source, Seen);
  });
}

const Loop *Handshakes::waitingLoop(const Operation &Op,
                                    const Node *&Branch) const {
  // Most operations stand in no loop: ask that first.
  if (!Rounds.innermost(Op.node(), Op.node()))
    return nullptr;
  DerivedFrom Source(Dependence, *Op.At);
  for (const Node *B : branchesOn(Source)) {
    const Loop *L = Rounds.leftBy(*B, Op.node());
    llvm::SmallPtrSet<const Term *, 16> Seen;
    if (!L || !isIdle(*L, Op) || !Rounds.isInvariant(Op.address(), *L) ||
        countsRounds(B->Branch, *L, Source, Seen))
      continue;
    Branch = B;
    return L;
  }
  return nullptr;
}

/// What is read until it shows another value cannot be read too early.
bool Handshakes::isWaitedFor(const Operation &Op) const {
  const Node *Branch = nullptr;
  return Op.Reads && waitingLoop(Op, Branch);
}

/// \p Read comes after the wait that \p Branch ends, in the thread that waited
/// or behind a barrier that it comes to next.
bool Handshakes::isAfterWait(const Node &Branch, const Operation &Read) const {
  if (View.dominates(Branch, Read.node()))
    return true;
  for (const Node *N : P.order())
    for (const Event &E : N->Events)
      if (maySeparate(E, Scope::Block) &&
          (N == &Read.node() ? &E < Read.At
                             : View.dominates(*N, Read.node())) &&
          !View.dominates(*N, Branch))
        return true;
  return false;
}

//===----------------------------------------------------------------------===//
// Data
//===----------------------------------------------------------------------===//

static llvm::SmallVector<const FieldDecl *, 2> fieldsOf(const Term *Address) {
  llvm::SmallVector<const FieldDecl *, 2> Fields;
  for (; Address->kind() == TermKind::Field ||
         Address->kind() == TermKind::Element;
       Address = Address->operand(0))
    if (Address->kind() == TermKind::Field)
      Fields.push_back(Address->field());
  std::reverse(Fields.begin(), Fields.end());
  return Fields;
}

/// One object, and not different members of it; indices are not compared.
static bool mayTouch(const MemoryOperation &A, const MemoryOperation &B) {
  if (A.Object != B.Object)
    return false;
  for (auto [L, R] : llvm::zip(fieldsOf(A.address()), fieldsOf(B.address())))
    if (L != R)
      return L->getParent() != R->getParent() || L->getParent()->isUnion();
  return true;
}

namespace {

/// What an address says about the block that computes it.
struct BlockParts {
  static constexpr unsigned AllAxes = 7;
  unsigned Exact = 0; ///< Axes along which blocks get different addresses.
  unsigned Rough = 0; ///< Quotients and the like, which several blocks share.
  bool OfThreads = false; ///< Quotients of what threads of a block differ in.
  bool Unknown = false;   ///< Something in it may be any block's own.

  /// Blocks differ, or may. A quotient of block and thread together numbers
  /// warps or tiles of the grid.
  bool mayTellAll() const {
    return Unknown || Rough > 1 || (Rough && OfThreads);
  }

  void add(const Term *T, bool IsExact) {
    switch (T->kind()) {
    case TermKind::Identity:
      addIdentity(T, IsExact);
      break;
    case TermKind::Load:
    case TermKind::Opaque:
    case TermKind::Result:
    case TermKind::Phi:
      Unknown = true;
      break;
    case TermKind::Binary:
      IsExact &= T->opcode() == BO_Mul || T->opcode() == BO_Shl;
      [[fallthrough]];
    default:
      for (const Term *Part : T->operands())
        add(Part, IsExact);
    }
  }

private:
  void addIdentity(const Term *T, bool IsExact) {
    switch (T->identity()) {
    case IdentityKind::BlockIdx:
      Exact |= IsExact ? 1u << T->axis() : 0;
      Rough += !IsExact;
      break;
    case IdentityKind::BlockRankInGrid:
      Exact |= IsExact ? AllAxes : 0;
      Rough += !IsExact;
      break;
    case IdentityKind::ThreadRankInGrid:
      Exact |= AllAxes; // The quotient by the size of a warp is its rank.
      break;
    case IdentityKind::Opaque:
    case IdentityKind::ClusterRankInGrid:
      Unknown = true;
      break;
    default:
      OfThreads |= !IsExact && T->identityScope() < Scope::Block;
    }
  }
};

} // namespace

/// No two blocks have this address; nothing if that cannot be told.
std::optional<bool> Handshakes::isOfBlock(const Term *Address) const {
  BlockParts Parts;
  Parts.add(Address, /*IsExact=*/true);
  if (Parts.mayTellAll())
    return std::nullopt;
  unsigned Used = 0;
  for (const Term *T : Values.programTerms())
    if (T->isIdentity(IdentityKind::BlockIdx) ||
        T->isIdentity(IdentityKind::GridDim))
      Used |= Arena.launch().Grid[T->axis()] == 1 ? 0 : 1u << T->axis();
  return Parts.Exact && (Parts.Exact & Used) == Used;
}

/// The block does both to an element of its own; where it cannot be told whose
/// the element is, a thread that does both does them to one.
bool Handshakes::isOwn(const Operation &A, const Operation &B) const {
  if (A.address() != B.address())
    return false;
  if (auto Certain = isOfBlock(A.address()))
    return *Certain;
  return leadsTo(View, *A.At, *B.At) || leadsTo(View, *B.At, *A.At);
}

/// The index of the outermost array that \p Address is in; null if none.
static const Term *indexIn(const Term *Address) {
  const Term *Index = nullptr;
  for (; Address->kind() == TermKind::Field ||
         Address->kind() == TermKind::Element;
       Address = Address->operand(0))
    if (Address->kind() == TermKind::Element)
      Index = Address->operand(1);
  return Index;
}

static llvm::ArrayRef<const Term *> summandsOf(const Term *const &T) {
  return T->kind() == TermKind::Linear ? T->operands()
                                       : llvm::ArrayRef<const Term *>(T);
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
    if (Part->isConstant() || Part->kind() == TermKind::Parameter)
      continue;
    Tells = true;
    if (!mentions(Written, Part) || !mentions(Taken, Part) ||
        mentions(Distance, Part))
      return false;
  }
  return Tells && (Distance->isConstant(0) ||
                   llvm::all_of(summandsOf(Distance), [](const Term *Part) {
                     return Part->kind() == TermKind::Phi;
                   }));
}

Scope Handshakes::neededFor(const Operation &Announcement,
                            const Operation &Observation) const {
  // A location of the block's own.
  bool Own = Announcement.address() == Observation.address() &&
             Agreement.of(Announcement.address()) == Scope::Block &&
             isOfBlock(Announcement.address()).value_or(true);
  return Arena.launch().gridSize() == 1 || Own ||
                 Announcement.Space == MemorySpace::Shared
             ? Scope::Block
             : Scope::Grid;
}

/// Each write with one of the reads of its object, each read with one of the
/// writes.
void Handshakes::addPassed(Handshake Made, const OperationList &Writes,
                           const OperationList &Reads, PairTest IsPassed) {
  llvm::SmallPtrSet<const Operation *, 16> Paired;
  auto Pair = [&](const Operation &Write, const Operation &Read) {
    if (!mayTouch(Write, Read) || Write.At == Read.At || !IsPassed(Write, Read))
      return false;
    Made.Passed.push_back({&Write, &Read});
    Paired.insert(&Write);
    Paired.insert(&Read);
    return true;
  };
  for (const Operation *Write : Writes)
    for (const Operation *Read : Reads)
      if (Pair(*Write, *Read))
        break;
  for (const Operation *Read : Reads)
    if (!Paired.count(Read))
      for (const Operation *Write : Writes)
        if (Pair(*Write, *Read))
          break;
  if (!Made.Passed.empty())
    Found.push_back(std::move(Made));
}

//===----------------------------------------------------------------------===//
// Locks
//===----------------------------------------------------------------------===//

bool Handshakes::isLock(const Operation &Op) const {
  return llvm::any_of(
      Locks, [&](const Operation *Taking) { return mayTouch(*Taking, Op); });
}

/// An operand that is a constant, in the source or in an instruction.
static std::optional<int64_t> constantOf(const Evaluation &Values,
                                         const MemoryOperation &Op,
                                         const Expr *E,
                                         std::optional<uint64_t> Immediate) {
  const Term *T = E ? Values.valueOf(*Op.At->Owner, E) : nullptr;
  if (T && T->isConstant())
    return T->value();
  return Immediate ? std::optional<int64_t>(*Immediate) : std::nullopt;
}

/// What \p Op stores, whatever was there before it.
static std::optional<int64_t> storedBy(const Evaluation &Values,
                                       const MemoryOperation &Op) {
  if (!Op.At->Op)
    return Op.At->Value && Op.At->Value->isConstant()
               ? std::optional(Op.At->Value->value())
               : std::nullopt;
  // `test_and_set` sets, `clear` clears.
  if (Op.At->Op->Entry->ValueArg < 0)
    return Op.Reads ? 1 : 0;
  return constantOf(Values, Op, Op.At->Op->Value, Op.At->Op->ValueImmediate);
}

static std::optional<int64_t> expectedBy(const Evaluation &Values,
                                         const MemoryOperation &Op) {
  return constantOf(Values, Op, Op.At->Op->Compare, std::nullopt);
}

/// An exchange of one constant for another, or for whatever was there.
bool Handshakes::takes(const Operation &Op) const {
  if (!Op.At->Op || !Op.isReadModifyWrite())
    return false;
  auto Taken = storedBy(Values, Op);
  if (Op.update() == AtomicUpdate::Exchange ||
      Op.update() == AtomicUpdate::SetBits)
    return Taken.has_value();
  if (Op.update() != AtomicUpdate::CompareExchange)
    return false;
  // A reference to what is expected is set anew in each round.
  const Expr *Compare = Op.At->Op->Compare;
  if (Compare && Compare->isGLValue())
    return Taken.has_value();
  if (!Compare)
    return Taken.has_value(); // An instruction that holds the constant.
  auto Free = expectedBy(Values, Op);
  return Free && Free != Taken;
}

bool Handshakes::givesBack(const Operation &Taking, const Operation &Op) const {
  if (!Op.Writes || Op.At == Taking.At || !mayTouch(Op, Taking))
    return false;
  switch (Op.update()) {
  case AtomicUpdate::Subtract:
  case AtomicUpdate::Other:
    return true;
  case AtomicUpdate::None:
  case AtomicUpdate::Exchange:
  case AtomicUpdate::CompareExchange:
    break;
  default:
    return false;
  }
  auto Given = storedBy(Values, Op), Free = expectedBy(Values, Taking);
  return Given && Given != storedBy(Values, Taking) && (!Free || Given == Free);
}

void Handshakes::findLocks() {
  for (const Operation &Taking : Operations) {
    if (!takes(Taking))
      continue;
    DerivedFrom Result(Dependence, *Taking.At);
    const Node *Branch = nullptr;
    bool Waits = waitingLoop(Taking, Branch);
    if (!Waits && branchesOn(Result).empty())
      continue;
    for (const Operation &Giving : Operations)
      if (givesBack(Taking, Giving) &&
          (Waits || View.dominates(Taking.node(), Giving.node())) &&
          leadsTo(View, *Taking.At, *Giving.At)) {
        Locks.push_back(&Taking);
        addLock(Taking, Giving);
      }
  }
}

void Handshakes::addLock(const Operation &Taking, const Operation &Giving) {
  Handshake Made;
  Made.K = Handshake::Kind::Lock;
  Made.Announcement = &Giving;
  Made.Observation = &Taking;
  Made.Needed = neededFor(Giving, Taking);
  OperationList Writes, Reads;
  for (const Operation &Op : Operations) {
    if (Op.isAtomic() || mayTouch(Op, Taking) ||
        Op.Space == MemorySpace::Constant ||
        (Op.Space == MemorySpace::Shared &&
         Taking.Space != MemorySpace::Shared) ||
        !leadsTo(View, *Taking.At, *Op.At, Giving.At) ||
        !leadsTo(View, *Op.At, *Giving.At, Taking.At))
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

//===----------------------------------------------------------------------===//
// Tickets
//===----------------------------------------------------------------------===//

struct Handshakes::CountTest {
  TicketCounter Counter;
  /// Arm of the branch that the last arrival takes, where that is certain.
  std::optional<unsigned> Arm;
};

static bool mentionsGridSize(const Term *T) {
  if (T->kind() == TermKind::Identity)
    return T->identity() == IdentityKind::GridDim ||
           T->identity() == IdentityKind::BlocksInGrid;
  return T->kind() != TermKind::Phi &&
         llvm::any_of(T->operands(), mentionsGridSize);
}

/// A comparison that tells the last arrival: for equality, or with the number
/// of blocks. An order alone hands out work (`while (next < n)`).
std::optional<Handshakes::CountTest>
Handshakes::parseTest(const Operation &Count, DerivedFrom &From,
                      const Term *Comparison) const {
  const Term *Ticket = Comparison->operand(0), *Limit = Comparison->operand(1);
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
    if (Distance->kind() == TermKind::Linear && isResultOf(Part, *Count.At))
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
  Test.Arm = LastHolds ? 0 : 1;
  if (First)
    Test.Counter.Last = nullptr;
  if (Test.Counter.Last && Count.update() == AtomicUpdate::Increment &&
      Count.At->Value)
    Test.Counter.Excess =
        Arena.binary(BO_Sub, Count.At->Value, Test.Counter.Last);
  return Test;
}

std::optional<Handshakes::CountTest>
Handshakes::countTest(const Operation &Count, const Node &Branch) const {
  DerivedFrom From(Dependence, *Count.At);
  if (!From.contains(Branch.Branch))
    return std::nullopt;
  for (const Term *Comparison : From.comparisons()) {
    auto Test = parseTest(Count, From, Comparison);
    if (!Test)
      continue;
    const Term *Asked = Branch.Branch;
    bool Negated = Asked->kind() == TermKind::Unary;
    if (Negated)
      Asked = Asked->operand(0);
    if (Asked != Comparison) {
      if (Comparison->operand(0)->isConstant(0) ||
          Comparison->operand(1)->isConstant(0))
        continue; // Which side is the first arrival's is not certain.
      Test->Arm.reset();
    } else if (Negated && Test->Arm) {
      Test->Arm = 1 - *Test->Arm;
    }
    return Test;
  }
  return std::nullopt;
}

void Handshakes::findTickets() {
  for (const Operation &Op : Operations) {
    bool Swaps = Op.update() == AtomicUpdate::CompareExchange &&
                 (!Op.At->Op->Compare || expectedBy(Values, Op));
    // A maximum and the like count nobody.
    if (Op.isReadModifyWrite() && Op.update() != AtomicUpdate::Other &&
        Op.Space != MemorySpace::Shared && !Swaps && !isLock(Op))
      addTicket(Op);
  }
}

void Handshakes::addTicket(const Operation &Count) {
  Handshake Made;
  Made.K = Handshake::Kind::Ticket;
  Made.Announcement = Made.Observation = &Count;
  Made.Needed = neededFor(Count, Count);
  DerivedFrom From(Dependence, *Count.At);
  // A number that places are computed from hands out work or memory.
  if (llvm::any_of(Operations, [&](const Operation &Op) {
        return Op.Space != MemorySpace::Shared && From.contains(Op.address());
      }))
    return;
  OperationList Reads, Writes;
  for (const Node *Branch : branchesOn(From)) {
    auto Test = countTest(Count, *Branch);
    if (!Test)
      continue;
    if (mentionsGridSize(Test->Counter.Comparison))
      Made.Needed = Arena.launch().gridSize() == 1 ? Scope::Block : Scope::Grid;
    size_t Before = Reads.size();
    for (const Operation &Op : Operations)
      if (Op.Reads && !Op.Writes && Op.Space != MemorySpace::Shared &&
          !mayTouch(Op, Count) &&
          llvm::is_contained(View.allControls(Op.node()), Branch) &&
          (!Test->Arm || View.armTo(*Branch, Op.node()) == Test->Arm) &&
          !llvm::is_contained(Reads, &Op))
        Reads.push_back(&Op);
    if (Reads.size() > Before)
      Tickets.push_back(Test->Counter);
  }
  for (const Operation &Op : Operations)
    if (Op.Writes && !mayTouch(Op, Count) && leadsTo(View, *Op.At, *Count.At))
      Writes.push_back(&Op);
  addPassed(std::move(Made), Writes, Reads,
            [&](const Operation &Write, const Operation &Read) {
              return !isOwn(Write, Read);
            });
}

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

static bool mentionsIdentity(const Term *T) {
  return T->kind() == TermKind::Identity ||
         llvm::any_of(T->operands(), mentionsIdentity);
}

static const Term *resultIn(const Term *T, const Event &Source) {
  if (isResultOf(T, Source))
    return T;
  for (const Term *Part : T->operands())
    if (const Term *Found = resultIn(Part, Source))
      return Found;
  return nullptr;
}

/// Whether the condition holds for a thread that reads what \p Store stored;
/// nothing if that cannot be computed.
std::optional<bool> Handshakes::holdsWhenSet(const Node &Branch,
                                             const Operation &Load,
                                             const Operation &Store) const {
  const Term *Set = Store.At->Value;
  bool Sets = !Store.Reads || Store.update() == AtomicUpdate::Exchange;
  const Term *Read = resultIn(Branch.Branch, *Load.At);
  if (!Sets || !Set || !Set->isConstant() || !Read ||
      mentionsIdentity(Branch.Branch))
    return std::nullopt;
  GivenValues Given;
  Given[Read] = Set->value();
  auto Value = ThreadValues(Values, Given).run(Branch.Branch, {});
  return Value ? std::optional(*Value != 0) : std::nullopt;
}

void Handshakes::findFlags() {
  auto IsTicket = [&](const Operation &Op) {
    return llvm::any_of(Tickets, [&](const TicketCounter &Ticket) {
      return Ticket.Count == &Op;
    });
  };
  for (const Operation &Store : Operations) {
    if (!Store.Writes || Store.Space == MemorySpace::Shared ||
        Store.Space == MemorySpace::Constant || isLock(Store) ||
        Store.update() == AtomicUpdate::CompareExchange)
      continue;
    for (const Operation &Load : Operations)
      if (Load.Reads && mayTouch(Load, Store) && Load.At != Store.At &&
          !IsTicket(Load))
        addFlag(Store, Load);
  }
}

/// The host waits for a managed variable while the kernel runs.
void Handshakes::findFlagsOfHost() {
  for (const Operation &Store : Operations) {
    const auto *Var = Store.Object->kind() == TermKind::Variable
                          ? dyn_cast<VarDecl>(Store.Object->decl())
                          : nullptr;
    if (!Store.Writes || !Var || !Code.isPolledByHost(*Var))
      continue;
    Handshake Made;
    Made.Announcement = &Store;
    Made.Needed = Scope::System;
    for (const Operation &Op : Operations)
      if (Op.Writes && Op.Space == MemorySpace::Managed &&
          !mayTouch(Op, Store) && leadsTo(View, *Op.At, *Store.At))
        Made.Passed.push_back({&Op, nullptr});
    if (!Made.Passed.empty())
      Found.push_back(std::move(Made));
  }
}

void Handshakes::addFlag(const Operation &Store, const Operation &Load) {
  // What a lock protects tells nothing by itself.
  if (Guarded.count(&Store) && Guarded.count(&Load))
    return;
  // A flag of the block's or thread's own.
  if (Agreement.of(Load.address()) < Scope::Grid && isOwn(Store, Load))
    return;
  const Node *End = nullptr;
  const Loop *Waiting = waitingLoop(Load, End);
  bool Blocks = Load.At->Op && Load.At->Op->Entry->Waits;
  if (!Waiting && !Blocks &&
      (Load.Writes || !Load.isStrong() || !Store.isStrong()))
    return;
  Handshake Made;
  Made.Announcement = &Store;
  Made.Observation = &Load;
  Made.Needed = neededFor(Store, Load);
  OperationList Reads, Writes;
  auto Add = [&](const Operation &Op) {
    if (!llvm::is_contained(Reads, &Op))
      Reads.push_back(&Op);
  };
  auto IsData = [&](const Operation &Op) {
    return !mayTouch(Op, Store) && !isWaitedFor(Op) &&
           Op.Space != MemorySpace::Shared && Op.Space != MemorySpace::Constant;
  };
  if (Waiting) {
    auto Holds = holdsWhenSet(*End, Load, Store);
    if (Holds && Waiting->contains(*End->successors()[*Holds ? 0 : 1]))
      return; // Goes on waiting: this store takes the flag back.
    for (const Operation &Op : Operations)
      if (IsData(Op) && Op.Reads && !Op.Writes &&
          !Waiting->contains(Op.node()) && leadsTo(View, *Load.At, *Op.At) &&
          isAfterWait(*End, Op))
        Add(Op);
  } else if (Blocks) {
    for (const Operation &Op : Operations)
      if (IsData(Op) && Op.Reads && !Op.Writes &&
          leadsTo(View, *Load.At, *Op.At) && isAfterWait(Load.node(), Op))
        Add(Op);
  } else {
    DerivedFrom From(Dependence, *Load.At);
    for (const Node *Branch : branchesOn(From)) {
      auto Holds = holdsWhenSet(*Branch, Load, Store);
      for (const Operation &Op : Operations)
        if (IsData(Op) && Op.Reads && !Op.Writes &&
            leadsTo(View, *Load.At, *Op.At) &&
            llvm::is_contained(View.allControls(Op.node()), Branch) &&
            (!Holds ||
             View.armTo(*Branch, Op.node()) == std::optional(*Holds ? 0u : 1u)))
          Add(Op);
    }
  }
  if (Reads.empty())
    return;
  for (const Operation &Op : Operations)
    if (IsData(Op) && Op.Writes && leadsTo(View, *Op.At, *Store.At))
      Writes.push_back(&Op);
  addPassed(std::move(Made), Writes, Reads,
            [&](const Operation &Write, const Operation &Read) {
              return !isOwn(Write, Read) &&
                     !isOfObserved(Load, Store, Write, Read);
            });
}

} // namespace warplint
