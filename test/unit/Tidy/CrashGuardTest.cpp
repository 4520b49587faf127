//===--- CrashGuardTest.cpp - A crash is a failed unit --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "warplint/CrashGuard.h"
#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"
#include <csignal>

using namespace warplint;

namespace {
constexpr char Crash[] = "warplint crashed on it; please report this with the "
                         "output of --print-command";

class CrashGuardTest : public testing::Test {
  void SetUp() override { prepareForCrashes(); }
  void TearDown() override {
    llvm::remove_fatal_error_handler();
    llvm::remove_bad_alloc_error_handler();
  }
};

TEST_F(CrashGuardTest, WhatEndsHasNoMessage) {
  bool Ran = false;
  EXPECT_EQ(runGuarded([&] { Ran = true; }), "");
  EXPECT_TRUE(Ran);
}

TEST_F(CrashGuardTest, SignalsEndTheUnitOnly) {
  for (int Signal : {SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGFPE})
    EXPECT_EQ(runGuarded([&] { raise(Signal); }), Crash) << Signal;
}

TEST_F(CrashGuardTest, LlvmsFatalErrorsEndTheUnitOnly) {
  testing::internal::CaptureStderr();
  std::string Ended =
      runGuarded([] { llvm::report_fatal_error("no way on", false); });
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "warplint: internal error: no way on\n");
  EXPECT_EQ(Ended, Crash);
}

TEST_F(CrashGuardTest, TheEndOfMemoryHasItsOwnMessage) {
  EXPECT_EQ(runGuarded([] { llvm::report_bad_alloc_error("no more"); }),
            "out of memory");
  EXPECT_EQ(runGuarded([] { raise(SIGABRT); }), Crash);
}
} // namespace
