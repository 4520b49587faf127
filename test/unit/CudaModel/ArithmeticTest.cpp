//===--- ArithmeticTest.cpp - Integer functions of the libraries ----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/Arithmetic.h"
#include "Syntax/TreeVisitor.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"
#include <map>

namespace arithmetic_test {
using namespace warplint;

class Functions : public syntax::TreeVisitor {
public:
  bool VisitFunctionDecl(clang::FunctionDecl *F) override {
    Found[F->getQualifiedNameAsString()] = arithmeticOf(*F);
    return true;
  }
  std::map<std::string, std::optional<ArithmeticFunction>> Found;
};

TEST(Arithmetic, FunctionsOfIntegers) {
  auto Unit = clang::tooling::buildASTFromCode(R"(
    int __nv_min(int, int);
    unsigned __umul24(unsigned, unsigned);
    int abs(int);
    namespace std { const int &max(const int &a, const int &b); }
    double min(double, double);
    int ullmax(int);
    struct S { int umin(int, int); };
    namespace mine { int llmin(int, int); }
  )");
  ASSERT_TRUE(Unit);
  Functions All;
  All.TraverseAST(Unit->getASTContext());
  using Function = ArithmeticFunction;
  EXPECT_EQ(All.Found["__nv_min"], Function::Minimum);
  EXPECT_EQ(All.Found["__umul24"], Function::Product);
  EXPECT_EQ(All.Found["abs"], Function::Absolute);
  EXPECT_EQ(All.Found["std::max"], Function::Maximum);
  EXPECT_EQ(All.Found["min"], std::nullopt);
  EXPECT_EQ(All.Found["ullmax"], std::nullopt);
  EXPECT_EQ(All.Found["S::umin"], std::nullopt);
  EXPECT_EQ(All.Found["mine::llmin"], std::nullopt);
}

} // namespace arithmetic_test
