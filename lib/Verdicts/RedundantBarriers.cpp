//===--- RedundantBarriers.cpp - Barriers that order nothing --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/Races/BarrierRemoval.h"
#include "Analysis/SymbolicExecution/ShuffleSource.h"
#include "CudaModel/Separation.h"
#include "Verdicts/Surveys.h"
#include "llvm/ADT/MapVector.h"

using namespace clang;

namespace warplint::verdicts {

/// Sizes, and which arrays a launch passes, decide whether the kernel has races
/// at all, and no barrier.
static bool isHarmless(const ConditionOf<SourceLocation> &If) {
  Assumption That = *assumptionNamed(If.Id);
  if (That == Assumption::Launch)
    return !llvm::is_contained(If.Subjects, "block");
  return infoOf(That).Of == AssumptionClass::Size ||
         infoOf(That).Of == AssumptionClass::Alias;
}

/// Nothing but sizes and arrays decides whether the kernel is right. Whether it
/// reads what nobody wrote is no matter of barriers that order no accesses.
static bool isProven(const KernelVerdict &Verdict) {
  for (unsigned I = 0; I < Properties; ++I) {
    const auto &Of = Verdict.Of[I];
    if (Of.Says == Standing::Violated ||
        (Of.Says == Standing::Unknown &&
         Property(I) != Property::Initialized) ||
        !llvm::all_of(Of.Conditions, isHarmless))
      return false;
  }
  return true;
}

/// Not all threads of the scope of \p E meet at it.
static bool isOfPart(const Event &E) {
  Scope Of = E.Op->Scope == Scope::Warp ? Scope::Warp : Scope::Block;
  return separationOf(*E.Op, Of) == Separation::Participants &&
         !(Of == Scope::Warp && isOfWholeWarp(E));
}

/// \p E is a statement of the kernel that does nothing but wait, in the block
/// or in the warp, for all.
static bool isPlainBarrier(const Event &E, const KernelFacts &Facts) {
  const SyncOp &Op = *E.Op;
  const auto *Call = dyn_cast_or_null<CallExpr>(E.Site);
  return (Op.Kind == SyncKind::Barrier || Op.Kind == SyncKind::WarpBarrier) &&
         (Op.Scope == Scope::Block || Op.Scope == Scope::Warp) && Call &&
         Call->getType()->isVoidType() && Call->getBeginLoc().isFileID() &&
         E.Owner == &Facts.cfg().rootContext();
}

/// How often something was assumed that is no basis of all answers.
static uint64_t assumedIn(const KernelFacts &Facts) {
  uint64_t Times = 0;
  const AssumptionUses::Counts &Counts = Facts.assumptions().counts();
  for (unsigned I = 0; I < NumAssumptions; ++I)
    Times += isBasis(Assumption(I)) ? 0 : Counts[I];
  return Times;
}

void findRedundantBarriers(const KernelFacts &Facts, const KernelUses &Uses,
                           KernelVerdict &Verdict) {
  if (Uses.ShowsTiming || Uses.NamesBarriers || Uses.HasHandshake ||
      !isProven(Verdict))
    return;
  llvm::MapVector<const Stmt *, BarrierSet> Candidates;
  for (const Event &E : Facts.cfg().events()) {
    if (!E.isSync())
      continue;
    if (isOfPart(E))
      return;
    if (E.At->Reached && isPlainBarrier(E, Facts))
      Candidates[E.Site].insert(&E);
  }
  BarrierSet Gone;
  for (const auto &[Site, Events] : Candidates) {
    BarrierSet Tried = Gone;
    Tried.insert_range(Events);
    uint64_t Before = assumedIn(Facts);
    if (!races::isRaceFreeWithout(Tried, Facts) || assumedIn(Facts) != Before)
      continue;
    Gone = std::move(Tried);
    Verdict.Redundant.push_back(
        {Events.front()->Op->Spelling, placeOf(Facts, *Events.front())});
  }
}

} // namespace warplint::verdicts
