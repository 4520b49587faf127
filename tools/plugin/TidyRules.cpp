//===--- TidyRules.cpp - Rules of a project as clang-tidy's -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "plugin/TidyRules.h"
#include "Matchers/Rules.h"
#include "Quoting/Printable.h"
#include "Tidy/Configuration.h"
#include "Tidy/LargeStack.h"
#include "Tidy/LaunchFiles.h"
#include "Tidy/OwnRules.h"
#include "Tidy/Survival.h"
#include "Tidy/TidyEdge.h"
#include "llvm/Support/FileSystem.h"
#include <set>

using namespace clang;
using namespace clang::ast_matchers;

namespace warplint {

/// Runs \p Analysis on a stack that is large enough; false if it crashed.
static bool guarded(llvm::function_ref<void()> Analysis) {
  bool Survived = false;
  auto Run = [&] {
    edge::HandlerStack ForHandlers;
    Survived = edge::survive(Analysis);
  };
  edge::catchCrashes();
  if (!edge::onLargeStack(Run))
    Run();
  return Survived;
}

/// What the matchers of all rules ask of the unit that a thread looks at.
static const matchers::SharedFacts &factsOfThread() {
  static thread_local const auto Facts = [] {
    auto Made = std::make_shared<matchers::UnitFacts>();
    Made->guardWith(guarded);
    return Made;
  }();
  return Facts;
}

namespace {

/// One rule in a host of clang-tidy's checks.
class TidyRule : public tidy::ClangTidyCheck {
public:
  TidyRule(llvm::StringRef Name, tidy::ClangTidyContext *Context,
           matchers::RuleDefinition Of)
      : ClangTidyCheck(Name, Context), Tidy(*Context),
        Definition(std::move(Of)), Own(Definition, factsOfThread()) {}

  void registerMatchers(MatchFinder *Finder) override {
    Own.addTo(*Finder, *this);
  }
  void onStartOfTranslationUnit() override {
    std::vector<std::string> Problems; // The checks report them.
    CheckSettings Settings =
        edge::readSettings(Tidy.getOptions(), Tidy.getCurrentFile(), Problems);
    Settings.Analysis.Elsewhere =
        edge::lastLaunches(Tidy.getCurrentBuildDirectory());
    factsOfThread()->configure(std::move(Settings.Wrappers),
                               std::move(Settings.Analysis));
    Own.beginUnit();
  }
  void onEndOfTranslationUnit() override { factsOfThread()->forget(); }
  void check(const MatchFinder::MatchResult &Result) override {
    for (const Finding &F : Own.take(Result))
      edge::emit(F, [&](SourceLocation Loc, llvm::StringRef Format,
                        DiagnosticIDs::Level Level) {
        return diag(Loc, Format, Level);
      });
  }

private:
  tidy::ClangTidyContext &Tidy;
  const matchers::RuleDefinition Definition;
  matchers::Rule Own;
};

} // namespace

static void tell(const std::vector<std::string> &Problems,
                 tidy::ClangTidyContext &Context) {
  for (const std::string &Problem : Problems)
    Context.configurationDiag("%0") << quoting::printable(Problem);
}

/// The rule \p Id for the file of \p Context; reports what is wrong with it.
static std::unique_ptr<tidy::ClangTidyCheck>
makeTidyRule(llvm::StringRef Id, tidy::ClangTidyContext *Context) {
  matchers::RuleDefinition Found;
  Found.Id = Id.str();
  tidy::ClangTidyOptions Only = Context->getOptions();
  if (Only.CustomChecks)
    llvm::erase_if(*Only.CustomChecks, [&](const auto &Each) {
      return (RulePrefix + Each.Name).str() != Id;
    });
  std::vector<std::string> Problems;
  for (matchers::RuleDefinition &Rule :
       edge::readRules(Only, Context->getCurrentFile(), Problems))
    Found = std::move(Rule);
  tell(Problems, *Context);
  return std::make_unique<TidyRule>(Id, Context, std::move(Found));
}

std::vector<std::unique_ptr<tidy::ClangTidyCheck>>
makeTidyRules(tidy::ClangTidyContext *Context) {
  std::vector<std::unique_ptr<tidy::ClangTidyCheck>> Made;
  std::vector<std::string> Problems;
  for (matchers::RuleDefinition &Rule :
       edge::enabledRules(*Context, Problems)) {
    std::string Name = Rule.Id;
    Made.push_back(std::make_unique<TidyRule>(Name, Context, std::move(Rule)));
  }
  tell(Problems, *Context);
  return Made;
}

/// The rules in the configuration above the current folder.
static std::vector<std::string> rulesAbove() {
  llvm::SmallString<128> Here("unit.cu");
  llvm::sys::fs::make_absolute(Here);
  edge::ProjectConfiguration Files({}, {}, /*Tell=*/[](std::string) {});
  return edge::namesOfRules(Files.getOptions(Here));
}

void registerTidyRules(const tidy::ClangTidyOptions &Options,
                       tidy::ClangTidyCheckFactories &Factories) {
  static std::set<std::string> OfLastFile;
  for (const std::string &Name : OfLastFile)
    Factories.eraseCheck(Name);
  OfLastFile.clear();
  // Who lists or verifies checks asks without a file, and gets no
  // configuration.
  for (const std::string &Name :
       Options.CustomChecks ? edge::namesOfRules(Options) : rulesAbove()) {
    OfLastFile.insert(Name);
    Factories.registerCheckFactory(Name, makeTidyRule);
  }
}

} // namespace warplint
