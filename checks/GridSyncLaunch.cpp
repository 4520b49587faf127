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
#include "Analysis/Launches/Launches.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/MemorySpace.h"
#include "CudaModel/SuggestedCalls.h"
#include "Diagnostics/Explanation.h"
#include "Target/Limits.h"
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
         llvm::any_of(Code.launchesOf(Root),
                      [](const launches::KernelLaunch &Each) {
                        return Each.Attributes.Cooperative == TriState::No;
                      });
}

/// Bytes of the arrays that \p Kernel itself keeps in shared memory.
static int64_t sharedBytesOf(const FunctionDecl &Kernel,
                             const ASTContext &Context) {
  int64_t Bytes = 0;
  for (const Decl *D : Kernel.decls())
    if (const auto *Var = dyn_cast<VarDecl>(D);
        Var && memorySpaceOf(*Var) == MemorySpace::Shared &&
        !Var->hasExternalStorage() && !Var->isInvalidDecl() &&
        !Var->getType()->isIncompleteType() &&
        !Var->getType()->isDependentType())
      Bytes += Context.getTypeSizeInChars(Var->getType()).getQuantity();
  return Bytes;
}

void GridSyncLaunch::checkUnit(DeviceCode &Code, FindingList &Out) {
  for (const FunctionDecl *Kernel : Code.kernels())
    for (const launches::KernelLaunch &Each : Code.launchesOf(*Kernel)) {
      int64_t Blocks = Each.Extents.gridSize();
      int64_t Threads = Each.Extents.blockSize();
      int64_t Shared = sharedBytesOf(*Kernel, Code.context()) +
                       int64_t(Each.SharedBytes.value_or(0));
      int64_t Most = mostResidentBlocks(Threads, Shared);
      if (Each.Attributes.Cooperative != TriState::Yes || Blocks <= Most)
        continue;
      std::string OfThreads =
          Threads ? " of " + std::to_string(Threads) + " threads" : "";
      SourceLocation At =
          Each.Site ? Each.Site->getBeginLoc() : Kernel->getLocation();
      Finding F = makeFinding(
          At, "cooperative launch of " + std::to_string(Blocks) + " blocks" +
                  OfThreads + ", which no device holds at once: it fails");
      F.Notes.push_back({Kernel->getLocation(),
                         "at most " + std::to_string(Most) + " blocks of '" +
                             Kernel->getNameAsString() +
                             "' are resident on any device",
                         NoteRole::Reason});
      F.Notes.push_back({At,
                         ("launch as many blocks as '" + suggested::Occupancy +
                          "' allows and let each do several parts of the work")
                             .str(),
                         NoteRole::Advice});
      Out.add(std::move(F));
    }
}

/// Nobody waits for a block that cannot start: the host has asked how many the
/// device holds, or they are so few that any device does.
static bool surelyFits(const launches::KernelLaunch &Launch) {
  uint64_t Blocks = Launch.Extents.gridSize();
  return Launch.FitsDevice ||
         (Blocks > 0 && int64_t(Blocks) <= surelyResidentBlocks(int64_t(
                                               Launch.Extents.blockSize())));
}

void GridSyncLaunch::checkKernel(const KernelFacts &Facts, FindingList &Out) {
  Explanation Words(Facts);
  auto Launches = Facts.code().launchesOf(Facts.root());
  for (const auto &Barrier : memoryorder::findGridBarriers(Facts)) {
    auto Launch = llvm::find_if(Launches, [&](const auto &Each) {
      return Each.Attributes.Cooperative == TriState::No &&
             (!Barrier.Awaited || !surelyFits(Each));
    });
    if (Launch == Launches.end())
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
    SourceLocation Made =
        Launch->Site ? Launch->Site->getBeginLoc() : Facts.root().getLocation();
    F.Notes.push_back({Made,
                       "'" + Facts.root().getNameAsString() + "' is launched " +
                           (Launch->Site ? "here" : "at " + Launch->Place) +
                           ", without cooperation",
                       NoteRole::Operation});
    if (Barrier.Awaited)
      F.Notes.push_back(
          {Words.inUserCode(*Barrier.Awaited->Owner, Barrier.Awaited->Site).Loc,
           "blocks that wait here keep others from starting where the device "
           "cannot hold all of them",
           NoteRole::Reason});
    F.Notes.push_back({Made,
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
