//===--- RuleDefinition.h - A rule as a project wrote it --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MATCHERS_RULEDEFINITION_H
#define WARPLINT_MATCHERS_RULEDEFINITION_H

#include "Finding/Finding.h"
#include <string>
#include <vector>

namespace warplint::matchers {

/// A rule as it is written.
struct RuleDefinition {
  std::string Id; ///< With RulePrefix: "custom-no-activemask".
  std::string Query;
  Tier Level = Tier::Correctness;
  struct Text {
    std::string Node; ///< The name that the query binds.
    std::string Says;
    bool IsNote = false;
  };
  std::vector<Text> Texts;
};

} // namespace warplint::matchers

#endif // WARPLINT_MATCHERS_RULEDEFINITION_H
