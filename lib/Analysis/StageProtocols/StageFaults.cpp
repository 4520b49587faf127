//===--- StageFaults.cpp - Stages that are not filled in turn -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/StageProtocols/StageFaults.h"
#include "Analysis/BarrierObjects/BarrierFaults.h"
#include "Analysis/Participation/SampledRuns.h"
#include "Analysis/StageProtocols/ThreadCourse.h"

namespace warplint {

/// Node visits of all threads of one block together.
static constexpr unsigned StepLimit = 2000000;

/// Entries of clocks that one play may look at.
static constexpr uint64_t PlayLimit = 200'000'000;

/// What integer parameters are taken to be, one after the other: numbers of
/// rounds, and sizes that tiles of 16 to 128 divide.
static constexpr int64_t Samples[] = {5, 9, 17, 256, 1024};

StageFaults::StageFaults(const KernelFacts &Facts) {
  bool Any = false;
  for (const Node *N : Facts.cfg().order())
    Any |= N->Reached && llvm::any_of(N->Events, isTrackedCopy);
  if (!Any || !Facts.code().isKernel(Facts.root()))
    return;
  Unknown = true;
  auto Block = blockToRun(Facts.terms().launch());
  if (!Block || !Facts.isComplete())
    return;
  BlockDim = *Block;
  const auto &Objects = Facts.get<BarrierObjects>();
  // What one place shows needs no play.
  if (!findPhaseFaults(Objects).empty())
    return;
  bool HasParameters = !integerParameters(Facts).empty();
  std::optional<StageFault> First;
  unsigned Told = 0;
  for (int64_t Sample : Samples) {
    auto Runs =
        runThreads(Objects, BlockDim, givenToAll(Facts, Sample), StepLimit);
    StepBudget Steps(PlayLimit, Facts.work(), /*PerStep=*/64);
    auto Now = Runs ? playStages(*Runs, Steps) : std::nullopt;
    if (!Now && !Told)
      return;
    // Too many rounds; a few have been enough.
    if (!Now)
      break;
    if ((!Now->Fault && !Now->IsTelling) || (HasParameters && Now->HasLeft))
      continue;
    Unknown = false;
    if (!Now->Fault ||
        (First && (First->K != Now->Fault->K || First->At != Now->Fault->At))) {
      // Right, but for what only the memory model asks for.
      if (!Now->Fault && !First)
        Unfenced = Now->Unfenced;
      return;
    }
    if (!First)
      First = Now->Fault;
    if (!HasParameters || ++Told == 3)
      break;
  }
  if (!HasParameters || Told > 1)
    Found = First;
}

} // namespace warplint
