//===--- TermPartsTest.cpp - Operators, bits and selections -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Detectors/PipelineProtocols/SelectedAddresses.h"
#include "Analysis/Expr/NumberOperators.h"
#include "Analysis/Expr/PointerBits.h"
#include "Analysis/Expr/UniformTerms.h"
#include "Analysis/TwoThreads/ChosenNumbers.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include <limits>

namespace term_parts_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;
using warplint::Scope;

constexpr int64_t Least = std::numeric_limits<int64_t>::min(),
                  Most = std::numeric_limits<int64_t>::max();

std::optional<int64_t> folded(BinaryOperatorKind Op, int64_t L, int64_t R) {
  return fold(Op, L, R);
}
std::optional<int64_t> folded(UnaryOperatorKind Op, int64_t Of) {
  return fold(Op, Of);
}

TEST(NumberOperators, NumbersAreComputed) {
  EXPECT_EQ(folded(BO_Sub, 3, 5), -2);
  EXPECT_EQ(folded(BO_Rem, -7, 3), -1);
  EXPECT_EQ(folded(BO_GT, 5, 3), 1);
  EXPECT_EQ(folded(BO_GE, 3, 5), 0);
  EXPECT_EQ(folded(BO_LAnd, 2, 4), 1);
  EXPECT_EQ(folded(UO_LNot, 7), 0);
  EXPECT_EQ(folded(UO_Not, 0), -1);
}

TEST(NumberOperators, WithoutAResultNothingIsKnown) {
  EXPECT_EQ(folded(BO_Add, Most, 1), std::nullopt);
  EXPECT_EQ(folded(BO_Sub, Least, 1), std::nullopt);
  EXPECT_EQ(folded(BO_Mul, Most, 2), std::nullopt);
  EXPECT_EQ(folded(BO_Div, 4, 0), std::nullopt);
  EXPECT_EQ(folded(BO_Rem, 4, 0), std::nullopt);
  EXPECT_EQ(folded(BO_Div, Least, -1), std::nullopt);
  EXPECT_EQ(folded(BO_Shl, 1, 64), std::nullopt);
  EXPECT_EQ(folded(BO_Shl, 1, -1), std::nullopt);
  EXPECT_EQ(folded(UO_Minus, Least), std::nullopt);
  // Side effects.
  EXPECT_EQ(folded(BO_Assign, 1, 2), std::nullopt);
  EXPECT_EQ(folded(BO_Comma, 1, 2), std::nullopt);
  EXPECT_EQ(folded(UO_PreInc, 1), std::nullopt);
}

TEST(NumberOperators, SpellingsAreOneOperator) {
  EXPECT_EQ(operatorOf(BO_GT)->Op, operatorOf(BO_LT)->Op);
  EXPECT_TRUE(operatorOf(BO_GT)->IsSwapped);
  EXPECT_FALSE(operatorOf(BO_LT)->IsSwapped);
  EXPECT_FALSE(operatorOf(BO_AddAssign));
  EXPECT_EQ(opcodeOf(Operator::BitXor), BO_Xor);
  EXPECT_EQ(opcodeOf(Operator::Constant), std::nullopt);
}

TEST(NumberOperators, TypesHaveWidthAndSign) {
  auto Unit = tooling::buildASTFromCode(
      "enum E : unsigned char {}; struct S { int i; unsigned long long u; "
      "signed char c; E e; };");
  ASTContext &Context = Unit->getASTContext();
  const auto *S = cast<RecordDecl>(Context.getTranslationUnitDecl()
                                       ->lookup(&Context.Idents.get("S"))
                                       .front());
  std::vector<std::pair<unsigned, bool>> Types;
  for (const FieldDecl *Field : S->fields()) {
    IntegerType Is = integerTypeOf(Field->getType(), Context);
    Types.emplace_back(Is.Bits, Is.Signed);
  }
  EXPECT_EQ(Types, (std::vector<std::pair<unsigned, bool>>{
                       {32, true}, {64, false}, {8, true}, {8, false}}));
}

//===----------------------------------------------------------------------===//
// Terms
//===----------------------------------------------------------------------===//

class TermParts : public testing::Test {
protected:
  TermParts()
      : Unit(tooling::buildASTFromCode(
            "struct P { unsigned char low; signed char high; short rest; "
            "int whole; float real; unsigned few : 3; unsigned more : 5; };"
            "int v, w; P p; int a[4], b[4];")),
        A(LaunchExtents(), Work, Within) {}

  const ValueDecl *decl(llvm::StringRef Name) const {
    auto &Context = Unit->getASTContext();
    return cast<ValueDecl>(Context.getTranslationUnitDecl()
                               ->lookup(&Context.Idents.get(Name))
                               .front());
  }
  const FieldDecl *field(unsigned I) const {
    const auto *P = decl("p")->getType()->getAsRecordDecl();
    return *std::next(P->field_begin(), I);
  }
  const Term *c(int64_t V) { return A.constant(V); }
  const Term *v() { return A.parameter(cast<VarDecl>(decl("v"))); }
  const Term *w() { return A.parameter(cast<VarDecl>(decl("w"))); }
  const Term *at(llvm::StringRef Name) {
    return A.variable(cast<VarDecl>(decl(Name)));
  }
  const Term *identity(IdentityKind K, warplint::Scope S) {
    return A.identity({K, 0, 0, S, ""});
  }

  std::unique_ptr<ASTUnit> Unit;
  StepBudget Work{~uint64_t(0)};
  Limits Within{Budgets::of(EffortLevel::Normal)};
  TermArena A;
};

TEST_F(TermParts, BitsOfNumbers) {
  BitRange Second{8, 8, false}, SignedSecond{8, 8, true};
  EXPECT_EQ(Second.in(c(0x1234), A), c(0x12));
  EXPECT_EQ(Second.in(c(0xff00), A), c(0xff));
  EXPECT_EQ(SignedSecond.in(c(0xff00), A), c(-1));
  EXPECT_EQ((BitRange{0, 64, true}.in(v(), A)), v());
}

TEST_F(TermParts, BitsThatWerePutAreFound) {
  BitRange Low{0, 8, false}, High{8, 8, false};
  EXPECT_EQ(Low.put(c(0x1234), c(0x56), A), c(0x1256));
  EXPECT_EQ(High.put(c(0x1234), c(0x56), A), c(0x5634));
  // What does not fit is cut off, and leaves the other bits alone.
  EXPECT_EQ(Low.put(c(0x1200), c(0x156), A), c(0x1256));
  const Term *Packed = High.put(Low.put(c(0), v(), A), w(), A);
  EXPECT_EQ(show(High.in(Packed, A)), "narrow8(w)");
}

TEST_F(TermParts, MembersAreBits) {
  const Term *P = at("p");
  auto Of = [&](unsigned I) {
    auto Bits = bitsWithin(A.fieldOf(P, field(I)), P);
    return Bits ? std::to_string(Bits->From) + "+" +
                      std::to_string(Bits->Width) + (Bits->Signed ? "s" : "u")
                : "none";
  };
  EXPECT_EQ(Of(0), "0+8u");
  EXPECT_EQ(Of(1), "8+8s");
  EXPECT_EQ(Of(2), "16+16s");
  EXPECT_EQ(Of(3), "32+32s");
  EXPECT_EQ(Of(4), "none"); // No integer.
  EXPECT_EQ(Of(5), "none"); // Behind the first 64 bits.
}

TEST_F(TermParts, ElementsAreBits) {
  const Term *Array = at("a");
  auto Second = bitsWithin(A.element(Array, c(1), 4), Array);
  ASSERT_TRUE(Second);
  EXPECT_EQ(Second->From, 32u);
  EXPECT_EQ(Second->Width, 32u);
  EXPECT_FALSE(Second->Signed);
  EXPECT_FALSE(bitsWithin(A.element(Array, c(2), 4), Array));
  EXPECT_FALSE(bitsWithin(A.element(Array, c(-1), 4), Array));
  EXPECT_FALSE(bitsWithin(A.element(Array, v(), 4), Array));
}

TEST_F(TermParts, NumbersAndOthers) {
  EXPECT_TRUE(isNumber(c(1)));
  EXPECT_TRUE(isNumber(A.binary(BO_Add, v(), c(1))));
  EXPECT_FALSE(isNumber(v()));
  EXPECT_FALSE(isNumber(at("a")));
  EXPECT_FALSE(isNumber(A.select(v(), w(), c(1))));
}

TEST_F(TermParts, OneValuePerBlock) {
  const Term *Block = identity(IdentityKind::BlockIdx, warplint::Scope::Block),
             *Thread =
                 identity(IdentityKind::ThreadIdx, warplint::Scope::Thread);
  EXPECT_TRUE(isPlainlyUniform(c(3)));
  EXPECT_TRUE(isPlainlyUniform(A.binary(BO_Mul, Block, v())));
  EXPECT_FALSE(isPlainlyUniform(Thread));
  EXPECT_FALSE(isPlainlyUniform(A.binary(BO_And, v(), Thread)));
  EXPECT_FALSE(isPlainlyUniform(at("v")));
  EXPECT_FALSE(isPlainlyUniform(A.select(v(), w(), c(1))));
}

TEST_F(TermParts, DivisionsByOneOfFewNumbers) {
  const Term *Few = A.select(w(), c(8), c(2)),
             *IsW = A.binary(BO_LAnd, w(), c(1));
  EXPECT_EQ(twothreads::divided(BO_Div, v(), c(4), A),
            A.binary(BO_Div, v(), c(4)));
  EXPECT_EQ(twothreads::divided(BO_Rem, c(13), Few, A),
            A.select(IsW, c(5), c(1)));
  EXPECT_EQ(twothreads::divided(BO_Div, c(64), A.binary(BO_Add, Few, c(2)), A),
            A.select(IsW, c(6), c(16)));
  // Unknown, and perhaps 0.
  EXPECT_EQ(twothreads::divided(BO_Div, c(8), v(), A),
            A.binary(BO_Div, c(8), v()));
  const Term *None = A.select(w(), c(0), c(2));
  EXPECT_EQ(twothreads::divided(BO_Div, v(), None, A),
            A.binary(BO_Div, v(), None));
}

TEST_F(TermParts, AddressesWithSelections) {
  pipelines::SelectedAddresses Addresses(A);
  const Term *Base = A.select(v(), at("a"), at("b")),
             *Element = A.element(Base, c(2), 4);
  EXPECT_EQ(Addresses.all(at("a")).size(), 1u);
  auto All = Addresses.all(Element);
  ASSERT_EQ(All.size(), 2u);
  EXPECT_TRUE(llvm::is_contained(All, A.element(at("a"), c(2), 4)));
  EXPECT_TRUE(llvm::is_contained(All, A.element(at("b"), c(2), 4)));
  // A selection in an index selects no object.
  EXPECT_EQ(
      Addresses.all(A.element(at("a"), A.select(v(), c(0), c(1)), 4)).size(),
      1u);
  auto Decide = [&](std::optional<int64_t> As) {
    return Addresses.resolve(
        Element, [As](const Term *) -> std::optional<int64_t> { return As; });
  };
  EXPECT_EQ(Decide(1), A.element(at("a"), c(2), 4));
  EXPECT_EQ(Decide(0), A.element(at("b"), c(2), 4));
  EXPECT_EQ(Decide(std::nullopt), nullptr);
}

TEST_F(TermParts, TooManySelections) {
  pipelines::SelectedAddresses Addresses(A);
  const Term *Base = at("a");
  for (int64_t I = 0; I < 40; ++I)
    Base = A.select(A.binary(BO_EQ, v(), c(I)), at(I % 2 ? "a" : "b"), Base);
  EXPECT_TRUE(Addresses.all(Base).empty());
  EXPECT_EQ(Addresses.resolve(Base, [](const Term *) { return 0; }), nullptr);
}

} // namespace term_parts_test
