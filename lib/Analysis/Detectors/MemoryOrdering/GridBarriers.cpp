//===--- GridBarriers.cpp - Where all blocks wait for each other ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/GridBarriers.h"
#include "Analysis/Detectors/MemoryOrdering/Handshakes.h"
#include "Analysis/Expr/TermTraversal.h"
#include "CudaModel/MemorySpace.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;

namespace warplint::memoryorder {

namespace {

class GridBarrierFinder {
public:
  GridBarrierFinder(const KernelFacts &Facts, const Handshakes &Signals)
      : Facts(Facts), Signals(Signals) {}

  std::vector<GridBarrier> run() const;
  BarrierSet barriers() const;

private:
  const MemoryOperation *announcementOf(const MemoryOperation &Awaited) const;
  bool countsBlocks(const Term *T) const;
  bool tellsLastBlock(const MemoryOperation &Count,
                      const MemoryOperation &Store) const;
  bool isOfGrid(const MemoryOperation &Op) const;
  bool isForAllBlocks(const MemoryOperation &Op) const;
  bool releases(const MemoryOperation &Collected,
                const MemoryOperation &Awaited) const;
  const MemoryOperation *flagOf(const MemoryOperation &Awaited) const;
  void addBarriersBehind(const MemoryOperation &Awaited, BarrierSet &To) const;
  bool dependsOnlyOnArguments(const Node &Branch) const;
  bool isAlwaysReached(const Node &N) const;

  const KernelFacts &Facts;
  const Handshakes &Signals;
};

} // namespace

/// All blocks mean one location of global memory.
bool GridBarrierFinder::isOfGrid(const MemoryOperation &Op) const {
  return Op.Space != MemorySpace::Shared &&
         Facts.uniformity().of(Op.address()) >= Scope::Grid;
}

/// The number of blocks is a part of \p T, also of what loops add to it.
bool GridBarrierFinder::countsBlocks(const Term *T) const {
  if (!T)
    return false;
  uint64_t Blocks = Facts.terms().launch().gridSize();
  return !walkTerms(T, Facts.values(), [&](const Term &Part) {
    bool Counts = Part.isIdentity(IdentityKind::GridDim) ||
                  Part.isIdentity(IdentityKind::BlocksInGrid) ||
                  (Blocks > 1 && (Part.isConstant(int64_t(Blocks)) ||
                                  Part.isConstant(int64_t(Blocks) - 1)));
    return Counts ? Walk::Stop : Walk::Enter;
  });
}

/// \p Store is made where the result of \p Count says that all blocks have
/// come.
bool GridBarrierFinder::tellsLastBlock(const MemoryOperation &Count,
                                       const MemoryOperation &Store) const {
  for (const Node *Branch : Facts.paths().allControls(Store.node())) {
    bool Asks =
        Branch->Branch && anyPartOf(Branch->Branch, [&](const Term &Part) {
          return isResultOf(&Part, *Count.At);
        });
    if (Asks && countsBlocks(Branch->Branch))
      return true;
  }
  return false;
}

/// What each block does to the counter that all of them wait for in the loop
/// around \p Awaited; null if it is no such loop.
const MemoryOperation *
GridBarrierFinder::announcementOf(const MemoryOperation &Awaited) const {
  const Node *End = nullptr;
  if (!isOfGrid(Awaited) || !Signals.waitingLoop(Awaited, End))
    return nullptr;
  for (const MemoryOperation &Count : Signals.operations()) {
    AtomicUpdate Update = Count.update();
    if (!Count.isReadModifyWrite() || !isOfGrid(Count) ||
        (Update != AtomicUpdate::Add && Update != AtomicUpdate::Subtract &&
         Update != AtomicUpdate::Increment &&
         Update != AtomicUpdate::Decrement) ||
        !Facts.get<Reachability>().leadsTo(*Count.At, *Awaited.At))
      continue;
    bool IsSame = Count.Object == Awaited.Object && mayTouch(Count, Awaited);
    if (IsSame && (countsBlocks(End->Branch) || countsBlocks(Count.At->Value)))
      return &Count;
    for (const MemoryOperation &Store : Signals.operations())
      if (Store.Writes && &Store != &Count && Store.Object == Awaited.Object &&
          mayTouch(Store, Awaited) && tellsLastBlock(Count, Store))
        return &Count;
  }
  return nullptr;
}

/// \p Op is made for each block of the grid: in a loop over all blocks, or by
/// threads of which each has a block.
bool GridBarrierFinder::isForAllBlocks(const MemoryOperation &Op) const {
  bool Varies = false;
  bool IsOwn = !walkTerms(Op.address(), [&](const Term &Part) {
    Varies |= isa<PhiTerm>(Part) || Part.isIdentity(IdentityKind::ThreadIdx);
    return Part.isIdentity(IdentityKind::BlockIdx) ? Walk::Stop : Walk::Enter;
  });
  return Varies && !IsOwn &&
         llvm::any_of(
             Facts.paths().allControls(Op.node()),
             [&](const Node *Branch) { return countsBlocks(Branch->Branch); });
}

/// The block that has read by \p Collected what all blocks have stored, then
/// stores what the wait at \p Awaited is for: a barrier stands between, or one
/// thread does both.
bool GridBarrierFinder::releases(const MemoryOperation &Collected,
                                 const MemoryOperation &Awaited) const {
  const CfgView &View = Facts.paths();
  const auto &Reaches = Facts.get<Reachability>();
  const Loop *Over = Facts.loops().outermost(Collected.node());
  bool IsByOne = Facts.uniformity().of(Collected.address()) >= Scope::Block;
  return llvm::any_of(Signals.operations(), [&](const MemoryOperation &Store) {
    if (!Store.Writes || !mayTouch(Store, Awaited) ||
        !Reaches.leadsTo(*Collected.At, *Store.At))
      return false;
    if (IsByOne && Over && !Over->contains(Store.node()) &&
        View.dominates(*Over->Header, Store.node()))
      return true;
    return llvm::any_of(Facts.cfg().events(), [&](const Event &E) {
      return !E.isUnknown() && maySeparate(E, Scope::Block) &&
             View.dominates(*E.At, Store.node()) &&
             !View.dominates(*E.At, Collected.node()) &&
             Reaches.leadsTo(*Collected.At, E);
    });
  });
}

/// The store by which each block says that it waits at \p Awaited, to a word of
/// its own, all of which one block waits for before it lets the others go
/// (`arrived[blockIdx.x] = 1;`); null if there is none.
const MemoryOperation *
GridBarrierFinder::flagOf(const MemoryOperation &Awaited) const {
  const Node *End = nullptr;
  if (Awaited.Space == MemorySpace::Shared || isForAllBlocks(Awaited) ||
      !Signals.waitingLoop(Awaited, End))
    return nullptr;
  dependence::BlockOwnership Owners(Facts);
  for (const MemoryOperation &Collected : Signals.operations()) {
    if (!Collected.Reads || !isForAllBlocks(Collected) ||
        !Signals.waitingLoop(Collected, End) || !releases(Collected, Awaited))
      continue;
    for (const MemoryOperation &Flag : Signals.operations())
      if (Flag.Writes && Flag.Object == Collected.Object &&
          Owners.isOfBlock(Flag.address()) == true &&
          Facts.get<Reachability>().leadsTo(*Flag.At, *Awaited.At))
        return &Flag;
  }
  return nullptr;
}

/// The barriers of the block that follow the wait at \p Awaited. Some thread of
/// the block has waited there: what else decides over the wait only says which.
void GridBarrierFinder::addBarriersBehind(const MemoryOperation &Awaited,
                                          BarrierSet &To) const {
  const CfgView &View = Facts.paths();
  const Node *End = nullptr;
  const Loop *Waiting = Signals.waitingLoop(Awaited, End);
  CommonIntervals Intervals(View, Scope::Block);
  for (const Event &E : Facts.cfg().events()) {
    if (E.isUnknown() || !maySeparate(E, Scope::Block) ||
        !Intervals.leads(*Awaited.At, E))
      continue;
    auto Over = View.allControls(*E.At);
    bool IsWaitedFor =
        llvm::all_of(View.allControls(Awaited.node()), [&](const Node *Branch) {
          return Waiting->contains(*Branch) ||
                 llvm::is_contained(Over, Branch) ||
                 countsBlocks(Branch->Branch) ||
                 Facts.uniformity().ofBranch(*Branch) < Scope::Block;
        });
    if (IsWaitedFor)
      To.insert(&E);
  }
}

BarrierSet GridBarrierFinder::barriers() const {
  BarrierSet Found;
  for (const MemoryOperation &Op : Signals.operations()) {
    const Node *End = nullptr;
    bool Collects = Op.Reads && Op.Space != MemorySpace::Shared &&
                    Signals.waitingLoop(Op, End) && isForAllBlocks(Op);
    if (Op.Reads && (Collects || flagOf(Op) || announcementOf(Op)))
      addBarriersBehind(Op, Found);
  }
  return Found;
}

/// Whether a launch goes one way or the other is up to who launches it: asked
/// is a flag or a number for equality, not whether there is something to do.
bool GridBarrierFinder::dependsOnlyOnArguments(const Node &Branch) const {
  if (isa_and_nonnull<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(
          Branch.terminator()) ||
      !Branch.Branch || Facts.uniformity().ofBranch(Branch) < Scope::Grid)
    return false;
  const Term *Condition = Branch.Branch;
  if (const auto *Negation = dyn_cast<UnaryTerm>(Condition))
    Condition = Negation->of();
  const auto *Asked = dyn_cast<BinaryTerm>(Condition);
  return !Asked || !BinaryOperator::isRelationalOp(Asked->opcode());
}

bool GridBarrierFinder::isAlwaysReached(const Node &N) const {
  return llvm::none_of(Facts.paths().allControls(N), [&](const Node *Branch) {
    return dependsOnlyOnArguments(*Branch);
  });
}

std::vector<GridBarrier> GridBarrierFinder::run() const {
  std::vector<GridBarrier> Found;
  for (const Event &E : Facts.cfg().events())
    if (E.Op && E.Op->Scope == Scope::Grid && E.Op->Kind == SyncKind::Barrier &&
        E.Op->Participants == Participation::AllOfScope &&
        isAlwaysReached(*E.At))
      Found.push_back({&E, nullptr});
  for (const MemoryOperation &Op : Signals.operations())
    if (Op.Reads)
      if (const MemoryOperation *Count = announcementOf(Op);
          Count && isAlwaysReached(Count->node()))
        Found.push_back({Count->At, Op.At});
  return Found;
}

std::vector<GridBarrier> findGridBarriers(const KernelFacts &Facts) {
  return GridBarrierFinder(Facts, Facts.get<Handshakes>()).run();
}

/// The barriers of a block behind which all blocks of the grid have arrived, as
/// one of its threads has waited for them.
BarrierSet Handshakes::barriersOfGrid() const {
  return GridBarrierFinder(Facts, *this).barriers();
}

} // namespace warplint::memoryorder
