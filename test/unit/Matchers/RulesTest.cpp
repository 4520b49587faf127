//===--- RulesTest.cpp - Findings of a rule -------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Program/DeviceCode.h"
#include "CudaModel/SyncApi.h"
#include "MatchedCuda.h"

namespace rules_test {
using namespace warplint;
using namespace warplint::test;

static matchers::RuleDefinition definition(std::string Query) {
  matchers::RuleDefinition Rule;
  Rule.Id = "custom-r";
  Rule.Query = std::move(Query);
  Rule.Texts = {{"note", "why", true}, {"here", "what", false}};
  return Rule;
}

static std::vector<Finding> findingsOf(const matchers::RuleDefinition &Rule,
                                       llvm::StringRef Code) {
  ParsedCuda Unit((Launching + Code).str());
  SyncModel Model;
  DeviceCode Device(Unit.Unit->getASTContext(), Model);
  FindingList Found;
  matchers::runRules({Rule}, Device, AnalysisOptions(), Found);
  return Found.findings().vec();
}

TEST(Rules, WarningThenNotes) {
  auto Rule = definition("match barrierCall(hasAncestor(ifStmt().bind("
                         "\"note\"))).bind(\"here\")");
  Rule.Level = Tier::Portability;
  auto Found = findingsOf(Rule, inKernel("if (n) __syncthreads();"));
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_EQ(Found[0].Check, "custom-r");
  EXPECT_EQ(Found[0].Message, "what");
  EXPECT_EQ(Found[0].Kind, Category::Portability);
  ASSERT_EQ(Found[0].Notes.size(), 1u);
  EXPECT_EQ(Found[0].Notes[0].Text, "why");
}

TEST(Rules, OncePerTemplate) {
  auto Found = findingsOf(definition("match barrierCall().bind(\"here\")"),
                          "template <int N> __global__ void k() { "
                          "__syncthreads(); }\n"
                          "template __global__ void k<1>();\n"
                          "template __global__ void k<2>();");
  EXPECT_EQ(Found.size(), 1u);
}

TEST(Rules, AtTheNameOfADeclaration) {
  auto Found = findingsOf(definition("match kernelDecl().bind(\"here\")"),
                          "__global__\nvoid\nk() {}");
  ASSERT_EQ(Found.size(), 1u);
  EXPECT_TRUE(Found[0].Loc.isFileID());
}

TEST(Rules, Mistakes) {
  auto Errors = [](const char *Query) {
    matchers::RuleDefinition Of = definition(Query);
    matchers::Rule Read(Of, std::make_shared<matchers::UnitFacts>());
    return Read.errors().size();
  };
  EXPECT_EQ(Errors("match barrierCall()"), 0u);
  EXPECT_EQ(Errors("match barrierCal()"), 1u);
  EXPECT_EQ(Errors("let b barrierCall()"), 1u);
  EXPECT_EQ(Errors(""), 1u);
}

} // namespace rules_test
