//===--- GpuTarget.cpp - GPUs that a unit is compiled for -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/GpuTarget.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Basic/TargetOptions.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <tuple>

using namespace llvm;

namespace warplint {

std::optional<KernelLanguage>
kernelLanguageOf(const clang::LangOptions &Options) {
  if (Options.CUDA && !Options.HIP)
    return KernelLanguage::Cuda;
  return std::nullopt;
}

std::string GpuTarget::str() const {
  std::string Name = "sm_" + utostr(Capability);
  if (Variant)
    Name += Variant;
  return Name;
}

static int rankOfVariant(char Variant) {
  return Variant == 'a' ? 2 : Variant == 'f' ? 1 : 0;
}

bool GpuTarget::operator<(const GpuTarget &Other) const {
  return std::make_tuple(Capability, rankOfVariant(Variant)) <
         std::make_tuple(Other.Capability, rankOfVariant(Other.Variant));
}

std::optional<GpuTarget> parseGpuTarget(StringRef Name) {
  Name = Name.trim();
  for (StringRef Prefix : {"sm_", "compute_", "lto_"})
    if (Name.consume_front(Prefix))
      break;
  Name.consume_back("-real");
  Name.consume_back("-virtual");
  GpuTarget Target;
  if (Name.consumeInteger(10, Target.Capability) || Target.Capability < 10 ||
      Target.Capability > 999)
    return std::nullopt;
  if (Name.empty())
    return Target;
  if (Name != "a" && Name != "f")
    return std::nullopt;
  Target.Variant = Name.front();
  return Target;
}

static constexpr StringLiteral NamingMacro = "WARPLINT_TARGETS";

std::string macroNaming(ArrayRef<GpuTarget> All) {
  return (NamingMacro + "=").str() +
         join(map_range(All, [](const GpuTarget &T) { return T.str(); }), ",");
}

std::vector<GpuTarget>
namedTargets(ArrayRef<std::pair<std::string, bool>> Macros) {
  std::vector<GpuTarget> Named;
  for (const auto &[Macro, IsUndefined] : Macros) {
    auto [Name, Value] = StringRef(Macro).split('=');
    SmallVector<StringRef, 8> Names;
    if (Name == NamingMacro && !IsUndefined)
      Value.split(Names, ',');
    for (StringRef Each : Names)
      if (auto Target = parseGpuTarget(Each))
        Named.push_back(*Target);
  }
  return Named;
}

GpuTarget firstWith(GpuFeature Feature) {
  switch (Feature) {
  case GpuFeature::IndependentThreadScheduling:
    return {70};
  case GpuFeature::ThreadBlockClusters:
    return {90};
  }
  llvm_unreachable("every feature has a first target");
}

GpuTargets::GpuTargets(const clang::TargetInfo &Parsed,
                       std::vector<GpuTarget> Named)
    : All(std::move(Named)) {
  StringRef Cpu = Parsed.getTargetOpts().CPU;
  if (auto Own = Cpu.starts_with("sm_") ? parseGpuTarget(Cpu) : std::nullopt;
      Own && All.empty())
    All = {*Own};
  llvm::sort(All);
  All.erase(llvm::unique(All), All.end());
}

/// How many of \p Targets, in rising order, lack \p Feature.
static size_t countWithout(ArrayRef<GpuTarget> Targets, GpuFeature Feature) {
  return llvm::lower_bound(Targets, firstWith(Feature)) - Targets.begin();
}

ArrayRef<GpuTarget> GpuTargets::with(GpuFeature Feature) const {
  return all().drop_front(countWithout(All, Feature));
}

ArrayRef<GpuTarget> GpuTargets::without(GpuFeature Feature) const {
  return all().take_front(countWithout(All, Feature));
}

} // namespace warplint
