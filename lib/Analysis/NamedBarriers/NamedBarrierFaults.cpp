//===--- NamedBarrierFaults.cpp - Numbered barriers that do not fit -------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/NamedBarriers/NamedBarrierFaults.h"
#include "Analysis/Participation/SampledRuns.h"
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

void NamedBarrierFaults::checkProtocol(const KernelFacts &Facts) {
  auto BlockDim = blockToRun(Facts.terms().launch());
  if (!BlockDim) {
    Unknown = true;
    return;
  }
  bool HasParameters = !integerParameters(Facts).empty();
  std::optional<ProtocolFault> First;
  for (int64_t Sample : Samples) {
    auto Runs =
        runWarps(Facts, *BlockDim, givenToAll(Facts, Sample), StepLimit);
    if (!Runs) {
      Unknown = true;
      return;
    }
    auto Now = playBarriers(*Runs);
    if (!Now || (First && (First->K != Now->K || First->At != Now->At)))
      return;
    First = Now;
    if (!HasParameters)
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
