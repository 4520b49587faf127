//===--- LaneMasks.cpp - Lane masks of warp collectives -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/WarpCollectives/LaneMasks.h"
#include "Analysis/Detectors/WarpCollectives/Lanes.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "Assumptions/Assumptions.h"
#include "CudaModel/LaneFunctions.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint::collectives {

bool isMasked(const Event &E) {
  if (!E.isSync() || E.Op->Participants != Participation::Masked ||
      E.Op->Predicated)
    return false;
  switch (E.Op->Kind) {
  case SyncKind::WarpBarrier:
  case SyncKind::Shuffle:
  case SyncKind::Vote:
  case SyncKind::Match:
  case SyncKind::WarpReduce:
    return E.Op->TileSize <= LanesPerWarp;
  default:
    return false;
  }
}

std::optional<LaneMask> constantMask(const Event &E) {
  if (E.Op->MaskImmediate)
    return LaneMask(*E.Op->MaskImmediate);
  if (const auto *Known = dyn_cast_or_null<ConstantTerm>(E.Mask))
    return LaneMask(Known->value());
  // Without an operand __syncwarp() names all lanes.
  if (!E.Mask && !E.Op->TileSize && E.Op->Kind == SyncKind::WarpBarrier)
    return AllLanes;
  return std::nullopt;
}

namespace {

class MaskChecker {
public:
  MaskChecker(const KernelFacts &Facts, const Event &E)
      : Facts(Facts), E(E), Where(Facts), Over(Where.divergence(*E.At)) {
    auto Keeping = llvm::find_if(Over, [&](const Node *Branch) {
      return !Where.othersLeave(*Branch, *E.At);
    });
    OthersLeave = Keeping == Over.end();
    Fault.Branch = Over.empty()  ? nullptr
                   : OthersLeave ? Over.front()
                                 : *Keeping;
  }

  std::optional<MaskFault> run();

private:
  bool constant(LaneMask Mask);
  bool tile(unsigned Size);
  bool activeMask(const Event &Taken);
  bool computed();
  bool lacks(LaneMask Named, const WarpAtPoint &At);
  bool mayLack(LaneMask Named) const;
  const Event *taking(const Term *Mask) const;
  std::vector<const Node *> newBranches(const Node &Since) const;
  bool report(MaskFault::Kind K) {
    Fault.K = K;
    return true;
  }
  bool report(MaskFault::Kind K, const WarpAtPoint &At, unsigned Lane,
              unsigned Other) {
    Fault.K = K;
    Fault.At = At;
    Fault.Lane = Lane;
    Fault.Other = Other;
    return true;
  }

  const KernelFacts &Facts;
  const Event &E;
  Lanes Where;
  std::vector<const Node *> Over;
  bool OthersLeave = false; ///< Whoever does not come here at all.
  MaskFault Fault;
};

} // namespace

/// The first 1, 2, 4, 8 or 16 lanes: all there are in a block of that size.
static bool isPartOfWarp(LaneMask Mask) {
  return llvm::isMask_64(Mask) && llvm::isPowerOf2_64(laneCount(Mask));
}

/// \p T is a lane index or a warp index: the kernel is written for whole warps.
static bool asksForWarps(const Term *T) {
  if (T->isIdentity(IdentityKind::WarpIdInBlock) ||
      T->isIdentity(IdentityKind::LaneId))
    return true;
  const auto *Op = dyn_cast<BinaryTerm>(T);
  if (!Op || !(Op->lhs()->isIdentity(IdentityKind::ThreadIdx) ||
               Op->lhs()->isIdentity(IdentityKind::ThreadRankInBlock)))
    return false;
  const auto *By = dyn_cast<ConstantTerm>(Op->rhs());
  if (!By)
    return false;
  switch (Op->opcode()) {
  case BO_Div:
  case BO_Rem:
    return By->value() == LanesPerWarp;
  case BO_Shr:
    return By->value() == LaneBitCount;
  case BO_And:
    return By->value() == LaneBits;
  case BO_LT:
    return By->value() == LanesPerWarp;
  case BO_LE:
    return By->value() == LaneBits;
  default:
    return false;
  }
}

/// Lanes of \p Named, of which some come, wait for others that do not, or need
/// what others would have brought that have left. What `shfl_down` gives to the
/// upper lanes of a tree is left unused: there the first lane counts.
bool MaskChecker::lacks(LaneMask Named, const WarpAtPoint &At) {
  LaneMask Here = At.Coming & Named;
  if (!Here)
    return false;
  // A vote or reduction is made of what all of them bring; the last lanes, for
  // which a size leaves nothing, have no vote.
  bool IsShuffle = E.Op->Kind == SyncKind::Shuffle,
       IsOfSize = E.Op->Kind == SyncKind::Vote && !At.Given.empty() &&
                  (At.Gone & (llvm::bit_floor(Here) - 1)) == 0,
       NeedsAll =
           !IsShuffle && !IsOfSize && E.Op->Kind != SyncKind::WarpBarrier;
  LaneMask Excused = NeedsAll ? 0 : At.Gone;
  if (LaneMask Missing = Named & At.Existing & ~At.Coming & ~Excused)
    return report(MaskFault::Kind::NamedLaneNeverArrives, At,
                  lowestLane(Missing), lowestLane(Here));
  LaneMask Left = Named & At.Gone;
  if (!Left || !IsShuffle)
    return false;
  auto Width = lanesPerSegment(E, Facts.values());
  auto Select = Where.valueInLanes(E.Select, At);
  if (!Width || *Width <= 0 || !Select)
    return report(MaskFault::Kind::NamedLaneNeverArrives, At, lowestLane(Left),
                  lowestLane(Here));
  ShuffleMode Mode = E.Op->Entry->Shuffle;
  unsigned Last =
      Mode == ShuffleMode::Down ? lowestLane(Here) : LanesPerWarp - 1;
  for (unsigned Lane = lowestLane(Here); Lane <= Last; ++Lane) {
    int64_t Source = sourceLane(Lane, Mode, (*Select)[Lane], *Width);
    if (hasLane(Here, Lane) && hasLane(Left, Source))
      return report(MaskFault::Kind::ReadsLaneThatLeft, At, Source, Lane);
  }
  return false;
}

/// Which lanes come depends on data, and not on calls that were not inlined;
/// and a lane of \p Named can stay away.
bool MaskChecker::mayLack(LaneMask Named) const {
  bool Waits = !OthersLeave || E.Op->Kind != SyncKind::WarpBarrier;
  if (Over.empty() || !Waits || !Facts.isComplete() || Where.canRun(*E.At))
    return false;
  return Where.mayMiss(*E.At, Named).isPossible();
}

bool MaskChecker::constant(LaneMask Mask) {
  Fault.Mask = Mask;
  bool IsMadeOfWarps =
      llvm::any_of(Facts.values().programTerms(), asksForWarps);
  if (Where.findWarp(*E.At, [&](const WarpAtPoint &At) {
        if (lacks(Mask, At))
          return true;
        LaneMask Unnamed = At.Coming & ~Mask;
        if (Unnamed && !(Over.empty() && isPartOfWarp(Mask) &&
                         !At.BlockIsKnown && !IsMadeOfWarps))
          return report(MaskFault::Kind::ComingLaneNotNamed, At,
                        lowestLane(Unnamed), 0);
        return false;
      }))
    return true;
  // One lane alone waits for nobody.
  if (laneCount(Mask) < 2 || !mayLack(Mask))
    return false;
  return report(MaskFault::Kind::NamedLaneMayNotArrive);
}

bool MaskChecker::tile(unsigned Size) {
  if (Size == 0)
    return false;
  LaneMask First = firstLanes(Size);
  if (Where.findWarp(*E.At, [&](const WarpAtPoint &At) {
        for (unsigned Base = 0; Base < LanesPerWarp; Base += Size) {
          if (lacks(First << Base, At))
            return true;
        }
        return false;
      }))
    return true;
  // Data that one small tile shares looks like data that it does not.
  if (Size < LanesPerWarp || !mayLack(AllLanes))
    return false;
  return report(MaskFault::Kind::NamedLaneMayNotArrive);
}

/// The operation whose result \p Mask is.
const Event *MaskChecker::taking(const Term *Mask) const {
  const auto *Made = dyn_cast_or_null<ResultTerm>(Mask);
  return Made ? Facts.values().operationOf(*Made) : nullptr;
}

/// Branches that divide the lanes here and did not yet at \p Since.
std::vector<const Node *> MaskChecker::newBranches(const Node &Since) const {
  std::vector<const Node *> Before = Where.divergence(Since), New;
  llvm::copy_if(Over, std::back_inserter(New), [&](const Node *Branch) {
    return !llvm::is_contained(Before, Branch);
  });
  return New;
}

bool MaskChecker::activeMask(const Event &Taken) {
  Fault.MaskTaken = Taken.Site;
  std::vector<const Node *> New = newBranches(*Taken.At);
  if (!New.empty()) {
    Fault.Branch = New.front();
    return report(MaskFault::Kind::ActiveMaskIsOlder);
  }
  // Counting, electing a leader and reading its value work with any group;
  // waiting for partners and trees over neighbours need a certain one.
  ShuffleMode Mode = E.Op->Entry->Shuffle;
  bool Tree = Mode != ShuffleMode::None && Mode != ShuffleMode::Index;
  if (Over.empty() || (!Tree && E.Op->Kind != SyncKind::WarpBarrier))
    return false;
  return report(MaskFault::Kind::ActiveMaskIsLuck);
}

/// A mask that each lane computes from its own identity, or that a vote on
/// those gives.
bool MaskChecker::computed() {
  bool IsCounted = !inputsOf({E.Mask}, Facts.values()).Counters.empty();
  return Where.findWarp(*E.At, [&](const WarpAtPoint &At) {
    // In later iterations the lanes may have another mask.
    if (At.Iteration > 0 && IsCounted)
      return false;
    auto Masks = Where.valueInLanes(E.Mask, At);
    if (!Masks)
      return false;
    for (unsigned Lane = 0; Lane < LanesPerWarp; ++Lane) {
      if (!hasLane(At.Coming, Lane))
        continue;
      LaneMask Own = LaneMask((*Masks)[Lane]);
      Fault.Mask = Own;
      if (!hasLane(Own, Lane))
        return report(MaskFault::Kind::ComingLaneNotNamed, At, Lane, 0);
      if (lacks(Own, At))
        return true;
      for (unsigned Other = 0; Other < LanesPerWarp; ++Other)
        if (hasLane(Own & At.Coming, Other) && LaneMask((*Masks)[Other]) != Own)
          return report(MaskFault::Kind::MasksDiffer, At, Lane, Other);
    }
    return false;
  });
}

std::optional<MaskFault> MaskChecker::run() {
  bool Wrong = false;
  if (E.Op->TileSize)
    Wrong = tile(E.Op->TileSize);
  else if (auto Mask = constantMask(E))
    Wrong = constant(*Mask);
  else if (E.Mask) {
    const Event *Taken = taking(E.Mask);
    // A ballot on the predicate of the branch names exactly who comes; other
    // collectives can compute any mask. Only what merely happens is suspect.
    if (Taken && Taken->Op->Kind == SyncKind::Vote)
      if (const Event *Among = taking(Taken->Mask))
        Taken = Among;
    Wrong = Taken && Taken->Op->Kind == SyncKind::ActiveMask
                ? activeMask(*Taken)
                : computed();
  }
  if (!Wrong && !Over.empty() && !Facts.terms().launch().blockSize())
    Facts.assumptions().count(Assumption::ExampleLanes);
  return Wrong ? std::optional(Fault) : std::nullopt;
}

std::optional<MaskFault> findMaskFault(const KernelFacts &Facts,
                                       const Event &E) {
  return MaskChecker(Facts, E).run();
}

bool areLanesTogether(const Node &N, const KernelFacts &Facts) {
  return Lanes(Facts).divergence(N).empty();
}

} // namespace warplint::collectives
