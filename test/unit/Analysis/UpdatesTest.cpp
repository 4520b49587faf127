//===--- UpdatesTest.cpp - What several threads change at once ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Detectors/NonAtomicUpdates/Updates.h"
#include "AnalysedKernel.h"
#include "Analysis/Detectors/NonAtomicUpdates/UpdatedPlaces.h"
#include "Analysis/Expr/Term.h"
#include "Analysis/KernelFacts/DecidedByLaunch.h"
#include "Assumptions/Assumptions.h"

namespace updates_test {
using namespace warplint;
using namespace warplint::test;

AnalysedKernel kernel(llvm::StringRef Body) {
  return AnalysedKernel("__global__ void k(int *h, const int *x, int n) {"
                        "int t = threadIdx.x;"
                        "int i = blockIdx.x * blockDim.x + t;" +
                        Body.str() + "}");
}

/// "changed" or "tested" for each update of \p Body.
Texts updatesOf(llvm::StringRef Body) {
  AnalysedKernel K = kernel(Body);
  Texts Found;
  for (const updates::PlaceUpdate &U : updates::updatesIn(K.facts()))
    Found.push_back(U.K == updates::PlaceUpdate::Kind::Changed ? "changed"
                                                               : "tested");
  return Found;
}

/// How many are lost for sure, and how many if indices come again.
size_t lostIn(llvm::StringRef Body, bool ByGuess = false) {
  AnalysedKernel K = kernel(Body);
  return llvm::count_if(
      K.facts().get<updates::Updates>().lost(),
      [&](const updates::LostUpdate &U) { return U.IsGuess == ByGuess; });
}

TEST(Updates, WhatIsWrittenDependsOnWhatWasThere) {
  EXPECT_EQ(updatesOf("h[x[i]]++;"), Texts{"changed"});
  EXPECT_EQ(updatesOf("h[x[i]] = h[x[i]] * 2 + 1;"), Texts{"changed"});
  EXPECT_EQ(updatesOf("int v = h[t]; v += n; h[t] = v;"), Texts{"changed"});
  EXPECT_EQ(updatesOf("int v = *h; for (int j = 0; j < n; ++j) v += x[j];"
                      "*h = v;"),
            Texts{"changed"});
  EXPECT_EQ(updatesOf("if (x[i] < h[x[t]]) h[x[t]] = x[i];"), Texts{"tested"});
  EXPECT_EQ(updatesOf("int old = *h; if (old < t) *h = t;"), Texts{"tested"});
}

TEST(Updates, OthersDoNot) {
  EXPECT_EQ(updatesOf("h[x[i]] = i;"), Texts{});
  EXPECT_EQ(updatesOf("h[h[i]] = i;"), Texts{});
  EXPECT_EQ(updatesOf("h[i] = h[i + 1];"), Texts{});
  EXPECT_EQ(updatesOf("h[t] = h[t];"), Texts{});
  EXPECT_EQ(updatesOf("if (h[x[i]] == 0) h[x[i]] = 1;"), Texts{});
  EXPECT_EQ(updatesOf("if (h[x[i]] < 0) h[x[i]] = n;"), Texts{});
  EXPECT_EQ(updatesOf("h[x[i]] |= 4;"), Texts{});
  EXPECT_EQ(updatesOf("int a[4] = {}; a[x[i] & 3]++; h[i] = a[0];"), Texts{});
}

TEST(Updates, BitsThatDifferAreUpdates) {
  EXPECT_EQ(updatesOf("h[x[i]] |= 4; h[x[t]] |= 8;"),
            (Texts{"changed", "changed"}));
}

TEST(Updates, TwoThreadsMeetThroughData) {
  AnalysedKernel K = kernel("if (i < n) h[x[i] % 16]++;");
  llvm::ArrayRef<updates::LostUpdate> Lost =
      K.facts().get<updates::Updates>().lost();
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_FALSE(Lost[0].Threads.OfTwoBlocks);
  EXPECT_NE(Lost[0].Threads.First, Lost[0].Threads.Second);
  ASSERT_TRUE(Lost[0].Index);
  EXPECT_EQ(Lost[0].Index->kind(), TermKind::Load);
}

TEST(Updates, OneThreadOfEachBlockMeetsThatOfAnother) {
  AnalysedKernel K = kernel("if (t == 0) h[x[blockIdx.x]]++;");
  llvm::ArrayRef<updates::LostUpdate> Lost =
      K.facts().get<updates::Updates>().lost();
  ASSERT_EQ(Lost.size(), 1u);
  EXPECT_TRUE(Lost[0].Threads.OfTwoBlocks);
  EXPECT_EQ(lostIn("if (t == 0 && blockIdx.x == 0) h[x[n]]++;"), 0u);
  EXPECT_EQ(lostIn("if (i == 0) h[x[n]]++;"), 0u);
}

TEST(Updates, OwnElementsAreApart) {
  EXPECT_EQ(lostIn("h[i * n + x[i]]++;"), 0u);
  EXPECT_EQ(lostIn("h[x[i] * blockDim.x * gridDim.x + i]++;"), 0u);
  EXPECT_EQ(lostIn("__shared__ int s[8][32]; s[x[i] & 7][t & 31]++;"), 0u);
  EXPECT_EQ(lostIn("__shared__ int s[8][32]; s[t / 32][x[i] & 31]++;"), 1u);
  EXPECT_EQ(lostIn("for (int j = 0; j < n; ++j) if (x[j] == i) h[x[j]]++;"),
            0u);
}

TEST(Updates, WhatRowsAreCountedByIsNoIndex) {
  AnalysedKernel K = kernel("h[t / 8 * x[n] + x[i]] *= 2;");
  std::vector<updates::PlaceUpdate> Found = updates::updatesIn(K.facts());
  ASSERT_EQ(Found.size(), 1u);
  updates::IndexSource From = updates::indexSource(Found[0].Place, K.facts());
  ASSERT_EQ(From.Pitches.size(), 1u);
  ASSERT_EQ(From.Data.size(), 1u);
  EXPECT_NE(From.Data[0], From.Pitches[0]);
  // A block that reads the row, too, has one.
  AnalysedKernel One = kernel("h[x[n] * x[0]] *= 2;");
  EXPECT_TRUE(updates::indexSource(updates::updatesIn(One.facts())[0].Place,
                                   One.facts())
                  .Pitches.empty());
}

TEST(Updates, WhatWasHandedOutIsTheThreadsOwn) {
  EXPECT_EQ(lostIn("int slot = atomicAdd(h, 1); h[slot] += t;"), 0u);
  EXPECT_EQ(lostIn("__shared__ int base; if (t == 0) base = atomicAdd(h, 64);"
                   "__syncthreads(); h[base + t] += t;"),
            0u);
}

TEST(Updates, NumbersOfWhichNothingShowsThatTheyComeAgain) {
  for (llvm::StringRef Body :
       {"h[x[i]] += i;", "if (h[x[i]] < i) h[x[i]] = i;", "h[x[i]] -= n;",
        "int v = x[i]; h[v * 4] += x[v];",
        "for (int j = i; j < n; j += blockDim.x * gridDim.x) h[x[j]] += j;",
        "int v = x[i]; int s = 0;"
        "for (int e = x[v]; e < x[v + 1]; ++e) s += e; h[v] += s;"}) {
    EXPECT_EQ(lostIn(Body), 0u) << Body.str();
    EXPECT_EQ(lostIn(Body, /*ByGuess=*/true), 1u) << Body.str();
  }
}

TEST(Updates, NumbersThatComeAgain) {
  for (llvm::StringRef Body :
       {"h[x[i]]++;", "h[x[i]] -= 1;", // Counts.
        "h[x[i] % n] += i;", "h[x[i] / 4] += i;", "h[x[i] >> n] += i;",
        "h[x[i] & 255] += i;", // Bins.
        "h[((const unsigned char *)x)[i]] += i;",
        "for (int e = x[i]; e < x[i + 1]; ++e) h[x[e]] += i;", // Lists.
        "for (int j = 0; j < 8; ++j) h[x[8 * i + j]] += i;",
        "h[x[i]] += h[i];", // Pairs of elements.
        "h[x[i]] += x[x[2 * i]] - x[x[i]];",
        "if (n) atomicAdd(&h[x[i]], i); else h[x[i]] += i;"}) {
    EXPECT_EQ(lostIn(Body), 1u) << Body.str();
    EXPECT_EQ(lostIn(Body, /*ByGuess=*/true), 0u) << Body.str();
  }
  EXPECT_EQ(lostIn("int v = x[i]; h[v] += n; h[x[v]] += n;"), 2u);
}

TEST(Updates, SilenceThatRestsOnMoreThanTheCodeIsCounted) {
  auto Assumed = [](const std::string &Body, Assumption Kind) {
    return kernel(Body).facts().get<updates::Updates>().assumed().of(Kind);
  };
  EXPECT_EQ(
      Assumed("if (x[i] != x[i + 1]) h[x[i]] += i;", Assumption::ElectedThread),
      1u);
  EXPECT_EQ(Assumed("if (x[i] != n) h[x[i]] += i;", Assumption::ElectedThread),
            0u);
  EXPECT_EQ(Assumed("int v = x[i]; int s = 0;"
                    "for (int e = x[v]; e < x[v + 1]; ++e) s += e; h[v] += s;",
                    Assumption::DistinctIndices),
            1u);
  EXPECT_EQ(Assumed("int slot = atomicAdd(h, 1); h[slot] += t;",
                    Assumption::ElectedIndex),
            1u);
  // Rows of a sparse matrix.
  auto AddRow = [](const std::string &Added) {
    return "for (int e = x[i / 32] + t % 32; e < x[i / 32 + 1]; e += 32)"
           "  h[i / 32 * n + x[e]] += " +
           Added + ";";
  };
  EXPECT_EQ(Assumed(AddRow("n * h[e]"), Assumption::DistinctIndices), 1u);
  EXPECT_EQ(Assumed(AddRow("h[e]"), Assumption::DistinctIndices), 0u);
}

TEST(Decided, IsWhatFollowsFromLaunchAndCode) {
  AnalysedKernel K =
      kernel("if (t < 3) { int few = 1; }"
             "for (int j = t; j < 40; j += 32) { int round = 1; }"
             "if (i < n) { int passed = 1; }"
             "if (x[t]) { int data = 1; }"
             "if (t > 1) if (n) { int below = 1; }");
  EXPECT_TRUE(dependsOnLaunchOnly(K.nodeOf("few"), K.facts()));
  EXPECT_TRUE(dependsOnLaunchOnly(K.nodeOf("round"), K.facts()));
  EXPECT_FALSE(dependsOnLaunchOnly(K.nodeOf("passed"), K.facts()));
  EXPECT_FALSE(dependsOnLaunchOnly(K.nodeOf("data"), K.facts()));
  EXPECT_FALSE(dependsOnLaunchOnly(K.nodeOf("below"), K.facts()));
}

} // namespace updates_test
