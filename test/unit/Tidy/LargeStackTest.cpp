//===--- LargeStackTest.cpp - Room for deep recursion ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/LargeStack.h"
#include "gtest/gtest.h"

namespace large_stack_test {
using namespace warplint;

constexpr unsigned Frame = 64 << 10;

/// Calls itself \p Depth times with \p Frame bytes each.
[[gnu::noinline]] unsigned descend(unsigned Depth) {
  volatile char Room[Frame];
  Room[0] = Room[Frame - 1] = char(Depth);
  unsigned Below = Depth ? descend(Depth - 1) : 0;
  return Below + 1 + (Room[0] != Room[Frame - 1]);
}

TEST(LargeStack, HoldsWhatItPromises) {
  // Seven eighths of it; the main thread's has an eighth.
  unsigned Depth = edge::LargeStackBytes / 8 * 7 / Frame, Reached = 0;
  EXPECT_TRUE(edge::onLargeStack([&] { Reached = descend(Depth); }));
  EXPECT_EQ(Reached, Depth + 1);
}

TEST(LargeStack, WaitsAndCanBeEnteredAgain) {
  int Order = 0;
  EXPECT_TRUE(edge::onLargeStack([&] {
    EXPECT_TRUE(edge::onLargeStack([&] { Order = 1; }));
    Order = Order * 10 + 2;
  }));
  EXPECT_EQ(Order, 12);
}

} // namespace large_stack_test
