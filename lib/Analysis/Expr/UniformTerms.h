//===--- UniformTerms.h - Terms that are uniform by their form --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_UNIFORMTERMS_H
#define WARPLINT_ANALYSIS_EXPR_UNIFORMTERMS_H

#include "Analysis/Expr/TermTraversal.h"

namespace warplint {

/// True if \p T is built only from constants, kernel parameters and identities
/// that all threads of a block share, so that it has one value per block. With
/// \p Counted also from phis: then it is the same for all threads for which
/// these phis are. False where that is not seen.
inline bool isPlainlyUniform(const Term *T, bool Counted = false) {
  return walkTerms(T, [Counted](const Term &Part) {
    if (llvm::isa<PhiTerm>(Part))
      return Counted ? Walk::Skip : Walk::Stop;
    if (const auto *Self = llvm::dyn_cast<IdentityTerm>(&Part))
      return Self->uniformAt() < Scope::Block ? Walk::Stop : Walk::Skip;
    return llvm::isa<ConstantTerm, ParameterTerm, LinearTerm, UnaryTerm,
                     BinaryTerm, NarrowTerm, ExtractTerm>(Part)
               ? Walk::Enter
               : Walk::Stop;
  });
}

/// The place of a thread, or of its warp or tile, in its block.
inline bool isPlaceInBlock(IdentityKind Kind) {
  return Kind == IdentityKind::ThreadIdx || Kind == IdentityKind::LaneId ||
         Kind == IdentityKind::WarpIdInBlock ||
         Kind == IdentityKind::ThreadRankInBlock ||
         Kind == IdentityKind::ThreadRankInTile ||
         Kind == IdentityKind::TileRankInBlock;
}

/// \p T is an identity that may differ between the blocks of a grid.
inline bool tellsBlocksApart(const Term &T) {
  const auto *Self = llvm::dyn_cast<IdentityTerm>(&T);
  return Self && !isPlaceInBlock(Self->identity()) &&
         Self->uniformAt() < Scope::Grid;
}

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_UNIFORMTERMS_H
