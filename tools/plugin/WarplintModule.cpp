//===--- WarplintModule.cpp - The checks inside a stock clang-tidy -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "clang-tidy/ClangTidyCheck.h"
#include "clang-tidy/ClangTidyModule.h"
#include "clang-tidy/ClangTidyModuleRegistry.h"
#include "tidy/TidyEdge.h"
#include "clang/ASTMatchers/ASTMatchFinder.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace warplint {

namespace {

/// Findings of the unit being linted. clang-tidy runs one unit at a time; the
/// first of our checks that it asks computes for all of them.
struct UnitCache {
  const ASTContext *Unit = nullptr;
  UnitReport Report;
};

class TidyCheck : public tidy::ClangTidyCheck {
public:
  TidyCheck(llvm::StringRef Name, tidy::ClangTidyContext *Context,
            std::shared_ptr<UnitCache> Cache)
      : ClangTidyCheck(Name, Context), Id(Name.substr(CheckPrefix.size())),
        Tidy(*Context), Cache(std::move(Cache)) {}

  bool isLanguageVersionSupported(const LangOptions &Options) const override {
    return Options.CUDA;
  }
  void registerMatchers(MatchFinder *Finder) override {
    Finder->addMatcher(translationUnitDecl().bind("unit"), this);
  }
  void onStartOfTranslationUnit() override { Cache->Unit = nullptr; }
  void check(const MatchFinder::MatchResult &Result) override;

private:
  std::string Id;
  tidy::ClangTidyContext &Tidy;
  std::shared_ptr<UnitCache> Cache;
};

} // namespace

void TidyCheck::check(const MatchFinder::MatchResult &Result) {
  if (Cache->Unit != Result.Context) {
    std::vector<std::string> Problems;
    CheckSettings Settings = readSettings(Tidy.getOptions(), Problems);
    for (const std::string &Problem : Problems)
      configurationDiag("%0") << Problem;
    Cache->Report = runChecks(*Result.Context, enabledChecks(Tidy), Settings);
    Cache->Unit = Result.Context;
  }
  for (const Finding &F : Cache->Report.Found.findings())
    if (F.Check == Id)
      emit(F, [&](SourceLocation Loc, llvm::StringRef Format,
                  DiagnosticIDs::Level Level) {
        return diag(Loc, Format, Level);
      });
}

namespace {

class WarplintModule : public tidy::ClangTidyModule {
public:
  void addCheckFactories(tidy::ClangTidyCheckFactories &Factories) override {
    auto Cache = std::make_shared<UnitCache>();
    for (const CheckInfo &Info : allChecks())
      Factories.registerCheckFactory(
          (llvm::Twine(CheckPrefix) + Info.Id).str(),
          [Cache](llvm::StringRef Name, tidy::ClangTidyContext *Context) {
            return std::make_unique<TidyCheck>(Name, Context, Cache);
          });
  }
};

} // namespace

static tidy::ClangTidyModuleRegistry::Add<WarplintModule>
    Registration("warplint-module", "CUDA synchronization checks");

} // namespace warplint
