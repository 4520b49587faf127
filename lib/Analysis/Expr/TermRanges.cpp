//===--- TermRanges.cpp - Bounds of terms ---------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/TermArena.h"
#include "Support/Checked.h"
#include "Target/Limits.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace clang;

namespace warplint {

using Range = TermArena::Range;

static Range identityRange(const IdentityTerm &T, const LaunchExtents &Launch) {
  unsigned Axis = T.axis();
  int64_t Cap = Launch.MaxThreads ? Launch.MaxThreads : MaxThreadsPerBlock;
  switch (T.identity()) {
  case IdentityKind::ThreadIdx:
    if (Launch.Block[Axis])
      return {0, int64_t(Launch.Block[Axis]) - 1};
    return {0, std::min(Cap, MaxBlockDim[Axis]) - 1};
  case IdentityKind::BlockDim:
    return {1, std::min(Cap, MaxBlockDim[Axis])};
  case IdentityKind::ThreadRankInBlock:
    if (uint64_t Size = Launch.blockSize())
      return {0, int64_t(Size) - 1};
    return {0, Cap - 1};
  case IdentityKind::BlockSize:
    return {1, Cap};
  case IdentityKind::LaneId:
    return {0, LaneBits};
  case IdentityKind::ThreadRankInTile:
    if (T.tileSize())
      return {0, int64_t(T.tileSize()) - 1};
    return {0, std::nullopt};
  case IdentityKind::BlockIdx:
    if (Launch.Grid[Axis])
      return {0, int64_t(Launch.Grid[Axis]) - 1};
    return {0, std::nullopt};
  case IdentityKind::GridDim:
    return {1, std::nullopt};
  case IdentityKind::Opaque:
    return {};
  default:
    return {0, std::nullopt};
  }
}

/// An index is less than its extent: threadIdx.x < blockDim.x and the like.
static bool isIndexBelowExtent(const Term *L, const Term *R) {
  const auto *Index = llvm::dyn_cast<IdentityTerm>(L),
             *Extent = llvm::dyn_cast<IdentityTerm>(R);
  if (!Index || !Extent)
    return false;
  auto Are = [&](IdentityKind I, IdentityKind E) {
    return Index->identity() == I && Extent->identity() == E;
  };
  bool SameAxis = Index->axis() == Extent->axis();
  return (Are(IdentityKind::ThreadIdx, IdentityKind::BlockDim) && SameAxis) ||
         (Are(IdentityKind::BlockIdx, IdentityKind::GridDim) && SameAxis) ||
         Are(IdentityKind::ThreadRankInBlock, IdentityKind::BlockSize) ||
         Are(IdentityKind::ThreadRankInGrid, IdentityKind::GridSize) ||
         Are(IdentityKind::ThreadIdx, IdentityKind::BlockSize);
}

/// The bounds of \p Sum, where the bounds of its operands are known.
static Range rangeOfSum(const LinearTerm &Sum,
                        llvm::function_ref<Range(const Term *)> RangeOf) {
  Range Total = Range::of(Sum.constant());
  auto Add = [&](const Range &Part, int64_t C) {
    Total = warplint::rangeOf(
        Operator::Add, Total,
        warplint::rangeOf(Operator::Multiply, Part, Range::of(C)));
  };
  size_t Count = Sum.operands().size();
  llvm::SmallVector<bool, 8> Used(Count, false);
  for (size_t I = 0; I < Count; ++I)
    for (size_t E = 0; E < Count; ++E) {
      int64_t C = Sum.coefficients()[I];
      if (Used[I] || Used[E] || Sum.coefficients()[E] != -C ||
          !isIndexBelowExtent(Sum.operand(I), Sum.operand(E)))
        continue;
      Used[I] = Used[E] = true;
      // index - extent lies between -extent and -1.
      Range Extent = RangeOf(Sum.operand(E));
      Add({-base::Checked(Extent.Max), -1}, C);
    }
  for (size_t I = 0; I < Count; ++I)
    if (!Used[I])
      Add(RangeOf(Sum.operand(I)), Sum.coefficients()[I]);
  return Total;
}

/// One step of `rangeOf`; nothing while bounds of operands are missing.
std::optional<Range> TermArena::computeRange(const Term *T,
                                             RangeParts &Parts) const {
  auto Known = [&](const Term *Part) { return *Parts.of(Part); };
  if (const auto *Number = llvm::dyn_cast<ConstantTerm>(T))
    return Range::of(Number->value());
  if (const auto *Self = llvm::dyn_cast<IdentityTerm>(T))
    return identityRange(*Self, Launch);
  if (const auto *Unknown = llvm::dyn_cast<SymbolTerm>(T))
    return SymbolBounds[Unknown->number()];
  if (const auto *Made = llvm::dyn_cast<SiteTerm>(T))
    return Made->below() ? Range{0, Made->below() - 1} : Range();
  if (const auto *Op = llvm::dyn_cast<UnaryTerm>(T))
    return Op->opcode() == UO_LNot ? Range{0, 1} : Range();
  if (const auto *Sum = llvm::dyn_cast<LinearTerm>(T)) {
    if (!Parts.knowsAll(Sum->operands()))
      return std::nullopt;
    return rangeOfSum(*Sum, Known);
  }
  if (const auto *Op = llvm::dyn_cast<BinaryTerm>(T)) {
    if (Op->isComparison() || Op->isLogical())
      return Range{0, 1};
    if (!Parts.knowsAll(Op->operands()))
      return std::nullopt;
    // A term does not say that it is unsigned: no remainder is taken for
    // negative only because nothing is known of the dividend.
    auto Is = operatorOf(Op->opcode());
    if (!Is || (Is->Op == Operator::Remainder && !Known(Op->lhs()).Min))
      return Range();
    return warplint::rangeOf(Is->Op, Known(Op->lhs()), Known(Op->rhs()));
  }
  if (const auto *Narrow = llvm::dyn_cast<NarrowTerm>(T)) {
    if (!Parts.knowsAll(Narrow->operands()))
      return std::nullopt;
    return rangeOfConversion(Known(Narrow->of()),
                             {Narrow->bits(), Narrow->isSigned()});
  }
  if (const auto *Choice = llvm::dyn_cast<SelectTerm>(T)) {
    if (!Parts.knowsAll(Choice->operands().drop_front()))
      return std::nullopt;
    return unionOf(Known(Choice->ifTrue()), Known(Choice->ifFalse()));
  }
  return Range();
}

Range TermArena::rangeOf(const Term *T) const {
  return Ranges.run(T, [&](const Term *Now, RangeParts &Parts) {
    return computeRange(Now, Parts);
  });
}

} // namespace warplint
