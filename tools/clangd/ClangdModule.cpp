//===--- ClangdModule.cpp - The checks inside clangd -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clang-tidy/ClangTidyModule.h"
#include "plugin/TidyChecks.h"
#include "clang/ASTMatchers/ASTMatchers.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace warplint {

namespace {

/// clangd shows its checks the declarations of the open file one after another,
/// and never the unit itself.
AST_MATCHER(Decl, isTopLevel) {
  const DeclContext *Around = Node.getLexicalDeclContext();
  return Around && Around->isTranslationUnit();
}

class ClangdModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    addTidyChecks(Factories, decl(isTopLevel()), /*OffersNolint=*/true);
  }
};

} // namespace

static tidy::ClangTidyModuleRegistry::Add<ClangdModule>
    Registration("warplint-module", "CUDA synchronization checks");

} // namespace warplint
