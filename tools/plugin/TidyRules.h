//===--- TidyRules.h - Rules of a project as clang-tidy's ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_PLUGIN_TIDYRULES_H
#define WARPLINT_TOOLS_PLUGIN_TIDYRULES_H

#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include <memory>
#include <vector>

namespace warplint {

/// The rules of CustomChecks that \p Context enables for its file, for hosts
/// that make their checks themselves.
std::vector<std::unique_ptr<clang::tidy::ClangTidyCheck>>
makeTidyRules(clang::tidy::ClangTidyContext *Context);

/// Registers the rules of CustomChecks in \p Options in place of those that
/// were registered before: what clang-tidy calls for each file.
void registerTidyRules(const clang::tidy::ClangTidyOptions &Options,
                       clang::tidy::ClangTidyCheckFactories &Factories);

} // namespace warplint

#endif // WARPLINT_TOOLS_PLUGIN_TIDYRULES_H
