//===--- Recipes.h - Template files of `warplint init` ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_RECIPES_H
#define WARPLINT_REPORT_RECIPES_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint::report {

/// The text of docs/recipes/\p Name as it was when warplint was built; \p Name
/// has no extension ("github") and must be the name of a recipe.
llvm::StringRef recipe(llvm::StringRef Name);

/// The recipe for VS Code, with the database's folder \p Build.
std::string settingsForVsCode(llvm::StringRef Build);

} // namespace warplint::report

#endif // WARPLINT_REPORT_RECIPES_H
