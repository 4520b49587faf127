//===--- TargetChoice.cpp - Target that a command is analysed for ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/TargetChoice.h"
#include "clang/Basic/Cuda.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

using namespace llvm;

namespace warplint::commands {

/// Every NVIDIA target of this Clang, in Clang's order.
static std::vector<GpuTarget> clangTargets() {
  std::vector<GpuTarget> Targets;
  for (int I = 0; I != static_cast<int>(clang::OffloadArch::LAST); ++I) {
    auto Architecture = static_cast<clang::OffloadArch>(I);
    if (!clang::IsNVIDIAOffloadArch(Architecture))
      continue;
    if (auto Target = parseGpuTarget(clang::OffloadArchToString(Architecture)))
      Targets.push_back(*Target);
  }
  return Targets;
}

GpuTarget newestClangTarget() {
  std::vector<GpuTarget> Known = clangTargets();
  return *llvm::max_element(Known);
}

std::vector<std::string> replaceUnknownTargets(std::vector<GpuTarget> &Targets,
                                               ArrayRef<std::string> Unknown) {
  std::vector<std::string> Remarks;
  if (Targets.empty() && !Unknown.empty())
    Targets.push_back({newestClangTarget().Capability});
  for (const std::string &Name : Unknown)
    Remarks.push_back("target '" + Name + "' is unknown, analysed as " +
                      llvm::max_element(Targets)->str());
  return Remarks;
}

/// The newest target of Clang that is no newer than \p Wanted. Variants count
/// only for their own capability: their features are not those of later chips.
static GpuTarget clangTargetFor(GpuTarget Wanted) {
  GpuTarget Best;
  for (GpuTarget Known : clangTargets()) {
    if (Known == Wanted)
      return Known;
    if (!Known.Variant && Known.Capability <= Wanted.Capability && Best < Known)
      Best = Known;
  }
  return Best;
}

namespace {
/// What nvcc of a toolkit accepts and chooses (each release's `nvcc --help`).
struct ToolkitTargets {
  unsigned Major, Oldest, Default;
};
} // namespace

static constexpr ToolkitTargets TargetsOfToolkits[] = {
    {13, 75, 75}, {12, 50, 52}, {11, 35, 52}, {0, 30, 30}};

static const ToolkitTargets &targetsOfToolkit(unsigned Major) {
  for (const ToolkitTargets &Entry : TargetsOfToolkits)
    if (Major >= Entry.Major)
      return Entry;
  llvm_unreachable("the last entry matches every toolkit");
}

/// nvcc's macros for a target that Clang does not know, so that code for newer
/// chips is still the code that is analysed.
static void addTargetMacros(TargetChoice &Choice) {
  std::string Number = utostr(Choice.Target.Capability * 10);
  if (Choice.ClangTarget.Capability != Choice.Target.Capability)
    Choice.Macros.push_back("__CUDA_ARCH__=" + Number);
  if (!Choice.Target.Variant)
    return;
  Choice.Macros.push_back("__CUDA_ARCH_FAMILY_SPECIFIC__=" + Number);
  if (Choice.Target.Variant != 'a')
    return;
  Choice.Macros.push_back("__CUDA_ARCH_SPECIFIC__=" + Number);
  if (!(Choice.ClangTarget == Choice.Target))
    Choice.Macros.push_back("__CUDA_ARCH_FEAT_SM" +
                            utostr(Choice.Target.Capability) + "_ALL");
}

TargetChoice chooseTarget(ArrayRef<GpuTarget> Requested,
                          unsigned ToolkitMajor) {
  const ToolkitTargets &Toolkit = targetsOfToolkit(ToolkitMajor);
  TargetChoice Choice;
  Choice.Target = Requested.empty() ? GpuTarget{Toolkit.Default}
                                    : *llvm::max_element(Requested);
  if (Choice.Target.Capability < Toolkit.Oldest) {
    GpuTarget Raised{Toolkit.Oldest};
    Choice.Remarks.push_back((Twine("target ") + Choice.Target.str() +
                              " is older than the headers of CUDA " +
                              Twine(ToolkitMajor) + " accept, analysed as " +
                              Raised.str())
                                 .str());
    Choice.Target = Raised;
  }
  Choice.All = {Choice.Target};
  llvm::copy_if(
      Requested, std::back_inserter(Choice.All),
      [&](const GpuTarget &T) { return T.Capability >= Toolkit.Oldest; });
  llvm::sort(Choice.All);
  Choice.All.erase(llvm::unique(Choice.All), Choice.All.end());
  Choice.ClangTarget = clangTargetFor(Choice.Target);
  // A family-specific target is the plain one with its macros: nothing is lost.
  if (Choice.ClangTarget.Capability != Choice.Target.Capability ||
      (Choice.Target.Variant == 'a' && !Choice.ClangTarget.Variant))
    Choice.Remarks.push_back("target " + Choice.Target.str() +
                             " is unknown to this clang, parsed as " +
                             Choice.ClangTarget.str() + " with the macros of " +
                             Choice.Target.str());
  addTargetMacros(Choice);
  return Choice;
}

} // namespace warplint::commands
