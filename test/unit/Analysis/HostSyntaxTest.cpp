//===--- HostSyntaxTest.cpp - What expressions of the host name -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Launches/HostSyntax.h"
#include "AnalysedKernel.h"
#include "Analysis/HostInterpreter/HostSyntaxMemo.h"

namespace host_syntax_test {
using namespace warplint;
using namespace warplint::test;

/// A function of the host, and what its variables are initialized with.
struct HostFunction {
  explicit HostFunction(const std::string &Body)
      : Unit("struct Base { int b; };"
             "struct Record : Base { int a; int *p; int n[4];"
             "  int get() const { return a; } void set(int); };"
             "struct Virtual { virtual void run() {} };"
             "int apart(int n); int whole(int n) { return n; }"
             "static int hidden(int); int unit; extern int shown;"
             "void f(int n, Record r, Record *q, Virtual *v) {" +
             Body + "}") {}
  const clang::FunctionDecl &function() const { return Unit.function("f"); }
  const clang::VarDecl &variable(llvm::StringRef Name) const {
    for (const clang::Decl *D : function().decls())
      if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(D))
        if (Var->getName() == Name)
          return *Var;
    ADD_FAILURE() << "no variable " << Name.str();
    std::abort();
  }
  const clang::Expr &init(llvm::StringRef Name) const {
    return *variable(Name).getInit();
  }
  const clang::CallExpr &call(llvm::StringRef Name) const {
    return *llvm::cast<clang::CallExpr>(host::withoutCasts(&init(Name)));
  }
  AnalysedUnit Unit;
};

static std::string nameOf(const clang::VarDecl *Var) {
  return Var ? Var->getNameAsString() : "none";
}

TEST(HostSyntaxTest, AddressesAndNames) {
  HostFunction F("void *a = (void *)(&r.a); int *b = q->n; int c = r.b;"
                 "int d = q->a;");
  const clang::Expr *Of = host::addressedBy(F.init("a"));
  ASSERT_TRUE(Of);
  EXPECT_EQ(F.Unit.text(Of), "r.a");
  EXPECT_FALSE(host::addressedBy(F.init("b")));
  ASSERT_TRUE(host::nameIn(&F.init("c")));
  EXPECT_EQ(F.Unit.text(host::nameIn(&F.init("c"))), "r");
  EXPECT_FALSE(host::nameIn(&F.init("d")));
}

TEST(HostSyntaxTest, VariablesBehindWhatIsWritten) {
  HostFunction F("long c = (long)((n)); int m = r.n[2]; int t = q->a;"
                 "int s = n + 1; bool e = __builtin_expect(n, 1);");
  EXPECT_EQ(nameOf(host::namedVariable(F.init("c"))), "n");
  EXPECT_EQ(nameOf(host::namedVariable(F.init("m"))), "none");
  EXPECT_EQ(nameOf(host::variableOf(&F.init("m"))), "r");
  EXPECT_EQ(nameOf(host::variableOf(&F.init("s"))), "none");
  const clang::Expr *Expected =
      host::expectedBy(host::withoutCasts(&F.init("e")));
  ASSERT_TRUE(Expected);
  EXPECT_EQ(nameOf(host::namedVariable(*Expected)), "n");
  EXPECT_FALSE(host::expectedBy(&F.init("s")));
}

TEST(HostSyntaxTest, AReferenceNamesAFixedPart) {
  HostFunction F("int &part = r.a; int &moved = r.n[n]; int copy = r.a;");
  ASSERT_TRUE(host::partNamedBy(F.variable("part")));
  EXPECT_EQ(F.Unit.text(host::partNamedBy(F.variable("part"))), "r.a");
  EXPECT_FALSE(host::partNamedBy(F.variable("moved")));
  EXPECT_FALSE(host::partNamedBy(F.variable("copy")));
}

TEST(HostSyntaxTest, PartsAreFieldsThenBases) {
  const Limits Within(Budgets::of(EffortLevel::Normal));
  HostFunction F("Record other = r;");
  auto Parts = host::partsOfSmall(F.variable("other").getType(), Within);
  ASSERT_EQ(Parts.size(), 4u);
  EXPECT_EQ(Parts[0].Field->getName(), "a");
  EXPECT_FALSE(Parts[3].Field);
  const auto *Class = F.variable("other").getType()->getAsCXXRecordDecl();
  EXPECT_EQ(host::placeOfBase(*Class, 0), 3u);
  EXPECT_TRUE(host::partsOfSmall(F.variable("n").getType(), Within).empty());
}

TEST(HostSyntaxTest, ACallIsCertainUnlessItIsVirtual) {
  HostFunction F("int a = whole(n); int b = apart(n); int c = r.get();"
                 "int (*p)(int) = whole; int d = p(n);");
  ASSERT_TRUE(host::calleeOf(F.call("a")));
  EXPECT_EQ(host::calleeOf(F.call("a"))->getName(), "whole");
  EXPECT_FALSE(host::calleeOf(F.call("d")));
  EXPECT_FALSE(
      host::mayBeElsewhere(*host::calleeOf(F.call("a")), F.Unit.context()));
  EXPECT_TRUE(
      host::mayBeElsewhere(*host::calleeOf(F.call("b")), F.Unit.context()));
  EXPECT_FALSE(
      host::isOfLibrary(*host::calleeOf(F.call("a")), F.Unit.context()));
  EXPECT_FALSE(host::changedObject(F.call("c")));
}

TEST(HostSyntaxTest, OnlyReferencesToVariablesAllowChange) {
  HostFunction F("int &r1 = n; const int &r2 = n; int *p = &n;");
  EXPECT_TRUE(host::allowsChange(F.variable("r1").getType()));
  EXPECT_FALSE(host::allowsChange(F.variable("r2").getType()));
  EXPECT_FALSE(host::allowsChange(F.variable("p").getType()));
}

TEST(HostSyntaxTest, PathsOutAreNotThoseOfLambdas) {
  EXPECT_TRUE(
      host::holdsPathOut(HostFunction("if (n) return;").function().getBody()));
  EXPECT_FALSE(host::holdsPathOut(
      HostFunction("auto l = [] { return 1; };").function().getBody()));
  EXPECT_FALSE(host::holdsPathOut(nullptr));
}

TEST(HostSyntaxTest, AVariableWithoutAnotherDeclarationIsOurs) {
  AnalysedUnit Unit("int unit; extern int shown; int shown; void f() {}");
  std::vector<bool> Ours;
  for (const clang::Decl *D : Unit.context().getTranslationUnitDecl()->decls())
    if (const auto *Var = llvm::dyn_cast<clang::VarDecl>(D))
      if (Var->getName() == "unit" ||
          (Var->getName() == "shown" && Var->getPreviousDecl()))
        Ours.push_back(host::isOurs(*Var));
  EXPECT_EQ(Ours, (std::vector<bool>{true, false}));
}

TEST(HostSyntaxMemo, ConstantsAndGotos) {
  HostFunction F("const int c = 6 * 7; int d = n + 1; float x = 2.5f;"
                 "unsigned long big = ~0ul;"
                 "auto jumps = [] { again: goto again; };"),
      Jumping("int d = n; back: if (--d) goto back;");
  host::HostSyntaxMemo Memo(F.Unit.context());
  EXPECT_EQ(Memo.constant(F.init("c")), llvm::APSInt::get(42).trunc(32));
  EXPECT_FALSE(Memo.constant(F.init("d")));
  EXPECT_FALSE(Memo.constant(F.init("x"))); // No integer.
  ASSERT_TRUE(Memo.constant(F.init("big")));
  EXPECT_FALSE(Memo.constant(F.init("big"))->isRepresentableByInt64());
  // The same when it is asked again, and in lambdas the jumps are not its own.
  EXPECT_FALSE(Memo.constant(F.init("d")));
  EXPECT_FALSE(Memo.hasGoto(*F.function().getBody()));
  EXPECT_TRUE(host::HostSyntaxMemo(Jumping.Unit.context())
                  .hasGoto(*Jumping.function().getBody()));
}

} // namespace host_syntax_test
