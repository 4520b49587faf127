//===--- SliceTest.cpp ----------------------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Proof/Slice.h"
#include "Proof/Points.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"
#include "gtest/gtest.h"

namespace slice_test {
using namespace warplint;

/// The text of what can go if the function `root` stays.
std::vector<std::string> goneOf(llvm::StringRef Code) {
  auto Unit = clang::tooling::buildASTFromCodeWithArgs(Code, {"-std=c++17"});
  std::vector<std::string> Gone;
  for (auto [Begin, End] : proof::unneededFunctions(
           Unit->getASTContext(),
           [](const clang::FunctionDecl &F) { return F.getName() == "root"; }))
    Gone.push_back(Code.substr(Begin, End - Begin).str());
  return Gone;
}

using Texts = std::vector<std::string>;

TEST(Slice, WhatTheRootNamesStays) {
  EXPECT_EQ(goneOf("int a() { return 1; }\n"
                   "static inline int b() { return a(); }\n"
                   "int c() { return b(); }\n"
                   "int root() { return b(); }\n"),
            Texts({"int c() { return b(); }"}));
}

TEST(Slice, SpecifiersAndTemplatesGoWithTheFunction) {
  EXPECT_EQ(goneOf("template <class T> static T a(T x) { return x; }\n"
                   "extern \"C\" int b() { return a(2); }\n"
                   "namespace n { static int c() { return 2; } }\n"
                   "int root() { return 0; }\n"),
            Texts({"template <class T> static T a(T x) { return x; }",
                   "extern \"C\" int b() { return a(2); }",
                   "static int c() { return 2; }"}));
}

TEST(Slice, WhatVariablesClassesAndMacrosNameStays) {
  EXPECT_EQ(goneOf("int a() { return 1; }\nint b() { return 1; }\n"
                   "int c() { return 1; }\nint d() { return 1; }\n"
                   "int x = a();\nstruct S { int m() { return b(); } };\n"
                   "#define CALLS c()\nint root() { return CALLS; }\n"),
            Texts({"int d() { return 1; }"}));
}

TEST(Slice, WhatMacrosMakeStays) {
  EXPECT_EQ(goneOf("#define MADE(name) int name() { return 1; }\n"
                   "MADE(a)\nint b() { return 2; }\n"
                   "int root() { return 0; }\n"),
            Texts({"int b() { return 2; }"}));
}

TEST(Slice, DirectivesStayWhole) {
  EXPECT_EQ(goneOf("#if 1\nint a() {\n#else\nint b() {\n#endif\nreturn 1; }\n"
                   "int c() {\n#if 1\nreturn 1;\n#endif\n}\n"
                   "int d() {\n#define X 1\nreturn X; }\n"
                   "int root() { return 0; }\n"),
            Texts({"int c() {\n#if 1\nreturn 1;\n#endif\n}"}));
}

/// Lines of points, those of places negative.
std::vector<int> pointsOf(llvm::StringRef Code, std::vector<unsigned> Lines) {
  auto Unit = clang::tooling::buildASTFromCodeWithArgs(Code, {"-std=c++17"});
  std::vector<int> Points;
  clang::FileID Main = Unit->getSourceManager().getMainFileID();
  for (const proof::DelayPoint &Each :
       proof::findPoints(Unit->getASTContext(), {{Main, Lines}}, {}))
    Points.push_back(Each.OfFinding ? -int(Each.Line) : int(Each.Line));
  return Points;
}

TEST(Points, StandBeforeStatementsOfBlocks) {
  EXPECT_EQ(pointsOf("void f(int *p) {\n" // 1
                     "  int x = 0;\n"     // 2
                     "  if (x)\n"         // 3
                     "    p[0] = 1;\n"    // 4
                     "  for (;;) {\n"     // 5
                     "    ++x;\n"         // 6
                     "  }\n"
                     "}\n"
                     "void g() { int y; }\n",
                     {4, 6}),
            std::vector<int>({2, -3, 5, -6}));
}

TEST(Points, NotWhatTheCompilerRunsNorLabels) {
  EXPECT_EQ(pointsOf("constexpr int f(int x) {\n"
                     "  x += 1;\n"
                     "  return x; }\n"
                     "void g(int x) {\n" // 4
                     "  switch (x) {\n"  // 5
                     "  case 1:\n"
                     "    x = 2;\n"
                     "    x = 3;\n" // 8
                     "  }\n"
                     "}\n",
                     {2, 8}),
            std::vector<int>({5, -8}));
}

} // namespace slice_test
