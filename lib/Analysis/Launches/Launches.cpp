//===--- Launches.cpp - What a unit says of its launches ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/Launches.h"
#include "Analysis/Launches/HostResults.h"
#include "CudaModel/SyncApi.h"
#include "Planted/Faults.h"
#include "Target/Limits.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::launches {

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

/// Leaves in \p Common the extents on which it agrees with \p Other.
static void agree(LaunchExtents &Common, const LaunchExtents &Other) {
  agree(Common.Grid, Other.Grid);
  agree(Common.Block, Other.Block);
  agree(Common.Cluster, Other.Cluster);
}

static void addFitting(KernelLaunches &To, const KernelLaunch &New) {
  if (planted(Fault::LastLaunch))
    To.Each.clear();
  if (To.Each.empty()) {
    uint32_t MaxThreads = To.Common.MaxThreads;
    auto Cluster = To.Common.Cluster;
    To.Common = New.Extents;
    To.Common.MaxThreads = MaxThreads;
    if (To.Common.clusterSize() == 0)
      To.Common.Cluster = Cluster;
  } else {
    agree(To.Common, New.Extents);
  }
  auto IsSame = [&](const KernelLaunch &Known) {
    return Known.Extents.Grid == New.Extents.Grid &&
           Known.Extents.Block == New.Extents.Block &&
           Known.Extents.Cluster == New.Extents.Cluster &&
           Known.Attributes == New.Attributes &&
           Known.SharedBytes == New.SharedBytes &&
           Known.FitsDevice == New.FitsDevice;
  };
  auto Same = llvm::find_if(To.Each, IsSame);
  if (Same == To.Each.end()) {
    To.Each.push_back(New);
    return;
  }
  for (const LaunchConstraint &Fact : New.Facts)
    if (Same->Facts.size() < KernelLaunch::FactsRecorded &&
        !llvm::is_contained(Same->Facts, Fact))
      Same->Facts.push_back(Fact);
}

void addLaunch(KernelLaunches &To, const KernelLaunch &New) {
  To.RestsOn = 0;
  KernelLaunch Fitting = New;
  Fitting.Extents.MaxThreads = To.Common.MaxThreads;
  keepLaunchable(Fitting.Extents, To.Refused);
  Fitting.Extents.MaxThreads = New.Extents.MaxThreads;
  if (New.SharedBytes > uint64_t(MaxSharedBytesPerMultiprocessor))
    Fitting.SharedBytes = std::nullopt;
  addFitting(To, Fitting);
}

static KernelLaunch launchOf(const host::HostLaunch &Launch) {
  KernelLaunch New;
  New.Site = Launch.Site;
  New.Extents.Grid = knownOf(Launch.Grid);
  New.Extents.Block = knownOf(Launch.Block);
  New.Extents.Cluster = knownOf(Launch.Cluster);
  New.Attributes = Launch.Attributes;
  New.FitsDevice = Launch.FitsDevice;
  if (Launch.SharedBytes && *Launch.SharedBytes >= 0)
    New.SharedBytes = uint64_t(*Launch.SharedBytes);
  New.Facts = {Launch.Fact};
  return New;
}

/// The first number of `__launch_bounds__`; 0 without it.
static uint32_t boundOf(const FunctionDecl &Kernel, ASTContext &Context) {
  const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>();
  Expr::EvalResult Max;
  if (!Bounds || !Bounds->getMaxThreads() ||
      Bounds->getMaxThreads()->isValueDependent() ||
      !Bounds->getMaxThreads()->EvaluateAsInt(Max, Context))
    return 0;
  return Max.Val.getInt().getLimitedValue(MaxThreadsPerBlock);
}

/// \p Made as the unit itself makes it; nothing if only other units do.
static std::optional<KernelLaunch> asMade(KernelLaunch Made) {
  LaunchConstraint &Fact = Made.Facts.front();
  if (llvm::StringRef(Fact.Entry).starts_with(OnlyAsCalled))
    return std::nullopt;
  Fact.Entry.clear();
  Fact.Entered.clear();
  LaunchTerms Terms = Fact.Terms;
  Fact = withOnlyUsedTerms(std::move(Fact), Terms);
  return Made;
}

llvm::DenseMap<const FunctionDecl *, KernelLaunches> collectLaunches(
    ASTContext &Context, llvm::ArrayRef<host::HostLaunch> Made,
    llvm::ArrayRef<const FunctionDecl *> Kernels,
    llvm::function_ref<std::vector<KernelLaunch>(const KernelLaunch &)>
        AsCalled) {
  llvm::DenseMap<const FunctionDecl *, KernelLaunches> Result;
  for (const FunctionDecl *Kernel : Kernels)
    if (uint32_t Bound = boundOf(*Kernel, Context))
      Result[Kernel].Common.MaxThreads = Bound;
  for (const host::HostLaunch &Each : Made) {
    const FunctionDecl *Kernel = Each.Kernel;
    if (!Kernel->hasBody(Kernel))
      Kernel = Kernel->getCanonicalDecl();
    KernelLaunches &All = Result[Kernel];
    AssumptionSet::Bits RestsOn =
        All.Each.empty() ? Each.RestsOn : All.RestsOn & Each.RestsOn;
    if (AsCalled) {
      for (const KernelLaunch &Called : AsCalled(launchOf(Each)))
        addLaunch(All, Called);
    } else if (auto Own = asMade(launchOf(Each))) {
      addLaunch(All, *Own);
    }
    All.RestsOn = RestsOn;
  }
  for (const FunctionDecl *Kernel : Kernels) {
    if (auto Dims = clusterDimsOf(*Kernel)) {
      LaunchExtents OfKernel;
      OfKernel.Cluster = *Dims;
      keepLaunchable(OfKernel, Result[Kernel].Refused);
      Dims = OfKernel.Cluster;
      Result[Kernel].Common.Cluster = *Dims;
      for (KernelLaunch &Each : Result[Kernel].Each)
        if (Each.Extents.clusterSize() == 0)
          Each.Extents.Cluster = *Dims;
    }
  }
  return Result;
}

} // namespace warplint::launches
