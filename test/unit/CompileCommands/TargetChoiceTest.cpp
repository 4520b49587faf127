//===--- TargetChoiceTest.cpp - Target that a command is analysed for -----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/TargetChoice.h"
#include "gtest/gtest.h"
#include <algorithm>

namespace target_choice_test {
using namespace warplint;

TEST(TargetChoice, ClangKnowsBlackwell) {
  EXPECT_FALSE(commands::newestClangTarget() < *parseGpuTarget("sm_121a"));
}

TEST(TargetChoice, Choice) {
  struct {
    std::vector<const char *> Requested;
    unsigned Toolkit;
    const char *Target, *ClangTarget;
    bool Remark;
  } Cases[] = {
      // nvcc's defaults.
      {{}, 13, "sm_75", "sm_75", false},
      {{}, 12, "sm_52", "sm_52", false},
      {{}, 11, "sm_52", "sm_52", false},
      {{}, 10, "sm_30", "sm_30", false},
      // The newest wins, whatever the order.
      {{"sm_80", "sm_90", "sm_75"}, 13, "sm_90", "sm_90", false},
      {{"sm_90a", "sm_90"}, 13, "sm_90a", "sm_90a", false},
      {{"sm_88"}, 13, "sm_88", "sm_88", false},
      {{"sm_121a"}, 13, "sm_121a", "sm_121a", false},
      // Family-specific: the plain target with macros.
      {{"sm_100f"}, 13, "sm_100f", "sm_100", false},
      {{"sm_121f", "sm_120"}, 13, "sm_121f", "sm_121", false},
      // Older than the headers.
      {{"sm_35"}, 13, "sm_75", "sm_75", true},
      {{"sm_35"}, 12, "sm_50", "sm_50", true},
      {{"sm_35"}, 11, "sm_35", "sm_35", false},
      {{"sm_52", "sm_80"}, 13, "sm_80", "sm_80", false},
      // Between clang's, or not of this world.
      {{"sm_102"}, 13, "sm_102", "sm_101", true},
      {{"sm_999"}, 13, "sm_999", nullptr, true},
  };
  for (const auto &Case : Cases) {
    std::vector<GpuTarget> Requested;
    std::string Label = std::to_string(Case.Toolkit);
    for (const char *Name : Case.Requested) {
      Requested.push_back(*parseGpuTarget(Name));
      Label += std::string(" ") + Name;
    }
    commands::TargetChoice Choice =
        commands::chooseTarget(Requested, Case.Toolkit);
    EXPECT_EQ(Choice.Target.str(), Case.Target) << Label;
    if (Case.ClangTarget)
      EXPECT_EQ(Choice.ClangTarget.str(), Case.ClangTarget) << Label;
    EXPECT_EQ(!Choice.Remarks.empty(), Case.Remark) << Label;
  }
}

TEST(TargetChoice, KeepsTheTargetsThatTheToolkitAccepts) {
  auto All = commands::chooseTarget({{90, 'a'}, {35}, {80}, {80}}, 13).All;
  ASSERT_EQ(All.size(), 2u);
  EXPECT_EQ(All[0].str(), "sm_80");
  EXPECT_EQ(All[1].str(), "sm_90a");
  EXPECT_EQ(commands::chooseTarget({{35}}, 13).All.size(), 1u);
}

TEST(TargetChoice, MacrosOfAnUnknownTarget) {
  auto Has = [](const commands::TargetChoice &Choice, const char *Macro) {
    return std::find(Choice.Macros.begin(), Choice.Macros.end(), Macro) !=
           Choice.Macros.end();
  };
  commands::TargetChoice Plain =
      commands::chooseTarget({*parseGpuTarget("sm_998")}, 13);
  EXPECT_EQ(Plain.Macros, std::vector<std::string>{"__CUDA_ARCH__=9980"});
  commands::TargetChoice Specific =
      commands::chooseTarget({*parseGpuTarget("sm_998a")}, 13);
  EXPECT_TRUE(Has(Specific, "__CUDA_ARCH__=9980"));
  EXPECT_TRUE(Has(Specific, "__CUDA_ARCH_FEAT_SM998_ALL"));
  EXPECT_TRUE(Has(Specific, "__CUDA_ARCH_SPECIFIC__=9980"));
  commands::TargetChoice Family =
      commands::chooseTarget({*parseGpuTarget("sm_998f")}, 13);
  EXPECT_TRUE(Has(Family, "__CUDA_ARCH_FAMILY_SPECIFIC__=9980"));
  EXPECT_FALSE(Has(Family, "__CUDA_ARCH_SPECIFIC__=9980"));
  // Clang defines those of its own targets.
  commands::TargetChoice Hopper =
      commands::chooseTarget({*parseGpuTarget("sm_90a")}, 13);
  EXPECT_FALSE(Has(Hopper, "__CUDA_ARCH__=900"));
  EXPECT_FALSE(Has(Hopper, "__CUDA_ARCH_FEAT_SM90_ALL"));
}

} // namespace target_choice_test
