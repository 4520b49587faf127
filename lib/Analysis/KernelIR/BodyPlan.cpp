//===--- BodyPlan.cpp - CFG blocks that become nodes ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelIR/BodyPlan.h"
#include "Analysis/Expr/Worklist.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace warplint {

/// The block behind \p Block if control can go nowhere else; null otherwise.
static const CFGBlock *onlyBehind(const CFGBlock &Block) {
  const CFGBlock *Only = nullptr;
  for (const CFGBlock *Next : Block.succs()) {
    if (Next && Only)
      return nullptr;
    Only = Next ? Next : Only;
  }
  return Only;
}

static bool contains(const Stmt *S, const Stmt *Part) {
  return S && (S == Part || llvm::any_of(S->children(), [&](const Stmt *Child) {
                 return contains(Child, Part);
               }));
}

/// Nothing happens in \p Block: it is empty, or chooses a successor that the
/// compiler has chosen.
static bool isIdle(const CFGBlock &Block) {
  if (Block.getLoopTarget() || Block.hasNoReturnElement() || Block.getLabel())
    return false;
  const Stmt *Ending = Block.getTerminatorStmt();
  const auto *If = dyn_cast_or_null<IfStmt>(Ending);
  if (Ending && (!If || !If->isConstexpr()))
    return false;
  return llvm::all_of(Block, [&](const CFGElement &Element) {
    auto Statement = Element.getAs<CFGStmt>();
    return If && Statement && contains(If->getCond(), Statement->getStmt());
  });
}

BodyPlan::BodyPlan(const CFG &Graph, bool KeepsEnds) {
  // How many paths that are taken lead to each block.
  llvm::DenseMap<const CFGBlock *, unsigned> Paths;
  llvm::DenseMap<const CFGBlock *, const CFGBlock *> Before;
  Worklist<CFGBlock> Reached{&Graph.getEntry()};
  while (const CFGBlock *From = Reached.next())
    for (const CFGBlock *To : From->succs()) {
      if (!To)
        continue;
      ++Paths[To];
      Before[To] = From;
      Reached.add(To);
    }
  // Between two blocks of a straight line.
  auto IsNeedless = [&](const CFGBlock &Block) {
    if (&Block == &Graph.getExit() || !isIdle(Block))
      return false;
    const CFGBlock *Next = onlyBehind(Block);
    if (!Next || Paths[Next] != 1)
      return false;
    if (&Block == &Graph.getEntry())
      return !KeepsEnds;
    return Paths[&Block] == 1 && onlyBehind(*Before[&Block]);
  };
  for (const CFGBlock *Block : Graph)
    if (Reached.seen().count(Block) && IsNeedless(*Block))
      Passed[Block] = onlyBehind(*Block);
  // What ends the only path to the end is the end.
  End = &Graph.getExit();
  if (!KeepsEnds && Paths[End] == 1)
    if (const CFGBlock *Last = Before[End];
        !Passed.count(Last) && onlyBehind(*Last) && !Last->hasNoReturnElement())
      End = Last;
  Begin = &behind(Graph.getEntry());
  for (const CFGBlock *Block : Graph) {
    bool IsDropped = Passed.count(Block) ||
                     (Block == &Graph.getExit() ? End != Block
                                                : !Reached.seen().count(Block));
    if (IsDropped)
      continue;
    Blocks.push_back(Block);
    Statements += Block->size();
  }
}

const CFGBlock &BodyPlan::behind(const CFGBlock &Block) const {
  const CFGBlock *At = &Block;
  for (auto Next = Passed.find(At); Next != Passed.end();
       Next = Passed.find(At))
    At = Next->second;
  return *At;
}

} // namespace warplint
