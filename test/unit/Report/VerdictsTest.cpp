//===--- VerdictsTest.cpp - Verdicts, demands and exit codes --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Verdicts.h"
#include "Report/VerdictRecords.h"
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

TEST(Verdicts, ContractsPromise) {
  ReportedVerdict K = kernel("ns::k<4>", 1);
  assume(K, Property::GlobalRaceFree, "no-alias", {"in, out", "in, t"});
  K.Contract.Proven = {Property::GlobalRaceFree};
  std::vector<Property> Other{Property::Grid};
  EXPECT_EQ(reportOf({K}, Other).exitCode(), ExitUnproven);
  EXPECT_EQ(reportOf({K}, Other, {"no-alias"}).exitCode(), ExitClean);
  EXPECT_EQ(reportOf({K}, Other).Asked.Shown.size(), 2u);
  K.Contract.Accepted = {{"no-alias", {"in, out"}}, {"pitch", {}}};
  VerdictReport Weak = reportOf({K}, Other);
  EXPECT_EQ(Weak.exitCode(), ExitUnproven);
  std::vector<std::string> Broken = brokenPromises(Weak.Kernels[0], Weak.Asked);
  ASSERT_EQ(Broken.size(), 1u);
  EXPECT_EQ(Broken[0], "the contract of the configuration promises "
                       "global-race-free: holds if no-alias(in, out; in, t)");
  K.Contract.Accepted.push_back({"no-alias", {"t, in"}});
  EXPECT_EQ(reportOf({K}, Other).exitCode(), ExitClean);
  K.Contract.Accepted = {{"no-alias", {}}};
  EXPECT_EQ(reportOf({K}, Other).exitCode(), ExitClean);
  K.of(Property::GlobalRaceFree).Says = Standing::Violated;
  K.of(Property::GlobalRaceFree).Violations.push_back({"c", "m"});
  EXPECT_EQ(reportOf({K}, Other).exitCode(), ExitFindings);
  K.Contract = {};
  EXPECT_EQ(reportOf({K}, Other).exitCode(), ExitClean);
  K.Contract.Problems = {"no word"};
  EXPECT_EQ(reportOf({K}, Other).exitCode(), ExitUnproven);
  EXPECT_EQ(contractFaults(K, {}).size(), 1u);
}

TEST(Verdicts, KernelsAreNamed) {
  Demand Asked;
  ReportedVerdict K = kernel("ns::k<4>", 1);
  EXPECT_TRUE(Asked.isAbout(K));
  for (const char *Name : {"k", "ns::k", "ns::k<4>"}) {
    Asked.Kernels = {Name};
    EXPECT_TRUE(Asked.isAbout(K)) << Name;
  }
  Asked.Kernels = {"s::k", "k<4>"};
  EXPECT_FALSE(Asked.isAbout(K));
}

TEST(Verdicts, AnAssumptionCanBeStated) {
  ReportedVerdict K = kernel("k", 1);
  K.Guessed = {"32x8x1"};
  EXPECT_EQ(statementFor(K, {"no-alias", "", {"in, out", "a, b"}}),
            "// warplint: assume(no-alias(in, out; a, b))");
  EXPECT_EQ(statementFor(K, {"pitch", "", {}}), "// warplint: assume(pitch)");
  EXPECT_EQ(statementFor(K, {"launch", "", {"grid"}}), "");
  EXPECT_EQ(statementFor(K, {"launch", "", {"block"}}),
            "warplint.BlockDim: 'k=32,8,1'");
  K.Guessed.push_back("64x1x1");
  EXPECT_EQ(statementFor(K, {"launch", "", {"block"}}), "");
}

TEST(Verdicts, APageHoldsDataOnly) {
  ReportedVerdict K = kernel("k</script><b>", 1);
  K.of(Property::Grid).Says = Standing::Unknown;
  K.of(Property::Grid).Unknowns.push_back({"x", "<img src=x>", "<i>"});
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeVerdictHtml(OS, reportOf({K}, {Property::Grid}), "1");
  llvm::StringRef Data = Text;
  Data = Data.split("id=\"data\">").second.split("</script>").first;
  auto Parsed = llvm::json::parse(Data);
  ASSERT_TRUE(bool(Parsed)) << llvm::toString(Parsed.takeError());
  EXPECT_EQ(llvm::StringRef(Text).count("<img"), 0u);
  EXPECT_EQ(llvm::StringRef(Text).count("<b>"), 0u);
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

TEST(Verdicts, ABarrierIsRedundantInAllInstances) {
  ReportedVerdict Of4 = kernel("k<4>", 1), Of8 = kernel("k<8>", 1),
                  Other = kernel("other", 9);
  auto Add = [](ReportedVerdict &To, unsigned Line) {
    ReportedPlace At;
    At.File = "k.cu";
    At.Line = Line;
    To.Redundant.push_back({"__syncthreads()", At});
  };
  Add(Of4, 3);
  Add(Of4, 5);
  Add(Of8, 5);
  Add(Other, 11);
  VerdictReport R = reportOf({Of4, Of8, Other}, {Property::Grid});
  ASSERT_EQ(R.Kernels.size(), 2u);
  ASSERT_EQ(R.Kernels[0].Redundant.size(), 1u);
  EXPECT_EQ(shortText(R.Kernels[0].Redundant[0]), "__syncthreads() at k.cu:5");
  EXPECT_EQ(R.Kernels[1].Redundant.size(), 1u);
  forgetUnread(R.Kernels[1]);
  EXPECT_TRUE(R.Kernels[1].Redundant.empty());
  EXPECT_EQ(R.Kernels[1].of(Property::Grid).Says, Standing::Unknown);
}

TEST(Verdicts, RecordsAreReadBack) {
  ReportedVerdict K = kernel("ns::k<4>", 7);
  K.Launches = {{K.At, "main.cu:88 with 32x8 threads"}};
  K.Guessed = {"256x1x1"};
  K.Basis = {"no-overflow"};
  K.Contract.Proven = {Property::Grid, Property::Ordered};
  K.Contract.Accepted = {{"no-alias", {"in, out"}}};
  K.Contract.Conditions = {"n % 4 == 0"};
  K.Contract.Problems = {"'m' is no parameter"};
  K.Redundant = {{"__syncthreads()", K.At}};
  assume(K, Property::GlobalRaceFree, "no-alias", {"in, out"});
  K.of(Property::Grid).Says = Standing::Unknown;
  K.of(Property::Grid).Unknowns = {{"cluster", "text", "settle", K.At, 3}};
  K.of(Property::Convergence).Says = Standing::Violated;
  K.of(Property::Convergence).Violations = {
      {"divergent-barrier", "message", Certainty::Likely, K.At}};
  llvm::json::Array Records = recordOf({K});
  ASSERT_EQ(Records.size(), 1u);
  auto Read = readVerdict(Records[0]);
  ASSERT_TRUE(Read);
  EXPECT_EQ(llvm::json::Value(recordOf({*Read})),
            llvm::json::Value(std::move(Records)));
  EXPECT_EQ(Read->of(Property::Grid).Unknowns[0].Times, 3u);
  EXPECT_EQ(Read->of(Property::Convergence).Violations[0].Sure,
            Certainty::Likely);
}

TEST(Verdicts, WhatIsNoRecordIsNotRead) {
  llvm::json::Array Good = recordOf({kernel("k", 1)});
  for (llvm::StringRef Field : {"kernel", "at", "properties", "contract"}) {
    llvm::json::Object Lacks = *Good[0].getAsObject();
    Lacks.erase(Field);
    EXPECT_FALSE(readVerdict(std::move(Lacks))) << Field.str();
  }
  llvm::json::Object Few = *Good[0].getAsObject();
  Few["properties"] = llvm::json::Array{(*Few.getArray("properties"))[0]};
  EXPECT_FALSE(readVerdict(std::move(Few)));
  llvm::json::Object Bare = *Good[0].getAsObject();
  (*(*Bare.getArray("properties"))[0].getAsObject())["is"] = "unknown";
  EXPECT_FALSE(readVerdict(std::move(Bare)));
  EXPECT_FALSE(readVerdict(nullptr));
}

} // namespace verdicts_test
