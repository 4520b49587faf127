//===--- DivergenceWitnessTest.cpp - Two threads that part ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include <functional>

namespace witness_test {
using namespace warplint;
using namespace warplint::test;

using Index = std::array<int64_t, 3>;

AnalysedKernel kernel(const std::string &Condition,
                      const AnalysisOptions &Options = {}) {
  return AnalysedKernel(
      "__global__ void k(int n, int m, int l, int *p) { if (" + Condition +
          ") { int seen = 1; } }",
      Options);
}

std::optional<scenarios::DivergenceWitness>
witness(const std::string &Condition, const AnalysisOptions &Options = {}) {
  return kernel(Condition, Options).witness(Condition);
}

/// Value that \p W gives to the parameter called \p Name.
int64_t given(const scenarios::DivergenceWitness &W, llvm::StringRef Name) {
  for (const auto &[Parameter, Value] : W.Given)
    if (Parameter->getName() == Name)
      return Value;
  ADD_FAILURE() << Name.str() << " is not given";
  return -1;
}

TEST(Witness, ThreadsTakeDifferentWays) {
  auto W = witness("threadIdx.x < 100");
  ASSERT_TRUE(W);
  EXPECT_LT(W->Taking[0], 100);
  EXPECT_GE(W->NotTaking[0], 100);
  EXPECT_TRUE(W->Given.empty());
  EXPECT_EQ(W->AssumedBlock, 256);
}

TEST(Witness, SimpleConditionsByHand) {
  struct Case {
    const char *Condition;
    std::function<bool(int64_t)> Holds;
  } Cases[] = {
      {"threadIdx.x == 7", [](int64_t X) { return X == 7; }},
      {"threadIdx.x != 0", [](int64_t X) { return X != 0; }},
      {"!threadIdx.x", [](int64_t X) { return X == 0; }},
      {"threadIdx.x & 4", [](int64_t X) { return (X & 4) != 0; }},
      {"threadIdx.x % 3 == 1", [](int64_t X) { return X % 3 == 1; }},
      {"threadIdx.x / 32 > 2", [](int64_t X) { return X / 32 > 2; }},
      {"(threadIdx.x ^ 5) < 3", [](int64_t X) { return (X ^ 5) < 3; }},
      {"(1 << (threadIdx.x & 7)) > 9",
       [](int64_t X) { return (1 << (X & 7)) > 9; }},
      {"threadIdx.x < blockDim.x / 2", [](int64_t X) { return X < 128; }},
      {"threadIdx.x == blockDim.x - 1", [](int64_t X) { return X == 255; }},
      {"2 * threadIdx.x + 1 > 301", [](int64_t X) { return 2 * X + 1 > 301; }},
      {"(threadIdx.x < 9 ? 1 : 0) == 1", [](int64_t X) { return X < 9; }},
  };
  for (const Case &C : Cases) {
    auto W = witness(C.Condition);
    ASSERT_TRUE(W) << C.Condition;
    EXPECT_TRUE(C.Holds(W->Taking[0])) << C.Condition;
    EXPECT_FALSE(C.Holds(W->NotTaking[0])) << C.Condition;
    EXPECT_LT(std::max(W->Taking[0], W->NotTaking[0]), 256) << C.Condition;
  }
}

// threadIdx.x is unsigned: 0 - 1 is the largest value, not below 31.
TEST(Witness, UnsignedArithmeticWraps) {
  auto W = witness("threadIdx.x - 1 < 31");
  if (!W)
    return;
  EXPECT_TRUE(uint32_t(W->Taking[0]) - 1 < 31) << W->Taking[0];
  EXPECT_FALSE(uint32_t(W->NotTaking[0]) - 1 < 31) << W->NotTaking[0];
}

TEST(Witness, ParametersAreGiven) {
  auto W = witness("threadIdx.x < n");
  ASSERT_TRUE(W);
  int64_t N = given(*W, "n");
  EXPECT_EQ(W->Given.size(), 1u);
  EXPECT_LT(W->Taking[0], N);
  EXPECT_GE(W->NotTaking[0], N);
}

TEST(Witness, TwoParametersAreGiven) {
  auto W = witness("threadIdx.x + n < m");
  ASSERT_TRUE(W);
  int64_t N = given(*W, "n"), M = given(*W, "m");
  EXPECT_LT(W->Taking[0] + N, M);
  EXPECT_GE(W->NotTaking[0] + N, M);
}

TEST(Witness, ThreeParametersAreTooMany) {
  EXPECT_FALSE(witness("threadIdx.x + n < m + l"));
}

TEST(Witness, GlobalIndexInTheFirstBlock) {
  auto W = witness("blockIdx.x * blockDim.x + threadIdx.x < n");
  ASSERT_TRUE(W);
  EXPECT_LT(W->Taking[0], given(*W, "n"));
  EXPECT_GE(W->NotTaking[0], given(*W, "n"));
}

TEST(Witness, OtherAxes) {
  auto W = witness("threadIdx.y > 2");
  ASSERT_TRUE(W);
  EXPECT_GT(W->Taking[1], 2);
  EXPECT_LE(W->NotTaking[1], 2);
  auto Deep = witness("threadIdx.z == 1 && threadIdx.y == 0");
  ASSERT_TRUE(Deep);
  EXPECT_TRUE(Deep->Taking[2] == 1 && Deep->Taking[1] == 0);
  EXPECT_FALSE(Deep->NotTaking[2] == 1 && Deep->NotTaking[1] == 0);
}

TEST(Witness, LoopConditionsRunForTheFirstIteration) {
  AnalysedKernel K(R"(__global__ void k(int n, int *p) {
    for (int i = threadIdx.x; i < n; i += 32) { p[i] = 1; }
  })");
  auto W = K.witness("i < n");
  ASSERT_TRUE(W);
  EXPECT_LT(W->Taking[0], given(*W, "n"));
  EXPECT_GE(W->NotTaking[0], given(*W, "n"));
}

TEST(Witness, MemoryConditionsHaveNone) {
  EXPECT_FALSE(witness("p[threadIdx.x] > 0"));
  EXPECT_FALSE(witness("threadIdx.x < p[0]"));
  EXPECT_FALSE(witness("atomicAdd(p, 1) == 0"));
  EXPECT_FALSE(witness("clock64() & 1"));
}

TEST(Witness, UniformConditionsHaveNone) {
  EXPECT_FALSE(witness("n > 5"));
  EXPECT_FALSE(witness("blockDim.x > 64"));
}

TEST(Witness, KnownLaunches) {
  auto W = witness("threadIdx.x < 100", launch({128, 1, 1}));
  ASSERT_TRUE(W);
  EXPECT_EQ(W->AssumedBlock, 0);
  EXPECT_LT(W->NotTaking[0], 128);
  EXPECT_GE(W->NotTaking[0], 100);
  auto Deep = witness("threadIdx.y < 2", launch({16, 4, 1}));
  ASSERT_TRUE(Deep);
  EXPECT_GE(Deep->NotTaking[1], 2);
  EXPECT_LT(Deep->NotTaking[1], 4);
}

TEST(Witness, AssumedBlocksFitTheLaunchBounds) {
  auto W = witness("threadIdx.x < n", launch({0, 0, 0}, {0, 0, 0}, 128));
  ASSERT_TRUE(W);
  EXPECT_LT(W->NotTaking[0], 128);
  EXPECT_LE(W->AssumedBlock, 128);
}

TEST(Witness, AssumedBlocksCanBeLaunched) {
  auto W = witness("threadIdx.x < n", launch({0, 64, 0}));
  ASSERT_TRUE(W);
  EXPECT_LE(W->AssumedBlock, 1024);
  auto Wide = witness("threadIdx.y < n", launch({512, 0, 0}));
  ASSERT_TRUE(Wide);
  EXPECT_LE(Wide->AssumedBlock, 1024);
}

TEST(Witness, Lanes) {
  AnalysedKernel K(R"(__global__ void k() {
    unsigned lane; asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    if (lane == 5) { int seen = 1; }
  })");
  auto W = K.witness("lane == 5");
  ASSERT_TRUE(W);
  EXPECT_EQ(W->Taking[0] % 32, 5);
  EXPECT_NE(W->NotTaking[0] % 32, 5);
}

} // namespace witness_test
