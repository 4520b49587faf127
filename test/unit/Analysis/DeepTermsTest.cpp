//===--- DeepTermsTest.cpp - Kernels whose values are long stories --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Work that is exponential, or that grows with the square of what is here, does
// not end in a lifetime or in a test's patience; recursion overflows the stack.

#include "AnalysedKernel.h"
#include "Analysis/Detectors/Races/Races.h"
#include "Analysis/Uniformity/Convergence.h"
#include "llvm/Support/CrashRecoveryContext.h"

namespace deep_terms_test {
using namespace warplint;
using namespace warplint::test;

constexpr unsigned Many = 10000;

std::string repeated(unsigned Times,
                     llvm::function_ref<std::string(unsigned)> Make) {
  std::string Text;
  for (unsigned I = 0; I < Times; ++I)
    Text += Make(I);
  return Text;
}

std::string kernelOf(const std::string &Body) {
  return "__global__ void k(int n, int m, int *p, const int *q) {" + Body + "}";
}

/// Clang itself recurses on an expression as deep as it is.
void withLargeStack(llvm::function_ref<void()> Run) {
  llvm::CrashRecoveryContext Context;
  EXPECT_TRUE(Context.RunSafelyOnThread(Run, 512u << 20));
}

std::string chainOf(const std::string &Operator) {
  return "n > 0" + repeated(Many - 1, [&](unsigned I) {
           return " " + Operator + " q[" + std::to_string(I) + "] > n";
         });
}

TEST(DeepTermsTest, ConjunctionInABranch) {
  withLargeStack([] {
    AnalysedKernel K(kernelOf("if (" + chainOf("&&") + ") { int at = n; }"));
    EXPECT_TRUE(K.reached("at"));
    EXPECT_EQ(K.facts().paths().allControls(K.nodeOf("at")).size(), Many);
    EXPECT_TRUE(K.facts()
                    .convergence()
                    .divergentControls(K.nodeOf("at"), warplint::Scope::Block)
                    .empty());
  });
}

TEST(DeepTermsTest, DisjunctionAsAValue) {
  withLargeStack([] {
    AnalysedKernel K(kernelOf("bool any = " + chainOf("||") + ";"));
    const Term *Any = K.valueOf("any");
    unsigned Parts = 0;
    while (const auto *Op = llvm::dyn_cast<BinaryTerm>(Any)) {
      if (!Op->isLogical())
        break;
      ++Parts;
      Any = Op->lhs();
    }
    EXPECT_EQ(Parts, Many - 1);
  });
}

TEST(DeepTermsTest, ValueThatIsUpdatedFromItself) {
  AnalysedKernel K(
      kernelOf("__shared__ int tile[256]; unsigned x = threadIdx.x;" +
               repeated(Many, [](unsigned) { return "x = x * x + 1;"; }) +
               "tile[x & 255] = n; __syncthreads();"
               "int seen = tile[threadIdx.x];"),
      launch({256, 1, 1}, {4, 1, 1}));
  EXPECT_EQ(K.scopeOf("seen"), warplint::Scope::Thread);
  EXPECT_EQ(K.facts().get<races::Races>().effort().undecided(), 0u);
}

/// A loop's counters, of one of which another makes a value of many steps.
TEST(DeepTermsTest, StartOfALoopThatSharesItsParts) {
  AnalysedKernel K(
      kernelOf("__shared__ int tile[256]; for (int i = 0; i < 4; ++i) {"
               "int s = i;" +
               repeated(60, [](unsigned) { return "s = (s + 1) * (s & 3);"; }) +
               "while (s > 4) { tile[threadIdx.x & s] = n; s /= 3; } }"),
      launch({256, 1, 1}, {4, 1, 1}));
  EXPECT_EQ(K.writes().size(), 1u);
  K.facts().get<races::Races>();
}

/// Pointers that are exchanged again and again: two objects, however many ways
/// there are to each.
TEST(DeepTermsTest, ChoicesOfChoices) {
  AnalysedKernel K(kernelOf(
      "__shared__ int a[64], b[64]; int *l = a, *r = b;" +
      repeated(80,
               [](unsigned I) {
                 return "{ bool c = q[" + std::to_string(I) +
                        "] > n; int *t = c ? l : r; r = c ? r : l; l = t; }";
               }) +
      "l[threadIdx.x] = n; int seen = r[threadIdx.x];"));
  // The array decays before the choice: one access of each object.
  std::vector<const Event *> Writes = K.writes();
  ASSERT_FALSE(Writes.empty());
  EXPECT_LE(Writes.size(), 2u);
}

/// Selects of lvalues: each object is written once, if one of the paths to it
/// is taken.
TEST(DeepTermsTest, ChoicesOfPlaces) {
  std::string Place = "s";
  for (unsigned I = 0; I < 60; ++I)
    Place = "(q[" + std::to_string(I) + "] > n ? " + (I % 2 ? "t" : "s") +
            " : " + Place + ")";
  AnalysedKernel K(kernelOf("__shared__ int s, t; " + Place + " = n;"));
  std::vector<const Event *> Writes = K.writes();
  ASSERT_EQ(Writes.size(), 2u);
  for (const Event *Write : Writes)
    EXPECT_TRUE(Write->Under);
}

TEST(DeepTermsTest, JoinsOneAfterTheOther) {
  AnalysedKernel K(kernelOf("__shared__ int tile[256]; int x = threadIdx.x;" +
                            repeated(2000,
                                     [](unsigned I) {
                                       return "if (m > " + std::to_string(I) +
                                              ") x ^= 1;";
                                     }) +
                            "tile[x & 255] = n; __syncthreads();"
                            "int seen = tile[threadIdx.x];"),
                   launch({256, 1, 1}, {4, 1, 1}));
  EXPECT_EQ(K.scopeOf("seen"), warplint::Scope::Thread);
  K.facts().get<races::Races>();
}

/// Where a value comes from that both threads store hangs on each of many
/// values that were read before.
TEST(DeepTermsTest, WhatIsReadWhereTheLastReadSays) {
  constexpr unsigned Reads = 700;
  AnalysedKernel K(kernelOf("int x = threadIdx.x;" +
                            repeated(Reads,
                                     [](unsigned I) {
                                       return "if (q[x + " + std::to_string(I) +
                                              "] > n) x += " +
                                              std::to_string(I + 1) + ";";
                                     }) +
                            "__syncthreads(); p[x] = x;"),
                   launch({256, 1, 1}, {4, 1, 1}));
  EXPECT_TRUE(K.facts().get<races::Races>().found().empty());
}

/// Each loop's end is a condition on the path to all that follows.
TEST(DeepTermsTest, LoopsOneAfterTheOther) {
  AnalysedKernel K(
      kernelOf("__shared__ int tile[1024];" +
               repeated(120,
                        [](unsigned I) {
                          return "for (int i = threadIdx.x; i < n; i += "
                                 "blockDim.x) tile[i] = q[i + " +
                                 std::to_string(I) + "];";
                        }) +
               "__syncthreads(); int seen = tile[threadIdx.x];"),
      launch({256, 1, 1}, {4, 1, 1}));
  EXPECT_TRUE(K.facts().get<races::Races>().found().empty());
}

TEST(DeepTermsTest, ReturnsOneAfterTheOther) {
  constexpr unsigned Returns = 3000;
  AnalysedKernel K(kernelOf(repeated(Returns,
                                     [](unsigned I) {
                                       return "if (q[" + std::to_string(I) +
                                              "] == threadIdx.x) return;";
                                     }) +
                            "__syncthreads(); p[threadIdx.x] = n;"));
  EXPECT_EQ(nodesEndingThread(K.cfg()).size(), Returns);
  EXPECT_FALSE(K.facts().convergence().earlyExits().empty());
}

} // namespace deep_terms_test
