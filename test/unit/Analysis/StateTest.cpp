//===--- StateTest.cpp - Places of a thread's own variables ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelIR/State.h"
#include "AnalysedKernel.h"
#include "Analysis/Budgets/StepBudget.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

namespace state_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

class StateTest : public testing::Test {
protected:
  StateTest()
      : Unit(tooling::buildASTFromCode(R"(
          struct P { int x, y; }; struct Q { P p; int z; };
          union U { int i; float f; };
          int v, w, n, m;
        )")),
        A({}, Work, Within), Access(A, States), S(States.getEmptyMap()) {}

  const Decl *decl(llvm::StringRef Name) const {
    auto &Context = Unit->getASTContext();
    return Context.getTranslationUnitDecl()
        ->lookup(&Context.Idents.get(Name))
        .front();
  }
  const RecordDecl *record(llvm::StringRef Name) const {
    return cast<RecordDecl>(decl(Name));
  }
  const FieldDecl *field(llvm::StringRef Record, unsigned I) const {
    return *std::next(record(Record)->field_begin(), I);
  }
  const Term *local(llvm::StringRef Name) {
    return A.local(&Self, cast<ValueDecl>(decl(Name)));
  }
  const Term *unknown(llvm::StringRef Name) {
    return A.parameter(cast<ValueDecl>(decl(Name)));
  }
  const Term *at(const Term *Base, const Term *Index) {
    return A.elementOf(Base, Index, 4);
  }
  const Term *c(int64_t V) { return A.constant(V); }
  void write(const Term *Address, const Term *Value) {
    S = Access.write(S, Address, {Value, nullptr, &Self});
  }
  const Term *read(const Term *Address) const {
    return Access.read(S, Address).Value;
  }

  std::unique_ptr<ASTUnit> Unit;
  CallContext Self, Other;
  StepBudget Work{~uint64_t(0)};
  Limits Within{Budgets::of(EffortLevel::Normal)};
  TermArena A;
  State::Factory States;
  StateAccess Access;
  State S;
};

TEST_F(StateTest, ReadsWhatWasWritten) {
  EXPECT_EQ(read(local("v")), nullptr);
  write(local("v"), c(1));
  write(local("w"), c(2));
  EXPECT_EQ(read(local("v")), c(1));
  write(local("v"), c(3));
  EXPECT_EQ(read(local("v")), c(3));
  EXPECT_EQ(read(local("w")), c(2));
}

TEST_F(StateTest, StatesAreImmutable) {
  write(local("v"), c(1));
  State Before = S;
  write(local("v"), c(2));
  EXPECT_EQ(Access.read(Before, local("v")).Value, c(1));
  EXPECT_EQ(read(local("v")), c(2));
}

TEST_F(StateTest, DefinitionsKeepTheirOwner) {
  S = Access.write(S, local("v"), {c(1), nullptr, &Other});
  EXPECT_EQ(Access.read(S, local("v")).Owner, &Other);
}

TEST_F(StateTest, RecordsAreSpreadOverFields) {
  const Term *P = A.record(record("P"), {unknown("n"), c(2)});
  write(local("v"), A.record(record("Q"), {P, c(3)}));
  const Term *Inner = A.fieldOf(local("v"), field("Q", 0));
  EXPECT_EQ(read(A.fieldOf(Inner, field("P", 0))), unknown("n"));
  EXPECT_EQ(read(A.fieldOf(Inner, field("P", 1))), c(2));
  EXPECT_EQ(read(A.fieldOf(local("v"), field("Q", 1))), c(3));
  write(A.fieldOf(Inner, field("P", 1)), c(9));
  EXPECT_EQ(Access.snapshot(S, local("v"), *record("Q")).Value,
            A.record(record("Q"),
                     {A.record(record("P"), {unknown("n"), c(9)}), c(3)}));
}

TEST_F(StateTest, WholeValueReplacesFields) {
  write(A.fieldOf(local("v"), field("P", 0)), c(1));
  write(local("v"), unknown("n"));
  EXPECT_EQ(read(A.fieldOf(local("v"), field("P", 0))),
            A.extract(unknown("n"), field("P", 0)));
  EXPECT_EQ(Access.snapshot(S, local("v"), *record("P")).Value, unknown("n"));
}

TEST_F(StateTest, FieldReplacesPartOfAWholeValue) {
  write(local("v"), unknown("n"));
  write(A.fieldOf(local("v"), field("P", 1)), c(5));
  EXPECT_EQ(
      Access.snapshot(S, local("v"), *record("P")).Value,
      A.record(record("P"), {A.extract(unknown("n"), field("P", 0)), c(5)}));
}

TEST_F(StateTest, FieldsNeverWrittenAreUndefined) {
  write(A.fieldOf(local("v"), field("P", 1)), c(5));
  EXPECT_EQ(Access.snapshot(S, local("v"), *record("P")).Value,
            A.record(record("P"), {A.undefined(), c(5)}));
}

TEST_F(StateTest, ConstantElementsAreApart) {
  write(at(local("v"), c(0)), c(10));
  write(at(local("v"), c(1)), c(11));
  EXPECT_EQ(read(at(local("v"), c(0))), c(10));
  EXPECT_EQ(read(at(local("v"), c(1))), c(11));
  EXPECT_EQ(read(at(local("v"), c(2))), nullptr);
}

TEST_F(StateTest, UnknownElementMixesAll) {
  write(at(local("v"), c(0)), unknown("m"));
  write(at(local("v"), c(1)), c(11));
  const Term *Mix = read(at(local("v"), unknown("n")));
  EXPECT_TRUE(mentions(Mix, unknown("m")));
  EXPECT_TRUE(mentions(Mix, c(11)));
  EXPECT_TRUE(mentions(Mix, unknown("n")));
}

TEST_F(StateTest, WriteToAnUnknownElementReachesAll) {
  write(at(local("v"), c(0)), c(10));
  write(at(local("v"), unknown("n")), unknown("m"));
  for (const Term *Index : {c(0), c(1), unknown("n")}) {
    const Term *Mix = read(at(local("v"), Index));
    ASSERT_TRUE(Mix);
    // Straight or as an element of the mixed array.
    if (const auto *Element = dyn_cast<ExtractTerm>(Mix))
      Mix = Element->from();
    bool Found = mentions(Mix, unknown("m"));
    for (const Term *Part : Mix->operands())
      Found |= mentions(Part, unknown("m"));
    EXPECT_TRUE(Found) << show(Mix);
  }
  // A later write of one element is known again.
  write(at(local("v"), c(1)), c(7));
  EXPECT_EQ(read(at(local("v"), c(1))), c(7));
}

TEST_F(StateTest, UnknownElementOfStructsMixesTheField) {
  const Term *First = A.elementOf(local("v"), c(0), 8);
  const Term *Any = A.elementOf(local("v"), unknown("n"), 8);
  write(A.fieldOf(First, field("P", 0)), unknown("m"));
  EXPECT_TRUE(mentions(read(A.fieldOf(Any, field("P", 0))), unknown("m")));
}

TEST_F(StateTest, LeavingErasesWhatTheActivationOwns) {
  write(local("v"), c(1));
  const Term *Inner = A.local(&Other, cast<ValueDecl>(decl("v")));
  write(A.fieldOf(Inner, field("P", 0)), c(2));
  write(A.returnSlot(&Other), c(3));
  S = Access.leave(S, Other);
  EXPECT_EQ(read(local("v")), c(1));
  EXPECT_EQ(read(A.fieldOf(Inner, field("P", 0))), nullptr);
  EXPECT_EQ(read(A.returnSlot(&Other)), nullptr);
}

// Members of a union share memory.
TEST_F(StateTest, SnapshotOfAUnionHoldsEveryMember) {
  write(A.fieldOf(local("v"), field("U", 1)), unknown("n"));
  Definition Whole = Access.snapshot(S, local("v"), *record("U"));
  ASSERT_TRUE(Whole.Value);
  EXPECT_NE(Whole.Value->kind(), TermKind::Record);
  EXPECT_TRUE(mentions(Whole.Value, unknown("n")));
}

TEST(StateOfKernels, UnknownWritesInLoopsComeToAnEnd) {
  AnalysedKernel K(R"(
    __global__ void k(int n) {
      int a[4] = {};
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < 4; ++j) { a[j] = a[i] + j; a[j + 1] += threadIdx.x; }
      int seen = a[2];
    }
  )");
  EXPECT_TRUE(K.facts().isComplete());
  EXPECT_EQ(K.scopeOf("seen"), warplint::Scope::Thread);
}

TEST(StateOfKernels, UnionMembersShareMemory) {
  AnalysedKernel K(R"(
    union U { int i; unsigned u; };
    __global__ void k() {
      U a; a.i = 1; a.u = threadIdx.x;
      int other = a.i;
      U b = a; int copied = b.i;
    }
  )");
  EXPECT_EQ(K.scopeOf("other"), warplint::Scope::Thread);
  EXPECT_EQ(K.scopeOf("copied"), warplint::Scope::Thread);
}

} // namespace state_test
