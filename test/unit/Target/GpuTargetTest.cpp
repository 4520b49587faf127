//===--- GpuTargetTest.cpp - GPUs that a unit is compiled for -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Target/GpuTarget.h"
#include "clang/Basic/LangOptions.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

namespace gpu_target_test {
using namespace warplint;

TEST(GpuTarget, IsReadInEverySpelling) {
  struct {
    const char *Name, *Meaning;
  } Cases[] = {
      {"sm_90", "sm_90"},
      {"compute_90", "sm_90"},
      {"lto_80", "sm_80"},
      {"sm_90a", "sm_90a"},
      {"sm_100f", "sm_100f"},
      {"sm_120", "sm_120"},
      {"90", "sm_90"},
      {"75-real", "sm_75"},
      {"86-virtual", "sm_86"},
      {" sm_70 ", "sm_70"},
      {"sm_103a-real", "sm_103a"},
  };
  for (const auto &Case : Cases) {
    auto Target = parseGpuTarget(Case.Name);
    ASSERT_TRUE(Target) << Case.Name;
    EXPECT_EQ(Target->str(), Case.Meaning) << Case.Name;
  }
  for (const char *Name : {"", "sm_", "sm_x", "gfx90a", "sm_90b", "sm_9",
                           "sm_99999", "sm_-1", "sm_90aa"})
    EXPECT_FALSE(parseGpuTarget(Name)) << Name;
}

TEST(GpuTarget, IsOrderedByAge) {
  const char *Rising[] = {"sm_75",   "sm_90",   "sm_90a", "sm_100",
                          "sm_100f", "sm_100a", "sm_120"};
  for (size_t I = 0; I != std::size(Rising); ++I)
    for (size_t J = 0; J != std::size(Rising); ++J)
      EXPECT_EQ(*parseGpuTarget(Rising[I]) < *parseGpuTarget(Rising[J]), I < J)
          << Rising[I] << " " << Rising[J];
}

static std::string namesOf(llvm::ArrayRef<GpuTarget> Targets);

TEST(GpuTarget, AMacroNamesThoseOfACommand) {
  std::vector<GpuTarget> All = {{60}, {90, 'a'}};
  std::string Macro = macroNaming(All);
  EXPECT_EQ(namesOf(namedTargets({{"N=1", false}, {Macro, false}})),
            "sm_60 sm_90a");
  EXPECT_TRUE(namedTargets({{"N=1", false}, {Macro, true}}).empty());
  EXPECT_TRUE(namedTargets({}).empty());
}

static std::string namesOf(llvm::ArrayRef<GpuTarget> Targets) {
  std::string Names;
  for (const GpuTarget &Each : Targets)
    Names += (Names.empty() ? "" : " ") + Each.str();
  return Names;
}

/// The targets of a unit that is parsed for \p Cpu, whose command names
/// \p Named.
static GpuTargets targetsOf(const std::string &Triple, const std::string &Cpu,
                            llvm::ArrayRef<const char *> Named = {}) {
  auto Unit = clang::tooling::buildASTFromCodeWithArgs(
      "", {"-target", Triple, "-Xclang", "-target-cpu", "-Xclang", Cpu});
  std::vector<GpuTarget> Targets;
  for (const char *Name : Named)
    Targets.push_back(*parseGpuTarget(Name));
  return GpuTargets(Unit->getASTContext().getTargetInfo(), Targets);
}

TEST(GpuTargets, ThoseOfTheCommandElseTheOneThatIsParsedFor) {
  GpuTargets One = targetsOf("nvptx64-nvidia-cuda", "sm_90a");
  EXPECT_EQ(namesOf(One.all()), "sm_90a");
  GpuTargets Many =
      targetsOf("nvptx64-nvidia-cuda", "sm_90", {"sm_90", "sm_60", "sm_60"});
  EXPECT_EQ(namesOf(Many.all()), "sm_60 sm_90");
  EXPECT_EQ(Many.analysed().str(), "sm_90");
  EXPECT_TRUE(targetsOf("x86_64-linux-gnu", "x86-64").all().empty());
}

TEST(GpuTargets, FeaturesDivideThem) {
  GpuTargets Many = targetsOf("nvptx64-nvidia-cuda", "sm_90",
                              {"sm_60", "sm_70", "sm_80", "sm_90"});
  auto Own = GpuFeature::IndependentThreadScheduling;
  EXPECT_EQ(namesOf(Many.without(Own)), "sm_60");
  EXPECT_EQ(namesOf(Many.with(Own)), "sm_70 sm_80 sm_90");
  auto Clusters = GpuFeature::ThreadBlockClusters;
  EXPECT_EQ(namesOf(Many.without(Clusters)), "sm_60 sm_70 sm_80");
  EXPECT_EQ(namesOf(Many.with(Clusters)), "sm_90");
  GpuTargets None = targetsOf("x86_64-linux-gnu", "x86-64");
  EXPECT_TRUE(None.with(Own).empty());
  EXPECT_TRUE(None.without(Own).empty());
}

TEST(KernelLanguages, OnlyCudaIsDescribed) {
  clang::LangOptions Options;
  EXPECT_FALSE(kernelLanguageOf(Options));
  Options.CUDA = true;
  EXPECT_EQ(kernelLanguageOf(Options), KernelLanguage::Cuda);
  Options.HIP = true;
  EXPECT_FALSE(kernelLanguageOf(Options));
}

} // namespace gpu_target_test
