//===--- PrintableTest.cpp - Foreign text in one line ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Quoting/Printable.h"
#include "gtest/gtest.h"

namespace printable_test {
using namespace warplint;

TEST(Printable, LeavesTextAsItIs) {
  for (const char *Text : {"", "a b.cu:3", "\tint \"é\" 漢 😀 \\n", "100%"})
    EXPECT_EQ(quoting::printable(Text), Text);
}

TEST(Printable, EscapesWhatSteersATerminal) {
  EXPECT_EQ(quoting::printable("a\n::error::b\r"), "a\\n::error::b\\r");
  EXPECT_EQ(quoting::printable("\x1b[2J\x07\x7f"), "\\x1b[2J\\x07\\x7f");
  EXPECT_EQ(quoting::printable(llvm::StringRef("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(quoting::printable("\u009b2J"), "\\x9b2J"); // CSI as one character.
}

TEST(Printable, EscapesWhatTurnsTextAround) {
  EXPECT_EQ(quoting::printable("a\u202eb\u2066c\u2028"),
            "a\\u{202e}b\\u{2066}c\\u{2028}");
}

TEST(Printable, EscapesBytesThatAreNoText) {
  EXPECT_EQ(quoting::printable("\x9b"
                               "2J"),
            "\\x9b2J");
  EXPECT_EQ(quoting::printable("a\xff\xc3"), "a\\xff\\xc3");
  EXPECT_EQ(quoting::printable("\xed\xa0\x80"),
            "\\xed\\xa0\\x80"); // A surrogate.
}

TEST(Printable, LeavesJsonTheSameDocument) {
  EXPECT_EQ(quoting::printableJson("{\n \"a\": \"\u009b2J\u202e\x7f é\"\n}\n"),
            "{\n \"a\": \"\\u009b2J\\u202e\\u007f é\"\n}\n");
}

} // namespace printable_test
