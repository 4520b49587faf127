//===--- VerdictTest.cpp - Properties and the checks of each --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Finding/Verdict.h"
#include "gtest/gtest.h"

namespace verdict_test {
using namespace warplint;

TEST(Verdict, PropertiesHaveNames) {
  for (unsigned I = 0; I < Properties; ++I) {
    EXPECT_EQ(propertyNamed(nameOf(Property(I))), Property(I));
    EXPECT_FALSE(meaningOf(Property(I)).empty());
  }
  EXPECT_EQ(propertyNamed("race-free"), std::nullopt);
}

TEST(Verdict, AFindingViolatesThePropertiesOfItsCheck) {
  EXPECT_EQ(propertiesOf("divergent-barrier"),
            std::vector<Property>{Property::Convergence});
  EXPECT_EQ(propertiesOf("non-atomic-update").size(), 2u);
  EXPECT_TRUE(propertiesOf("host-sync").empty());
  EXPECT_TRUE(propertiesOf("custom-rule").empty());
}

} // namespace verdict_test
