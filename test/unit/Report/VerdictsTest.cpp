//===--- VerdictsTest.cpp - Verdicts, demands and exit codes --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Verdicts.h"
#include "gtest/gtest.h"

namespace verdicts_test {
using namespace warplint;
using namespace warplint::report;

ReportedVerdict kernel(std::string Name, unsigned Line) {
  ReportedVerdict Made;
  Made.Kernel = std::move(Name);
  Made.At.File = "k.cu";
  Made.At.Line = Line;
  Made.At.Column = 1;
  return Made;
}

void assume(ReportedVerdict &Of, Property P, std::string Id,
            std::vector<std::string> Subjects = {}) {
  Of.of(P).Says = Standing::HoldsIf;
  Of.of(P).Conditions.push_back({std::move(Id), "it is so", Subjects});
}

VerdictReport reportOf(std::vector<ReportedVerdict> Kernels,
                       std::vector<Property> Required,
                       std::set<std::string> Accepted = {}) {
  VerdictReport R;
  R.Kernels = std::move(Kernels);
  R.Asked.Required = std::move(Required);
  R.Asked.Accepted = std::move(Accepted);
  R.settle();
  return R;
}

TEST(Verdicts, WhatIsRequiredDecides) {
  ReportedVerdict K = kernel("k", 1);
  K.of(Property::Grid).Says = Standing::Unknown;
  EXPECT_EQ(reportOf({K}, {Property::Convergence}).exitCode(), ExitClean);
  EXPECT_EQ(reportOf({K}, {Property::Grid}).exitCode(), ExitUnproven);
  K.of(Property::Ordered).Says = Standing::Violated;
  EXPECT_EQ(reportOf({K}, {Property::Ordered, Property::Grid}).exitCode(),
            ExitFindings);
  VerdictReport Failed = reportOf({K}, {Property::Ordered});
  Failed.Failures.push_back({"k.cu", "an error"});
  EXPECT_EQ(Failed.exitCode(), ExitIncomplete);
}

TEST(Verdicts, EachAssumptionIsAccepted) {
  ReportedVerdict K = kernel("k", 1);
  assume(K, Property::GlobalRaceFree, "no-alias", {"in, out"});
  assume(K, Property::GlobalRaceFree, "pitch", {"width"});
  std::vector<Property> All{Property::GlobalRaceFree};
  EXPECT_EQ(reportOf({K}, All).exitCode(), ExitUnproven);
  EXPECT_EQ(reportOf({K}, All, {"no-alias"}).exitCode(), ExitUnproven);
  EXPECT_EQ(reportOf({K}, All, {"no-alias", "pitch"}).exitCode(), ExitClean);
  VerdictReport Any = reportOf({K}, All);
  Any.Asked.AcceptsAll = true;
  EXPECT_EQ(Any.exitCode(), ExitClean);
  EXPECT_EQ(shortText(K, Property::GlobalRaceFree),
            "holds if no-alias(in, out), pitch(width)");
}

TEST(Verdicts, InstancesWithOneAnswerAreOneKernel) {
  ReportedVerdict Other = kernel("k<3>", 1);
  assume(Other, Property::GlobalRaceFree, "pitch");
  VerdictReport R = reportOf({kernel("k<2>", 1), kernel("k<1>", 1), Other,
                              kernel("k<1>", 1), kernel("j", 9)},
                             {Property::GlobalRaceFree});
  ASSERT_EQ(R.Kernels.size(), 3u);
  EXPECT_EQ(R.Kernels[0].Kernel, "k<1>; k<2>");
  EXPECT_EQ(R.Kernels[1].Kernel, "k<3>");
  EXPECT_EQ(R.Kernels[2].Kernel, "j");
}

TEST(Verdicts, GuessesBoundWhatIsSaid) {
  ReportedVerdict K = kernel("k", 1);
  K.Guessed = {"256x1x1", "32x8x1"};
  assume(K, Property::SharedRaceFree, "launch", {"block", "grid"});
  EXPECT_EQ(
      shortText(K, Property::SharedRaceFree),
      "holds within blocks of 256x1x1, 32x8x1 and grids that were chosen");
}

TEST(Verdicts, ReasonsHavePlaces) {
  ReportedVerdict K = kernel("k", 1);
  auto &Of = K.of(Property::Grid);
  Of.Says = Standing::Unknown;
  Of.Unknowns.push_back(
      {"call-without-body", "a function is called: 'f'", "show it", K.At});
  Of.Unknowns.push_back({"budget", "a budget", "more"});
  EXPECT_EQ(shortText(K, Property::Grid),
            "unknown: call-without-body ('f') at k.cu:1, 1 more");
}

} // namespace verdicts_test
