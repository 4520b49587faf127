//===--- Recipes.cpp - Files that a project begins with -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Recipes.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/JSON.h"

namespace warplint::report {

llvm::StringRef recipe(llvm::StringRef Name) {
#define RECIPE(NAME, ...)                                                      \
  if (Name == NAME)                                                            \
    return __VA_ARGS__;
#include "Recipes.inc"
#undef RECIPE
  llvm_unreachable("no such recipe");
}

std::string settingsForVsCode(llvm::StringRef Build) {
  constexpr llvm::StringLiteral Old = "\"--compile-commands-dir=build\"";
  std::string Text = recipe("vscode").str(), New;
  llvm::raw_string_ostream(New)
      << llvm::json::Value(("--compile-commands-dir=" + Build).str());
  for (size_t At = Text.find(Old); At != std::string::npos;
       At = Text.find(Old, At + New.size()))
    Text.replace(At, Old.size(), New);
  return Text;
}

} // namespace warplint::report
