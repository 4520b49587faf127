//===--- ShuffleSource.cpp - Values that shuffles return ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "CudaModel/LaneFunctions.h"
#include "Support/Checked.h"

using namespace clang;

namespace warplint {

bool writesOutRank(const LinearTerm &Sum, const LaunchExtents &Launch) {
  std::array<int64_t, 3> Times = {0, 0, 0};
  for (auto [Part, C] : llvm::zip(Sum.operands(), Sum.coefficients()))
    if (auto Axis = threadAxis(Part))
      Times[*Axis] = C;
  int64_t Width = Launch.Block[0], Plane = Width * Launch.Block[1];
  if (Times[0] != 1 || Width == 0 || Plane == 0)
    return false;
  bool OneRow = Launch.Block[1] == 1, OnePlane = Launch.Block[2] == 1;
  return (Times[1] == Width || (OneRow && Times[1] == 0)) &&
         (Times[2] == Plane ||
          (Times[2] == 0 && (OnePlane || Plane % LanesPerWarp == 0)));
}

bool isOfWholeWarp(const Event &E) {
  auto IsFull = [](int64_t Mask) { return LaneMask(Mask) == AllLanes; };
  if (E.Mask) {
    auto Mask = numberOf(E.Mask);
    return Mask && IsFull(*Mask);
  }
  return E.Op->TileSize == LanesPerWarp ||
         (E.Op->MaskImmediate && IsFull(*E.Op->MaskImmediate));
}

std::optional<int64_t> lanesPerSegment(const Event &E,
                                       const Evaluation &Values) {
  if (E.Op->TileSize)
    return E.Op->TileSize;
  if (E.Op->SegmentImmediate)
    return lanesOfSegment(*E.Op->SegmentImmediate, E.Op->Entry->Shuffle);
  if (E.Op->Segment) {
    auto Packed = numberOf(Values.valueOf(*E.Owner, E.Op->Segment));
    return Packed ? lanesOfSegment(*Packed, E.Op->Entry->Shuffle)
                  : std::nullopt;
  }
  if (!E.Op->Width)
    return LanesPerWarp;
  return numberOf(Values.valueOf(*E.Owner, E.Op->Width));
}

std::optional<int64_t> lanesTogether(const Event &E, const Evaluation &Values) {
  if (E.Op->TileSize)
    return E.Op->TileSize <= LanesPerWarp ? std::optional(E.Op->TileSize)
                                          : std::nullopt;
  if (!isOfWholeWarp(E))
    return std::nullopt;
  auto Width = E.Op->Kind == SyncKind::Shuffle ? lanesPerSegment(E, Values)
                                               : LanesPerWarp;
  bool IsValid = Width && *Width > 0 && LanesPerWarp % *Width == 0;
  return IsValid ? Width : std::nullopt;
}

namespace {

/// Threads of one warp, by where they are in the block.
class WarpPlaces {
public:
  explicit WarpPlaces(TermArena &Arena)
      : Arena(Arena), Launch(Arena.launch()), AtLane(Arena) {}

  /// \p T says nothing but where the thread is and what all threads were given.
  bool isOfPlace(const Term *T) const;
  /// All lanes of a warp have one value of \p T, and it shows.
  bool isAlike(const Term *T);
  /// What \p T is in \p Lane of the thread's warp; null if that is not known.
  const Term *inLane(const Term *T, int64_t Lane);

private:
  bool isAlikeIdentity(const IdentityTerm &T) const;
  bool countsFromWarp(const Term *T);
  bool isRank(const Term *T) const;
  bool cutsAtWarps(const BinaryTerm &T);
  const Term *identityIn(const IdentityTerm &T, const Term *Rank);

  TermArena &Arena;
  const LaunchExtents &Launch;
  TermRewriter AtLane;
  TermFold<bool> Alike;
};

} // namespace

bool WarpPlaces::isOfPlace(const Term *T) const {
  return walkTerms(T, [](const Term &Part) {
    if (isa<ConstantTerm, LinearTerm, UnaryTerm, BinaryTerm, SelectTerm,
            NarrowTerm>(Part))
      return Walk::Enter;
    if (const auto *Self = dyn_cast<IdentityTerm>(&Part))
      return Self->identity() == IdentityKind::Opaque ? Walk::Stop : Walk::Skip;
    const auto *Given = dyn_cast<ParameterTerm>(&Part);
    return Given && Given->decl()->getType()->isIntegralOrEnumerationType()
               ? Walk::Skip
               : Walk::Stop;
  });
}

/// threadIdx.y and .z where rows or planes are known to be whole warps.
bool WarpPlaces::isAlikeIdentity(const IdentityTerm &T) const {
  if (T.identity() != IdentityKind::ThreadIdx)
    return T.uniformAt() >= Scope::Warp;
  uint64_t Row = Launch.Block[0], Plane = Row * Launch.Block[1];
  return (T.axis() > 0 && Row && Row % LanesPerWarp == 0) ||
         (T.axis() == 2 && Plane && Plane % LanesPerWarp == 0);
}

/// Lanes of a warp have numbers in a row, the first of which is a multiple of
/// the warp's size. Rows of unknown length count as whole warps; what is
/// asked of them here is right for those that are shorter than a warp, too.
bool WarpPlaces::isRank(const Term *T) const {
  bool OneRow = Launch.Block[1] == 1 && Launch.Block[2] == 1;
  return T->isIdentity(IdentityKind::ThreadRankInBlock) ||
         (threadAxis(T) == 0 &&
          (OneRow || Launch.Block[0] % LanesPerWarp == 0));
}

/// \p T is a rank plus a multiple of the warp size that the warp agrees on.
bool WarpPlaces::countsFromWarp(const Term *T) {
  if (isRank(T))
    return true;
  const auto *Sum = dyn_cast<LinearTerm>(T);
  if (!Sum || Sum->constant() % LanesPerWarp != 0)
    return false;
  bool WrittenOut = writesOutRank(*Sum, Launch);
  unsigned Ranks = WrittenOut;
  for (auto [Part, C] : llvm::zip(Sum->operands(), Sum->coefficients())) {
    if (WrittenOut && threadAxis(Part))
      continue;
    if (C == 1 && isRank(Part))
      ++Ranks;
    else if (C % LanesPerWarp != 0 || !isAlike(Part))
      return false;
  }
  return Ranks == 1;
}

/// \p T makes no difference between numbers that differ in the lane only.
bool WarpPlaces::cutsAtWarps(const BinaryTerm &T) {
  auto IsWhole = [](base::Checked V) {
    return base::isMultipleOf(V, LanesPerWarp);
  };
  if (const auto *Low = dyn_cast<ConstantTerm>(T.lhs()))
    return countsFromWarp(T.rhs()) &&
           ((T.opcode() == BO_LE && IsWhole(Low->value())) ||
            (T.opcode() == BO_LT && IsWhole(base::Checked(Low->value()) + 1)));
  const auto *By = dyn_cast<ConstantTerm>(T.rhs());
  if (!By || !countsFromWarp(T.lhs()))
    return false;
  int64_t C = By->value();
  switch (T.opcode()) {
  case BO_Div: { // Rounds towards zero, not down.
    auto Least = Arena.rangeOf(T.lhs()).Min;
    return C != 0 && IsWhole(C) && Least && *Least >= 0;
  }
  case BO_Shr:
    return C >= LaneBitCount && C < 63;
  case BO_And:
    return IsWhole(C);
  case BO_LT:
    return IsWhole(C);
  case BO_LE:
    return IsWhole(base::Checked(C) + 1);
  default:
    return false;
  }
}

bool WarpPlaces::isAlike(const Term *T) {
  using Parts = TermFold<bool>::Parts;
  return Alike.run(T, [&](const Term *Now, Parts &Of) -> std::optional<bool> {
    if (const auto *Self = dyn_cast<IdentityTerm>(Now))
      return isAlikeIdentity(*Self);
    if (const auto *Op = dyn_cast<BinaryTerm>(Now))
      if (cutsAtWarps(*Op))
        return true;
    for (const Term *Part : Now->operands()) {
      std::optional<bool> Same = Of.of(Part);
      if (!Same || !*Same)
        return Same;
    }
    return true;
  });
}

/// What \p T is for the thread \p Rank of the block.
const Term *WarpPlaces::identityIn(const IdentityTerm &T, const Term *Rank) {
  auto Apply = [&](BinaryOperatorKind Op, const Term *L, int64_t R) {
    return Arena.binary(Op, L, Arena.constant(R));
  };
  switch (T.identity()) {
  case IdentityKind::ThreadRankInBlock:
    return Rank;
  case IdentityKind::LaneId:
    return Apply(BO_Rem, Rank, LanesPerWarp);
  case IdentityKind::ThreadRankInTile:
    return T.tileSize() ? Apply(BO_Rem, Rank, T.tileSize()) : nullptr;
  case IdentityKind::TileRankInBlock:
    return T.tileSize() ? Apply(BO_Div, Rank, T.tileSize()) : nullptr;
  case IdentityKind::ThreadIdx:
    break;
  default:
    return nullptr;
  }
  const auto &Block = Launch.Block;
  if (T.axis() == 0 && Block[1] == 1 && Block[2] == 1)
    return Rank;
  if (!Launch.blockSize())
    return nullptr;
  const Term *Row = Apply(BO_Div, Rank, Block[0]);
  return T.axis() == 0   ? Apply(BO_Rem, Rank, Block[0])
         : T.axis() == 1 ? Apply(BO_Rem, Row, Block[1])
                         : Apply(BO_Div, Row, Block[1]);
}

const Term *WarpPlaces::inLane(const Term *T, int64_t Lane) {
  uint64_t Threads = Launch.blockSize();
  Identity Warp;
  Warp.Kind = IdentityKind::WarpIdInBlock;
  Warp.UniformAt = Scope::Warp;
  const Term *First = Threads && Threads <= LanesPerWarp
                          ? Arena.constant(0)
                          : Arena.binary(BO_Mul, Arena.identity(Warp),
                                         Arena.constant(LanesPerWarp));
  const Term *Rank = Arena.binary(BO_Add, First, Arena.constant(Lane));
  bool IsKnown = true;
  const Term *Made = AtLane.rewrite(T, [&](const Term &Part) -> const Term * {
    const auto *Sum = dyn_cast<LinearTerm>(&Part);
    const auto *Self = dyn_cast<IdentityTerm>(&Part);
    // All of the sum is a rank.
    if (Sum && writesOutRank(*Sum, Launch) &&
        llvm::all_of(Sum->operands(),
                     [](const Term *Op) { return threadAxis(Op).has_value(); }))
      return Arena.binary(BO_Add, Rank, Arena.constant(Sum->constant()));
    if (!Self || isAlikeIdentity(*Self))
      return nullptr;
    const Term *There = identityIn(*Self, Rank);
    IsKnown &= There != nullptr;
    return There;
  });
  return IsKnown ? Made : nullptr;
}

int64_t resultBelow(const Event &E, TermArena &Arena) {
  bool IsOperand = E.Op->Kind == SyncKind::Shuffle;
  if (auto Of = laneFunctionOf(*E.Op->Entry))
    switch (*Of) {
    case LaneFunction::Any:
    case LaneFunction::All:
    case LaneFunction::Uniform:
      return 2;
    case LaneFunction::Ballot:
    case LaneFunction::MatchAny:
      return int64_t(AllLanes) + 1;
    case LaneFunction::Minimum:
    case LaneFunction::Maximum:
    case LaneFunction::And:
      IsOperand = true;
      break;
    case LaneFunction::Add:
    case LaneFunction::Or:
    case LaneFunction::Xor:
      break;
    }
  auto [Least, Most] =
      IsOperand && E.Value ? Arena.rangeOf(E.Value) : TermArena::Range();
  return Least && *Least >= 0 && Most ? (base::Checked(Most) + 1).orElse(0) : 0;
}

const Term *shuffleResult(const Event &E, bool OverWarps, TermArena &Arena) {
  if (E.Op->Kind != SyncKind::Shuffle || !E.Value || !E.Select ||
      !isOfWholeWarp(E))
    return nullptr;
  WarpPlaces Places(Arena);
  if (!Places.isOfPlace(E.Value))
    return nullptr;
  std::optional<int64_t> Lane = numberOf(E.Select);
  bool OfOne = E.Op->Entry->Shuffle == ShuffleMode::Index && OverWarps &&
               Lane && *Lane >= 0 && *Lane < LanesPerWarp;
  // The lanes of a last warp that is not full have nothing from those that are
  // not there.
  if (!mayAssumeWholeWarps(Arena) && !(OfOne && *Lane == 0))
    return nullptr;
  if (Places.isAlike(E.Value))
    return E.Value;
  return OfOne ? Places.inLane(E.Value, *Lane) : nullptr;
}

} // namespace warplint
