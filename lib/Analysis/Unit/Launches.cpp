//===--- Launches.cpp - What a unit says of its launches ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Unit/Launches.h"
#include "Analysis/Unit/HostRun.h"
#include "Model/Hardware.h"
#include "Model/SyncApi.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint {

using Extents = std::array<std::optional<int64_t>, 3>;

/// 0 for what is not known, and for what no launch can have.
static std::array<uint32_t, 3> knownOf(const Extents &Of) {
  std::array<uint32_t, 3> Result = {0, 0, 0};
  for (unsigned I = 0; I < 3; ++I)
    if (Of[I] && *Of[I] > 0 && *Of[I] <= UINT32_MAX)
      Result[I] = uint32_t(*Of[I]);
  return Result;
}

/// Leaves in \p Common the extents on which it agrees with \p Other.
static void agree(std::array<uint32_t, 3> &Common,
                  const std::array<uint32_t, 3> &Other) {
  for (unsigned I = 0; I < 3; ++I)
    if (Common[I] != Other[I])
      Common[I] = 0;
}

static void add(KernelLaunches &To, const HostLaunch &Launch) {
  KernelLaunch New;
  New.Site = Launch.Site;
  New.Extents.Grid = knownOf(Launch.Grid);
  New.Extents.Block = knownOf(Launch.Block);
  New.Extents.Cluster = knownOf(Launch.Cluster);
  New.Attributes = Launch.Attributes;
  New.FitsDevice = Launch.FitsDevice;
  if (Launch.SharedBytes && *Launch.SharedBytes >= 0)
    New.SharedBytes = uint64_t(*Launch.SharedBytes);
  if (To.Each.empty()) {
    To.Common = New.Extents;
  } else {
    agree(To.Common.Grid, New.Extents.Grid);
    agree(To.Common.Block, New.Extents.Block);
    agree(To.Common.Cluster, New.Extents.Cluster);
  }
  auto IsSame = [&](const KernelLaunch &Known) {
    return Known.Extents.Grid == New.Extents.Grid &&
           Known.Extents.Block == New.Extents.Block &&
           Known.Extents.Cluster == New.Extents.Cluster &&
           Known.Attributes == New.Attributes &&
           Known.SharedBytes == New.SharedBytes &&
           Known.FitsDevice == New.FitsDevice;
  };
  if (llvm::none_of(To.Each, IsSame))
    To.Each.push_back(New);
}

llvm::DenseMap<const FunctionDecl *, KernelLaunches>
collectLaunches(ASTContext &Context,
                llvm::ArrayRef<const FunctionDecl *> HostFunctions,
                llvm::ArrayRef<const FunctionDecl *> Kernels) {
  llvm::DenseMap<const FunctionDecl *, KernelLaunches> Result;
  for (const HostLaunch &Each : HostRun(Context, HostFunctions).launches()) {
    const FunctionDecl *Kernel = Each.Kernel;
    if (Kernel->hasBody(Kernel))
      add(Result[Kernel], Each);
  }
  for (const FunctionDecl *Kernel : Kernels) {
    if (auto Dims = clusterDimsOf(*Kernel)) {
      Result[Kernel].Common.Cluster = *Dims;
      for (KernelLaunch &Each : Result[Kernel].Each)
        if (Each.Extents.clusterSize() == 0)
          Each.Extents.Cluster = *Dims;
    }
    const auto *Bounds = Kernel->getAttr<CUDALaunchBoundsAttr>();
    if (!Bounds || !Bounds->getMaxThreads() ||
        Bounds->getMaxThreads()->isValueDependent())
      continue;
    Expr::EvalResult Max;
    if (Bounds->getMaxThreads()->EvaluateAsInt(Max, Context))
      Result[Kernel].Common.MaxThreads =
          Max.Val.getInt().getLimitedValue(MaxThreadsPerBlock);
  }
  return Result;
}

} // namespace warplint
