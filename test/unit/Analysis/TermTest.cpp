//===--- TermTest.cpp - Normal form, folding and ranges -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/LinearSum.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

namespace term_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

using Range = TermArena::Range;

LaunchExtents extents(std::array<uint32_t, 3> Block,
                      std::array<uint32_t, 3> Grid = {0, 0, 0},
                      uint32_t MaxThreads = 0) {
  return launch(Block, Grid, MaxThreads).Launch;
}

/// Terms over a unit with some declarations.
class TermTest : public testing::Test {
protected:
  explicit TermTest(const LaunchExtents &Launch = {})
      : Unit(tooling::buildASTFromCode(
            "struct P { int x, y; }; struct Q { P p; int z; }; int v, w;")),
        A(Launch, Work, Within) {}

  const Decl *decl(llvm::StringRef Name) const {
    auto &Context = Unit->getASTContext();
    return Context.getTranslationUnitDecl()
        ->lookup(&Context.Idents.get(Name))
        .front();
  }
  const VarDecl *var(llvm::StringRef Name) const {
    return cast<VarDecl>(decl(Name));
  }
  const RecordDecl *record(llvm::StringRef Name) const {
    return cast<RecordDecl>(decl(Name));
  }
  const FieldDecl *field(llvm::StringRef Record, unsigned I) const {
    return *std::next(record(Record)->field_begin(), I);
  }

  const Term *c(int64_t V) { return A.constant(V); }
  const Term *id(IdentityKind K, uint8_t Axis = 0, unsigned TileSize = 0) {
    warplint::Scope S =
        K == IdentityKind::BlockDim || K == IdentityKind::GridDim
            ? warplint::Scope::Grid
        : K == IdentityKind::BlockIdx ? warplint::Scope::Block
                                      : warplint::Scope::Thread;
    return A.identity({K, Axis, TileSize, S, ""});
  }
  const Term *tid(uint8_t Axis = 0) {
    return id(IdentityKind::ThreadIdx, Axis);
  }
  /// Unknown values.
  const Term *v() { return A.parameter(var("v")); }
  const Term *w() { return A.parameter(var("w")); }
  const Term *op(BinaryOperatorKind Op, const Term *L, const Term *R) {
    return A.binary(Op, L, R);
  }
  void expectRange(const Term *T, std::optional<int64_t> Min,
                   std::optional<int64_t> Max) {
    Range R = A.rangeOf(T);
    EXPECT_EQ(R.Min, Min) << show(T);
    EXPECT_EQ(R.Max, Max) << show(T);
  }

  std::unique_ptr<ASTUnit> Unit;
  StepBudget Work{~uint64_t(0)};
  Limits Within{Budgets::of(EffortLevel::Normal)};
  TermArena A;
};

//===----------------------------------------------------------------------===//
// Interning and the linear normal form
//===----------------------------------------------------------------------===//

TEST_F(TermTest, EqualTermsAreOneObject) {
  EXPECT_EQ(c(3), c(3));
  EXPECT_NE(c(3), c(4));
  EXPECT_EQ(tid(), tid());
  EXPECT_NE(tid(), tid(1));
  EXPECT_NE(tid(), id(IdentityKind::BlockIdx));
  EXPECT_EQ(v(), v());
  EXPECT_NE(v(), w());
  EXPECT_EQ(A.variable(var("v")), A.variable(var("v")));
  EXPECT_NE(A.variable(var("v")), A.parameter(var("v")));
  EXPECT_EQ(A.undefined(), A.undefined());
  EXPECT_EQ(A.select(v(), w(), c(1)), A.select(v(), w(), c(1)));
}

TEST_F(TermTest, IdsFollowCreation) {
  const Term *First = v(), *Second = w();
  EXPECT_LT(First->id(), Second->id());
  EXPECT_EQ(v()->id(), First->id());
}

TEST_F(TermTest, SumsAreInNormalForm) {
  EXPECT_EQ(op(BO_Add, v(), w()), op(BO_Add, w(), v()));
  EXPECT_EQ(op(BO_Add, op(BO_Add, v(), c(1)), c(2)), op(BO_Add, c(3), v()));
  EXPECT_EQ(op(BO_Sub, op(BO_Add, v(), w()), w()), v());
  EXPECT_EQ(op(BO_Sub, v(), v()), c(0));
  EXPECT_EQ(op(BO_Mul, c(3), op(BO_Add, v(), c(2))),
            op(BO_Add, op(BO_Mul, v(), c(3)), c(6)));
  EXPECT_EQ(op(BO_Mul, v(), c(1)), v());
  EXPECT_EQ(op(BO_Mul, v(), c(0)), c(0));
  EXPECT_EQ(A.unary(UO_Minus, A.unary(UO_Minus, v())), v());
  EXPECT_EQ(A.unary(UO_Plus, v()), v());
}

TEST_F(TermTest, SumsInOneGoAreThoseStepByStep) {
  const Term *X = id(IdentityKind::ThreadIdx), *Y = A.variable(var("v"));
  const Term *Both = A.binary(BO_Add, X, Y);
  EXPECT_EQ(A.sum(7, {}, {}), c(7));
  EXPECT_EQ(A.sum(0, {X}, {1}), X);
  EXPECT_EQ(
      A.sum(4, {Both, X, c(3)}, {2, -1, 5}),
      A.binary(BO_Add, A.binary(BO_Add, X, A.binary(BO_Mul, Y, c(2))), c(19)));
  EXPECT_EQ(A.sum(1, {X, Y, Both}, {1, 1, -1}), c(1));
  // What is too large for a sum stays as operations.
  int64_t Large = int64_t(1) << 50;
  EXPECT_EQ(A.sum(1, {X}, {Large}),
            A.binary(BO_Add, c(1), A.binary(BO_Mul, X, c(Large))));
}

TEST_F(TermTest, GlobalIndexMinusThreadIndexIsTheBlocksBase) {
  const Term *Base =
      op(BO_Mul, id(IdentityKind::BlockIdx), id(IdentityKind::BlockDim));
  const Term *I = op(BO_Add, Base, tid());
  EXPECT_EQ(op(BO_Sub, I, tid()), Base);
}

TEST_F(TermTest, ProductsOfUnknownsCommute) {
  EXPECT_EQ(op(BO_Mul, v(), w()), op(BO_Mul, w(), v()));
  EXPECT_EQ(op(BO_And, v(), w()), op(BO_And, w(), v()));
  EXPECT_NE(op(BO_Div, v(), w()), op(BO_Div, w(), v()));
  EXPECT_NE(op(BO_Shr, v(), w()), op(BO_Shr, w(), v()));
}

//===----------------------------------------------------------------------===//
// Folding
//===----------------------------------------------------------------------===//

TEST_F(TermTest, ConstantsFold) {
  EXPECT_EQ(op(BO_Add, c(3), c(4)), c(7));
  EXPECT_EQ(op(BO_Sub, c(3), c(4)), c(-1));
  EXPECT_EQ(op(BO_Mul, c(3), c(4)), c(12));
  EXPECT_EQ(op(BO_Div, c(-7), c(2)), c(-3));
  EXPECT_EQ(op(BO_Rem, c(-7), c(2)), c(-1));
  EXPECT_EQ(op(BO_And, c(12), c(10)), c(8));
  EXPECT_EQ(op(BO_Or, c(12), c(10)), c(14));
  EXPECT_EQ(op(BO_Xor, c(12), c(10)), c(6));
  EXPECT_EQ(op(BO_LAnd, c(2), c(1)), c(1));
  EXPECT_EQ(op(BO_LOr, c(0), c(0)), c(0));
  EXPECT_EQ(A.unary(UO_LNot, c(5)), c(0));
  EXPECT_EQ(A.unary(UO_LNot, c(0)), c(1));
  EXPECT_EQ(A.unary(UO_Not, c(5)), c(-6));
}

TEST_F(TermTest, DivisionByZeroNeverFolds) {
  for (BinaryOperatorKind Op : {BO_Div, BO_Rem}) {
    // Bounds say nothing of what has no result; they do not make it a number.
    for (const Term *Of : {c(4), tid()}) {
      const Term *T = op(Op, Of, c(0));
      EXPECT_EQ(T->kind(), TermKind::Binary);
      EXPECT_EQ(op(BO_EQ, T, c(0))->kind(), TermKind::Binary);
    }
  }
}

TEST_F(TermTest, DivisionThatOverflowsDoesNotFold) {
  const Term *Least = c(std::numeric_limits<int64_t>::min());
  EXPECT_EQ(op(BO_Div, Least, c(-1))->kind(), TermKind::Binary);
  EXPECT_EQ(op(BO_Rem, Least, c(-1))->kind(), TermKind::Binary);
}

TEST_F(TermTest, Shifts) {
  EXPECT_EQ(op(BO_Shl, c(3), c(4)), c(48));
  EXPECT_EQ(op(BO_Shl, v(), c(3)), op(BO_Mul, v(), c(8)));
  EXPECT_EQ(op(BO_Shl, v(), c(0)), v());
  EXPECT_EQ(op(BO_Shr, c(48), c(4)), c(3));
  EXPECT_EQ(op(BO_Shr, v(), c(0)), v());
  // Negative and too wide counts are undefined.
  for (int64_t Count : {-1, 64, 100}) {
    EXPECT_EQ(op(BO_Shl, c(1), c(Count))->kind(), TermKind::Binary) << Count;
    EXPECT_EQ(op(BO_Shr, c(1), c(Count))->kind(), TermKind::Binary) << Count;
  }
}

TEST_F(TermTest, NeutralAndAbsorbingOperands) {
  EXPECT_EQ(op(BO_Div, v(), c(1)), v());
  EXPECT_EQ(op(BO_And, v(), c(0)), c(0));
  EXPECT_EQ(op(BO_LAnd, v(), c(0)), c(0));
  EXPECT_EQ(op(BO_LOr, v(), c(3)), c(1));
  EXPECT_EQ(op(BO_LAnd, v(), c(1))->kind(), TermKind::Binary);
}

TEST_F(TermTest, SelectFolds) {
  EXPECT_EQ(A.select(c(1), v(), w()), v());
  EXPECT_EQ(A.select(c(0), v(), w()), w());
  EXPECT_EQ(A.select(v(), w(), w()), w());
  EXPECT_EQ(A.select(v(), w(), c(0))->kind(), TermKind::Select);
}

TEST_F(TermTest, NarrowKeepsWhatFits) {
  EXPECT_EQ(A.narrow(tid(), 16, true), tid());
  EXPECT_EQ(A.narrow(tid(), 8, false)->kind(), TermKind::Narrow);
  EXPECT_EQ(A.narrow(id(IdentityKind::LaneId), 8, false),
            id(IdentityKind::LaneId));
  EXPECT_EQ(A.narrow(v(), 32, true)->kind(), TermKind::Narrow);
  EXPECT_EQ(A.narrow(c(300), 8, false), c(44));
  EXPECT_EQ(A.narrow(c(200), 8, true), c(-56));
  EXPECT_EQ(A.narrow(c(-1), 8, false), c(255));
  EXPECT_EQ(A.narrow(c(-1), 8, true), c(-1));
}

//===----------------------------------------------------------------------===//
// Comparisons and ranges
//===----------------------------------------------------------------------===//

TEST_F(TermTest, ConstantsCompare) {
  EXPECT_EQ(op(BO_LT, c(1), c(2)), c(1));
  EXPECT_EQ(op(BO_LT, c(2), c(2)), c(0));
  EXPECT_EQ(op(BO_LE, c(2), c(2)), c(1));
  EXPECT_EQ(op(BO_GT, c(2), c(2)), c(0));
  EXPECT_EQ(op(BO_GE, c(2), c(2)), c(1));
  EXPECT_EQ(op(BO_EQ, c(2), c(2)), c(1));
  EXPECT_EQ(op(BO_NE, c(2), c(2)), c(0));
  EXPECT_EQ(op(BO_EQ, c(1), c(2)), c(0));
  EXPECT_EQ(op(BO_NE, c(1), c(2)), c(1));
}

TEST_F(TermTest, TermsCompareByTheirDifference) {
  EXPECT_EQ(op(BO_EQ, v(), v()), c(1));
  EXPECT_EQ(op(BO_LT, v(), op(BO_Add, v(), c(1))), c(1));
  EXPECT_EQ(op(BO_GT, v(), w())->kind(), TermKind::Binary);
  EXPECT_EQ(op(BO_EQ, v(), c(0))->kind(), TermKind::Binary);
}

TEST_F(TermTest, IndicesAreBelowTheirExtents) {
  const Term *Dim = id(IdentityKind::BlockDim);
  EXPECT_EQ(op(BO_LT, tid(), Dim), c(1));
  EXPECT_EQ(op(BO_GE, tid(), Dim), c(0));
  EXPECT_EQ(op(BO_GT, Dim, tid()), c(1));
  EXPECT_EQ(op(BO_EQ, tid(), Dim), c(0));
  EXPECT_EQ(op(BO_LE, tid(), op(BO_Sub, Dim, c(1))), c(1));
  EXPECT_EQ(op(BO_LT, id(IdentityKind::BlockIdx), id(IdentityKind::GridDim)),
            c(1));
  EXPECT_EQ(op(BO_LT, id(IdentityKind::ThreadRankInBlock),
               id(IdentityKind::BlockSize)),
            c(1));
  EXPECT_EQ(
      op(BO_LT, id(IdentityKind::ThreadRankInGrid), id(IdentityKind::GridSize)),
      c(1));
}

TEST_F(TermTest, IndicesOfOtherAxesAreNotBounded) {
  EXPECT_EQ(op(BO_LT, tid(0), id(IdentityKind::BlockDim, 1))->kind(),
            TermKind::Binary);
  EXPECT_EQ(
      op(BO_LT, id(IdentityKind::BlockIdx, 0), id(IdentityKind::GridDim, 1))
          ->kind(),
      TermKind::Binary);
  EXPECT_EQ(
      op(BO_LT, tid(), op(BO_Sub, id(IdentityKind::BlockDim), c(1)))->kind(),
      TermKind::Binary);
  EXPECT_EQ(
      op(BO_LT, id(IdentityKind::BlockIdx), id(IdentityKind::BlockDim))->kind(),
      TermKind::Binary);
}

// CUDA Programming Guide, "Technical Specifications per Compute Capability".
TEST_F(TermTest, ThreadIndicesHaveHardwareLimits) {
  expectRange(tid(0), 0, 1023);
  expectRange(tid(1), 0, 1023);
  expectRange(tid(2), 0, 63);
  expectRange(id(IdentityKind::BlockDim, 2), 1, 64);
  expectRange(id(IdentityKind::BlockIdx), 0, std::nullopt);
  expectRange(id(IdentityKind::GridDim), 1, std::nullopt);
  expectRange(id(IdentityKind::LaneId), 0, 31);
  expectRange(id(IdentityKind::ThreadRankInBlock), 0, 1023);
  expectRange(id(IdentityKind::ThreadRankInTile, 0, 8), 0, 7);
  expectRange(id(IdentityKind::Opaque), std::nullopt, std::nullopt);
  EXPECT_EQ(op(BO_LT, tid(), c(1024)), c(1));
  EXPECT_EQ(op(BO_LT, tid(), c(1023))->kind(), TermKind::Binary);
  EXPECT_EQ(op(BO_GE, tid(), c(0)), c(1));
  EXPECT_EQ(op(BO_LT, id(IdentityKind::LaneId), c(32)), c(1));
}

TEST_F(TermTest, RangesOfSums) {
  expectRange(op(BO_Add, tid(), c(5)), 5, 1028);
  expectRange(op(BO_Sub, c(5), tid()), -1018, 5);
  expectRange(op(BO_Mul, tid(2), c(-2)), -126, 0);
  expectRange(op(BO_Add, tid(), v()), std::nullopt, std::nullopt);
  expectRange(op(BO_Sub, tid(), id(IdentityKind::BlockDim)), -1024, -1);
}

TEST_F(TermTest, RangesOfProducts) {
  const Term *Blocks = A.symbol({2, 8}), *Many = A.symbol({3, std::nullopt});
  expectRange(op(BO_Mul, Blocks, tid()), 0, 8 * 1023);
  expectRange(op(BO_Mul, Blocks, Many), 6, std::nullopt);
  expectRange(op(BO_Mul, Blocks, A.symbol({-1, 1})), -8, 8);
  expectRange(op(BO_Mul, Many, A.symbol({-1, 1})), std::nullopt, std::nullopt);
}

TEST_F(TermTest, RangesOfRemainderMaskAndQuotient) {
  expectRange(op(BO_Rem, tid(), c(32)), 0, 31);
  expectRange(op(BO_And, tid(), c(7)), 0, 7);
  expectRange(op(BO_And, v(), c(7)), 0, 7);
  expectRange(op(BO_Div, tid(), c(32)), 0, 31);
  expectRange(op(BO_Shr, tid(), c(5)), 0, 31);
  const Term *Signed = A.symbol({-8, 7});
  expectRange(op(BO_Rem, Signed, c(5)), -4, 4);
  expectRange(op(BO_Div, Signed, c(2)), -4, 3);
  expectRange(op(BO_Shr, Signed, c(1)), -4, 3);
  expectRange(op(BO_Or, tid(), c(7)), 7, 1023);
  // A remainder of a negative number is negative.
  expectRange(op(BO_Rem, v(), c(32)), std::nullopt, std::nullopt);
  EXPECT_EQ(op(BO_LT, op(BO_Rem, tid(), c(32)), c(32)), c(1));
  EXPECT_EQ(op(BO_EQ, op(BO_Div, tid(), c(32)), c(32)), c(0));
  EXPECT_EQ(op(BO_LT, op(BO_And, tid(), c(31)), c(31))->kind(),
            TermKind::Binary);
}

TEST_F(TermTest, RangesOfTruthValuesAndChoices) {
  expectRange(op(BO_LT, v(), w()), 0, 1);
  expectRange(A.unary(UO_LNot, v()), 0, 1);
  expectRange(A.unary(UO_Not, v()), std::nullopt, std::nullopt);
  expectRange(A.select(v(), c(9), c(-2)), -2, 9);
  expectRange(A.select(v(), w(), c(-2)), std::nullopt, std::nullopt);
}

//===----------------------------------------------------------------------===//
// Quotients and remainders of sums
//===----------------------------------------------------------------------===//

/// 32 * warp + lane, warp from 0 to 31, lane from 0 to 31.
class SplitTermTest : public TermTest {
protected:
  const Term *Warp = A.symbol({0, 31}), *Lane = A.symbol({0, 31}),
             *Any = A.symbol({-31, 31});
  const Term *sum(int64_t Factor, const Term *L, const Term *R) {
    return op(BO_Add, op(BO_Mul, c(Factor), L), R);
  }
  const Term *Index = sum(32, Warp, Lane);

  void expectWhole(const Term *T) {
    EXPECT_EQ(T->kind(), TermKind::Binary) << show(T);
  }
};

TEST_F(SplitTermTest, QuotientAndRemainderOfAnIndex) {
  EXPECT_EQ(op(BO_Div, Index, c(32)), Warp);
  EXPECT_EQ(op(BO_Rem, Index, c(32)), Lane);
  EXPECT_EQ(op(BO_Shr, Index, c(5)), Warp);
  EXPECT_EQ(op(BO_And, Index, c(31)), Lane);
}

TEST_F(SplitTermTest, MultiplesOfTheDivisorAreDivided) {
  const Term *Wide = op(BO_Add, sum(128, Warp, Lane), c(64));
  EXPECT_EQ(op(BO_Div, Wide, c(32)), op(BO_Add, sum(4, Warp, c(0)), c(2)));
  EXPECT_EQ(op(BO_Rem, Wide, c(32)), Lane);
  EXPECT_EQ(op(BO_Div, op(BO_Mul, c(32), Warp), c(32)), Warp);
  EXPECT_EQ(op(BO_Rem, op(BO_Mul, c(32), Warp), c(32)), c(0));
}

TEST_F(SplitTermTest, ValuesBelowTheDivisorAreTheRemainder) {
  EXPECT_EQ(op(BO_Div, Lane, c(32)), c(0));
  EXPECT_EQ(op(BO_Rem, Lane, c(32)), Lane);
}

TEST_F(SplitTermTest, RestsThatCarryDoNotSplit) {
  // lane + 1 may be 32.
  const Term *Next = op(BO_Add, Index, c(1));
  expectWhole(op(BO_Div, Next, c(32)));
  expectWhole(op(BO_Rem, Next, c(32)));
  expectWhole(op(BO_Shr, Next, c(5)));
  expectWhole(op(BO_And, Next, c(31)));
  expectWhole(op(BO_Div, Index, c(64)));
  expectWhole(op(BO_Rem, sum(32, Warp, A.symbol({0, 32})), c(32)));
  expectWhole(op(BO_Rem, sum(32, Warp, A.symbol({0, std::nullopt})), c(32)));
}

TEST_F(SplitTermTest, NegativePartsDoNotSplit) {
  // -1 / 32 is 0, not -1.
  expectWhole(op(BO_Div, sum(32, Any, Lane), c(32)));
  expectWhole(op(BO_Rem, sum(32, Any, Lane), c(32)));
  expectWhole(op(BO_Div, sum(32, Warp, Any), c(32)));
  expectWhole(op(BO_Rem, sum(32, Warp, Any), c(32)));
  expectWhole(op(BO_Rem, op(BO_Sub, Index, c(1)), c(32)));
  expectWhole(op(BO_Div, Index, c(-32)));
  expectWhole(op(BO_Rem, Index, c(-32)));
}

TEST_F(SplitTermTest, ExactQuotientsHaveNoSign) {
  const Term *Rows = op(BO_Mul, c(32), Any);
  EXPECT_EQ(op(BO_Div, Rows, c(32)), Any);
  EXPECT_EQ(op(BO_Rem, op(BO_Add, Rows, c(64)), c(32)), c(0));
  expectWhole(op(BO_Div, op(BO_Add, Rows, c(8)), c(32)));
}

TEST_F(SplitTermTest, OtherMasksDoNotSplit) {
  expectWhole(op(BO_And, Index, c(30)));
  expectWhole(op(BO_And, Index, c(-32)));
  expectWhole(op(BO_Or, Index, c(31)));
}

/// For every value of the parts the split gives what C++ gives.
TEST_F(SplitTermTest, SplitsAreExact) {
  for (int64_t Factor : {8, 12, 16})
    for (int64_t Constant : {0, 3, 8, 20, -8})
      for (int64_t Divisor : {4, 8}) {
        const Term *High = A.symbol({1, 3}), *Low = A.symbol({0, 3});
        const Term *T = op(BO_Add, sum(Factor, High, Low), c(Constant));
        const Term *Q = op(BO_Div, T, c(Divisor)),
                   *R = op(BO_Rem, T, c(Divisor));
        for (int64_t H = 1; H <= 3; ++H)
          for (int64_t L = 0; L <= 3; ++L) {
            auto At = [&](const Term *Of) -> std::optional<int64_t> {
              if (Of == High || Of == Low)
                return Of == High ? H : L;
              const auto *Sum = llvm::dyn_cast<LinearTerm>(Of);
              if (!Sum)
                return numberOf(Of);
              int64_t V = Sum->constant();
              for (auto [Part, C] :
                   llvm::zip(Sum->operands(), Sum->coefficients()))
                V += C * (Part == High ? H : L);
              return V;
            };
            int64_t Whole = Factor * H + L + Constant;
            EXPECT_EQ(At(Q).value_or(Whole / Divisor), Whole / Divisor);
            EXPECT_EQ(At(R).value_or(Whole % Divisor), Whole % Divisor);
          }
      }
}

//===----------------------------------------------------------------------===//
// Symbols
//===----------------------------------------------------------------------===//

TEST_F(TermTest, EverySymbolIsNew) {
  const Term *First = A.symbol({0, 9}), *Second = A.symbol({0, 9});
  EXPECT_NE(First, Second);
  ASSERT_TRUE(llvm::isa<SymbolTerm>(First));
  EXPECT_EQ(llvm::cast<SymbolTerm>(First)->number(), 0u);
  EXPECT_EQ(llvm::cast<SymbolTerm>(Second)->number(), 1u);
  EXPECT_EQ(op(BO_Sub, First, First), c(0));
  EXPECT_NE(op(BO_Sub, First, Second), c(0));
}

TEST_F(TermTest, SymbolsHaveTheirBounds) {
  const Term *S = A.symbol({-2, 5});
  expectRange(S, -2, 5);
  expectRange(op(BO_Mul, S, c(3)), -6, 15);
  expectRange(A.symbol({0, std::nullopt}), 0, std::nullopt);
  EXPECT_EQ(op(BO_LT, S, c(6)), c(1));
  EXPECT_EQ(op(BO_LT, S, c(5))->kind(), TermKind::Binary);
}

TEST_F(TermTest, OrderDoesNotDependOnWhatWasMadeFirst) {
  TermArena First{LaunchExtents(), Work, Within},
      Second{LaunchExtents(), Work, Within};
  auto Shift = [](TermArena &In, const Term *T) {
    return In.binary(BO_Shr, T, In.constant(3));
  };
  std::vector<const Term *> Made, Again;
  for (const char *Name : {"v", "w"})
    Made.push_back(Shift(First, First.variable(var(Name))));
  for (const char *Name : {"w", "v"})
    Again.insert(Again.begin(), Shift(Second, Second.variable(var(Name))));
  auto Mixed = [](TermArena &In, llvm::ArrayRef<const Term *> Of) {
    const Term *Product = In.binary(BO_Mul, Of[1], Of[0]);
    return In.binary(BO_Add, In.binary(BO_Add, Of[1], Product), Of[0]);
  };
  const Term *L = Mixed(First, Made), *R = Mixed(Second, Again);
  ASSERT_EQ(L->operands().size(), 3u);
  for (unsigned I = 0; I < 3; ++I)
    EXPECT_EQ(show(L->operands()[I]), show(R->operands()[I]));
  EXPECT_EQ(precedes(Made[0], Made[1]), precedes(Again[0], Again[1]));
  EXPECT_NE(precedes(Made[0], Made[1]), precedes(Made[1], Made[0]));
  EXPECT_FALSE(precedes(L, L));
}

TEST_F(TermTest, ClassesOfKinds) {
  const Term *Sum = op(BO_Add, op(BO_Mul, v(), c(3)), c(5));
  ASSERT_TRUE(llvm::isa<LinearTerm>(Sum));
  EXPECT_EQ(llvm::cast<LinearTerm>(Sum)->constant(), 5);
  EXPECT_EQ(llvm::cast<LinearTerm>(Sum)->coefficients(),
            llvm::ArrayRef<int64_t>({3}));
  EXPECT_FALSE(llvm::isa<ConstantTerm>(Sum));
  const auto *Low = llvm::cast<NarrowTerm>(A.narrow(v(), 8, true));
  EXPECT_EQ(Low->bits(), 8u);
  EXPECT_TRUE(Low->isSigned());
  const auto *At = llvm::cast<ElementTerm>(A.element(v(), w(), 4));
  EXPECT_EQ(At->base(), v());
  EXPECT_EQ(At->index(), w());
  EXPECT_EQ(At->elementSize(), 4);
  EXPECT_TRUE(llvm::isa<SubobjectTerm>(At));
  EXPECT_TRUE(llvm::isa<DeclaredTerm>(v()));
}

//===----------------------------------------------------------------------===//
// Launch extents
//===----------------------------------------------------------------------===//

class LaunchedTermTest : public TermTest {
protected:
  LaunchedTermTest() : TermTest(extents({128, 1, 1}, {10, 1, 0})) {}
};

TEST_F(LaunchedTermTest, ExtentsAreConstants) {
  EXPECT_EQ(id(IdentityKind::BlockDim), c(128));
  EXPECT_EQ(id(IdentityKind::BlockDim, 1), c(1));
  EXPECT_EQ(id(IdentityKind::GridDim), c(10));
  EXPECT_EQ(id(IdentityKind::BlockSize), c(128));
  EXPECT_EQ(id(IdentityKind::WarpSize), c(32));
  EXPECT_EQ(id(IdentityKind::TileSize, 0, 16), c(16));
  EXPECT_EQ(id(IdentityKind::GridDim, 2)->kind(), TermKind::Identity);
}

TEST_F(LaunchedTermTest, IndicesOfAxesOfOneAreZero) {
  EXPECT_EQ(tid(1), c(0));
  EXPECT_EQ(tid(2), c(0));
  EXPECT_EQ(id(IdentityKind::BlockIdx, 1), c(0));
  EXPECT_EQ(id(IdentityKind::BlockIdx, 2)->kind(), TermKind::Identity);
  expectRange(tid(), 0, 127);
  expectRange(id(IdentityKind::BlockIdx), 0, 9);
}

TEST_F(LaunchedTermTest, RankInAFlatBlockIsTheThreadIndex) {
  EXPECT_EQ(id(IdentityKind::ThreadRankInBlock), tid());
}

TEST_F(LaunchedTermTest, ComparisonsFoldByExtents) {
  EXPECT_EQ(op(BO_LT, tid(), c(128)), c(1));
  EXPECT_EQ(op(BO_LT, tid(), c(127))->kind(), TermKind::Binary);
  EXPECT_EQ(op(BO_GT, tid(), c(500)), c(0));
}

class DeepBlockTest : public TermTest {
protected:
  DeepBlockTest() : TermTest(extents({8, 4, 0})) {}
};

TEST_F(DeepBlockTest, RankNeedsAllAxes) {
  EXPECT_TRUE(id(IdentityKind::ThreadRankInBlock)
                  ->isIdentity(IdentityKind::ThreadRankInBlock));
  EXPECT_EQ(id(IdentityKind::BlockSize)->kind(), TermKind::Identity);
  expectRange(id(IdentityKind::ThreadRankInBlock), 0, 1023);
}

class BoundedTermTest : public TermTest {
protected:
  BoundedTermTest() : TermTest(extents({0, 0, 0}, {0, 0, 0}, 256)) {}
};

TEST_F(BoundedTermTest, LaunchBoundsLimitEveryIndex) {
  expectRange(tid(0), 0, 255);
  expectRange(tid(2), 0, 63);
  expectRange(id(IdentityKind::BlockDim), 1, 256);
  expectRange(id(IdentityKind::BlockSize), 1, 256);
  EXPECT_EQ(op(BO_LT, tid(), c(256)), c(1));
}

//===----------------------------------------------------------------------===//
// Aggregates and addresses
//===----------------------------------------------------------------------===//

TEST_F(TermTest, ExtractTakesFieldsOutOfRecords) {
  const Term *P = A.record(record("P"), {v(), c(2)});
  EXPECT_EQ(A.extract(P, field("P", 0)), v());
  EXPECT_EQ(A.extract(P, field("P", 1)), c(2));
  const Term *Q = A.record(record("Q"), {P, w()});
  EXPECT_EQ(A.extract(A.extract(Q, field("Q", 0)), field("P", 1)), c(2));
  EXPECT_EQ(A.extract(v(), field("P", 0))->kind(), TermKind::Extract);
  EXPECT_NE(A.extract(v(), field("P", 0)), A.extract(v(), field("P", 1)));
  EXPECT_EQ(A.extract(A.undefined(), field("P", 0)), A.undefined());
}

TEST_F(TermTest, ElementsOfElementsMerge) {
  const Term *Base = A.variable(var("v"));
  const Term *Row = A.element(Base, w(), 4);
  EXPECT_EQ(A.element(Row, c(3), 4), A.element(Base, op(BO_Add, w(), c(3)), 4));
  // A row of a matrix is not an element of it.
  const Term *Other = A.element(A.element(Base, w(), 64), c(3), 4);
  ASSERT_TRUE(llvm::isa<ElementTerm>(Other));
  EXPECT_EQ(llvm::cast<ElementTerm>(Other)->base(), A.element(Base, w(), 64));
}

TEST_F(TermTest, RootIsTheObject) {
  const Term *Base = A.variable(var("v"));
  const Term *Deep = A.fieldOf(
      A.element(A.fieldOf(Base, field("Q", 0)), w(), 8), field("P", 1));
  EXPECT_EQ(rootOf(Deep), Base);
  EXPECT_EQ(rootOf(Base), Base);
  EXPECT_EQ(rootOf(v()), v());
}

TEST_F(TermTest, LocalsBelongToTheirActivation) {
  CallContext First, Second;
  EXPECT_EQ(A.local(&First, var("v")), A.local(&First, var("v")));
  EXPECT_NE(A.local(&First, var("v")), A.local(&Second, var("v")));
  EXPECT_NE(A.returnSlot(&First), A.returnSlot(&Second));
  EXPECT_TRUE(isThreadOwned(A.element(A.returnSlot(&First), c(1), 4)));
  EXPECT_FALSE(isThreadOwned(A.element(v(), c(1), 4)));
  EXPECT_FALSE(isThreadOwned(A.variable(var("v"))));
}

TEST_F(TermTest, AnyTermIsASum) {
  const Term *Sum = op(BO_Add, op(BO_Mul, v(), c(3)), op(BO_Sub, c(5), w()));
  EXPECT_EQ(Summands(Sum).Constant, 5);
  EXPECT_EQ(Summands(Sum).timesOf(v()), 3);
  EXPECT_EQ(Summands(Sum).timesOf(w()), -1);
  EXPECT_EQ(Summands(Sum).timesOf(tid()), 0);
  EXPECT_EQ(Summands(v()).timesOf(v()), 1);
  EXPECT_EQ(Summands(c(7)).Constant, 7);
  EXPECT_TRUE(Summands(c(7)).Parts.empty());
  auto Zero = [&](const Term *Part, int64_t) {
    return Part == v() ? c(0) : nullptr;
  };
  EXPECT_EQ(replaceSummands(Sum, A, Zero), op(BO_Sub, c(5), w()));
  EXPECT_EQ(replaceSummands(v(), A, Zero), c(0));
  EXPECT_EQ(replaceSummands(w(), A, Zero), w());
}

TEST_F(TermTest, ConditionsBoundNumbers) {
  auto Of = [&](BinaryOperatorKind Op, bool Holds) {
    return boundedBy({op(Op, v(), w()), Holds}, A);
  };
  const Term *Up = op(BO_Sub, w(), v()), *Down = op(BO_Sub, v(), w());
  EXPECT_EQ(Of(BO_LT, true).Number, Up);
  EXPECT_EQ(Of(BO_LT, true).Bounds, (Range{1, std::nullopt}));
  EXPECT_EQ(Of(BO_LE, true).Bounds, (Range{0, std::nullopt}));
  EXPECT_EQ(Of(BO_LT, false).Number, Down);
  EXPECT_EQ(Of(BO_LT, false).Bounds, (Range{0, std::nullopt}));
  EXPECT_EQ(Of(BO_LE, false).Bounds, (Range{1, std::nullopt}));
  EXPECT_EQ(Of(BO_GT, true).Number, Down);
  EXPECT_EQ(Of(BO_EQ, true).Bounds, Range::of(0));
  EXPECT_FALSE(Of(BO_EQ, false).isBounded());
  EXPECT_TRUE(Of(BO_NE, true).IsNotZero);
  EXPECT_EQ(boundedBy({tid(), true}, A).Bounds, (Range{1, std::nullopt}));
  EXPECT_EQ(boundedBy({tid(), false}, A).Bounds, Range::of(0));
}

} // namespace term_test
