//===--- GivenOptionsTest.cpp - A unit's options for nvcc -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/GivenOptions.h"
#include "gtest/gtest.h"
#include <vector>

using namespace warplint::proof;

namespace {

GivenOptions of(std::vector<std::string> Arguments) {
  return givenOptions(Arguments);
}

TEST(GivenOptions, MacrosBecomeLinesOfTheSource) {
  EXPECT_EQ(of({"-DTILE=16", "-DNDEBUG", "-DF(x)=(x)+1", "-UTILE"}).Lines,
            "#define TILE 16\n#define NDEBUG 1\n#define F(x) (x)+1\n"
            "#undef TILE\n");
}

TEST(GivenOptions, ForcedHeadersAreIncluded) {
  EXPECT_EQ(of({"-include", "config.h", "-DA=1"}).Lines,
            "#include \"config.h\"\n#define A 1\n");
}

TEST(GivenOptions, WhatTheTranslationAddsIsLeftOut) {
  EXPECT_EQ(of({"-D__CUDA_ARCH_LIST__=900", "-DWARPLINT_NVCC", "-include",
                "/lib/warplint_early.h", "-include",
                "__clang_cuda_runtime_wrapper.h", "-I/usr/include"})
                .Lines,
            "");
}

TEST(GivenOptions, OptionsOfNvccStayOptions) {
  GivenOptions Given =
      of({"-DWARPLINT_EXTENDED_LAMBDA", "-D__CUDACC_RELAXED_CONSTEXPR__"});
  EXPECT_EQ(Given.Flags, " --extended-lambda --expt-relaxed-constexpr");
  EXPECT_EQ(Given.Lines, "");
}

} // namespace
