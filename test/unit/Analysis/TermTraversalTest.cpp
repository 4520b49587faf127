//===--- TermTraversalTest.cpp - Paths through terms ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Expr/TermTraversal.h"
#include "AnalysedKernel.h"
#include "Analysis/Budgets/StepBudget.h"

namespace term_traversal_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

class TermTraversalTest : public testing::Test {
protected:
  TermTraversalTest() : A(LaunchExtents(), Work, Within) {}

  const Term *leaf() { return A.symbol({}); }
  /// \p Iterations of `x = (x >> 1) ^ x`: two paths to the inner term per
  /// iteration, and a term that is as deep as there are iterations.
  const Term *hash(const Term *Of, unsigned Iterations) {
    for (unsigned I = 0; I < Iterations; ++I)
      Of = A.binary(BO_Xor, A.binary(BO_Shr, Of, A.constant(1)), Of);
    return Of;
  }

  StepBudget Work{~uint64_t(0)};
  Limits Within{Budgets::of(EffortLevel::Normal)};
  TermArena A;
};

using DepthParts = TermFold<unsigned>::Parts;

/// Counts how often a step is run.
unsigned depthOf(const Term *T, TermFold<unsigned> &Depth, unsigned &Steps) {
  return Depth.run(
      T, [&](const Term *Now, DepthParts &Parts) -> std::optional<unsigned> {
        ++Steps;
        if (!Parts.knowsAll(Now->operands()))
          return std::nullopt;
        unsigned Most = 0;
        for (const Term *Op : Now->operands())
          Most = std::max(Most, *Parts.of(Op));
        return Most + 1;
      });
}

TEST_F(TermTraversalTest, VisitsEachTermOnceBeforeItsParts) {
  const Term *X = leaf(), *Y = leaf();
  const Term *Product = A.binary(BO_Mul, X, Y);
  const Term *Both = A.select(Product, X, Product);
  std::vector<const Term *> Seen;
  EXPECT_TRUE(walkTerms(Both, [&](const Term &T) {
    Seen.push_back(&T);
    return Walk::Enter;
  }));
  EXPECT_EQ(Seen, (std::vector<const Term *>{Both, Product, X, Y}));
}

TEST_F(TermTraversalTest, SkipsAndStops) {
  const Term *X = leaf(), *Y = leaf();
  const Term *Product = A.binary(BO_Mul, X, X);
  const Term *Both = A.binary(BO_Div, Product, Y);
  bool SeenX = false;
  EXPECT_TRUE(walkTerms(Both, [&](const Term &T) {
    SeenX |= &T == X;
    return &T == Product ? Walk::Skip : Walk::Enter;
  }));
  EXPECT_FALSE(SeenX);
  EXPECT_FALSE(walkTerms(Both, [&](const Term &T) {
    EXPECT_NE(&T, Y);
    return &T == Product ? Walk::Stop : Walk::Enter;
  }));
  EXPECT_EQ(findPart(Both, [](const Term &T) { return T.operands().empty(); }),
            X);
  EXPECT_EQ(findPart(Both, [](const Term &T) { return T.isConstant(); }),
            nullptr);
}

TEST_F(TermTraversalTest, FoldsWhatTwoToTheSixtyFourPathsLeadTo) {
  const Term *X = leaf(), *T = hash(X, 64);
  TermFold<unsigned> Depth;
  unsigned Steps = 0;
  EXPECT_EQ(depthOf(T, Depth, Steps), 129u);
  // 64 iterations of two terms, X and the 1: each begun and finished.
  EXPECT_LE(Steps, 2 * (64u * 2 + 2));
  // The memo outlives the call.
  Steps = 0;
  EXPECT_EQ(depthOf(A.binary(BO_Xor, T, leaf()), Depth, Steps), 130u);
  EXPECT_EQ(Steps, 3u);
  EXPECT_EQ(Depth.known(X), std::optional(1u));
}

TEST_F(TermTraversalTest, DoesNotOverflowOnDeepTerms) {
  constexpr unsigned Iterations = 50000;
  const Term *X = leaf(), *Y = leaf(), *T = hash(X, Iterations);
  TermFold<unsigned> Depth;
  unsigned Steps = 0;
  EXPECT_EQ(depthOf(T, Depth, Steps), 2 * Iterations + 1);
  EXPECT_TRUE(mentions(T, X));
  EXPECT_FALSE(mentions(T, Y));
  TermReach Reach;
  auto Operands = [&](const Term &Part, TermList &Parts) {
    llvm::append_range(Parts, Part.operands());
    return &Part == X;
  };
  EXPECT_TRUE(Reach.reaches(T, Operands));
  TermRewriter Replace(A);
  EXPECT_EQ(Replace.rewrite(
                T, [&](const Term &Part) { return &Part == X ? Y : nullptr; }),
            hash(Y, Iterations));
}

TEST_F(TermTraversalTest, StepsAskOnlyForWhatTheyNeed) {
  const Term *Yes = A.constant(1), *X = leaf(), *Y = leaf();
  const Term *T = A.binary(BO_Div, Yes, A.binary(BO_Xor, X, Y));
  TermFold<bool> IsOne;
  auto Step = [](const Term *Now, auto &Parts) -> std::optional<bool> {
    for (const Term *Op : Now->operands()) {
      std::optional<bool> Part = Parts.of(Op);
      if (!Part || *Part)
        return Part;
    }
    return Now->isConstant(1);
  };
  EXPECT_TRUE(IsOne.run(T, Step));
  EXPECT_FALSE(IsOne.known(X).has_value());
}

TEST_F(TermTraversalTest, CyclesHaveTheirOwnResult) {
  const Term *X = leaf(), *Y = leaf();
  TermFold<int> Around(7);
  // X asks for Y, Y for X.
  EXPECT_EQ(Around.run(X,
                       [&](const Term *Now, auto &Parts) -> std::optional<int> {
                         auto Other = Parts.of(Now == X ? Y : X);
                         return Other ? std::optional(*Other + 1) : Other;
                       }),
            9);
}

TEST_F(TermTraversalTest, ForgetsWhatWasComputedFromAChange) {
  const Term *X = leaf(), *Y = leaf(), *OfX = hash(X, 3), *OfY = hash(Y, 3),
             *Both = A.binary(BO_Xor, OfX, OfY), *Nested = leaf();
  unsigned Base = 1, Steps = 0;
  TermFold<unsigned> Depth;
  Depth.keepAskers(true);
  auto Ask = [&](const Term *Root) {
    return Depth.run(
        Root, [&](const Term *Now, auto &Parts) -> std::optional<unsigned> {
          if (!Parts.knowsAll(Now->operands()))
            return std::nullopt;
          ++Steps;
          // As terms that read memory ask for what was written.
          if (Now == Nested)
            return depthOf(X, Depth, Steps) + 100;
          unsigned Most = 0;
          for (const Term *Op : Now->operands())
            Most = std::max(Most, *Parts.of(Op));
          return Most + (Now == X ? Base : 1);
        });
  };
  EXPECT_EQ(Ask(Both), 8u);
  EXPECT_EQ(Ask(Nested), 101u);
  unsigned Whole = std::exchange(Steps, 0);
  Base = 5;
  EXPECT_EQ(Ask(Both), 8u); // Nobody has said that X has changed.
  Depth.forget(X);
  EXPECT_TRUE(Depth.known(OfY).has_value());
  EXPECT_FALSE(Depth.known(OfX) || Depth.known(Both) || Depth.known(Nested));
  EXPECT_EQ(Ask(Both), 12u);
  EXPECT_LT(Steps, Whole);
  EXPECT_EQ(Ask(Nested), 105u);
}

TEST_F(TermTraversalTest, ReachIsExactAroundLoops) {
  const Term *A1 = leaf(), *B = leaf(), *C = leaf(), *Goal = leaf();
  // A1 -> B -> A1, and B -> C -> Goal: whoever is asked about first.
  auto Edges = [&](const Term &T, TermList &Parts) {
    if (&T == A1)
      Parts.push_back(B);
    else if (&T == B)
      Parts.append({A1, C});
    else if (&T == C)
      Parts.push_back(Goal);
    return &T == Goal;
  };
  for (auto Order :
       {std::vector{A1, B, C}, std::vector{C, B, A1}, std::vector{B, A1, C}}) {
    TermReach Reach;
    for (const Term *T : Order)
      EXPECT_TRUE(Reach.reaches(T, Edges));
    EXPECT_FALSE(Reach.reaches(leaf(), Edges));
  }
}

TEST_F(TermTraversalTest, RewritesIntoNormalForm) {
  const Term *X = leaf(), *Y = leaf();
  const Term *Sum = A.binary(BO_Add, A.binary(BO_Mul, X, A.constant(3)), Y);
  TermRewriter Replace(A);
  auto XByY = [&](const Term &T) { return &T == X ? Y : nullptr; };
  EXPECT_EQ(Replace.rewrite(Sum, XByY), A.binary(BO_Mul, Y, A.constant(4)));
  const Term *Less = A.binary(BO_LT, X, Y);
  EXPECT_EQ(Replace.rewrite(Less, XByY), A.constant(0));
  EXPECT_EQ(Replace.rewrite(Y, XByY), Y);
}

TEST(TermTraversalTest_Joins, WalksIntoWhatPhisJoin) {
  AnalysedKernel K("__global__ void k(int n, int m) {"
                   "  int i = n; while (i < 9) i += m; int at = i; }");
  auto Finds = [&](const Evaluation *Values, llvm::StringRef Name) {
    bool Found = false;
    auto Visit = [&](const Term &T) {
      const auto *Given = llvm::dyn_cast<ParameterTerm>(&T);
      Found |= Given && Given->decl()->getName() == Name;
      return Walk::Enter;
    };
    const Term *At = K.valueOf("at");
    Values ? walkTerms(At, *Values, Visit) : walkTerms(At, Visit);
    return Found;
  };
  EXPECT_TRUE(Finds(&K.facts().values(), "n"));
  EXPECT_TRUE(Finds(&K.facts().values(), "m"));
  EXPECT_FALSE(Finds(nullptr, "m"));
}

} // namespace term_traversal_test
