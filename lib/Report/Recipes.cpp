//===--- Recipes.cpp - Files that a project begins with -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Recipes.h"
#include "llvm/Support/ErrorHandling.h"

namespace warplint::report {

llvm::StringRef recipe(llvm::StringRef Name) {
#define RECIPE(NAME, ...)                                                      \
  if (Name == NAME)                                                            \
    return __VA_ARGS__;
#include "Recipes.inc"
#undef RECIPE
  llvm_unreachable("no such recipe");
}

} // namespace warplint::report
