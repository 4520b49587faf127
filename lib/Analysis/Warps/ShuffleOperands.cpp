//===--- ShuffleOperands.cpp - What lanes read in a shuffle -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Warps/ShuffleOperands.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace warplint {

/// Lanes per segment; nothing if it is not a constant.
static std::optional<int64_t> segment(const KernelFacts &Facts,
                                      const Event &E) {
  if (E.Op->TileSize)
    return E.Op->TileSize;
  if (!E.Op->Width)
    return LanesPerWarp;
  const auto *Width = dyn_cast_or_null<ConstantTerm>(
      Facts.values().valueOf(*E.Owner, E.Op->Width));
  return Width ? std::optional(Width->value()) : std::nullopt;
}

static std::optional<ShuffleFault> constantFault(const KernelFacts &Facts,
                                                 const Event &E) {
  ShuffleFault Fault;
  auto Width = segment(Facts, E);
  if (!Width)
    return std::nullopt;
  if (*Width < 1 || *Width > LanesPerWarp || !llvm::isPowerOf2_64(*Width)) {
    Fault.Value = *Width;
    return Fault;
  }
  const auto *Select = dyn_cast_or_null<ConstantTerm>(E.Select);
  if (!Select)
    return std::nullopt;
  Fault.Limit = *Width;
  Fault.Value = Select->value();
  bool Inside = Fault.Value >= 0 && Fault.Value < *Width;
  if (E.Op->Entry->Shuffle != ShuffleMode::Index) {
    Fault.K = ShuffleFault::Kind::LeavesSegment;
    return Inside ? std::nullopt : std::optional(Fault);
  }
  Fault.K = ShuffleFault::Kind::SourceBeyond;
  if (!Inside)
    return Fault;
  auto Mask = constantMask(E);
  if (!Mask || *Width != LanesPerWarp || *Mask >> Fault.Value & 1)
    return std::nullopt;
  Fault.K = ShuffleFault::Kind::SourceNotNamed;
  Fault.Mask = *Mask;
  return Fault;
}

/// The join at which \p Value has no value on one side, followed through the
/// accumulators of loops to what they start with.
static const Term *joinWithUnset(const KernelFacts &Facts, const Term *Value) {
  for (unsigned Steps = 0; isa<PhiTerm>(Value) && Steps < 8; ++Steps) {
    llvm::ArrayRef<Incoming> From = Facts.values().incoming(Value);
    if (llvm::any_of(From, [](const Incoming &I) {
          return isa<UndefinedTerm>(I.Held.Value);
        }))
      return Value;
    const Induction *Loop = Facts.values().inductions().find(Value);
    if (!Loop)
      return nullptr;
    Value = Loop->First;
  }
  return nullptr;
}

/// Lanes of the first warp that come to \p Join without a value; nothing if
/// that depends on more than thread identity and constants.
static std::optional<LaneMask>
unsetLanes(const KernelFacts &Facts, const Term *Join, const Node *&Branch) {
  llvm::ArrayRef<Incoming> From = Facts.values().incoming(Join);
  llvm::ArrayRef<const Node *> Over = Facts.uniformity().choosers(Join);
  if (From.size() != 2 || Over.size() != 1 || !Over[0]->Branch)
    return std::nullopt;
  Branch = Over[0];
  unsigned Unset = isa<UndefinedTerm>(From[0].Held.Value) ? 0 : 1;
  // The branch itself can be the predecessor: an `if` without `else`.
  bool OnTrue;
  if (From[Unset].From == Branch)
    OnTrue = Branch->successors()[0] == cast<PhiTerm>(Join)->node();
  else if (auto Arm = Facts.paths().armTo(*Branch, *From[Unset].From))
    OnTrue = *Arm == 0;
  else
    return std::nullopt;
  Inputs Of = inputsOf(Branch->Branch, Facts.values());
  if (!Of.Parameters.empty())
    return std::nullopt;
  GivenValues None;
  ThreadValues Run(Facts.values(), None);
  LaneMask Result = 0;
  for (const ThreadOfBlock &Self :
       threadsOf(exampleBlock(Facts.terms().launch(), Of))) {
    if (Self.rank() >= LanesPerWarp)
      break;
    auto Outcome = Run.run(Branch->Branch, Self);
    if (!Outcome)
      return std::nullopt;
    Result |= LaneMask((*Outcome != 0) == OnTrue) << Self.rank();
  }
  return Result;
}

static std::optional<ShuffleFault> unsetFault(const KernelFacts &Facts,
                                              const Event &E) {
  if (!E.Value)
    return std::nullopt;
  if (isa<UndefinedTerm>(E.Value)) {
    ShuffleFault Never;
    Never.K = ShuffleFault::Kind::Uninitialized;
    Never.Unset = ~LaneMask(0);
    return Never;
  }
  const Term *Join = joinWithUnset(Facts, E.Value);
  if (!Join)
    return std::nullopt;
  ShuffleFault Fault;
  Fault.K = ShuffleFault::Kind::Uninitialized;
  auto Unset = unsetLanes(Facts, Join, Fault.Branch);
  if (!Unset)
    return std::nullopt;
  // Lanes that do not take part are not read.
  if (auto Mask = constantMask(E))
    *Unset &= *Mask;
  LaneMask Coming = 0;
  bool Known = Lanes(Facts).findWarp(*E.At, [&](const WarpAtPoint &At) {
    Coming = At.Coming;
    return At.Warp == 0 && At.Round == 0;
  });
  if (!Known || !(*Unset &= Coming))
    return std::nullopt;
  // A broadcast reads one lane; what the others hold does not matter.
  const auto *Select = dyn_cast_or_null<ConstantTerm>(E.Select);
  if (E.Op->Entry->Shuffle == ShuffleMode::Index &&
      (!Select || !(*Unset >> (Select->value() & (LanesPerWarp - 1)) & 1)))
    return std::nullopt;
  Fault.Unset = *Unset;
  return Fault;
}

std::optional<ShuffleFault> findShuffleFault(const KernelFacts &Facts,
                                             const Event &E) {
  if (E.K != Event::Kind::Sync || E.Op->Kind != SyncKind::Shuffle ||
      E.Op->Entry->Shuffle == ShuffleMode::None)
    return std::nullopt;
  if (auto Fault = constantFault(Facts, E))
    return Fault;
  return unsetFault(Facts, E);
}

} // namespace warplint
