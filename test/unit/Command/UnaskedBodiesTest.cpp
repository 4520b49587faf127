//===--- UnaskedBodiesTest.cpp - Bodies of which nothing is asked --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Command/UnaskedBodies.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"
#include <set>

using namespace clang;
using namespace warplint;

namespace {

using Names = std::set<std::string>;

class Reader : public ASTConsumer, public RecursiveASTVisitor<Reader> {
public:
  Reader(CompilerInstance &Compiler, Names &Skipped)
      : Unasked(Compiler), Skipped(Skipped) {}
  bool shouldSkipFunctionBody(Decl *Function) override {
    return Unasked.contains(*Function);
  }
  void HandleTranslationUnit(ASTContext &Context) override {
    EXPECT_FALSE(Context.getDiagnostics().hasErrorOccurred());
    TraverseDecl(Context.getTranslationUnitDecl());
  }
  bool shouldVisitTemplateInstantiations() const { return true; }
  bool VisitFunctionDecl(FunctionDecl *F) {
    if (F->hasSkippedBody())
      Skipped.insert(F->getNameAsString());
    return true;
  }

private:
  UnaskedBodies Unasked;
  Names &Skipped;
};

class ReadAction : public ASTFrontendAction {
public:
  explicit ReadAction(Names &Skipped) : Skipped(Skipped) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    UnaskedBodies::allow(Compiler.getFrontendOpts());
    return std::make_unique<Reader>(Compiler, Skipped);
  }

private:
  Names &Skipped;
};

/// The functions whose bodies are left out of \p Code.
Names skippedIn(llvm::StringRef Code) {
  Names Skipped;
  const tooling::FileContentMappings Files = {
      {"/toolkit/cuda_runtime_api.h", R"(
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __global__ __attribute__((global))
inline int onHost() { return 1; }
__host__ inline int saidHost() { return 1; }
template <class T> T ofAnyType(T v) { return v.of(); }
__host__ __device__ inline int onBoth() { return 1; }
__device__ inline int onDevice() { return 1; }
constexpr int number() { return 3; }
inline auto deduced() { return 1; }
struct Timer {
  Timer() : at(0) {}
  int at;
  int elapsed() { return at; }
  __device__ int cycles() { return at; }
  template <class T> int since(T t) { return at - t; }
};
template <class T> struct Table {
  int size() { return T::size; }
};
)"},
      {"/toolkit/detail/below.h", "inline int below() { return 1; }\n"},
      {"/standard/cstddef", "#pragma once\nnamespace std { inline int "
                            "standard() { return 1; } }\n"},
      {"/theirs/start.h",
       "template <class K> int start(K k) { return k ? 1 : 0; }\n"}};
  EXPECT_TRUE(tooling::runToolOnCodeWithArgs(
      std::make_unique<ReadAction>(Skipped), Code,
      {"-x", "cuda", "-std=c++17", "-nocudainc", "-nocudalib", "-nostdinc",
       "--cuda-device-only", "--cuda-gpu-arch=sm_90", "-Wno-unknown-cuda-version", "-isystem", "/theirs",
       "-isystem", "/toolkit", "-isystem", "/standard"},
      "/unit.cu", "test", std::make_shared<PCHContainerOperations>(), Files));
  return Skipped;
}

TEST(UnaskedBodies, AreThoseOfTheHostInTheToolkit) {
  EXPECT_EQ(skippedIn("#include <cuda_runtime_api.h>\n"),
            (Names{"onHost", "saidHost", "Timer", "elapsed"}));
  EXPECT_EQ(skippedIn("#include <detail/below.h>\n"), Names{"below"});
  EXPECT_EQ(skippedIn("#include <cstddef>\n"), Names{"standard"});
}

TEST(UnaskedBodies, AreNotThoseThatInstantiateTheUsers) {
  Names Skipped =
      skippedIn("#include <cuda_runtime_api.h>\n"
                "struct Own { Own of() { return *this; } };\n"
                "int own() { ofAnyType(Own()); return deduced(); }\n"
                "static_assert(number() == 3);\n");
  EXPECT_FALSE(Skipped.count("ofAnyType"));
  EXPECT_TRUE(Skipped.count("onHost"));
}

TEST(UnaskedBodies, AreNotThoseOfOthers) {
  EXPECT_EQ(skippedIn("#include <start.h>\n"
                      "void kernel(int *p);\n"
                      "int own() { return start(kernel); }\n"),
            Names{});
}

} // namespace
