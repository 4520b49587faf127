//===--- MemoryFormsTest.cpp - Fields, arrays and parts of objects --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Budgets/StepBudget.h"
#include "Analysis/Expr/ClassFields.h"
#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/Expr/Contradictions.h"
#include "Analysis/Expr/RecordOffsets.h"
#include "Analysis/HostInterpreter/DistinctArrayContents.h"
#include "Analysis/SymbolicExecution/ConstantObjects.h"
#include "Analysis/SymbolicExecution/DeclaredExtents.h"
#include "Analysis/SymbolicExecution/WideStores.h"

namespace memory_forms_test {
using namespace clang;
using namespace warplint;
using namespace warplint::test;

/// The record that a variable \p Name in function `k` has the type of.
static const CXXRecordDecl &recordOf(const AnalysedKernel &K,
                                     llvm::StringRef Name) {
  return *K.variable(Name).getType()->getAsCXXRecordDecl();
}

static const FieldDecl &field(const RecordDecl &Record, unsigned I) {
  return **std::next(Record.field_begin(), I);
}

TEST(ClassFieldsTest, OwnFieldsComeBeforeThoseOfBases) {
  AnalysedKernel K("struct A { int a; }; struct B : A { int b, c; };"
                   "__global__ void k() { B seen; }");
  ClassFields Found = fieldsOfClass(recordOf(K, "seen"), K.facts().limits());
  Texts Names;
  for (const FieldDecl *Each : Found)
    Names.push_back(Each->getNameAsString());
  EXPECT_EQ(Names, (Texts{"b", "c", "a"}));
  // Too many that are inherited.
  Budgets Few = Budgets::of(EffortLevel::Normal);
  Few.InheritedFields = 0;
  Limits Within(Few);
  EXPECT_EQ(fieldsOfClass(recordOf(K, "seen"), Within).size(), 2u);
  EXPECT_EQ(Within.counts().size(), 1u);
}

TEST(RecordOffsetsTest, BasesAndBitFields) {
  AnalysedKernel K("struct A { int a; }; struct B { long b; };"
                   "struct V : virtual A {};"
                   "struct C : A, B { int x : 4, y : 8; int : 0; int z : 2; };"
                   "__global__ void k() { A a; B b; C c; V v; }");
  const CXXRecordDecl &A = recordOf(K, "a"), &B = recordOf(K, "b"),
                      &C = recordOf(K, "c"), &V = recordOf(K, "v");
  const ASTContext &Context = K.unit().context();
  EXPECT_EQ(offsetOfBase(C, A, Context), 0);
  EXPECT_EQ(offsetOfBase(C, B, Context), 8);
  EXPECT_EQ(offsetOfBase(C, C, Context), 0);
  EXPECT_FALSE(offsetOfBase(A, B, Context));
  EXPECT_FALSE(offsetOfBase(V, A, Context));
  const FieldDecl &X = field(C, 0), &Y = field(C, 1), &Z = field(C, 3);
  EXPECT_TRUE(areInOneWord(X, Y));
  EXPECT_FALSE(areInOneWord(X, Z));
  EXPECT_EQ(offsetOfAccess(X, Context), offsetOfAccess(Y, Context));
  EXPECT_EQ(*offsetOfAccess(Z, Context) - *offsetOfAccess(X, Context), 4);
}

TEST(ConditionPartsTest, ConjunctsThroughNegations) {
  StepBudget Work(1000);
  const Limits Within(Budgets::of(EffortLevel::Normal));
  TermArena A({}, Work, Within);
  const Term *X = A.symbol({}), *Y = A.symbol({}), *Z = A.symbol({});
  const Term *Either = A.binary(BO_LOr, X, Y);
  const Term *Both = A.binary(BO_LAnd, A.unary(UO_LNot, Either), Z);
  auto Found = partsOf(Both, true);
  ASSERT_EQ(Found.size(), 3u);
  for (const ConditionPart &Part : Found)
    EXPECT_EQ(Part.Holds, Part.Says == Z);
  // What one of two conditions is, nobody knows.
  ASSERT_EQ(partsOf(Both, false).size(), 1u);
  EXPECT_EQ(partsOf(Either, true)[0].Says, Either);
}

TEST(ContradictionsTest, ComparisonsOfOneTermExcludeEachOther) {
  StepBudget Work(1000);
  const Limits Within(Budgets::of(EffortLevel::Normal));
  TermArena A({}, Work, Within);
  const Term *X = A.symbol({}), *Y = A.symbol({});
  auto Is = [&](BinaryOperatorKind Op, const Term *T, int64_t Value) {
    return A.binary(Op, T, A.constant(Value));
  };
  EXPECT_TRUE(exclude(Is(BO_EQ, X, 4), true, Is(BO_LT, X, 4), true));
  EXPECT_TRUE(exclude(Is(BO_EQ, X, 4), true, Is(BO_LE, X, 4), false));
  EXPECT_TRUE(exclude(X, true, X, false));
  EXPECT_FALSE(exclude(Is(BO_EQ, X, 3), true, Is(BO_LT, X, 4), true));
  EXPECT_FALSE(exclude(Is(BO_EQ, X, 4), false, Is(BO_LT, X, 4), true));
  EXPECT_FALSE(exclude(Is(BO_EQ, X, 4), true, Is(BO_LT, Y, 4), true));
}

TEST(DeclaredExtentsTest, ArraysOfVariablesAndMembers) {
  AnalysedKernel K("struct P { int rows[3][5]; };"
                   "__global__ void k(P *p, int *q, int i, int j) {"
                   "  __shared__ int t[7]; t[i] = 1; p->rows[i][j] = 2;"
                   "  q[i] = 3; }");
  std::vector<const Event *> Writes = K.writes();
  ASSERT_EQ(Writes.size(), 3u);
  auto Of = [&](unsigned I, const VarDecl *Var) {
    std::vector<std::pair<uint64_t, bool>> Extents;
    for (const DeclaredStep &Step :
         declaredSteps(Writes[I]->Address, Var, K.unit().context()))
      Extents.push_back({Step.Extent, Step.OfMember});
    return Extents;
  };
  using Steps = std::vector<std::pair<uint64_t, bool>>;
  EXPECT_EQ(Of(0, &K.variable("t")), (Steps{{7, false}}));
  EXPECT_EQ(Of(1, nullptr), (Steps{{3, true}, {5, true}}));
  EXPECT_EQ(Of(2, nullptr), Steps{});
}

TEST(ConstantObjectsTest, IntegersUnderConstantIndices) {
  AnalysedKernel K("constexpr int table[6] = {2, 3, 5, 7, 11, 13};"
                   "__device__ int open[4] = {2, 3, 5, 7};"
                   "__global__ void k(int n) {"
                   "  int prime = table[2]; int outside = table[6];"
                   "  int any = table[n]; int changed = open[2]; }");
  EXPECT_EQ(K.shown("prime"), "5");
  for (const char *Name : {"outside", "any", "changed"}) {
    const auto *Read = llvm::dyn_cast<LoadTerm>(K.valueOf(Name));
    ASSERT_TRUE(Read) << Name;
    EXPECT_FALSE(
        constantAt(Read->address(), K.unit().context(), K.facts().limits()))
        << Name;
  }
}

TEST(WideStoresTest, PartsThatAStoreReachesInto) {
  AnalysedKernel K("struct P { short a, b; int c; };"
                   "__global__ void k(P *p, short x) { p->a = x; p->c = x; }");
  std::vector<const Event *> Writes = K.writes();
  ASSERT_EQ(Writes.size(), 2u);
  auto Of = [&](unsigned I, int64_t Bytes) {
    return partsBehind(Writes[I]->Address, Bytes, K.facts().terms(),
                       K.unit().context())
        .size();
  };
  EXPECT_EQ(Of(0, 2), 0u);
  EXPECT_EQ(Of(0, 4), 1u);
  EXPECT_EQ(Of(0, 8), 2u);
  EXPECT_EQ(Of(1, 8), 0u);
}

/// What launches pass to the only parameter of `k` is filled by \p Body.
static bool passesDistinct(const std::string &Body) {
  AnalysedUnit Unit("__global__ void k(const int *p) { int seen = *p; }"
                    "void run(int n) { int a[64];" +
                    Body + " k<<<1, 64>>>(a); }");
  host::DistinctArrayContents Contents({&Unit.function("run")});
  return Contents.areDistinct(*Unit.function("k").getParamDecl(0));
}

TEST(DistinctArrayContentsTest, OnlyCountedElementsAreKnownToDiffer) {
  EXPECT_TRUE(passesDistinct("for (int i = 0; i < 64; ++i) a[i] = i;"));
  EXPECT_FALSE(passesDistinct("for (int i = 0; i < 64; ++i) a[i] = i / 2;"));
  EXPECT_FALSE(passesDistinct("for (int i = 0; i < 64; ++i) a[i] = i;"
                              "a[0] = n;"));
  EXPECT_FALSE(passesDistinct(""));
}

} // namespace memory_forms_test
