//===--- CrashGuardTest.cpp - A crash is a failed unit --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Processes/CrashGuard.h"
#include "Tidy/Survival.h"
#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"
#include <csignal>
#include <cstdlib>

namespace crash_guard_test {
using namespace warplint;
constexpr char Crash[] = "warplint crashed on it; please report this with the "
                         "output of --print-command";

class CrashGuardTest : public testing::Test {
  void SetUp() override { processes::prepareForCrashes(); }
  void TearDown() override {
    llvm::remove_fatal_error_handler();
    llvm::remove_bad_alloc_error_handler();
  }
};

TEST_F(CrashGuardTest, WhatEndsHasNoMessage) {
  bool Ran = false;
  EXPECT_EQ(processes::runGuarded([&] { Ran = true; }), "");
  EXPECT_TRUE(Ran);
}

TEST_F(CrashGuardTest, SignalsEndTheUnitOnly) {
  for (int Signal : {SIGILL, SIGTRAP, SIGSEGV, SIGABRT, SIGFPE})
    EXPECT_EQ(processes::runGuarded([&] { raise(Signal); }), Crash) << Signal;
}

TEST_F(CrashGuardTest, WhatCrashesInsideLeavesTheRest) {
  for (int Signal : {SIGSEGV, SIGABRT}) {
    bool Survived = true, WentOn = false;
    EXPECT_EQ(processes::runGuarded([&] {
                Survived = edge::survive([&] { raise(Signal); });
                WentOn = edge::survive([] {});
              }),
              "");
    EXPECT_FALSE(Survived);
    EXPECT_TRUE(WentOn);
  }
  EXPECT_EQ(processes::runGuarded([] {
              [[maybe_unused]] bool Survived =
                  edge::survive([] { raise(SIGSEGV); });
              raise(SIGSEGV);
            }),
            Crash);
}

TEST_F(CrashGuardTest, LlvmsFatalErrorsEndTheUnitOnly) {
  testing::internal::CaptureStderr();
  std::string Ended = processes::runGuarded(
      [] { llvm::report_fatal_error("no way on", false); });
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "warplint: internal error: no way on\n");
  EXPECT_EQ(Ended, Crash);
}

TEST_F(CrashGuardTest, TheEndOfMemoryHasItsOwnMessage) {
  EXPECT_EQ(
      processes::runGuarded([] { llvm::report_bad_alloc_error("no more"); }),
      "out of memory");
  EXPECT_EQ(processes::runGuarded([] { raise(SIGABRT); }), Crash);
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_OWN_MALLOC 1
#endif
#endif
#if defined(__GLIBC__) && !defined(HAS_OWN_MALLOC)
/// glibc ends the program while it holds the lock if it finds that what lies
/// behind the last piece was overwritten.
TEST_F(CrashGuardTest, ACrashInMallocEndsTheProgram) {
  EXPECT_EXIT(processes::runGuarded([] {
                constexpr size_t Large = 60 << 10;
                auto *Last = static_cast<char *>(std::malloc(Large));
                for (size_t I = 0; I < 64; ++I)
                  static_cast<volatile char *>(Last)[Large + I] = char(0xff);
                static void *volatile Next = std::malloc(Large + 4096);
                (void)Next;
              }),
              testing::ExitedWithCode(3),
              "crashed in the midst of taking memory");
}
#endif
} // namespace crash_guard_test
