//===--- TreeVisitorTest.cpp ----------------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Syntax/TreeVisitor.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

namespace tree_visitor_test {
using namespace clang;
using namespace warplint;

/// Writes down where it comes: names, and brackets around functions and
/// lambdas.
class Recorder : public syntax::TreeVisitor {
public:
  explicit Recorder(bool Instances = false, bool ImplicitCode = false)
      : syntax::TreeVisitor({Instances, ImplicitCode}) {}

  std::string Path;
  std::string Skipped, Last; ///< Functions that the walk passes by or ends at.

protected:
  Traversal enter(Decl &D) override {
    const auto *F = dyn_cast<FunctionDecl>(&D);
    if (F && F->getNameAsString() == Skipped)
      return Traversal::Beside;
    if (F && F->getNameAsString() == Last)
      return Traversal::End;
    Path += F ? "(" : "";
    return Traversal::Into;
  }
  void leave(Decl &D) override { Path += isa<FunctionDecl>(D) ? ")" : ""; }
  Traversal enter(Stmt &S) override {
    Path += isa<LambdaExpr>(S) ? "[" : "";
    return Traversal::Into;
  }
  void leave(Stmt &S) override { Path += isa<LambdaExpr>(S) ? "]" : ""; }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    Path += F->getNameAsString();
    return true;
  }
  bool VisitCallExpr(CallExpr *Call) override {
    Path += " call";
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr *Ref) override {
    Path += " " + Ref->getDecl()->getNameAsString();
    return Ref->getDecl()->getNameAsString() != "stop";
  }
};

std::string pathOf(llvm::StringRef Code, Recorder Walk = Recorder()) {
  auto Unit = tooling::buildASTFromCodeWithArgs(Code, {"-std=c++17"});
  bool ToTheEnd = Walk.TraverseAST(Unit->getASTContext());
  return Walk.Path + (ToTheEnd ? "" : " ended");
}

TEST(TreeVisitor, WhatIsAroundComesFirst) {
  EXPECT_EQ(pathOf("int a, b; int f(int); int g() { return f(f(a)) + b; }"),
            "(f)(g call f call f a b)");
}

TEST(TreeVisitor, LambdasAreEnteredAndLeft) {
  EXPECT_EQ(
      pathOf("int a; void f() { auto l = [] { return a; }; l(); a = 1; }"),
      "(f[ a] call operator() l a)");
}

TEST(TreeVisitor, InstancesAndImplicitCode) {
  const char *Code = "template <class T> T t(T v) { return v; }\n"
                     "int x = t(1);";
  EXPECT_EQ(pathOf(Code), "(t v) call t");
  EXPECT_EQ(pathOf(Code, Recorder(/*Instances=*/true)), "(t v)(t v) call t");
  EXPECT_EQ(pathOf("struct S {}; void f(S a) { S b(a); }"), "(f a)");
  EXPECT_NE(pathOf("struct S {}; void f(S a) { S b(a); }",
                   Recorder(false, /*ImplicitCode=*/true)),
            "(f a)");
}

TEST(TreeVisitor, GoesBesideOrEnds) {
  const char *Code = "int a; int f() { return a; } int g() { return a; }";
  Recorder Beside;
  Beside.Skipped = "f";
  EXPECT_EQ(pathOf(Code, Beside), "(g a)");
  Recorder End;
  End.Last = "g";
  EXPECT_EQ(pathOf(Code, End), "(f a) ended");
  EXPECT_EQ(pathOf("int stop, a; void f() { stop = a; } void g() { a = 1; }"),
            "(f stop ended");
}

TEST(TreeVisitor, LongChainsDoNotTakeTheStack) {
  std::string Code = "int a; int f() { return a";
  for (unsigned I = 0; I < 5000; ++I)
    Code += " + a";
  std::string Path = pathOf(Code + "; }");
  EXPECT_EQ(llvm::StringRef(Path).count(" a"), 5001u);
}

} // namespace tree_visitor_test
