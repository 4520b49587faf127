//===--- NamedBarrierFaults.cpp - Numbered barriers that do not fit -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/NamedBarriers/NamedBarrierFaults.h"
#include "Analysis/Symbolic/TermTraversal.h"
#include "Model/Hardware.h"
#include "Model/Separation.h"

using namespace clang;

namespace warplint {

/// Node visits of all warps of one block together.
static constexpr unsigned StepLimit = 60000;

/// What integer parameters are taken to be, one after the other.
static constexpr int64_t Samples[] = {5, 64, 1000};

static std::optional<int64_t> operand(const std::optional<uint64_t> &Immediate,
                                      const Term *T) {
  if (Immediate)
    return int64_t(*Immediate);
  const auto *Number = dyn_cast_or_null<ConstantTerm>(T);
  return Number ? std::optional(Number->value()) : std::nullopt;
}

void NamedBarrierFaults::checkOperands(const KernelFacts &Facts,
                                       const Event &E) {
  using Kind = NamedBarrierFault::Kind;
  auto Count = operand(E.Op->CountImmediate, E.Count),
       Id = operand(E.Op->IdImmediate, E.Id);
  if (Count && (*Count <= 0 || *Count % LanesPerWarp))
    Found.push_back({Kind::NoWholeWarps, &E, *Count});
  else if (Id && (*Id < 0 || *Id >= NamedBarriers))
    Found.push_back({Kind::NoSuchNumber, &E, *Id});
  else if (E.Op->Aligned) {
    std::vector<const Node *> Parting =
        Facts.convergence().divergentControls(*E.At, Scope::Warp);
    if (!Parting.empty() &&
        Facts.uniformity().of(Parting.front()->Branch) < Scope::Warp)
      Found.push_back({Kind::PartOfAWarp, &E, 0, Parting.front()});
  }
}

/// The block that the kernel is launched with, as far as the unit says so: one
/// that it may be launched with at most counts where nothing else is known.
static std::optional<std::array<int64_t, 3>> blockOf(const LaunchExtents &L) {
  if (L.blockSize())
    return std::array<int64_t, 3>{L.Block[0], L.Block[1], L.Block[2]};
  if (L.MaxThreads && !L.Block[0] && L.Block[1] <= 1 && L.Block[2] <= 1)
    return std::array<int64_t, 3>{L.MaxThreads, 1, 1};
  return std::nullopt;
}

/// Integer parameters of the kernel as its terms name them.
static llvm::SmallVector<const Term *, 8>
integerParameters(const KernelFacts &Facts) {
  llvm::SmallVector<const Term *, 8> Result;
  auto IsInteger = [](const Term &T) {
    const auto *Whole = dyn_cast<ParameterTerm>(&T);
    const auto *Part = dyn_cast<ExtractTerm>(&T);
    QualType Type = Whole ? Whole->decl()->getType()
                    : Part && Part->field() && isa<ParameterTerm>(Part->from())
                        ? Part->field()->getType()
                        : QualType();
    return !Type.isNull() && Type->isIntegralOrEnumerationType();
  };
  for (const Term *T : Facts.values().programTerms())
    if (IsInteger(*T))
      Result.push_back(T);
  return Result;
}

void NamedBarrierFaults::checkProtocol(const KernelFacts &Facts) {
  auto BlockDim = blockOf(Facts.terms().launch());
  if (!BlockDim) {
    Unknown = true;
    return;
  }
  llvm::SmallVector<const Term *, 8> Parameters = integerParameters(Facts);
  std::optional<ProtocolFault> First;
  for (int64_t Sample : Samples) {
    GivenValues Given;
    for (const Term *P : Parameters)
      Given[P] = Sample;
    auto Runs = runWarps(Facts, *BlockDim, Given, StepLimit);
    if (!Runs) {
      Unknown = true;
      return;
    }
    auto Now = playBarriers(*Runs);
    if (!Now || (First && (First->K != Now->K || First->At != Now->At)))
      return;
    First = Now;
    if (Parameters.empty())
      break;
  }
  NamedBarrierFault Fault{NamedBarrierFault::Kind::Protocol, First->At};
  Fault.Play = First;
  Fault.BlockDim = *BlockDim;
  Found.push_back(Fault);
}

NamedBarrierFaults::NamedBarrierFaults(const KernelFacts &Facts) {
  if (!Facts.isComplete())
    return;
  bool Any = false;
  for (const Node *N : Facts.cfg().order()) {
    if (!N->Reached || !Facts.paths().contains(*N))
      continue;
    for (const Event &E : N->Events)
      if (E.K == Event::Kind::Sync && isCountedNamedBarrier(*E.Op)) {
        Any = true;
        checkOperands(Facts, E);
      }
  }
  if (Any && Found.empty() && Facts.code().isKernel(Facts.root()))
    checkProtocol(Facts);
}

} // namespace warplint
