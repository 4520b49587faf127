//===--- LeadingIncludesTest.cpp ------------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/LeadingIncludes.h"
#include "gtest/gtest.h"

namespace leading_includes_test {
using namespace warplint;

using Names = std::vector<std::string>;

static pch::LeadingText leadingText(llvm::StringRef Text, size_t AtMost,
                                    bool Trigraphs = true) {
  clang::LangOptions Cxx;
  Cxx.CPlusPlus = Cxx.LineComment = Cxx.Digraphs = true;
  Cxx.Trigraphs = Trigraphs;
  return warplint::pch::leadingText(Text, Cxx, AtMost);
}

static Names of(llvm::StringRef Text) { return leadingText(Text, 8).Includes; }

TEST(LeadingIncludes, AreInOrder) {
  EXPECT_EQ(of("#include <b>\n#include <a/c.h>\nint x;\n#include <d>\n"),
            (Names{"<b>", "<a/c.h>"}));
}

TEST(LeadingIncludes, SpacesAndCommentsAreNothing) {
  EXPECT_EQ(of("// one\n/* two\n */ #pragma once\n\n # include<a> // why\n"
               "#include\t<b>  /* and */\r\n#include <c>"),
            (Names{"<a>", "<b>", "<c>"}));
}

TEST(LeadingIncludes, KeepTheirQuotes) {
  EXPECT_EQ(of("#include \"a.h\"\n#include <b>\n#include \"c>.h\" // why\n"),
            (Names{"\"a.h\"", "<b>", "\"c>.h\""}));
  EXPECT_EQ(of("#include \"a\" \"b\"\n"), Names());
  EXPECT_EQ(of("#include \"a\n#include <b>\n"), Names());
  EXPECT_EQ(of("#include \"\"\n"), Names());
}

TEST(LeadingIncludes, EndWhereTheTextSpeaks) {
  EXPECT_EQ(of("#define N 1\n#include <a>\n"), Names());
  EXPECT_EQ(of("#include <a>\n#ifdef X\n#include <b>\n#endif\n"), Names{"<a>"});
  EXPECT_EQ(of("#include <a>\n#pragma pack(1)\n#include <c>\n"), Names{"<a>"});
  EXPECT_EQ(of("#include <a>\n#include HEADER\n#include <c>\n"), Names{"<a>"});
  EXPECT_EQ(of("#include <a>\n#include_next <b>\n#include <c>\n"),
            Names{"<a>"});
  EXPECT_EQ(of("#include <a>\nint x; #include <c>\n"), Names{"<a>"});
  EXPECT_EQ(of("#include <a>\n#\ninclude <c>\n"), Names{"<a>"});
}

TEST(LeadingIncludes, OddLinesAreNotTaken) {
  EXPECT_EQ(of("#include <a> int x;\n"), Names());
  EXPECT_EQ(of("#include <a\n#include <b>\n"), Names());
  EXPECT_EQ(of("#include <a> /* x */ int y; /* z */\n"), Names());
  EXPECT_EQ(of("#include <>\n"), Names());
  EXPECT_EQ(of("#include"), Names());
  EXPECT_EQ(of("#"), Names());
  EXPECT_EQ(of(""), Names());
  // To clang a zero is a space.
  EXPECT_EQ(of(llvm::StringRef("#include <a>\n\0#include <b>\n", 27)),
            (Names{"<a>", "<b>"}));
}

TEST(LeadingIncludes, CarriageReturnsEndLines) {
  EXPECT_EQ(of("#include <a> // c\r#define N 1\n#include <b>\n"), Names{"<a>"});
  EXPECT_EQ(of("#include <a>\r#include <b>\r\n#include <c>\r\r"),
            (Names{"<a>", "<b>", "<c>"}));
  EXPECT_EQ(of("#include <a> /* c\r*/\n#include <b>\n"), (Names{"<a>", "<b>"}));
  EXPECT_EQ(of("#include <a>\n#pragma once\rint x;\n#include <b>\n"),
            Names{"<a>"});
  pch::LeadingText Found =
      leadingText("#ifndef G // c\r#define F\n#define G\n", 8);
  EXPECT_EQ(Found.Guard, "");
  EXPECT_EQ(leadingText("#ifndef G\r#define G // c\rint x;", 8).Guard, "G");
}

TEST(LeadingIncludes, GoOnInTheNextLine) {
  EXPECT_EQ(of("#include <a> /* one\n two */\n#include <b>\n"),
            (Names{"<a>", "<b>"}));
  EXPECT_EQ(of("#include \\\n<a>\n#include <b>\n"), Names());
  EXPECT_EQ(of("#inc\\\nlude <a>\n#include <b>\n"), Names());
  EXPECT_EQ(of("#include <a\\\n>\n#include <b>\n"), Names());
  EXPECT_EQ(of("#include <a> // \\\n#include <b>\n"), Names{"<a>"});
  EXPECT_EQ(of("#include <a> // \\ \n#include <b>\n"), Names{"<a>"});
  EXPECT_EQ(of("#include <a> // \\\r\n#include <b>\n"), Names{"<a>"});
  EXPECT_EQ(of("#include <a> // ?\?/\n#include <b>\n"), Names{"<a>"});
  EXPECT_EQ(
      leadingText("#include <a> // ?\?/\n#include <b>\n", 8, false).Includes,
      (Names{"<a>", "<b>"}));
  EXPECT_EQ(of("#ifndef G // \\\n#define G\n#include <a>\n"), Names());
  EXPECT_EQ(of("#ifndef G\n#define G // \\\n#include <a>\n#include <b>\n"),
            Names{"<b>"});
  EXPECT_EQ(of("#ifndef G\n#define G /* \n#include <a>\n*/\n#include <b>\n"),
            Names{"<b>"});
}

TEST(LeadingIncludes, AreSpelledInOtherPaths) {
  EXPECT_EQ(of("%:include <a>\n?\?=include <b>\n"), (Names{"<a>", "<b>"}));
  EXPECT_EQ(of("\xEF\xBB\xBF#include <a>\n"), Names{"<a>"});
  EXPECT_EQ(of("#pragma once int\n#include <a>\n"), Names());
  EXPECT_EQ(of("#ifndef \\u0041\n#define \\u0041\n#include <a>\n"), Names());
  EXPECT_EQ(of("#include <a//b> // c\n#include \"b/*\"\n"),
            (Names{"<a//b>", "\"b/*\""}));
}

TEST(LeadingIncludes, StandInAGuard) {
  pch::LeadingText Found = leadingText(
      "// a\n#pragma once\n#ifndef A_H // why\n#define A_H\n#include <b>\n", 8);
  EXPECT_EQ(Found.Guard, "A_H");
  EXPECT_EQ(Found.Includes, Names{"<b>"});
  EXPECT_EQ(leadingText("#include <b>\n#ifndef A\n#define A\n", 8).Guard, "");
  EXPECT_EQ(of("#ifndef A\n#include <b>\n#define A\n"), Names());
  EXPECT_EQ(of("#ifndef A\n#define B\n#include <b>\n"), Names());
  EXPECT_EQ(of("#ifndef A\n#define A 1\n#include <b>\n"), Names());
  EXPECT_EQ(of("#ifndef A\n#define A\n#ifndef B\n#define B\n#include <b>\n"),
            Names());
  EXPECT_EQ(of("#ifndef\n#define\n#include <b>\n"), Names());
}

TEST(LeadingIncludes, AreNoMoreThanAsked) {
  EXPECT_EQ(leadingText("#include <a>\n#include <b>\n", 1).Includes,
            Names{"<a>"});
}

} // namespace leading_includes_test
