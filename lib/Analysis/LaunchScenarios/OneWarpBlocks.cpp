//===--- OneWarpBlocks.cpp - Kernels for blocks of one warp ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/LaunchScenarios/OneWarpBlocks.h"
#include "Analysis/BarrierIntervals/BarrierIntervals.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "CudaModel/MemorySpace.h"
#include "Target/Limits.h"

using namespace clang;

namespace warplint::scenarios {

/// The size of the block, or which of its warps this is.
static bool asksForMoreThanLanes(const Term *T) {
  if (T->isIdentity(IdentityKind::BlockDim) ||
      T->isIdentity(IdentityKind::BlockSize) ||
      T->isIdentity(IdentityKind::WarpIdInBlock) ||
      T->isIdentity(IdentityKind::TileRankInBlock))
    return true;
  const auto *Op = dyn_cast<BinaryTerm>(T);
  if (!Op || !(Op->lhs()->isIdentity(IdentityKind::ThreadIdx) ||
               Op->lhs()->isIdentity(IdentityKind::ThreadRankInBlock)))
    return false;
  // `threadIdx.x >> 2` and `threadIdx.x / 4` part the lanes of one warp.
  if (Op->opcode() == BO_Div)
    return Op->rhs()->isConstant(LanesPerWarp);
  const auto *By = dyn_cast<ConstantTerm>(Op->rhs());
  return Op->opcode() == BO_Shr && !(By && By->value() < LaneBitCount);
}

static bool asksForOneWarpAtMost(const KernelFacts &Facts) {
  return llvm::none_of(Facts.values().programTerms(), asksForMoreThanLanes) &&
         !llvm::any_of(Facts.cfg().events(), [](const Event &E) {
           return maySeparate(E, Scope::Block);
         });
}

bool mayBeForOneWarp(const KernelFacts &Facts) {
  return asksForOneWarpAtMost(Facts) &&
         !llvm::any_of(Facts.cfg().events(), [](const Event &E) {
           return E.isAccess() &&
                  memorySpaceOf(rootOf(E.Address)) == MemorySpace::Shared;
         });
}

bool synchronizesWarpsOnly(const KernelFacts &Facts) {
  return asksForOneWarpAtMost(Facts) &&
         llvm::any_of(Facts.cfg().events(), [](const Event &E) {
           return E.isSync(SyncKind::WarpBarrier);
         });
}

} // namespace warplint::scenarios
