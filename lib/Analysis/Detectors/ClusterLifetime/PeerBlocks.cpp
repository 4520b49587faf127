//===--- PeerBlocks.cpp - Which blocks of a cluster go where --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/ClusterLifetime/PeerBlocks.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelIR/TwoWayBranch.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Target/Warp.h"

using namespace clang;

namespace warplint::clusters {

PeerBlocks::PeerBlocks(const KernelFacts &Facts) : Facts(Facts) {
  for (const simulation::SimulatedCluster &Shape :
       simulation::clustersToSimulate(Facts, {LanesPerWarp, 1, 1})) {
    if (Shape.size() == 1)
      continue;
    Shapes.push_back(Shape);
    Given.emplace_back(Shape.size());
    for (unsigned Rank = 0; Rank < Shape.size(); ++Rank)
      simulation::giveBlock(Given.back()[Rank], Facts, Shape, Rank);
  }
}

/// \p T is a number of a block along an axis, taken modulo the cluster's
/// extent.
static bool isRankAlongAxis(const Term &T,
                            const simulation::SimulatedCluster &Shape) {
  const auto *Op = dyn_cast<BinaryTerm>(&T);
  const auto *Block = Op ? dyn_cast<IdentityTerm>(Op->lhs()) : nullptr;
  if (!Block || Block->identity() != IdentityKind::BlockIdx)
    return false;
  int64_t Extent = Shape.Extents[Block->axis()];
  return (Op->opcode() == BO_Rem && Op->rhs()->isConstant(Extent)) ||
         (Op->opcode() == BO_And && (Extent & (Extent - 1)) == 0 &&
          Op->rhs()->isConstant(Extent - 1));
}

/// The cluster's own place in the grid and the iteration of a loop have no part
/// in
/// \p T.
bool PeerBlocks::isOfRank(const Term *T,
                          const simulation::SimulatedCluster &Shape) const {
  if (!inputsOf(T, Facts.values()).Counters.empty())
    return false;
  bool IsOfPlace = false;
  walkTerms(T, Facts.values(), [&](const Term &Part) {
    if (isRankAlongAxis(Part, Shape))
      return Walk::Skip;
    for (IdentityKind Kind :
         {IdentityKind::BlockIdx, IdentityKind::BlockRankInGrid,
          IdentityKind::ThreadRankInGrid, IdentityKind::ClusterRankInGrid,
          IdentityKind::GridDim})
      IsOfPlace |= Part.isIdentity(Kind);
    return IsOfPlace ? Walk::Stop : Walk::Enter;
  });
  return !IsOfPlace;
}

std::optional<int64_t> PeerBlocks::valueFor(const Block &Who,
                                            const Term *T) const {
  if (!isOfRank(T, Shapes[Who.Shape]))
    return std::nullopt;
  ThreadOfBlock First;
  First.BlockDim = {LanesPerWarp, 1, 1};
  return ThreadValues(Facts.values(), Given[Who.Shape][Who.Rank]).run(T, First);
}

const Node *PeerBlocks::pathOf(const Block &Who, const Node &Branch) const {
  bool IsSwitch = isa_and_nonnull<SwitchStmt>(Branch.terminator());
  if (!Branch.Branch || (!IsSwitch && !isTwoWay(Branch)) ||
      !Facts.uniformity().isUniformBranch(Branch, Scope::Block))
    return nullptr;
  auto Value = valueFor(Who, Branch.Branch);
  if (!Value)
    return nullptr;
  if (!IsSwitch)
    return Branch.successors()[*Value != 0 ? 0 : 1];
  const Node *Default = nullptr;
  for (unsigned Successor = 0; Successor < Branch.successors().size();
       ++Successor) {
    const Node *To = Branch.successors()[Successor];
    const auto *Case = dyn_cast_or_null<CaseStmt>(To->block().getLabel());
    if (Case && Case->getRHS())
      return nullptr;
    auto Number = caseOf(Branch, Successor, Facts.context());
    if (Number && *Number == *Value)
      return To;
    if (!Number)
      Default = To;
  }
  return Default;
}

bool PeerBlocks::part(const Node &Branch) const {
  for (unsigned Shape = 0; Shape < Shapes.size(); ++Shape)
    for (unsigned Rank = 1; Rank < Shapes[Shape].size(); ++Rank)
      if (pathOf({Shape, Rank}, Branch) != pathOf({Shape, 0}, Branch))
        return true;
  return false;
}

bool PeerBlocks::mayReach(const Block &Who, const Node &N) const {
  return llvm::all_of(Facts.paths().allControls(N), [&](const Node *Branch) {
    const Node *Path = pathOf(Who, *Branch);
    auto Successor =
        Path ? Facts.paths().successorTo(*Branch, N) : std::nullopt;
    return !Successor || Branch->successors()[*Successor] == Path;
  });
}

std::vector<PeerBlocks::Block> PeerBlocks::warpsAt(const Node &N) const {
  std::vector<Block> Result;
  for (unsigned Shape = 0; Shape < Shapes.size(); ++Shape)
    for (unsigned Rank = 0; Rank < Shapes[Shape].size(); ++Rank)
      if (mayReach({Shape, Rank}, N))
        Result.push_back({Shape, Rank});
  return Result;
}

std::vector<PeerBlocks::Block>
PeerBlocks::peersOf(const participation::PeerOperation &P) const {
  std::vector<Block> Result;
  if (!P.Rank || !Facts.uniformity().isUniform(P.Rank, Scope::Block))
    return Result;
  for (const Block &By : warpsAt(*P.At->At)) {
    auto Rank = valueFor(By, P.Rank);
    if (!Rank || *Rank < 0 || *Rank >= int64_t(Shapes[By.Shape].size()))
      return {};
    if (*Rank != By.Rank)
      Result.push_back({By.Shape, unsigned(*Rank)});
  }
  return Result;
}

} // namespace warplint::clusters
