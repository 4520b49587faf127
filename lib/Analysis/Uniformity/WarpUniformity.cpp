//===--- WarpUniformity.cpp - Values uniform in or across warps -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Beside the scopes, a second path to agree: threads of different warps that
// have the same lane hold the same value (`mask[threadIdx.x % 32]`). A
// whole-warp vote over such a value comes out the same in every warp, and is
// therefore uniform for the block although no thread's operand is.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/LinearSum.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "Analysis/Uniformity/ClusterUniformity.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"
#include "CudaModel/SyncKindRows.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint {

static bool isThreadIdxX(const Term *T) { return threadAxis(T) == 0; }

bool isWholeWarpCollective(const Event &E) {
  return E.isSync(SyncFamily::Exchange) && E.Value && isOfWholeWarp(E);
}

bool countsRowsAsWarps(const Evaluation &Values) {
  return llvm::any_of(Values.programTerms(), [](const Term *T) {
    const auto *Sum = dyn_cast<LinearTerm>(T);
    if (!Sum)
      return false;
    int64_t X = 0, Y = 0;
    for (auto [Op, Factor] : llvm::zip(Sum->operands(), Sum->coefficients())) {
      const auto *Self = dyn_cast<IdentityTerm>(Op);
      if (!Self || Self->identity() != IdentityKind::ThreadIdx)
        continue;
      if (Self->axis() == 0)
        X = Factor;
      else if (Self->axis() == 1)
        Y = Factor;
    }
    return X != 0 && Y == X * LanesPerWarp;
  });
}

/// The collective of all lanes of the warp that returned \p Result; null if
/// \p Result is something else.
const Event *Uniformity::wholeWarpCollective(const Term *Result) const {
  const auto *Made = dyn_cast<ResultTerm>(Result);
  const Event *E = Made ? Values.operationOf(*Made) : nullptr;
  return E && isWholeWarpCollective(*E) ? E : nullptr;
}

/// Each row of threads is one warp.
bool Uniformity::rowsAreWarps() const {
  uint32_t Row = Arena.launch().Block[0];
  return Row ? Row == LanesPerWarp
             : CountsRowsAsWarps &&
                   Arena.assumptions().assume(Assumption::RowsOfWarps);
}

bool Uniformity::isOneRow() const {
  const LaunchExtents &Launch = Arena.launch();
  return Launch.Block[1] == 1 && Launch.Block[2] == 1;
}

bool Uniformity::isMadeByWholeWarp(const ResultTerm &Result) const {
  if (!mayAssumeWholeWarps(Arena))
    return false;
  const Event *E = wholeWarpCollective(&Result);
  return E && isUniformAcrossWarps(E->Value) &&
         (!E->Select || isUniformAcrossWarps(E->Select));
}

/// The lane, or a part of it, computed from a rank: `rank % 32`, `rank & 7`.
bool Uniformity::isLaneOfRank(const BinaryTerm &T) const {
  const auto *Right = dyn_cast<ConstantTerm>(T.rhs());
  if (!Right || !rankOffset(T.lhs()))
    return false;
  int64_t C = Right->value();
  if (T.opcode() == BO_And)
    return C >= 0 && C < LanesPerWarp;
  return T.opcode() == BO_Rem && C > 0 && LanesPerWarp % C == 0;
}

bool Uniformity::joinsSameInEveryWarp(const Term *Phi) const {
  if (const Term *Only = Values.resolved(Phi); Only != Phi)
    return isUniformAcrossWarps(Only);
  for (const Incoming &I : Values.incoming(Phi))
    if (I.Reaching.Value != Phi && !isUniformAcrossWarps(I.Reaching.Value))
      return false;
  return llvm::all_of(choosers(Phi), [&](const Node *Branch) {
    return ofBranch(*Branch) >= Scope::Block ||
           isUniformAcrossWarps(Branch->Branch);
  });
}

/// One step of `isUniformAcrossWarps`: what is known of \p T whatever its
/// operands are; nothing if they decide.
std::optional<bool> Uniformity::isSameByItself(const Term *T) const {
  if (isa<PhiTerm>(T))
    return PhiAcross.lookup(T);
  if (const auto *Made = dyn_cast<ResultTerm>(T))
    return isMadeByWholeWarp(*Made);
  if (const auto *Self = dyn_cast<IdentityTerm>(T))
    return Self->identity() == IdentityKind::LaneId ||
           (Self->identity() == IdentityKind::ThreadRankInTile &&
            Self->tileSize() && Self->tileSize() <= LanesPerWarp) ||
           (isThreadIdxX(T) && rowsAreWarps());
  if (const auto *Op = dyn_cast<BinaryTerm>(T))
    if (isLaneOfRank(*Op))
      return true;
  if (const auto *Load = dyn_cast<LoadTerm>(T);
      Load &&
      (isChangedFromOutside(*Load) || interferenceWithin(T, Scope::Block)))
    return false;
  if (const auto *Made = dyn_cast<OpaqueTerm>(T))
    if ((Made->site() || Made->callContext()) && !Trusted.Unknown &&
        Made->uniformAt() < Scope::Block)
      return false;
  if (T->operands().empty())
    return false;
  return std::nullopt;
}

bool Uniformity::isUniformAcrossWarps(const Term *T) const {
  using Parts = TermFold<bool>::Parts;
  return KnownAcross.run(
      T, [&](const Term *Now, Parts &Of) -> std::optional<bool> {
        // What the lanes put in comes first: `of` asks for it too.
        if (isa<ResultTerm>(Now) && !Of.knowsAll(partsOf(Now)))
          return std::nullopt;
        if (of(Now) >= Scope::Block)
          return true;
        if (std::optional<bool> Known = isSameByItself(Now))
          return Known;
        for (const Term *Part : Now->operands()) {
          std::optional<bool> Same = Of.of(Part);
          if (!Same || !*Same)
            return Same;
        }
        return true;
      });
}

//===----------------------------------------------------------------------===//
// Alignment with warps
//===----------------------------------------------------------------------===//

/// \p C times \p T is a number of whole warps on which the lanes of a warp
/// agree. Products of block-uniform terms (blockIdx.x * blockDim.x) are taken
/// for multiples of the warp size, as they are in every launch with whole
/// warps.
bool Uniformity::isWholeWarps(const Term *T, int64_t C) const {
  if (const auto *Number = dyn_cast<ConstantTerm>(T))
    return base::isMultipleOf(base::Checked(C) * Number->value(), LanesPerWarp);
  const auto *Product = dyn_cast<BinaryTerm>(T);
  if (Product && Product->opcode() == BO_Mul && isUniform(T, Scope::Block))
    return true;
  return C % LanesPerWarp == 0 && isUniform(T, Scope::Warp);
}

/// What an iteration adds: whole warps, or blocks of threads.
bool Uniformity::stepsWholeWarps(const Term *Step) const {
  auto IsWhole = [&](const Term *T, int64_t C) {
    return T->isIdentity(IdentityKind::BlockDim) ||
           T->isIdentity(IdentityKind::BlockSize) || isWholeWarps(T, C);
  };
  const Summands Sum(Step);
  return Sum.Constant % LanesPerWarp == 0 &&
         llvm::all_of(Sum.Parts, [&](const auto &Part) {
           return IsWhole(Part.Of, Part.Factor);
         });
}

/// \p T is a number's rest by whole warps (`x % 128`, `x & 127`): that number;
/// null otherwise.
static const Term *keepsLanes(const Term *T) {
  const auto *Op = dyn_cast<BinaryTerm>(T);
  const auto *By = Op ? dyn_cast<ConstantTerm>(Op->rhs()) : nullptr;
  if (!By || By->value() <= 0)
    return nullptr;
  bool Keeps = (Op->opcode() == BO_Rem && By->value() % LanesPerWarp == 0) ||
               (Op->opcode() == BO_And && (By->value() & LaneBits) == LaneBits);
  return Keeps ? Op->lhs() : nullptr;
}

/// \p T is a thread's rank plus something all threads of the block agree on:
/// then the constant part, otherwise nothing. A loop's variable is one if it
/// starts as one and the lanes of a warp move it by whole warps, together.
std::optional<int64_t> Uniformity::rankOffset(const Term *T) const {
  auto IsRank = [&](const Term *Op) {
    return Op->isIdentity(IdentityKind::ThreadRankInBlock) ||
           Op->isIdentity(IdentityKind::ThreadRankInGrid) ||
           (isThreadIdxX(Op) && (isOneRow() || rowsAreWholeWarps()));
  };
  auto Counted = [&](const Term *Op) -> std::optional<int64_t> {
    if (IsRank(Op))
      return 0;
    const Induction *Counter = ReachedTogether.lookup(Op).Over >= Scope::Warp
                                   ? Values.inductions().find(Op)
                                   : nullptr;
    if (!Counter || Counter->K != Induction::Kind::Added ||
        !stepsWholeWarps(Counter->Step))
      return std::nullopt;
    return rankOffset(Counter->First);
  };
  if (std::optional<int64_t> Known = Counted(T))
    return Known;
  if (const Term *Whole = keepsLanes(T)) {
    // Where a warp begins at a multiple of its size, it does so in the part.
    auto Offset = rankOffset(Whole);
    auto Least = Arena.rangeOf(Whole).Min;
    return Offset && *Offset % LanesPerWarp == 0 && Least && *Least >= 0
               ? std::optional<int64_t>(0)
               : std::nullopt;
  }
  const auto *Sum = dyn_cast<LinearTerm>(T);
  if (!Sum)
    return std::nullopt;
  std::optional<int64_t> Rank;
  bool WrittenOut = writesOutRank(*Sum, Arena.launch());
  if (WrittenOut)
    Rank = 0;
  for (auto [Op, C] : llvm::zip(Sum->operands(), Sum->coefficients())) {
    if (isWholeWarps(Op, C) || (WrittenOut && threadAxis(Op)))
      continue;
    std::optional<int64_t> Own = C == 1 ? Counted(Op) : std::nullopt;
    if (!Own || Rank)
      return std::nullopt;
    Rank = Own;
  }
  if (!Rank)
    return std::nullopt;
  return base::Checked(Rank) + Sum->constant();
}

/// What is added to \p T from each lane of a warp to the next: 0 if the lanes
/// agree on it. Nothing if that is not the same everywhere, or not known.
std::optional<int64_t> Uniformity::laneSlope(const Term *T) const {
  if (isUniform(T, Scope::Warp))
    return 0;
  if (T->isIdentity(IdentityKind::LaneId) || rankOffset(T))
    return 1;
  const auto *Op = dyn_cast<BinaryTerm>(T);
  const auto *By = Op ? dyn_cast<ConstantTerm>(Op->rhs()) : nullptr;
  bool IsLane = By && (Op->opcode() == BO_Rem
                           ? By->value() == LanesPerWarp
                           : Op->opcode() == BO_And && By->value() == LaneBits);
  auto Offset = IsLane ? rankOffset(Op->lhs()) : std::nullopt;
  auto Least = IsLane ? Arena.rangeOf(Op->lhs()).Min : std::nullopt;
  return Offset && *Offset % LanesPerWarp == 0 && Least && *Least >= 0
             ? std::optional<int64_t>(1)
             : std::nullopt;
}

/// Lanes agree on a sum in which their numbers cancel out:
/// `threadIdx.x - lane`.
Scope Uniformity::computeSum(const LinearTerm &T) const {
  Scope Result = ofOperands(T);
  if (Result < Scope::Block && (isOfSameQuotient(&T) || isSameFromFirst(T)))
    return Scope::Block;
  if (Result != Scope::Thread)
    return Result;
  base::Checked Slope = 0;
  for (auto [Part, C] : llvm::zip(T.operands(), T.coefficients()))
    Slope += base::Checked(laneSlope(Part)) * C;
  return Slope && *Slope == 0 ? Scope::Warp : Scope::Thread;
}

/// Whether lanes of one warp agree on a quotient, masked value or comparison of
/// their rank.
bool Uniformity::sameForWarp(const BinaryTerm &T) const {
  auto Aligned = [](base::Checked V) {
    return base::isMultipleOf(V, LanesPerWarp);
  };
  if (const auto *Low = dyn_cast<ConstantTerm>(T.lhs())) {
    auto Offset = rankOffset(T.rhs());
    return Offset && ((T.opcode() == BO_LE &&
                       Aligned(Low->value() - base::Checked(Offset))) ||
                      (T.opcode() == BO_LT &&
                       Aligned(Low->value() - base::Checked(Offset) + 1)));
  }
  const auto *Right = dyn_cast<ConstantTerm>(T.rhs());
  auto Offset = Right ? rankOffset(T.lhs()) : std::nullopt;
  if (!Offset)
    return false;
  int64_t C = Right->value();
  TermArena::Range Rank = Arena.rangeOf(T.lhs());
  switch (T.opcode()) {
  case BO_Div: // Rounds towards zero, not down.
    return C != 0 && Aligned(C) && Aligned(*Offset) &&
           !(Rank.Min && *Rank.Min < 0);
  case BO_Shr:
    return C >= 5 && Aligned(*Offset);
  case BO_And:
    return (C & LaneBits) == 0 && Aligned(*Offset);
  case BO_LT:
    return Aligned(C - base::Checked(Offset));
  case BO_LE:
    return Aligned(C - base::Checked(Offset) + 1);
  default:
    return false;
  }
}

Scope Uniformity::computeBinary(const BinaryTerm &T) const {
  Scope Result = std::min(of(T.lhs()), of(T.rhs()));
  if (Result < Scope::Block && (isOfSameQuotient(&T) || isSameSide(T)))
    return Scope::Block;
  if (Result < Scope::Block)
    Result = std::max(Result, scopeOfSignTest(T));
  if (Result == Scope::Thread && (sameForWarp(T) || isSameSideForWarp(T)))
    return Scope::Warp;
  auto InCluster = [&](const Term *Part) {
    return isUniform(Part, Scope::Cluster);
  };
  if (Result == Scope::Block && isSameInCluster(T, Arena.launch(), InCluster))
    return Scope::Cluster;
  return Result;
}

} // namespace warplint
