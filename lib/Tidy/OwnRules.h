//===--- OwnRules.h - Rules in CustomChecks of .clang-tidy ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TIDY_OWNRULES_H
#define WARPLINT_TIDY_OWNRULES_H

#include "Matchers/Rules.h"
#include "clang-tidy/ClangTidyDiagnosticConsumer.h"
#include "clang-tidy/ClangTidyOptions.h"
#include <string>
#include <vector>

namespace warplint::edge {

/// The rules that CustomChecks of \p Options defines, with the tier that
/// `custom-NAME.Tier` of CheckOptions gives them. The text is not trusted: what
/// is too large or nested too deep is left out. Problems, each a sentence that
/// begins with file, line and column of the configuration for the source
/// \p File where they are known, go to \p Problems.
std::vector<matchers::RuleDefinition>
readRules(const clang::tidy::ClangTidyOptions &Options, llvm::StringRef File,
          std::vector<std::string> &Problems);

/// Those of readRules that \p Context enables for its file.
std::vector<matchers::RuleDefinition>
enabledRules(const clang::tidy::ClangTidyContext &Context,
             std::vector<std::string> &Problems);

/// The names of the rules in CustomChecks of \p Options.
std::vector<std::string>
namesOfRules(const clang::tidy::ClangTidyOptions &Options);

} // namespace warplint::edge

#endif // WARPLINT_TIDY_OWNRULES_H
