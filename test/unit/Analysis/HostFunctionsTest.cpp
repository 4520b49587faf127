//===--- HostFunctionsTest.cpp - What functions do by their text ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AnalysedKernel.h"
#include "Analysis/Detectors/HostSync/KernelAccesses.h"
#include "Analysis/Detectors/HostSync/RemovedCalls.h"
#include "Analysis/HostInterpreter/LambdaEscape.h"
#include "Analysis/HostInterpreter/NoReturnFunctions.h"

namespace host_functions_test {
using namespace warplint;
using namespace warplint::test;

TEST(NoReturnFunctionsTest, AFunctionMayNeverReturn) {
  AnalysedUnit Unit("[[noreturn]] void leave();"
                    "void indirect() { int n = 1; leave(); }"
                    "void twice() { indirect(); }"
                    "void perhaps(int n) { if (n) leave(); }"
                    "void before(int n) { if (n) return; leave(); }"
                    "void plain() {}");
  host::NoReturnFunctions Functions;
  auto Never = [&](const char *Name) {
    return Functions.neverReturns(Unit.function(Name));
  };
  EXPECT_TRUE(Never("indirect"));
  EXPECT_TRUE(Never("twice"));
  EXPECT_FALSE(Never("perhaps"));
  EXPECT_FALSE(Never("before"));
  EXPECT_FALSE(Never("plain"));
  // The answer is kept.
  EXPECT_TRUE(Never("indirect"));
}

TEST(KernelAccesses, AKernelMayOnlyRead) {
  AnalysedUnit Unit("__device__ void take(int *p);"
                    "__device__ void set(int *p) { *p = 1; }"
                    "__global__ void k(int *reads, int *writes, const int *c,"
                    "                  int *passes, int *tests, int n) {"
                    "  if (tests == nullptr) return;"
                    "  writes[0] = reads[n] + c[0]; set(passes); }"
                    "__global__ void opens(int *reads) { take(nullptr); }"
                    "__global__ void unknown(int *p);"
                    "void f(int *p) { unknown<<<1, 1>>>(p); }");
  hostsync::AccessesOfKernels All(Unit.code());
  std::vector<bool> Written;
  for (unsigned I = 0; I < 5; ++I)
    Written.push_back(All.of(Unit.function("k")).mayWrite(I));
  EXPECT_EQ(Written, (std::vector<bool>{false, true, false, true, false}));
  EXPECT_TRUE(All.of(Unit.function("opens")).mayWrite(0));
}

TEST(LambdaEscapeTest, AReferenceToALambdaIsOne) {
  AnalysedUnit Unit("void f() { auto a = [] {}; auto &b = a; int c = 1; }");
  std::vector<const clang::CXXRecordDecl *> Found;
  for (const clang::Stmt *S : Unit.function("f").getBody()->children())
    for (const clang::Decl *D : llvm::cast<clang::DeclStmt>(S)->decls())
      Found.push_back(
          host::closureOf(llvm::cast<clang::VarDecl>(D)->getType()));
  ASSERT_EQ(Found.size(), 3u);
  EXPECT_TRUE(Found[0]);
  EXPECT_EQ(Found[0], Found[1]);
  EXPECT_FALSE(Found[2]);
}

TEST(LambdaEscapeTest, AnOutdatedCopyIsNotSeen) {
  AnalysedUnit Unit("void f() { int a = 1, b = 2; auto l = [a, &b] "
                    "{ return a + b; }; }");
  const clang::CXXRecordDecl *Closure = nullptr;
  const clang::VarDecl *A = nullptr;
  for (const clang::Stmt *S : Unit.function("f").getBody()->children())
    for (const clang::Decl *D : llvm::cast<clang::DeclStmt>(S)->decls()) {
      const auto *Var = llvm::cast<clang::VarDecl>(D);
      if (Var->getName() == "a")
        A = Var;
      if (Var->getName() == "l")
        Closure = host::closureOf(Var->getType());
    }
  ASSERT_TRUE(Closure && A);
  host::LambdaEscape Escape;
  auto Seen = [&] {
    Texts Names;
    Escape.forEachSeen(*Closure, [&](const clang::VarDecl &Var) {
      Names.push_back(Var.getNameAsString());
    });
    llvm::sort(Names);
    return Names;
  };
  EXPECT_EQ(Seen(), Texts({"a", "b"}));
  Escape.Outdated.insert({Closure, A});
  EXPECT_EQ(Seen(), Texts({"b"}));
}

TEST(RemovedCallsTest, CallsThatAreGoneAreNamedInOrder) {
  AnalysedUnit Unit("void f() { cudaDeviceSynchronize();"
                    "  cudaThreadSynchronize(); }");
  std::vector<hostsync::RemovedCall> Calls =
      hostsync::removedCalls(Unit.function("f"));
  ASSERT_EQ(Calls.size(), 1u);
  EXPECT_EQ(Unit.text(Calls[0].Call), "cudaThreadSynchronize()");
  EXPECT_TRUE(Calls[0].Api);
}

} // namespace host_functions_test
