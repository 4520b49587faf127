//===--- CommandMacrosTest.cpp - Macros that a command defines ------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/CommandMacros.h"
#include "clang/Basic/IdentifierTable.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "gtest/gtest.h"

namespace command_macros_test {
using namespace clang;
using namespace warplint;
using Strings = std::vector<std::string>;

std::string word(unsigned Number) { return "word" + std::to_string(Number); }

TEST(AskedWords, HoldAllAndFewMore) {
  for (unsigned Number : {1u, 10u, 50'000u}) {
    IdentifierTable Table;
    for (unsigned I = 0; I < Number; ++I)
      Table.get(word(I));
    std::optional<pch::AskedWords> Words =
        pch::AskedWords::fromText(pch::AskedWords(Table).text());
    ASSERT_TRUE(Words);
    for (unsigned I = 0; I < Number; ++I)
      EXPECT_TRUE(Words->mayHold(word(I))) << I;
    unsigned More = 0;
    for (unsigned I = Number; I < Number + 10'000; ++I)
      More += Words->mayHold(word(I));
    EXPECT_LT(More, 10'000u / 200);
  }
}

TEST(AskedWords, AreNoneBeforeThereAreAny) {
  EXPECT_FALSE(pch::AskedWords().mayHold("word"));
  std::optional<pch::AskedWords> Words =
      pch::AskedWords::fromText(pch::AskedWords().text());
  ASSERT_TRUE(Words);
  EXPECT_FALSE(Words->mayHold("word"));
}

TEST(AskedWords, AreNotReadFromWhatIsNone) {
  for (const char *Text : {"?", "AAA", "AAAA" /* three bytes */})
    EXPECT_FALSE(pch::AskedWords::fromText(Text)) << Text;
}

CompilerInvocation unit() {
  CompilerInvocation Unit;
  PreprocessorOptions &Options = Unit.getPreprocessorOpts();
  Options.addMacroDef("B=1");
  Options.addMacroDef("A(x)=x");
  Options.addMacroUndef("B");
  Options.addMacroDef("C");
  Options.addMacroDef("B=2");
  return Unit;
}

TEST(CommandMacros, AreInTheOrderOfTheirNames) {
  auto Any = [](llvm::StringRef) { return true; };
  EXPECT_EQ(pch::commandMacros(unit(), Any),
            (Strings{"A(x)=x", "B=1", "-B", "B=2", "C"}));
  EXPECT_EQ(
      pch::commandMacros(unit(), [](llvm::StringRef N) { return N == "B"; }),
      (Strings{"B=1", "-B", "B=2"}));
}

TEST(CommandMacros, HaveNames) {
  for (const char *Macro :
       {"N", "N=", "N=a=b", "N(x)=x", "N(x)", "-N", "N =1", "N\t", "N 1=2"})
    EXPECT_EQ(pch::nameOfMacro(Macro), "N") << Macro;
}

TEST(CommandMacros, ArePlain) {
  for (const char *Macro : {"N", "N=", "N=1 = 2", "_N1=\n", "N(x)=x",
                            "N(x, ...)", "N()=", "N=\"a b\""})
    EXPECT_TRUE(pch::isPlainMacro(Macro)) << Macro;
  for (const char *Macro :
       {"", "=1", "N =1", " N", "N\t=1", "N\n#define M", "/**/N", "N/**/=1",
        "\\u0051", "N(x) M(", "N M", "N(x\n#define M)"})
    EXPECT_FALSE(pch::isPlainMacro(Macro)) << Macro;
}

TEST(CommandMacros, AreTakenOut) {
  CompilerInvocation Unit = unit();
  pch::keepMacros(Unit, [](llvm::StringRef Name) { return Name != "B"; });
  const auto &Left = Unit.getPreprocessorOpts().Macros;
  ASSERT_EQ(Left.size(), 2u);
  EXPECT_EQ(Left[0].first, "A(x)=x");
  EXPECT_EQ(Left[1].first, "C");
}

} // namespace command_macros_test
