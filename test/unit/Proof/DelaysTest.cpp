//===--- DelaysTest.cpp - Who is late, and where --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Delays.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

namespace delays_test {
using namespace warplint;
using Group = proof::Delay::Group;

/// Two findings; the first has the lines 3 and 5 of a.cu, 5 being its place.
proof::StressPoints twoFindings() {
  proof::StressPoints Points;
  Points[70] = {"a.cu", 3, {{0, false}}};
  Points[20] = {"a.cu", 5, {{0, true}}};
  Points[50] = {"b.cu", 9, {{1, true}}};
  return Points;
}

TEST(Delays, FindingsTakeTurnsAndTheirOwnPlacesComeFirst) {
  proof::StressPoints Points = twoFindings();
  EXPECT_EQ(proof::delayOf(0, Points).Finding, 0u);
  EXPECT_EQ(proof::delayOf(1, Points).Finding, 1u);
  EXPECT_EQ(proof::delayOf(2, Points).Finding, 0u);
  std::vector<int> Places;
  std::set<Group> Groups;
  for (unsigned Try = 0; Try < 28; ++Try) {
    proof::Delay Late = proof::delayOf(2 * Try, Points);
    if (Try % 7 == 0)
      Places.push_back(Late.Point);
    Groups.insert(Late.Who);
    EXPECT_GT(Late.Cycles, 0u);
  }
  EXPECT_EQ(Places, std::vector<int>(
                        {20, 70, proof::Delay::AtStart, proof::Delay::AtEnd}));
  EXPECT_EQ(Groups.size(), 7u);
}

TEST(Delays, ANumberSaysAllOfADelay) {
  proof::StressPoints Points = twoFindings();
  for (unsigned Seed : {0u, 17u, 1000u}) {
    proof::Delay Late = proof::delayOf(Seed, Points);
    EXPECT_EQ(proof::settingOf(Late),
              proof::settingOf(proof::delayOf(Seed, Points)));
    EXPECT_EQ(llvm::StringRef(proof::settingOf(Late)).count(' '), 4u);
  }
  proof::Delay Late;
  Late.Point = 20;
  Late.Who = Group::OtherBlocks;
  Late.Which = 2;
  EXPECT_EQ(proof::sayingOf(Late, Points),
            "all blocks but 2 are late at a.cu:5");
  Late.Point = proof::Delay::AtEnd;
  Late.Who = Group::Everybody;
  EXPECT_EQ(proof::sayingOf(Late, Points),
            "all threads are late at the end of the kernel");
}

TEST(Delays, WhatUnitsWroteIsAdded) {
  proof::DelayRecord Record =
      proof::readDelays("{\"delays\":3,\"failed\":false,\"device\":\"H200\"}\n"
                        "{\"pair\":0}\nno json\n"
                        "{\"delays\":4,\"failed\":true,\"device\":\"\"}\n");
  EXPECT_EQ(Record.Delays, 7u);
  EXPECT_TRUE(Record.Failed);
  EXPECT_EQ(Record.Device, "H200");
  EXPECT_EQ(proof::readDelays("").Delays, 0u);
}

/// The sources of a unit of /in/a.cu with a finding in \p Line.
proof::DelayedUnit delayed(llvm::StringRef Code, unsigned Line,
                           llvm::StringRef Root = "/in") {
  auto Unit = clang::tooling::buildASTFromCodeWithArgs(
      Code,
      {"-std=c++17", "-x", "cuda", "-nocudainc", "-nocudalib",
       "--cuda-device-only", "--cuda-gpu-arch=sm_80"},
      "/in/a.cu");
  report::Report R;
  R.Findings.resize(1);
  R.Findings[0].At.File = "a.cu";
  R.Findings[0].At.Line = Line;
  return proof::insertDelays(Unit->getASTContext(), R, {0}, Root,
                             "\"recorder.h\"");
}

constexpr llvm::StringLiteral TwoKernels =
    "__attribute__((device)) void other(int *p);\n"             // 1
    "__attribute__((device)) void put(int *p) { *p = 1; }\n"    // 2
    "__attribute__((global)) void first(int *p) { put(p); }\n"  // 3
    "__attribute__((global)) void second(int *p) { *p = 2; }\n" // 4
    "__attribute__((global)) void third(int *p) { put(p); other(p); }\n";

TEST(Delays, KernelsThatRunThePlaceAreRewritten) {
  proof::DelayedUnit Unit = delayed(TwoKernels, 2);
  ASSERT_EQ(Unit.Sources.count("a.cu"), 1u);
  llvm::StringRef Text = Unit.Sources["a.cu"];
  EXPECT_EQ(Text.count("warplint_entered"), 2u);
  EXPECT_TRUE(Text.contains("void second(int *p) { *p = 2; }"));
  // A bound may be less than a function of another unit needs.
  EXPECT_TRUE(Text.contains("void __launch_bounds__(1024) first("));
  EXPECT_TRUE(Text.contains("void third("));
  EXPECT_EQ(Unit.Points.size(), 4u);
  EXPECT_EQ(Text.count("::late("), 4u);
}

TEST(Delays, WithoutAPlaceInTheProjectNothingIsRewritten) {
  EXPECT_TRUE(delayed(TwoKernels, 1).Sources.empty());
  EXPECT_TRUE(delayed(TwoKernels, 2, "/elsewhere").Sources.empty());
}

} // namespace delays_test
