//===--- AssumedSizes.cpp - Sizes assumed for parameters ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LaunchScenarios/AssumedSizes.h"
#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/Evaluation.h"
#include "Assumptions/Assumptions.h"
#include "CudaModel/MemorySpace.h"
#include "Support/Checked.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint::scenarios {

/// What a bound or an offset stands for.
static constexpr int64_t Extent = int64_t(1) << 13;
/// Pitches that nothing is compared with have room for any number of rows.
static constexpr int64_t Pitches[] = {int64_t(1) << 20, int64_t(1) << 38};
/// Further ones have two values each, so far apart that no other index makes up
/// for the difference.
static constexpr int64_t PitchSteps[] = {1, int64_t(1) << 18, int64_t(1) << 36};
/// A part of memory that is a block's own, whatever rows lie in it.
static constexpr int64_t PartOfBlock = int64_t(1) << 46;
/// The bound of a loop is at most 2^30, and below the least pitch.
static constexpr unsigned LargestGrowth = 17, GrowthBesidePitches = 12,
                          LargestPitchGrowth = 8;
/// A loop that goes on by all threads, or by its largest constant, has at least
/// two iterations.
static constexpr unsigned IterationBits = 1;

AssumedSizes::AssumedSizes(const ParameterUses &Roles,
                           const LaunchExtents &Launch, bool AnyBound,
                           const AssumptionSet &Assumptions)
    : Roles(Roles), Launch(Launch), AnyBound(AnyBound),
      Assumptions(Assumptions) {
  int64_t Threads = 1;
  base::Checked All = 1;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    int64_t Along = std::max<int64_t>(Launch.Block[Axis], 1) *
                    std::max<int64_t>(Launch.Grid[Axis], 1);
    Threads = std::max(Threads, Along);
    All *= Along;
  }
  int64_t Stride = std::max(All.orElse(Threads), Roles.LargestStep);
  unsigned Bits = llvm::Log2_64_Ceil(Stride) + IterationBits,
           Enough = llvm::Log2_64(Extent),
           Most = Roles.Pitches.empty() ? LargestGrowth : GrowthBesidePitches;
  Growth = std::clamp(Bits, Enough, Enough + Most) - Enough;
  PitchGrowth = std::min(Growth, LargestPitchGrowth);
}

int64_t AssumedSizes::sizeOf(const ParameterUses::Step &Step) const {
  base::Checked Size = 1;
  for (unsigned Axis = 0; Axis < 3; ++Axis) {
    // A loop that starts nowhere in particular goes on by the whole block.
    if (Step.Threads & (1u << Axis) || !(Step.Threads | Step.Blocks))
      Size *= Launch.Block[Axis];
    if (Step.Blocks & (1u << Axis))
      Size *= Launch.Grid[Axis];
  }
  return Size.orElse(PartOfBlock);
}

AssumedSizes::Size AssumedSizes::of(const Term *Parameter) const {
  Size Assumed = assumedFor(Parameter);
  if (Assumed.Standing == Stands::ForItself || Assumptions.isOn(Assumed.Role))
    return Assumed;
  Size Free;
  Free.Least = 1;
  if (Assumed.Role == Assumption::Bound)
    Free.Most = Assumed.Value;
  return Free;
}

AssumedSizes::Size AssumedSizes::assumedFor(const Term *Parameter) const {
  const auto *Whole = dyn_cast<ParameterTerm>(Parameter);
  bool IsFlag = Whole && Whole->decl()->getType()->isBooleanType();
  auto Pitch = llvm::find(Roles.Pitches, Parameter);
  bool IsPitch = Pitch != Roles.Pitches.end(),
       IsBound = Roles.Bounds.contains(Parameter);
  static constexpr int64_t LargestShift = 31;
  if (Roles.Shifts.contains(Parameter) && AnyBound) {
    Size Free;
    Free.Most = LargestShift;
    return Free;
  }
  if (Roles.Shifts.contains(Parameter))
    return {Stands::ForOne, Assumption::Bound,
            int64_t(llvm::Log2_64(Extent)) + Growth};
  if (IsPitch && Roles.Pitches.size() > 1 && Roles.OfBlocks.contains(Parameter))
    return {Stands::ForOne, Assumption::PartOfBlock, PartOfBlock};
  if (IsPitch && !IsBound) {
    size_t Rank = Roles.PlaceOfPitch.lookup(Parameter);
    if (Rank < std::size(Pitches))
      return {Stands::ForOne, Assumption::Pitch, Pitches[Rank] << PitchGrowth};
    size_t Further = Rank - std::size(Pitches);
    if (Further >= std::size(PitchSteps))
      return {Stands::ForAny, Assumption::Pitch};
    int64_t Value = int64_t(1) << (10 + Further);
    return {Stands::ForTwo, Assumption::Pitch, Value,
            Value + PitchSteps[Further]};
  }
  if (IsFlag || Roles.ShiftsInArrays.contains(Parameter)) {
    Size Free;
    Free.Most = IsFlag ? 1 : LargestShift;
    return Free;
  }
  if (auto Step = Roles.Steps.find(Parameter);
      Step != Roles.Steps.end() && !IsPitch)
    return {Stands::ForOne, Assumption::Step, sizeOf(Step->second)};
  if (IsPitch)
    return {Stands::ForOne, Assumption::Pitch, Row << Growth};
  bool IsInArray = Roles.InArrays.contains(Parameter),
       IsEnd = !IsInArray && Roles.Ends.contains(Parameter);
  if (IsBound && (AnyBound || IsInArray || IsEnd)) {
    Size Free;
    Free.Least = 1;
    Free.Most = Extent << Growth;
    return Free;
  }
  if (IsBound)
    return {Stands::ForOne, Assumption::Bound, Extent << Growth};
  auto Offset = llvm::find(Roles.Offsets, Parameter);
  if (IsEnd || (!IsInArray && Roles.Lasts.contains(Parameter))) {
    // All threads that are there count back from it, or have an element.
    Size Free;
    if (Assumptions.isOn(Assumption::InBounds))
      Free.Least = Launch.Block[0];
    return Free;
  }
  if (IsInArray || Offset == Roles.Offsets.end())
    return {};
  // Nobody names one part of a buffer twice.
  int64_t Rank =
      std::count_if(Roles.Offsets.begin(), Offset, [&](const Term *Other) {
        return !Roles.Bounds.contains(Other) && !Roles.Pitches.contains(Other);
      });
  return {Stands::ForOne, Assumption::Offset, (Extent << Growth) * (Rank + 1)};
}

Assumption chosenSize(Assumption Role) {
  switch (Role) {
  case Assumption::Pitch:
    return Assumption::ChosenPitch;
  case Assumption::PartOfBlock:
    return Assumption::ChosenPart;
  case Assumption::Bound:
    return Assumption::ChosenBound;
  case Assumption::Offset:
    return Assumption::ChosenOffset;
  case Assumption::Step:
    return Assumption::ChosenStep;
  default:
    llvm_unreachable("no assumption about a size");
  }
}

llvm::SetVector<const Term *> parametersBehind(const Term *Address,
                                               const Node &At,
                                               const KernelFacts &Facts) {
  llvm::SetVector<const Term *> Found;
  llvm::SmallVector<const Term *, 8> Roots{Address};
  for (const Node *Branch : Facts.paths().allControls(At))
    if (Branch->Branch)
      Roots.push_back(Branch->Branch);
  walkTerms(Roots, Facts.values(), [&](const Term &T) {
    if (isIntegerParameter(&T))
      Found.insert(&T);
    return isIntegerParameter(&T) || isa<LoadTerm>(T) ? Walk::Skip
                                                      : Walk::Enter;
  });
  return Found;
}

bool isDynamicShared(const Term *Root) {
  const auto *Object = dyn_cast<VariableTerm>(Root);
  const auto *Var = Object ? dyn_cast<VarDecl>(Object->decl()) : nullptr;
  return Var && memorySpaceOf(*Var) == MemorySpace::Shared &&
         Var->getType()->isIncompleteArrayType();
}

} // namespace warplint::scenarios
