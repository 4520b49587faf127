//===--- BlockOwnership.cpp - Which addresses are a block's own -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/BlockOwnership.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/Evaluation.h"

using namespace clang;

namespace warplint::memoryorder {

static llvm::SmallVector<const FieldDecl *, 2> fieldsOf(const Term *Address) {
  llvm::SmallVector<const FieldDecl *, 2> Fields;
  for (const auto *Part = dyn_cast<SubobjectTerm>(Address); Part;
       Part = dyn_cast<SubobjectTerm>(Part->base()))
    if (const auto *Member = dyn_cast<FieldTerm>(Part))
      Fields.push_back(Member->field());
  std::reverse(Fields.begin(), Fields.end());
  return Fields;
}

bool mayTouch(const MemoryOperation &A, const MemoryOperation &B) {
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
  /// Quotients and the like, which several blocks share; 2 stands for more.
  unsigned Rough = 0;
  bool OfThreads = false; ///< Quotients of what threads of a block differ in.
  bool Unknown = false;   ///< Something in it may be any block's own.

  /// Blocks differ, or may. A quotient of block and thread together numbers
  /// warps or tiles of the grid.
  bool mayTellAll() const {
    return Unknown || Rough > 1 || (Rough && OfThreads);
  }

  void add(const BlockParts &Part) {
    Exact |= Part.Exact;
    Rough = std::min(2u, Rough + Part.Rough);
    OfThreads |= Part.OfThreads;
    Unknown |= Part.Unknown;
  }

  void addIdentity(const IdentityTerm *T, bool IsExact) {
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
      OfThreads |= !IsExact && T->uniformAt() < Scope::Block;
    }
  }
};

/// A term, and 1 if different values of it make different addresses.
using PartOfAddress = std::pair<const Term *, unsigned>;

} // namespace

static BlockParts blockPartsOf(const Term *Address) {
  Fold<PartOfAddress, BlockParts> Known;
  return Known.run(
      {Address, 1},
      [](PartOfAddress Key, auto &Parts) -> std::optional<BlockParts> {
        const Term *T = Key.first;
        BlockParts Made;
        switch (T->kind()) {
        case TermKind::Identity:
          Made.addIdentity(cast<IdentityTerm>(T), Key.second);
          return Made;
        case TermKind::Load:
        case TermKind::Opaque:
        case TermKind::Result:
        case TermKind::Phi:
          Made.Unknown = true;
          return Made;
        default:
          break;
        }
        const auto *Op = dyn_cast<BinaryTerm>(T);
        bool KeepsApart =
            !Op || Op->opcode() == BO_Mul || Op->opcode() == BO_Shl;
        llvm::SmallVector<PartOfAddress, 4> Inner;
        for (const Term *Part : T->operands())
          Inner.push_back({Part, Key.second && KeepsApart});
        if (!Parts.knowsAll(Inner))
          return std::nullopt;
        for (const PartOfAddress &Part : Inner)
          Made.add(*Parts.of(Part));
        return Made;
      });
}

BlockOwnership::BlockOwnership(const KernelFacts &Facts)
    : Assumed(Facts.assumptions()) {
  for (const Term *T : Facts.values().programTerms()) {
    const auto *Self = dyn_cast<IdentityTerm>(T);
    if (Self &&
        (Self->identity() == IdentityKind::BlockIdx ||
         Self->identity() == IdentityKind::GridDim) &&
        Facts.terms().launch().Grid[Self->axis()] != 1)
      UsedAxes |= 1u << Self->axis();
  }
}

std::optional<bool> BlockOwnership::compute(const Term *Address) const {
  BlockParts Parts = blockPartsOf(Address);
  if (Parts.mayTellAll() && Assumed.assume(Assumption::OwnElements))
    return std::nullopt;
  return Parts.Exact && (Parts.Exact & UsedAxes) == UsedAxes;
}

std::optional<bool> BlockOwnership::isOfBlock(const Term *Address) const {
  auto [Slot, New] = Known.try_emplace(Address);
  if (New)
    Slot->second = compute(Address);
  return Slot->second;
}

} // namespace warplint::memoryorder
