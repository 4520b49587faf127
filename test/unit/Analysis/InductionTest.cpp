//===--- InductionTest.cpp - How variables of a loop change ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/SymbolicExecution/Induction.h"
#include "AnalysedKernel.h"

namespace induction_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

/// A kernel whose only loop is written in \p Body.
class Looping {
public:
  explicit Looping(const std::string &Body)
      : Kernel("__global__ void k(int n, int m, int *p, const int *q) {" +
               Body + "}") {}

  /// The variable called \p Name as it is in an iteration in which `seen` is
  /// declared with it as initializer.
  const Induction *ofSeen() const {
    return values().inductions().find(Kernel.valueOf("seen"));
  }
  std::optional<InductionBound> boundBy(llvm::StringRef Condition) const {
    return values().inductions().boundBy(Kernel.branchOn(Condition).Branch);
  }
  const Evaluation &values() const { return Kernel.facts().values(); }

private:
  AnalysedKernel Kernel;
};

Induction::Kind kindOf(const std::string &Body) {
  Looping Loop(Body);
  const Induction *Found = Loop.ofSeen();
  return Found ? Found->K : Induction::Kind::Other;
}

TEST(Induction, CountedByAConstant) {
  Looping Loop("for (int i = 3; i < n; i += 2) { int seen = i; }");
  const Induction *Found = Loop.ofSeen();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->K, Induction::Kind::Added);
  EXPECT_EQ(Found->constantStep(), 2);
  EXPECT_EQ(show(Found->First), "3");
  EXPECT_EQ(&Found->head(), llvm::cast<PhiTerm>(Found->Variable)->node());
}

TEST(Induction, CountedBackwardsAndByAParameter) {
  Looping Down("for (int i = n; i > 0; --i) { int seen = i; }");
  ASSERT_TRUE(Down.ofSeen());
  EXPECT_EQ(Down.ofSeen()->constantStep(), -1);
  Looping By("for (int i = threadIdx.x; i < n; i += m) { int seen = i; }");
  ASSERT_TRUE(By.ofSeen());
  EXPECT_EQ(By.ofSeen()->K, Induction::Kind::Added);
  EXPECT_EQ(show(By.ofSeen()->Step), "m");
  EXPECT_FALSE(By.ofSeen()->constantStep());
}

TEST(Induction, Accumulated) {
  Looping Loop("int s = 0; for (int i = 0; i < n; ++i) { int seen = s; s += "
               "q[i]; }");
  ASSERT_TRUE(Loop.ofSeen());
  EXPECT_EQ(Loop.ofSeen()->K, Induction::Kind::Added);
}

TEST(Induction, SetBackUnderATest) {
  Looping Loop("int s = 0; for (int i = 0; i < n; ++i) { int seen = s; if (++s "
               "== 3) s = 0; }");
  ASSERT_TRUE(Loop.ofSeen());
  EXPECT_EQ(Loop.ofSeen()->K, Induction::Kind::Other);
  EXPECT_EQ(show(Loop.ofSeen()->First), "0");
  // What an iteration sets whatever it was before is no variable of that kind.
  Looping Set(
      "int s = 0; for (int i = 0; i < n; ++i) { int seen = s; if (q[i]) "
      "s = 1; else s = 2; }");
  EXPECT_FALSE(Set.ofSeen());
}

TEST(Induction, HalvedAndDoubled) {
  Looping Half("for (int s = 128; s > 0; s >>= 1) { int seen = s; }");
  ASSERT_TRUE(Half.ofSeen());
  EXPECT_EQ(Half.ofSeen()->K, Induction::Kind::Divided);
  EXPECT_EQ(Half.ofSeen()->Factor, 2);
  Looping Third("for (int s = 243; s > 0; s /= 3) { int seen = s; }");
  ASSERT_TRUE(Third.ofSeen());
  EXPECT_EQ(Third.ofSeen()->Factor, 3);
  Looping Double("for (int s = 1; s < n; s *= 2) { int seen = s; }");
  ASSERT_TRUE(Double.ofSeen());
  EXPECT_EQ(Double.ofSeen()->K, Induction::Kind::Multiplied);
  EXPECT_EQ(Double.ofSeen()->Factor, 2);
}

TEST(Induction, Alternating) {
  EXPECT_EQ(
      kindOf("int b = 0; for (int i = 0; i < n; ++i) { int seen = b; b ^= "
             "1; }"),
      Induction::Kind::Alternating);
  EXPECT_EQ(kindOf("int b = 0; for (int i = 0; i < n; ++i) { int seen = b; b = "
                   "1 - b; }"),
            Induction::Kind::Alternating);
}

TEST(Induction, VariablesThatChangePlaces) {
  Looping Swapped("int v = 0, w = 1; for (int i = 0; i < n; ++i) { int seen = "
                  "v; v = w; w = seen; }");
  ASSERT_TRUE(Swapped.ofSeen());
  EXPECT_EQ(Swapped.ofSeen()->K, Induction::Kind::Other);
  EXPECT_EQ(show(Swapped.ofSeen()->First), "0");
}

TEST(Induction, WhatIsNone) {
  // Not computed from the iteration before.
  Looping Fresh("int v = 0; for (int i = 0; i < n; ++i) { int seen = v; v = "
                "q[i]; }");
  EXPECT_FALSE(Fresh.ofSeen());
  // A product of itself is some other way.
  EXPECT_EQ(kindOf("int v = 2; for (int i = 0; i < n; ++i) { int seen = v; v = "
                   "v * v; }"),
            Induction::Kind::Other);
}

TEST(Induction, PointersAdvanceByElements) {
  Looping Loop("for (int *v = p + threadIdx.x; v < p + n; v += 4) { int *seen "
               "= v; }");
  const Induction *Found = Loop.ofSeen();
  ASSERT_TRUE(Found);
  EXPECT_EQ(Found->K, Induction::Kind::Advanced);
  EXPECT_EQ(Found->constantStep(), 4);
  auto Bound = Loop.boundBy("v < p + n");
  ASSERT_TRUE(Bound);
  EXPECT_EQ(Bound->Of, Found);
  EXPECT_TRUE(Bound->IsBelow && Bound->IsOrdered);
  EXPECT_EQ(show(Bound->Room), "-1*threadIdx.x + n");
  // Where another object ends says nothing.
  Looping Elsewhere("for (const int *v = p; v != q + n; ++v) { const int *seen "
                    "= v; }");
  EXPECT_FALSE(Elsewhere.boundBy("v != q + n"));
}

TEST(Induction, Bounds) {
  Looping Below("for (int i = threadIdx.x; i < n; i += 32) { int seen = i; }");
  auto Bound = Below.boundBy("i < n");
  ASSERT_TRUE(Bound);
  EXPECT_EQ(Bound->Of, Below.ofSeen());
  EXPECT_TRUE(Bound->IsOrdered);
  EXPECT_TRUE(Bound->IsBelow);
  EXPECT_EQ(show(Bound->Room), "-1*threadIdx.x + n");
  Looping Included("for (int i = 0; n >= i; ++i) { int seen = i; }");
  auto Including = Included.boundBy("n >= i");
  ASSERT_TRUE(Including);
  EXPECT_EQ(show(Including->Room), "n + 1");
  Looping Unequal("for (int i = 0; i != n; ++i) { int seen = i; }");
  ASSERT_TRUE(Unequal.boundBy("i != n"));
  EXPECT_FALSE(Unequal.boundBy("i != n")->IsOrdered);
  Looping Data("for (int i = 0; q[i]; ++i) { int seen = i; }");
  EXPECT_FALSE(Data.boundBy("q[i]"));
}

} // namespace induction_test
