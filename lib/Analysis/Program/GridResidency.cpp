//===--- GridResidency.cpp - Grids that devices hold at once --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/GridResidency.h"
#include "Analysis/Launches/Launches.h"
#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/MemorySpace.h"
#include "Target/Limits.h"

using namespace clang;

namespace warplint {

/// Bytes of the arrays that \p Kernel itself keeps in shared memory.
static int64_t sharedBytesOf(const FunctionDecl &Kernel) {
  int64_t Bytes = 0;
  for (const Decl *D : Kernel.decls())
    if (const auto *Var = dyn_cast<VarDecl>(D);
        Var && memorySpaceOf(*Var) == MemorySpace::Shared &&
        !Var->hasExternalStorage() && !Var->isInvalidDecl() &&
        !Var->getType()->isIncompleteType() &&
        !Var->getType()->isDependentType())
      Bytes += Kernel.getASTContext()
                   .getTypeSizeInChars(Var->getType())
                   .getQuantity();
  return Bytes;
}

/// Where messages place \p Launch of \p Kernel.
static SourceLocation placeOf(const launches::KernelLaunch &Launch,
                              const FunctionDecl &Kernel) {
  return Launch.Site ? Launch.Site->getBeginLoc() : Kernel.getLocation();
}

std::vector<OversizedLaunch> oversizedLaunches(const DeviceCode &Code) {
  std::vector<OversizedLaunch> Result;
  for (const FunctionDecl *Kernel : Code.kernels())
    for (const launches::KernelLaunch &Each : Code.launchesOf(*Kernel)) {
      int64_t Blocks = Each.Extents.gridSize();
      int64_t Threads = Each.Extents.blockSize();
      int64_t Most = mostResidentBlocks(
          Threads,
          sharedBytesOf(*Kernel) + int64_t(Each.SharedBytes.value_or(0)));
      if (Each.Attributes.Cooperative == TriState::Yes && Blocks > Most)
        Result.push_back(
            {Kernel, placeOf(Each, *Kernel), Blocks, Threads, Most});
    }
  return Result;
}

/// Nobody waits for a block that cannot start: the host has asked how many the
/// device holds, or they are so few that any device does.
static bool surelyFits(const launches::KernelLaunch &Launch) {
  int64_t Blocks = Launch.Extents.gridSize();
  return Launch.FitsDevice ||
         (Blocks > 0 &&
          Blocks <= surelyResidentBlocks(Launch.Extents.blockSize()));
}

std::optional<PlainLaunch> plainLaunchOf(const FunctionDecl &Kernel,
                                         const DeviceCode &Code,
                                         bool MayNotFit) {
  for (const launches::KernelLaunch &Each : Code.launchesOf(Kernel))
    if (Each.Attributes.Cooperative == TriState::No &&
        !(MayNotFit && surelyFits(Each)))
      return PlainLaunch{placeOf(Each, Kernel), Each.Site ? "" : Each.Place};
  return std::nullopt;
}

} // namespace warplint
