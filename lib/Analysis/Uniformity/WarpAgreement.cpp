//===--- WarpAgreement.cpp - What warps of a block agree on -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Beside the scopes, a second way to agree: threads of different warps that
// have the same lane hold the same value (`mask[threadIdx.x % 32]`). A
// whole-warp vote over such a value comes out the same in every warp, and is
// therefore uniform for the block although no thread's operand is.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Symbolic/ThreadValues.h"
#include "Analysis/Uniformity/Uniformity.h"

using namespace clang;

namespace warplint {

static bool isFullMask(int64_t Mask) { return uint32_t(Mask) == uint32_t(~0u); }

bool isWholeWarpCollective(const Event &E) {
  if (E.K != Event::Kind::Sync || !E.Value)
    return false;
  switch (E.Op->Kind) {
  case SyncKind::Vote:
  case SyncKind::Match:
  case SyncKind::WarpReduce:
  case SyncKind::Shuffle:
    break;
  default:
    return false;
  }
  if (E.Mask)
    return E.Mask->isConstant() && isFullMask(E.Mask->value());
  return E.Op->TileSize == LanesPerWarp ||
         (E.Op->MaskImmediate && isFullMask(*E.Op->MaskImmediate));
}

bool countsRowsAsWarps(const TermArena &Arena) {
  return Arena.anyTerm([](const Term &T) {
    int64_t X = 0, Y = 0;
    if (T.kind() != TermKind::Linear)
      return false;
    for (auto [Op, Factor] : llvm::zip(T.operands(), T.coefficients()))
      if (Op->isIdentity(IdentityKind::ThreadIdx) && Op->axis() < 2)
        (Op->axis() == 0 ? X : Y) = Factor;
    return X != 0 && Y == X * LanesPerWarp;
  });
}

bool Uniformity::comesFromWholeWarp(const Term *Result) const {
  // A last warp that is not full has fewer lanes to vote.
  if (Arena.launch().blockSize() % LanesPerWarp != 0)
    return false;
  const Event *E = Collectives.lookup({Result->callContext(), Result->site()});
  return E && isSameInEveryWarp(E->Value) &&
         (!E->Select || isSameInEveryWarp(E->Select));
}

/// The lane, or a part of it, computed from a rank: `rank % 32`, `rank & 7`.
bool Uniformity::isLaneOfRank(const Term *T) const {
  if (!T->operand(1)->isConstant() || !rankOffset(T->operand(0)))
    return false;
  int64_t C = T->operand(1)->value();
  if (T->opcode() == BO_And)
    return C >= 0 && C < LanesPerWarp;
  return T->opcode() == BO_Rem && C > 0 && LanesPerWarp % C == 0;
}

bool Uniformity::joinsSameInEveryWarp(const Term *Phi) const {
  if (const Term *Only = Values.resolved(Phi); Only != Phi)
    return isSameInEveryWarp(Only);
  for (const Incoming &I : Values.incoming(Phi))
    if (I.Held.Value != Phi && !isSameInEveryWarp(I.Held.Value))
      return false;
  return llvm::all_of(choosers(Phi), [&](const Node *Branch) {
    return ofBranch(*Branch) >= Scope::Block ||
           isSameInEveryWarp(Branch->Branch);
  });
}

bool Uniformity::computeSameInEveryWarp(const Term *T) const {
  switch (T->kind()) {
  case TermKind::Phi:
    return PhiAcross.lookup(T);
  case TermKind::Result:
    return comesFromWholeWarp(T);
  case TermKind::Identity:
    return T->isIdentity(IdentityKind::LaneId) ||
           (T->isIdentity(IdentityKind::ThreadRankInTile) && T->tileSize() &&
            T->tileSize() <= LanesPerWarp) ||
           (T->isIdentity(IdentityKind::ThreadIdx) && T->axis() == 0 &&
            RowsAreWarps);
  case TermKind::Binary:
    if (isLaneOfRank(T))
      return true;
    break;
  case TermKind::Load:
    if (interferenceWithin(T, Scope::Block))
      return false;
    break;
  case TermKind::Opaque:
    if ((T->site() || T->callContext()) && T->identityScope() < Scope::Block)
      return false;
    break;
  default:
    break;
  }
  return !T->operands().empty() &&
         llvm::all_of(T->operands(),
                      [&](const Term *Op) { return isSameInEveryWarp(Op); });
}

bool Uniformity::isSameInEveryWarp(const Term *T) const {
  auto Found = KnownAcross.find(T);
  if (Found != KnownAcross.end())
    return Found->second;
  bool Result = of(T) >= Scope::Block || computeSameInEveryWarp(T);
  return KnownAcross[T] = Result;
}

} // namespace warplint
