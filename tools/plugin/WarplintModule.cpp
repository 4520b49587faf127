//===--- WarplintModule.cpp - The checks inside a stock clang-tidy --------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clang-tidy/ClangTidy.h"
#include "clang-tidy/ClangTidyModule.h"
#include "plugin/TidyChecks.h"
#include "plugin/TidyRules.h"

using namespace clang;

namespace warplint {

namespace {

class WarplintModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    addTidyChecks(Factories, ast_matchers::translationUnitDecl());
  }
};

} // namespace

static tidy::ClangTidyModuleRegistry::Add<WarplintModule>
    Registration("warplint-module", "CUDA synchronization checks");

/// clang-tidy's own reader of CustomChecks is there before a plugin is loaded.
[[maybe_unused]] static const bool ReadsRules =
    (tidy::custom::RegisterCustomChecks = registerTidyRules, true);

} // namespace warplint
