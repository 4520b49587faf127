//===--- HostApiTest.cpp - What calls of the host ask of a GPU ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/HostApi.h"
#include "ParsedCuda.h"
#include "llvm/ADT/StringSet.h"

namespace host_api_test {
using namespace warplint;
using namespace warplint::test;

/// The row of the first function called \p Name that \p Code declares.
const HostApiEntry *rowOf(const std::string &Code, llvm::StringRef Name) {
  ParsedCuda Unit(Code);
  for (const clang::Decl *D :
       Unit.Unit->getASTContext().getTranslationUnitDecl()->decls()) {
    if (const auto *Linkage = llvm::dyn_cast<clang::LinkageSpecDecl>(D))
      D = *Linkage->decls_begin();
    if (const auto *F = llvm::dyn_cast<clang::FunctionDecl>(D);
        F && F->getIdentifier() && F->getName() == Name)
      return lookupHostApi(*F);
  }
  return nullptr;
}

TEST(HostApi, NamesAreDistinct) {
  llvm::StringSet<> Names;
  for (const HostApiEntry &Row : hostApiTable())
    EXPECT_TRUE(Names.insert(Row.Name).second) << Row.Name.str();
}

TEST(HostApi, LaunchesNameTheirKernel) {
  for (const HostApiEntry &Row : hostApiTable()) {
    if (Row.Kind != HostCallKind::Launch)
      continue;
    EXPECT_GE(Row.KernelArg, 0) << Row.Name.str();
    EXPECT_TRUE(Row.ConfigArg >= 0 || (Row.GridArg >= 0 && Row.BlockArg >= 0))
        << Row.Name.str();
  }
}

TEST(HostApi, VariantsOfHeadersAreOneFunction) {
  const std::string Code =
      "extern \"C\" int cudaMemcpyAsync_ptsz(void *, const void *, size_t);"
      "extern \"C\" int cuMemFree_v2(void *); int cudaMystery();"
      "namespace other { int cudaFree(void *); }";
  const HostApiEntry *Copy = rowOf(Code, "cudaMemcpyAsync_ptsz");
  ASSERT_TRUE(Copy);
  EXPECT_EQ(Copy->Kind, HostCallKind::CopyAsync);
  const HostApiEntry *Free = rowOf(Code, "cuMemFree_v2");
  ASSERT_TRUE(Free);
  EXPECT_EQ(Free->Kind, HostCallKind::WaitDevice);
  EXPECT_FALSE(rowOf(Code, "cudaMystery"));
  EXPECT_FALSE(rowOf(Code, "cudaFree"));
}

} // namespace host_api_test
