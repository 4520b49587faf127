//===--- NinjaRunTest.cpp - What Ninja says, line by line -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/NinjaRun.h"
#include "gtest/gtest.h"
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace ninja_run_test {
using namespace warplint;

using Lines = std::vector<std::string>;

/// What readLines makes of \p Parts, written one after the other.
static Lines linesOf(std::vector<std::string> Parts) {
  int Ends[2];
  EXPECT_EQ(pipe(Ends), 0);
  std::thread Writer([&] {
    for (const std::string &Part : Parts)
      EXPECT_EQ(write(Ends[1], Part.data(), Part.size()), ssize_t(Part.size()));
    close(Ends[1]);
  });
  Lines Found;
  audit::readLines(Ends[0],
                   [&](llvm::StringRef Line) { Found.push_back(Line.str()); });
  Writer.join();
  close(Ends[0]);
  return Found;
}

TEST(NinjaRunTest, LinesComeWhole) {
  EXPECT_EQ(linesOf({"[1/2] li", "nt a.cu\n[2", "/2] lint b.cu\n"}),
            Lines({"[1/2] lint a.cu", "[2/2] lint b.cu"}));
  EXPECT_EQ(linesOf({}), Lines());
  EXPECT_EQ(linesOf({"\n\nlast"}), Lines({"", "", "last"}));
  std::string Long(10000, 'x');
  EXPECT_EQ(linesOf({Long, "\n"}), Lines({Long}));
}

TEST(NinjaRunTest, BothCodesOfAnInterruptAreKnown) {
  EXPECT_TRUE(audit::wasInterrupted(2));
  EXPECT_TRUE(audit::wasInterrupted(130));
  EXPECT_FALSE(audit::wasInterrupted(0));
  EXPECT_FALSE(audit::wasInterrupted(1));
  EXPECT_GE(audit::jobsOfNinja(), 2u);
}

} // namespace ninja_run_test
