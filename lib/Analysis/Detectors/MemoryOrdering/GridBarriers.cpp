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
  explicit GridBarrierFinder(const KernelFacts &Facts)
      : Facts(Facts), Signals(Facts.get<Handshakes>()) {}

  std::vector<GridBarrier> run();

private:
  const MemoryOperation *announcementOf(const MemoryOperation &Awaited) const;
  bool countsBlocks(const Term *T) const;
  bool tellsLastBlock(const MemoryOperation &Count,
                      const MemoryOperation &Store) const;
  bool isOfGrid(const MemoryOperation &Op) const;
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

std::vector<GridBarrier> GridBarrierFinder::run() {
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
  return GridBarrierFinder(Facts).run();
}

} // namespace warplint::memoryorder
