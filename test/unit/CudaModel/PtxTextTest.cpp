//===--- PtxTextTest.cpp - Splitting PTX text into instructions -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModel/PtxText.h"
#include "gtest/gtest.h"

namespace ptx_text_test {
using namespace warplint;

using Strings = llvm::SmallVector<std::string, 4>;

TEST(PtxText, OneInstruction) {
  PtxProgram Program = parsePtx("bar.sync %0, 64;");
  ASSERT_EQ(Program.Instructions.size(), 1u);
  const PtxInstruction &Only = Program.Instructions[0];
  EXPECT_EQ(Only.Mnemonic, "bar");
  EXPECT_EQ(Only.Modifiers, Strings({"sync"}));
  EXPECT_EQ(Only.Operands, Strings({"%0", "64"}));
  EXPECT_TRUE(Only.Predicate.empty());
}

TEST(PtxText, SeveralInstructionsWithNoise) {
  PtxProgram Program = parsePtx("{ // a comment; with a semicolon\n"
                                "\t.reg .pred p;\r\n"
                                "setp.ne.b32 p, %0, 0; /* exit; */\n"
                                "@!p  bar.arrive 1 , 64 ;;\n"
                                "}");
  ASSERT_EQ(Program.Instructions.size(), 2u);
  EXPECT_EQ(Program.Instructions[0].Mnemonic, "setp");
  EXPECT_EQ(Program.Instructions[1].Mnemonic, "bar");
  EXPECT_EQ(Program.Instructions[1].Predicate, "p");
  EXPECT_TRUE(Program.Instructions[1].PredicateNegated);
  EXPECT_EQ(Program.Instructions[1].Operands, Strings({"1", "64"}));
}

TEST(PtxText, VectorsAndQualifiedModifiers) {
  PtxProgram Program = parsePtx(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx"
      "::bytes [%0], [%1, {%2, %3}], [%4];");
  ASSERT_EQ(Program.Instructions.size(), 1u);
  const PtxInstruction &Copy = Program.Instructions[0];
  EXPECT_TRUE(Copy.hasModifier("shared::cluster"));
  EXPECT_TRUE(Copy.hasModifier("mbarrier::complete_tx::bytes"));
  EXPECT_EQ(Copy.Operands, Strings({"[%0]", "[%1, {%2, %3}]", "[%4]"}));
}

TEST(PtxText, VectorDestination) {
  PtxProgram Program = parsePtx("ld.global.cg.v2.u32 {%0, %1}, [%2];");
  ASSERT_EQ(Program.Instructions.size(), 1u);
  EXPECT_EQ(Program.Instructions[0].Operands, Strings({"{%0, %1}", "[%2]"}));
}

TEST(PtxText, PercentSigns) {
  for (const char *Text : {"mov.u32 %0, %%tid.x;", "mov.u32 %0, %tid.x;"}) {
    PtxProgram Program = parsePtx(Text);
    ASSERT_EQ(Program.Instructions.size(), 1u);
    EXPECT_EQ(Program.Instructions[0].Operands, Strings({"%0", "%tid.x"}));
  }
}

TEST(PtxText, LabelsAndLoops) {
  PtxProgram Program = parsePtx("L_%=: try.a p; @p bra DONE; bra L_%=;"
                                "DONE: fence.sc.gpu;");
  ASSERT_EQ(Program.Labels.size(), 2u);
  EXPECT_EQ(Program.Labels[0].Name, "L_%=");
  EXPECT_EQ(Program.Labels[1].Position, 3u);
  EXPECT_TRUE(Program.isInLoop(0));
  EXPECT_FALSE(Program.isInLoop(3));
}

TEST(PtxText, MissingSemicolon) {
  EXPECT_EQ(parsePtx("membar.gl").Instructions.size(), 1u);
  EXPECT_EQ(parsePtx("{ membar.gl }").Instructions.size(), 1u);
}

TEST(PtxText, MalformedTextYieldsNothing) {
  for (const char *Text :
       {"", ";;;", "}{", "@", "@!;", "// only a comment", "/* open", "42;",
        ", , ;", "bar.sync(", ":", "%", "# 1 \"file\"", ".reg .b32 r"})
    EXPECT_TRUE(parsePtx(Text).Instructions.empty()) << Text;
}

TEST(PtxText, UnbalancedBracketsTerminate) {
  PtxProgram Program = parsePtx("ld.cg.u32 %0, [%1; exit; }}} trap;");
  ASSERT_EQ(Program.Instructions.size(), 3u);
  EXPECT_EQ(Program.Instructions[2].Mnemonic, "trap");
}

TEST(PtxText, Operands) {
  EXPECT_EQ(parsePtxOperand("%12").Argument, 12u);
  EXPECT_EQ(parsePtxOperand("[%1+16]").Argument, 1u);
  EXPECT_EQ(parsePtxOperand("%0|p").Argument, 0u);
  EXPECT_EQ(parsePtxOperand("%[bar]").NamedArgument, "bar");
  EXPECT_EQ(parsePtxOperand("0x1f").Immediate, 31u);
  EXPECT_EQ(parsePtxOperand("0xffffffffU").Immediate, 0xffffffffu);
  EXPECT_EQ(parsePtxOperand("-1").Immediate, ~uint64_t(0));
  PtxOperand Register = parsePtxOperand("%tid.x");
  EXPECT_FALSE(Register.Argument || Register.Immediate);
  EXPECT_FALSE(parsePtxOperand("99999999999999999999999").Immediate);
}

} // namespace ptx_text_test
