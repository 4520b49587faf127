//===--- GridSyncLaunch.cpp - warplint-grid-sync-launch -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks may wait for each other only if all of them are resident at once,
// which a cooperative launch alone promises (CUDA Programming Guide, "Grid
// Synchronization"). It fails where the device cannot hold the grid.
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/MemoryOrdering/GridBarriers.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/KernelIR/InlinedCFG.h"
#include "Analysis/Program/GridResidency.h"
#include "CudaModel/SuggestedCalls.h"
#include "Diagnostics/Explanation.h"
#include "checks/Check.h"

using namespace clang;

namespace warplint {

namespace {

class GridSyncLaunch : public Check {
public:
  using Check::Check;
  void checkUnit(DeviceCode &Code, FindingList &Out) override;
  bool concerns(const FunctionDecl &Root, DeviceCode &Code) const override;
  void checkKernel(const KernelFacts &Facts, FindingList &Out) override;
};

} // namespace

bool GridSyncLaunch::concerns(const FunctionDecl &Root,
                              DeviceCode &Code) const {
  return Check::concerns(Root, Code) &&
         plainLaunchOf(Root, Code, /*MayNotFit=*/false);
}

void GridSyncLaunch::checkUnit(DeviceCode &Code, FindingList &Out) {
  for (const OversizedLaunch &Each : oversizedLaunches(Code)) {
    std::string OfThreads =
        Each.Threads ? " of " + std::to_string(Each.Threads) + " threads" : "";
    Finding F = makeFinding(
        Each.At, "cooperative launch of " + std::to_string(Each.Blocks) +
                     " blocks" + OfThreads +
                     ", which no device holds at once: it fails");
    F.Notes.push_back({Each.Kernel->getLocation(),
                       "at most " + std::to_string(Each.Most) + " blocks of '" +
                           Each.Kernel->getNameAsString() +
                           "' are resident on any device",
                       NoteRole::Reason});
    F.Notes.push_back({Each.At,
                       ("launch as many blocks as '" + suggested::Occupancy +
                        "' allows and let each do several parts of the work")
                           .str(),
                       NoteRole::Advice});
    Out.add(std::move(F));
  }
}

void GridSyncLaunch::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  Explanation Words(Facts);
  for (const auto &Barrier : memoryorder::findGridBarriers(Facts)) {
    std::optional<PlainLaunch> Launch =
        plainLaunchOf(Facts.root(), Facts.code(), Barrier.Awaited != nullptr);
    if (!Launch)
      continue;
    const Event &E = *Barrier.At;
    MessagePlace At = Words.inUserCode(*E.Owner, E.Site);
    Finding F = makeFinding(
        At.Loc, Barrier.Awaited
                    ? "all blocks wait for each other here, and nothing makes "
                      "all of them resident at once: the launch is not "
                      "cooperative"
                    : "'" + E.Op->Spelling + "'" + Words.calledIn(At, E) +
                          " waits for the grid, and the launch is not "
                          "cooperative");
    F.Notes.push_back(
        {Launch->At,
         "'" + Facts.root().getNameAsString() + "' is launched " +
             (Launch->Elsewhere.empty() ? "here" : "at " + Launch->Elsewhere) +
             ", without cooperation",
         NoteRole::Operation});
    if (Barrier.Awaited)
      F.Notes.push_back(
          {Words.inUserCode(*Barrier.Awaited->Owner, Barrier.Awaited->Site).Loc,
           "blocks that wait here keep others from starting where the device "
           "cannot hold all of them",
           NoteRole::Reason});
    F.Notes.push_back({Launch->At,
                       ("launch it with '" + suggested::CooperativeLaunch +
                        "', with no more blocks than the device holds at once")
                           .str(),
                       NoteRole::Advice});
    Out.add(std::move(F));
  }
}

std::unique_ptr<Check> makeGridSyncLaunch(const CheckInfo &Info) {
  return std::make_unique<GridSyncLaunch>(Info);
}

} // namespace warplint
