//===--- DivergenceEvidenceTest.cpp - What divergences rest on ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "Assumptions/Assumptions.h"

namespace divergence_evidence_test {
using namespace warplint;
using namespace warplint::test;

/// The ids of what it rests on that threads of a block go different ways at
/// \p Branch in a kernel with \p Body.
Texts evidenceOf(const std::string &Body, const std::string &Branch,
                 const std::string &Assume = "") {
  AnalysisOptions Options;
  if (!Assume.empty())
    EXPECT_EQ(Options.Assumptions.apply(Assume), "");
  AnalysedKernel K("__shared__ int s[64];"
                   "__global__ void k(int n, int *p, const int *q,"
                   "                  volatile int *v) {"
                   "  int t = threadIdx.x;" +
                       Body + "}",
                   Options);
  Evidence Found =
      K.facts().uniformity().evidenceOf(K.branchOn(Branch), Scope::Block);
  Texts Ids;
  for (const MadeAssumption &One : Found.assumed())
    Ids.push_back(nameOf(One.Id).str());
  return Ids;
}

TEST(DivergenceEvidence, TheCodeAlone) {
  EXPECT_EQ(evidenceOf("if (t < 3) p[t] = 1;", "t < 3"), Texts{});
  EXPECT_EQ(evidenceOf("if (t < q[0]) p[t] = 1;", "t < q[0]"), Texts{});
  EXPECT_EQ(
      evidenceOf("if (atomicAdd(p, 1) == n) p[t] = 1;", "atomicAdd(p, 1) == n"),
      Texts{});
}

TEST(DivergenceEvidence, NothingDiverges) {
  EXPECT_EQ(evidenceOf("if (n) p[t] = 1;", "n"), Texts{});
  EXPECT_EQ(evidenceOf("if (q[0]) p[t] = 1;", "q[0]"), Texts{});
}

TEST(DivergenceEvidence, WhatElementsHold) {
  EXPECT_EQ(evidenceOf("if (q[t]) p[t] = 1;", "q[t]"), Texts{"loaded-values"});
  EXPECT_EQ(evidenceOf("int a = q[t] * 2; if (a > n) p[t] = 1;", "a > n"),
            Texts{"loaded-values"});
}

TEST(DivergenceEvidence, WhatIsWrittenMeanwhile) {
  EXPECT_EQ(evidenceOf("if (t == 0) s[0] = n; if (s[0]) p[t] = 1;", "s[0]"),
            Texts{"changed-meanwhile"});
  EXPECT_EQ(evidenceOf("while (*v) { p[t] = 1; *v = n; }", "*v"),
            Texts{"changed-meanwhile"});
}

TEST(DivergenceEvidence, WhatTheHostMayWrite) {
  EXPECT_EQ(evidenceOf("while (*v) p[t] = 1;", "*v"), Texts{"polled-volatile"});
}

TEST(DivergenceEvidence, EachIsNeeded) {
  EXPECT_EQ(
      evidenceOf("if (t == 0) s[0] = n; if (q[s[0]]) p[t] = 1;", "q[s[0]]"),
      (Texts{"loaded-values", "changed-meanwhile"}));
}

TEST(DivergenceEvidence, OneOfTwoIsEnough) {
  std::string Body = "if (t == 0) s[0] = n; if (s[0] + q[t] > n) p[t] = 1;",
              Branch = "s[0] + q[t] > n";
  EXPECT_EQ(evidenceOf(Body, Branch), Texts{"loaded-values"});
  EXPECT_EQ(evidenceOf(Body, Branch, "no-loaded-values"),
            Texts{"changed-meanwhile"});
}

TEST(DivergenceEvidence, TheTripCountOfALoop) {
  EXPECT_EQ(evidenceOf("int m = s[1]; if (t == 0) s[1] = n;"
                       "for (int i = 0; i < m; ++i) p[t] += i;",
                       "i < m"),
            Texts{"changed-meanwhile"});
}

TEST(DivergenceEvidence, WhatHasNoModel) {
  EXPECT_EQ(evidenceOf("if (clock64() & 1) p[t] = 1;", "clock64() & 1"),
            Texts{"unknown-values"});
}

} // namespace divergence_evidence_test
