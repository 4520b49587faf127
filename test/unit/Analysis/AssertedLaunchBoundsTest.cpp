//===--- AssertedLaunchBoundsTest.cpp - Launches that a kernel asserts ----===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/AssertedLaunchBounds.h"
#include "AnalysedKernel.h"
#include "Analysis/Expr/LaunchExtents.h"

namespace stated_extents_test {
using namespace warplint;
using namespace warplint::test;

using Extents = std::array<uint32_t, 3>;

/// What a kernel with \p Body says of its launches.
LaunchExtents stated(const std::string &Body, const std::string &Before = "") {
  AnalysedUnit Unit(R"(
extern "C" __device__ int printf(const char *, ...);
extern "C" __device__ void __assert_fail(const char *, const char *, unsigned,
                                         const char *) noexcept;
#define CHECKED(c) ((c) ? void(0) : __assert_fail(#c, "", 0, ""))
)" + Before + "__global__ void k(int *p, int n) {" +
                    Body + "}");
  return Unit.launchOf("k");
}

TEST(StatedExtents, AssertionsAndAssumptions) {
  EXPECT_EQ(stated("CHECKED(blockDim.x == 96);").Block, (Extents{96, 0, 0}));
  EXPECT_EQ(stated("__builtin_assume(64 == blockDim.y);").Block,
            (Extents{0, 64, 0}));
  EXPECT_EQ(stated("[[assume(blockDim.z == 2)]];").Block, (Extents{0, 0, 2}));
  EXPECT_EQ(stated("CHECKED(blockDim.x == 8 && !(blockDim.y != 4));").Block,
            (Extents{8, 4, 0}));
  EXPECT_EQ(stated("const unsigned w = blockDim.x; CHECKED(w == 96);").Block,
            (Extents{96, 0, 0}));
  EXPECT_EQ(stated("unsigned w = blockDim.x; ++w; CHECKED(w == 96);").Block,
            Extents{});
  EXPECT_EQ(stated("CHECKED(gridDim.x == 1u);").Grid, (Extents{1, 0, 0}));
}

TEST(StatedExtents, Guards) {
  EXPECT_EQ(stated("if (blockDim.x != 96) return; *p = 1;").Block,
            (Extents{96, 0, 0}));
  EXPECT_EQ(stated("if (blockDim.x != 8 || blockDim.y != 4) {"
                   "printf(\"no\"); return; } *p = 1;")
                .Block,
            (Extents{8, 4, 0}));
  EXPECT_EQ(stated("*p = 1; if (blockDim.x != 96) __trap();").Block,
            (Extents{96, 0, 0}));
  EXPECT_EQ(stated("do { if (!(blockDim.x == 96)) asm volatile(\"trap;\"); }"
                   " while (0);")
                .Block,
            (Extents{96, 0, 0}));
}

TEST(StatedExtents, WhatOtherLaunchesDo) {
  // They run, at least in part.
  EXPECT_EQ(stated("*p = 1; if (blockDim.x != 96) return;").Block, Extents{});
  EXPECT_EQ(stated("if (blockDim.x != 96) { *p = 1; return; }").Block,
            Extents{});
  EXPECT_EQ(
      stated("if (blockDim.x != 96) { *p = 1; } else { __trap(); }").Block,
      Extents{});
  EXPECT_EQ(stated("if (n) __builtin_assume(blockDim.x == 96);").Block,
            Extents{});
  EXPECT_EQ(
      stated("for (int i = 0; i < n; ++i) CHECKED(blockDim.x == 96);").Block,
      Extents{});
  // One of the two holds.
  EXPECT_EQ(stated("CHECKED(blockDim.x == 96 || blockDim.y == 2);").Block,
            Extents{});
  EXPECT_EQ(stated("if (blockDim.x != 96 && blockDim.y != 2) return;").Block,
            Extents{});
  EXPECT_EQ(stated("CHECKED(blockDim.x == n);").Block, Extents{});
}

TEST(StatedExtents, LaunchesThatAreShownComeFirst) {
  EXPECT_EQ(stated("CHECKED(blockDim.x == 96);",
                   "__global__ void k(int *p, int n);"
                   "void run(int *p) { k<<<1, dim3(96, 2)>>>(p, 1); }")
                .Block,
            (Extents{96, 2, 1}));
}

} // namespace stated_extents_test
