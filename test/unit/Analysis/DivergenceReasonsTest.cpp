//===--- DivergenceReasonsTest.cpp - Why a value varies -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "llvm/ADT/StringExtras.h"

namespace reasons_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

AnalysedKernel kernel(const std::string &Body) {
  return AnalysedKernel(R"(
    __shared__ int flag;
    __device__ int pick(int v) { int r = v; r += threadIdx.x; return r; }
    __device__ void give(int passed) { int seen = passed + 1; seen += 2; }
    __device__ void fill(int &out) { int t = threadIdx.x; out = t; }
    __device__ int choose(int v) { if (threadIdx.x > 9) return v; return 0; }
    __global__ void k(int n, int *p) {)" +
                        Body + "}");
}

TEST(Reasons, UniformValuesNeedNone) {
  AnalysedKernel K = kernel("int a = n, b = blockIdx.x;");
  EXPECT_EQ(K.story("a"), Texts{});
  EXPECT_EQ(K.story("b"), Texts{});
  EXPECT_EQ(K.story("b", warplint::Scope::Grid), Texts{"identity blockIdx.x"});
}

TEST(Reasons, Identity) {
  AnalysedKernel K = kernel("bool c = n > 3 && threadIdx.x == 0;");
  EXPECT_EQ(K.story("c"), Texts{"identity threadIdx.x"});
  EXPECT_EQ(K.text(K.reasons("c")[0].At), "threadIdx.x");
}

TEST(Reasons, ScopeDecidesWhatCounts) {
  AnalysedKernel K = kernel("int a = threadIdx.x / 32 + blockIdx.x;");
  EXPECT_EQ(K.story("a", warplint::Scope::Warp), Texts{});
  EXPECT_EQ(K.story("a", warplint::Scope::Block),
            Texts{"identity threadIdx.x"});
}

TEST(Reasons, AssignmentsBackToTheSource) {
  AnalysedKernel K = kernel(R"(
    int a = threadIdx.x; int b = 2 * a; int c; c = b + n; int seen = c > 3;
  )");
  EXPECT_EQ(K.story("seen"), (Texts{"assigned c", "assigned b", "assigned a",
                                    "identity threadIdx.x"}));
  std::vector<ReasonStep> Steps = K.reasons("seen");
  EXPECT_EQ(K.text(Steps[0].At), "b + n");
  EXPECT_EQ(K.text(Steps[1].At), "2 * a");
}

TEST(Reasons, CompoundAssignmentAndIncrement) {
  AnalysedKernel K = kernel(R"(
    int a = n; a += threadIdx.x; int seen = a;
    int b = threadIdx.x; b += 3; ++b; int other = b;
  )");
  EXPECT_EQ(K.story("seen"), (Texts{"assigned a", "identity threadIdx.x"}));
  EXPECT_EQ(K.story("other"), (Texts{"assigned b", "identity threadIdx.x"}));
}

TEST(Reasons, PassedArguments) {
  AnalysedKernel K = kernel("int a = threadIdx.x; give(a);");
  EXPECT_EQ(K.story("seen"),
            (Texts{"passed passed", "assigned a", "identity threadIdx.x"}));
  EXPECT_EQ(K.text(K.reasons("seen")[0].At), "a");
}

TEST(Reasons, ReturnedValues) {
  AnalysedKernel K = kernel("int seen = pick(n);");
  Texts Story = K.story("seen");
  ASSERT_GE(Story.size(), 2u);
  EXPECT_EQ(Story.front(), "returned pick");
  EXPECT_EQ(Story.back(), "identity threadIdx.x");
  EXPECT_EQ(K.text(K.reasons("seen")[0].At), "r");
}

TEST(Reasons, ReturnedByChoice) {
  AnalysedKernel K = kernel("int seen = choose(n);");
  EXPECT_EQ(K.story("seen"),
            (Texts{"returned choose", "chosen", "identity threadIdx.x"}));
}

TEST(Reasons, OutParameters) {
  AnalysedKernel K = kernel("int x = 0; fill(x); int seen = x;");
  Texts Story = K.story("seen");
  ASSERT_GE(Story.size(), 2u);
  EXPECT_EQ(Story.front(), "assigned x");
  EXPECT_EQ(Story.back(), "identity threadIdx.x");
}

TEST(Reasons, ChosenByABranch) {
  AnalysedKernel K = kernel(R"(
    int x = 0; if (threadIdx.x > 5) x = 1; int seen = x;
  )");
  EXPECT_EQ(K.story("seen"), (Texts{"chosen x", "identity threadIdx.x"}));
  EXPECT_EQ(K.text(K.reasons("seen")[0].At), "threadIdx.x > 5");
}

TEST(Reasons, VaryingSuccessorGoesBeforeTheBranch) {
  AnalysedKernel K = kernel(R"(
    int x = 0; if (n > 5) x = threadIdx.x; int seen = x;
  )");
  EXPECT_EQ(K.story("seen"), (Texts{"assigned x", "identity threadIdx.x"}));
}

TEST(Reasons, LoopVariable) {
  AnalysedKernel K = kernel(R"(
    for (int i = threadIdx.x; i < n; i += blockDim.x) { bool seen = i < 8; }
  )");
  EXPECT_EQ(K.story("seen"), (Texts{"assigned i", "identity threadIdx.x"}));
}

TEST(Reasons, CounterAfterADivergentLoop) {
  AnalysedKernel K = kernel(R"(
    int c = 0;
    for (int i = threadIdx.x; i < n; ++i) ++c;
    int seen = c;
  )");
  EXPECT_EQ(K.story("seen"),
            (Texts{"chosen c", "assigned i", "identity threadIdx.x"}));
}

TEST(Reasons, Memory) {
  AnalysedKernel K = kernel(R"(
    int i = threadIdx.x; int byAddress = p[i];
    if (threadIdx.x == 0) flag = n;
    int raced = flag;
  )");
  EXPECT_EQ(K.story("byAddress"),
            (Texts{"address p", "assigned i", "identity threadIdx.x"}));
  EXPECT_EQ(K.story("raced"), Texts{"interfered flag"});
  ReasonStep Step = K.reasons("raced")[0];
  ASSERT_TRUE(Step.Other);
  EXPECT_EQ(K.text(Step.Other->Site), "flag");
}

TEST(Reasons, Operations) {
  AnalysedKernel K = kernel(R"(
    int ticket = atomicAdd(p, 1); int seen = ticket == 0;
    int votes = __ballot_sync(~0u, p[threadIdx.x]); int block = votes;
  )");
  EXPECT_EQ(K.story("seen"),
            (Texts{"assigned ticket", "operation atomicAdd()"}));
  EXPECT_EQ(K.story("block"),
            (Texts{"assigned votes", "operation __ballot_sync()", "address p",
                   "identity threadIdx.x"}));
  EXPECT_EQ(K.story("block", warplint::Scope::Warp), Texts{});
}

TEST(Reasons, GroupRanks) {
  AnalysedKernel K = kernel(R"(
    auto block = cg::this_thread_block();
    int rank = block.thread_rank(); int seen = rank;
  )");
  EXPECT_EQ(
      K.story("seen"),
      (Texts{"assigned rank", "identity cg::thread_block::thread_rank()"}));
}

TEST(Reasons, StructFields) {
  AnalysedKernel K = kernel(R"(
    struct S { int a, b; }; S s{n, 1}; s.b = threadIdx.x;
    S t = s; int seen = t.b, even = t.a;
  )");
  Texts Story = K.story("seen");
  ASSERT_FALSE(Story.empty());
  EXPECT_EQ(Story.front(), "assigned b");
  EXPECT_EQ(Story.back(), "identity threadIdx.x");
  EXPECT_EQ(K.story("even"), Texts{});
}

TEST(Reasons, LambdaCaptures) {
  AnalysedKernel K = kernel(R"(
    int t = threadIdx.x; auto f = [&] { return t > 3; }; bool seen = f();
  )");
  EXPECT_EQ(K.story("seen"), (Texts{"returned operator()", "assigned t",
                                    "identity threadIdx.x"}));
}

TEST(Reasons, ChainsKeepTheLimit) {
  std::string Body = "int v0 = threadIdx.x;";
  for (int I = 1; I < 20; ++I)
    Body +=
        "int v" + std::to_string(I) + " = v" + std::to_string(I - 1) + " + 1;";
  AnalysedKernel K = kernel(Body + "int seen = v19;");
  EXPECT_EQ(K.reasons("seen").size(), 8u);
  for (unsigned Limit : {1u, 2u, 5u})
    EXPECT_EQ(K.reasons("seen", warplint::Scope::Block, Limit).size(), Limit);
  EXPECT_EQ(K.reasons("seen", warplint::Scope::Block, 100).size(), 21u);
}

TEST(Reasons, ChainsOfJoinsKeepTheLimit) {
  AnalysedKernel K = kernel(R"(
    int a = 0, b = 0, c = 0, d = 0;
    for (int i = 0; i < n; ++i) {
      if (a > i) b = c; else c = d;
      if (b > i) d = a; else a = b + threadIdx.x;
    }
    int seen = d;
  )");
  ASSERT_EQ(K.scopeOf("seen"), warplint::Scope::Thread);
  for (unsigned Limit : {1u, 2u, 3u, 4u, 8u})
    EXPECT_LE(K.reasons("seen", warplint::Scope::Block, Limit).size(), Limit);
  EXPECT_FALSE(K.reasons("seen").empty());
}

// Two variables that feed each other iteration a loop.
TEST(Reasons, NoStepComesTwice) {
  AnalysedKernel K = kernel(R"(
    int a = 0, b = 1;
    for (int i = 0; i < n; ++i) {
      int t = a; a = b; b = t;
      if (threadIdx.x == i) a = 7;
    }
    int seen = a + b;
  )");
  std::vector<ReasonStep> Steps =
      K.reasons("seen", warplint::Scope::Block, 100);
  ASSERT_FALSE(Steps.empty());
  for (unsigned I = 0; I < Steps.size(); ++I)
    for (unsigned J = 0; J < I; ++J)
      EXPECT_FALSE(Steps[I].K == Steps[J].K && Steps[I].At == Steps[J].At &&
                   Steps[I].Variable == Steps[J].Variable)
          << show(Steps[I].K) << " at " << K.text(Steps[I].At);
  EXPECT_EQ(Steps.back().K, ReasonStep::Kind::Identity)
      << llvm::join(K.story("seen", warplint::Scope::Block, 100), ", ");
}

TEST(Reasons, LoopCarriedIncrementDoesNotGoRound) {
  AnalysedKernel K = kernel(R"(
    int x = threadIdx.x;
    while (x < n) { x += x; ++x; x *= 3; }
    int seen = x;
  )");
  Texts Story = K.story("seen", warplint::Scope::Block, 100);
  ASSERT_FALSE(Story.empty());
  EXPECT_EQ(Story.back(), "identity threadIdx.x") << llvm::join(Story, ", ");
  EXPECT_LE(Story.size(), 6u);
}

} // namespace reasons_test
