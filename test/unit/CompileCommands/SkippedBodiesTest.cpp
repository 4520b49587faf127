//===--- SkippedBodiesTest.cpp - Bodies of which nothing is asked --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/SkippedBodies.h"
#include "Syntax/TreeVisitor.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Sema/SemaConsumer.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"
#include <set>

namespace unasked_bodies_test {
using namespace clang;
using namespace warplint;

using Names = std::set<std::string>;

/// What became of the functions of a unit.
struct Bodies {
  Names Skipped;   ///< Without the body that is written.
  Names Waiting;   ///< Templates whose bodies nothing asked for.
  Names Instances; ///< Instances of templates that have bodies, with types.
};

class Reader : public SemaConsumer, public syntax::TreeVisitor {
public:
  Reader(CompilerInstance &Compiler, Bodies &Seen)
      : syntax::TreeVisitor({/*Instances=*/true, /*ImplicitCode=*/false}),
        Unasked(Compiler), Seen(Seen) {}
  void InitializeSema(Sema &Unit) override { Unasked.begin(Unit); }
  void HandleCXXImplicitFunctionInstantiation(FunctionDecl *Function) override {
    Unasked.leaveOut(*Function);
  }
  bool shouldSkipFunctionBody(Decl *Function) override {
    return Unasked.contains(*Function);
  }
  void HandleTranslationUnit(ASTContext &Context) override {
    EXPECT_FALSE(Context.getDiagnostics().hasErrorOccurred());
    TraverseDecl(Context.getTranslationUnitDecl());
  }
  bool VisitFunctionDecl(FunctionDecl *F) override {
    if (F->hasSkippedBody())
      Seen.Skipped.insert(F->getNameAsString());
    else if (F->isLateTemplateParsed())
      Seen.Waiting.insert(F->getNameAsString());
    else if (F->isTemplateInstantiation() && F->getBody()) {
      std::string Name;
      llvm::raw_string_ostream Text(Name);
      F->getNameForDiagnostic(Text, F->getASTContext().getPrintingPolicy(),
                              /*Qualified=*/true);
      Seen.Instances.insert(Name);
    }
    return true;
  }

private:
  parsing::SkippedBodies Unasked;
  Bodies &Seen;
};

class ReadAction : public ASTFrontendAction {
public:
  explicit ReadAction(Bodies &Seen) : Seen(Seen) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &Compiler,
                                                 llvm::StringRef) override {
    parsing::SkippedBodies::allow(Compiler.getFrontendOpts());
    return std::make_unique<Reader>(Compiler, Seen);
  }

private:
  Bodies &Seen;
};

Bodies bodiesIn(llvm::StringRef Code) {
  Bodies Seen;
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
  int size() { return sizeof(T); }
  __host__ __device__ T &at(T *p) { return *p; }
};
template <class T> __host__ __device__ void copy(T *p, const T *q) { *p = *q; }
template <class T> constexpr T twice(T v) { return v + v; }
template <auto Function> int called() { return Function(); }
template <class F> __host__ __device__ void apply(F f) { f(); }
)"},
      {"/toolkit/detail/below.h", "inline int below() { return 1; }\n"},
      {"/standard/cstddef", "#pragma once\nnamespace std { inline int "
                            "standard() { return 1; } }\n"},
      {"/theirs/start.h",
       "template <class K> int start(K k) { return k ? 1 : 0; }\n"}};
  EXPECT_TRUE(tooling::runToolOnCodeWithArgs(
      std::make_unique<ReadAction>(Seen), Code,
      {"-x", "cuda", "-std=c++17", "-nocudainc", "-nocudalib", "-nostdinc",
       "--cuda-device-only", "--cuda-gpu-arch=sm_90",
       "-Wno-unknown-cuda-version", "-isystem", "/theirs", "-isystem",
       "/toolkit", "-isystem", "/standard"},
      "/unit.cu", "test", std::make_shared<PCHContainerOperations>(), Files));
  return Seen;
}
/// The functions whose bodies are left out of \p Code.
Names skippedIn(llvm::StringRef Code) { return bodiesIn(Code).Skipped; }
/// The instances that clang makes for \p Code.
Names instancesIn(llvm::StringRef Code) { return bodiesIn(Code).Instances; }

TEST(SkippedBodies, AreThoseOfTheHostInTheToolkit) {
  EXPECT_EQ(skippedIn("#include <cuda_runtime_api.h>\n"),
            (Names{"onHost", "saidHost", "Timer", "elapsed"}));
  EXPECT_EQ(skippedIn("#include <detail/below.h>\n"), Names{"below"});
  EXPECT_EQ(skippedIn("#include <cstddef>\n"), Names{"standard"});
}

TEST(SkippedBodies, AreNotThoseThatInstantiateTheUsers) {
  Names Skipped =
      skippedIn("#include <cuda_runtime_api.h>\n"
                "struct Own { Own of() { return *this; } };\n"
                "int own() { ofAnyType(Own()); return deduced(); }\n"
                "static_assert(number() == 3);\n");
  EXPECT_FALSE(Skipped.count("ofAnyType"));
  EXPECT_TRUE(Skipped.count("onHost"));
}

TEST(SkippedBodies, AreInstancesForNothingOfTheUsers) {
  llvm::StringRef Own = "#include <cuda_runtime_api.h>\n"
                        "struct Own { Own of() { return *this; } };\n"
                        "enum Kind { First };\n"
                        "int chosen() { return 1; }\n";
  auto With = [&](llvm::StringRef Code) {
    return instancesIn((Own + Code).str());
  };
  EXPECT_EQ(With("int own() { return Table<int>().size(); }\n"), Names{});
  EXPECT_EQ(With("int own(Table<int *> t) { return t.size(); }\n"), Names{});
  EXPECT_EQ(With("int own(Table<Timer> t) { return t.size(); }\n"), Names{});
  EXPECT_EQ(With("int own(int *p) { copy(p, p); return 1; }\n"), Names{});
  EXPECT_EQ(With("int own(Table<Own> t) { return t.size(); }\n"),
            Names{"Table<Own>::size"});
  EXPECT_EQ(With("int own(Table<Own **> t) { return t.size(); }\n"),
            Names{"Table<Own **>::size"});
  EXPECT_EQ(With("int own(Table<Table<Own>> t) { return t.size(); }\n"),
            Names{"Table<Table<Own>>::size"});
  EXPECT_EQ(With("int own(Table<int (Own::*)()> t) { return t.size(); }\n"),
            Names{"Table<int (Own::*)()>::size"});
  EXPECT_EQ(With("int own(Table<Kind> t) { return t.size(); }\n"),
            Names{"Table<Kind>::size"});
  EXPECT_EQ(With("int own() { return called<chosen>(); }\n"),
            Names{"called<&chosen>"});
  EXPECT_EQ(With("int own() { return called<onHost>(); }\n"), Names{});
  // What constant expressions may need.
  EXPECT_EQ(With("int own(int v) { return twice(v); }\n"), Names{"twice<int>"});
  // A template of the user's, for what is not.
  EXPECT_EQ(With("template <class T> T mine(T v) { return v; }\n"
                 "int own(int v) { return mine(v); }\n"),
            Names{"mine<int>"});
}

TEST(SkippedBodies, AreNotInstancesForTheDevice) {
  llvm::StringRef Host = "void host(int *p, Table<int> t)"
                         " { copy(p, &t.at(p)); }\n",
                  Device = "__global__ void kernel(int *p, Table<int> t)"
                           " { copy(p, &t.at(p)); }\n";
  auto With = [&](llvm::StringRef First, llvm::StringRef Second) {
    return instancesIn(
        ("#include <cuda_runtime_api.h>\n" + First + Second).str());
  };
  const Names Both = {"copy<int>", "Table<int>::at"};
  EXPECT_EQ(With(Host, ""), Names{});
  EXPECT_EQ(With(Device, ""), Both);
  EXPECT_EQ(With(Host, Device), Both);
  EXPECT_EQ(With(Device, Host), Both);
  // A lambda may be for both sides.
  EXPECT_TRUE(With(Host, "void lambda(int *p)"
                         " { apply([=] { copy(p, p); }); }\n")
                  .count("copy<int>"));
}

TEST(SkippedBodies, OfTemplatesWaitForAnInstance) {
  Bodies Seen = bodiesIn("#include <cuda_runtime_api.h>\n"
                         "template <class T> T mine(T v) { return v; }\n"
                         "struct Own { Own of() { return *this; } };\n"
                         "Own own(Own o) { return ofAnyType(o); }\n"
                         "#include <detail/below.h>\n"
                         "template <class T> T after(T v) { return v; }\n");
  EXPECT_TRUE(Seen.Waiting.count("copy"));
  EXPECT_TRUE(Seen.Waiting.count("size"));
  EXPECT_FALSE(Seen.Waiting.count("ofAnyType"));
  EXPECT_FALSE(Seen.Waiting.count("mine"));
  EXPECT_FALSE(Seen.Waiting.count("after"));
}

TEST(SkippedBodies, AreNotThoseOfOthers) {
  EXPECT_EQ(skippedIn("#include <start.h>\n"
                      "void kernel(int *p);\n"
                      "int own() { return start(kernel); }\n"),
            Names{});
}

} // namespace unasked_bodies_test
