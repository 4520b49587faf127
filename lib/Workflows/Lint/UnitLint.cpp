//===--- UnitLint.cpp - Linting one unit ----------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/UnitLint.h"
#include "CudaModel/HeaderBuiltins.h"
#include "CudaModel/TopLevel.h"
#include "Frontend/Dialect.h"
#include "Frontend/SkippedBodies.h"
#include "PchCache/OpenPragmas.h"
#include "Support/InputFile.h"
#include "Target/GpuTarget.h"
#include "Tidy/Configuration.h"
#include "Tidy/OwnRules.h"
#include "Tidy/SurvivingChecks.h"
#include "Workflows/Lint/ContractRemarks.h"
#include "Workflows/Lint/HiddenHeaders.h"
#include "Workflows/Lint/KernelCosts.h"
#include "Workflows/Lint/NamedSources.h"
#include "Workflows/Lint/UnitDiagnostics.h"
#include "Workflows/Processes/CrashGuard.h"
#include "Workflows/Processes/MemoryLimit.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Sema/SemaConsumer.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace clang;

namespace warplint::lint {

namespace {

class LintConsumer : public SemaConsumer {
public:
  LintConsumer(tidy::ClangTidyContext &Tidy, edge::Suppression &Filter,
               const LintOptions &Options, CompilerInstance &Compiler,
               const pch::PrefixAnswer &Before, UnitDiagnostics &Said,
               UnitResults &Results, TimeSpent &Spent, bool &IsParsed,
               const pch::OpenPragmas &Pragmas)
      : Tidy(Tidy), Filter(Filter), Options(Options), Compiler(Compiler),
        Before(Before), Said(Said), Results(Results), Spent(Spent),
        IsParsed(IsParsed), Pragmas(Pragmas), Unasked(Compiler) {}

  void InitializeSema(Sema &Unit) override { Unasked.begin(Unit); }
  bool shouldSkipFunctionBody(Decl *Function) override {
    return Unasked.contains(*Function);
  }
  void HandleCXXImplicitFunctionInstantiation(FunctionDecl *Function) override {
    Unasked.leaveOut(*Function);
  }
  void HandleTranslationUnit(ASTContext &Context) override {
    Spent.add("parse");
    if (Options.Cache)
      Options.Cache->weigh(Before, Context.getSourceManager());
    Said.errors().settle(Context);
    // It is parsed again, without what came precompiled.
    if (Before.Found && (Said.errors().any() || Pragmas.hasUnbegun()))
      return;
    IsParsed = true;
    if (Options.Look)
      return Options.Look(Context, Said.errors().unreadBodies());
    std::optional<std::vector<Decl *>> Precompiled;
    if (Before.Found)
      Precompiled = pch::precompiledDeclarations(
          Compiler, Before.Found->Contents.Declarations);
    // Who looks for what is around an expression looks there.
    std::vector<Decl *> TopLevel = userDeclarations(Context, Precompiled);
    Context.setTraversalScope(TopLevel);
    std::vector<std::string> Problems;
    CheckSettings Settings =
        edge::readSettings(Tidy.getOptions(), Tidy.getCurrentFile(), Problems);
    size_t Others = Problems.size();
    Settings.Rules =
        std::make_shared<const std::vector<matchers::RuleDefinition>>(
            edge::enabledRules(Tidy, Problems));
    Results.LostRules = Problems.size() - Others;
    Results.LostConfiguration = edge::leftOutOf(Tidy.getOptions());
    for (const std::string &Problem : Problems)
      Tidy.configurationDiag("%0") << Problem;
    for (unsigned I = 0; I < 3; ++I) {
      if (Options.Launch.Block[I])
        Settings.Analysis.Launch.Block[I] = Options.Launch.Block[I];
      if (Options.Launch.Grid[I])
        Settings.Analysis.Launch.Grid[I] = Options.Launch.Grid[I];
    }
    Settings.Least = Options.Least.value_or(Settings.Least);
    if (Options.Effort)
      Settings.Analysis.Budget = Budgets::of(*Options.Effort);
    if (!Options.Assume.empty())
      Settings.Analysis.Assumptions.apply(Options.Assume);
    for (auto [Id, Most] : Options.Budget)
      Settings.Analysis.Budget[Id] = Most;
    Settings.Analysis.KeepQueries = !Options.QueryFolder.empty();
    Settings.Analysis.Elsewhere = Options.Elsewhere;
    Settings.Analysis.Targets =
        namedTargets(Compiler.getPreprocessorOpts().Macros);
    Settings.Analysis.Before = std::move(Precompiled);
    Settings.Analysis.NotRead = Said.errors().unreadBodies();
    Settings.RecordLaunches = Options.RecordLaunches;
    Settings.Verdicts = Options.Verdicts;
    Settings.RedundantBarriers = Options.RedundantBarriers;
    Settings.Analysis.JudgeEveryShape = Options.Verdicts;
    Results.Checks = edge::enabledChecks(Tidy);
    for (const matchers::RuleDefinition &Rule : *Settings.Rules)
      Results.Checks.push_back(Rule.Id);
    std::vector<std::string> Run = Results.Checks;
    for (const std::string &Check : Options.Besides)
      if (!llvm::is_contained(Run, Check))
        Run.push_back(Check);
    bool IsJudged = judgePromises(Context, Settings, Run) || Settings.Verdicts;
    edge::SurvivingReport Survived = edge::runSurvivingChecks(
        Context, Run, Settings, [] { return !processes::isOutOfMemory(); });
    if (!Survived.LeftOut.empty())
      processes::noteCrash();
    Results.LeftOut = std::move(Survived.LeftOut);
    Results.IsLost = Survived.IsLost;
    Results.LastCrash = std::move(Survived.LastCrash);
    UnitReport &Report = Survived.Report;
    Spent.add(Report.Spent.parts());
    Results.Kernels = Report.Kernels;
    Results.Repeated = Report.Repeated;
    Results.Cut = Report.Cut;
    Results.Undecided = Report.Undecided;
    Results.Launches = std::move(Report.Launches);
    if (Results.Kernels == 0)
      Results.Hidden = hiddenHeaders(Compiler, TopLevel, Options.Root);
    Results.Cuts = cutsOf(Report);
    Results.Host = std::move(Report.Host);
    for (const KernelEffort &E : Report.Efforts)
      if (!E.Cuts.empty())
        for (auto [Id, Times] : E.CutBy) {
          Results.CutBy.insert(nameOf(Id).str());
          Results.EffortHelps |=
              Settings.Analysis.Budget[Id] < Budgets::of(EffortLevel::High)[Id];
        }
    if (Options.Statistics)
      writeEfforts(Report.Efforts, Context.getSourceManager(),
                   *Options.Statistics);
    for (const KernelVerdict &Each : Report.Verdicts)
      Results.Verdicts.push_back(
          report::resolve(Each, Context.getSourceManager(),
                          Context.getLangOpts(), Options.Root));
    remarkContracts(Report, Results.Verdicts, Tidy);
    for (const Finding &F : Report.Found.findings()) {
      if (!Options.QueryFolder.empty())
        writeQuery(F, Context.getSourceManager(), Options.QueryFolder);
      bool IsAsked = llvm::is_contained(Results.Checks, F.Check);
      if (!IsAsked && !IsJudged)
        Results.Findings.push_back(
            {besides(F, Context), levelOf(F), std::nullopt});
      else if (auto Passed = IsAsked ? Filter.pass(F) : std::nullopt)
        Results.Findings.push_back(
            {std::move(*Passed), levelOf(F), entryOf(F, Context, TopLevel)});
    }
    Results.Nolints = Filter.ofMainFile(Context.getSourceManager());
    Spent.add("findings");
  }

private:
  static Tier levelOf(const Finding &F) {
    return tierOf(F.Kind, F.Sure, F.OfCheck);
  }
  /// What clang-tidy would drop: the check is not enabled.
  tidy::ClangTidyError besides(const Finding &F,
                               const ASTContext &Context) const {
    tidy::ClangTidyError Error(nameOfCheck(F.Check),
                               tidy::ClangTidyError::Warning,
                               Tidy.getCurrentBuildDirectory(),
                               /*IsWarningAsError=*/false);
    Error.Message = tooling::DiagnosticMessage(
        F.Message, Context.getSourceManager(), F.Loc);
    return Error;
  }
  std::optional<report::ReportedFinding>
  entryOf(const Finding &F, const ASTContext &Context,
          llvm::ArrayRef<Decl *> TopLevel) const {
    if (!Options.Gather)
      return std::nullopt;
    report::ReportedFinding Found = report::resolve(
        F, Context.getSourceManager(), Context.getLangOpts(), Options.Root);
    Found.Function = edge::enclosingFunction(Context, TopLevel, F.Loc);
    return Found;
  }

  tidy::ClangTidyContext &Tidy;
  edge::Suppression &Filter;
  const LintOptions &Options;
  CompilerInstance &Compiler;
  const pch::PrefixAnswer &Before;
  UnitDiagnostics &Said;
  UnitResults &Results;
  TimeSpent &Spent;
  bool &IsParsed;
  const pch::OpenPragmas &Pragmas;
  parsing::SkippedBodies Unasked;
};

class LintAction : public ASTFrontendAction {
public:
  LintAction(tidy::ClangTidyContext &Tidy, edge::Suppression &Filter,
             const LintOptions &Options, FileRecorder &Recorder,
             const pch::PrefixAnswer &Before, bool &Began,
             UnitDiagnostics &Said, UnitResults &Results, TimeSpent &Spent,
             bool &IsParsed)
      : Tidy(Tidy), Filter(Filter), Options(Options), Recorder(Recorder),
        Before(Before), Began(Began), Said(Said), Results(Results),
        Spent(Spent), IsParsed(IsParsed) {}

protected:
  std::unique_ptr<ASTConsumer>
  CreateASTConsumer(CompilerInstance &Compiler, llvm::StringRef File) override {
    parsing::relaxDiagnostics(Compiler.getDiagnostics());
    Tidy.setSourceManager(&Compiler.getSourceManager());
    Tidy.setCurrentFile(File);
    Tidy.setASTContext(&Compiler.getASTContext());
    if (Options.Gather)
      Recorder.attach(Compiler);
    return std::make_unique<LintConsumer>(Tidy, Filter, Options, Compiler,
                                          Before, Said, Results, Spent,
                                          IsParsed, Pragmas);
  }
  void ExecuteAction() override {
    Began = true;
    parsing::forgetBuiltins(getCompilerInstance().getASTContext(),
                            UserVisibleBuiltins);
    parsing::ignoreDebugPragma(getCompilerInstance().getPreprocessor());
    parsing::ignoreSystemMarkers(getCompilerInstance().getPreprocessor());
    if (!Options.OwnHeaders.empty())
      parsing::ignoreSystemPragma(getCompilerInstance().getPreprocessor(),
                                  Options.OwnHeaders);
    Pragmas.attach(getCompilerInstance().getPreprocessor(), [] { return 0; });
    ASTFrontendAction::ExecuteAction();
  }

private:
  tidy::ClangTidyContext &Tidy;
  edge::Suppression &Filter;
  const LintOptions &Options;
  FileRecorder &Recorder;
  const pch::PrefixAnswer &Before; ///< What came precompiled.
  bool &Began;
  UnitDiagnostics &Said;
  UnitResults &Results;
  TimeSpent &Spent;
  bool &IsParsed;
  pch::OpenPragmas Pragmas; ///< Of the unit, but for what came precompiled.
};

/// What one unit's parse works with. After a crash it is left as it is: parts
/// of it may be half changed.
struct UnitRun {
  UnitRun(tidy::ClangTidyContext &Tidy, const LintOptions &Options,
          const commands::Translation &Unit,
          llvm::IntrusiveRefCntPtr<DiagnosticIDs> Ids,
          llvm::IntrusiveRefCntPtr<base::WatchedFiles> Disk,
          llvm::IntrusiveRefCntPtr<NotedLookups> Noted)
      : Disk(Disk), Noted(std::move(Noted)),
        Files(new FileManager(FileSystemOptions(), seen())), ForTidy(Tidy),
        Diagnostics(ForTidy, Unit, Options.Gather ? Options.Root : ""),
        Shown(std::make_unique<DiagnosticOptions>()),
        Engine(std::move(Ids), *Shown, &Diagnostics,
               /*ShouldOwnClient=*/false),
        Filter(Tidy, ForTidy), Recorder(Unit, Read) {}

  /// What clang sees.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> seen() const {
    if (Noted)
      return Noted;
    return Disk;
  }

  llvm::IntrusiveRefCntPtr<base::WatchedFiles> Disk;
  llvm::IntrusiveRefCntPtr<NotedLookups> Noted; ///< May be null.
  llvm::IntrusiveRefCntPtr<FileManager> Files;
  tidy::ClangTidyDiagnosticConsumer ForTidy;
  UnitDiagnostics Diagnostics;
  std::unique_ptr<DiagnosticOptions>
      Shown; ///< The context of clang-tidy takes it.
  DiagnosticsEngine Engine;
  UnitFiles Read;
  UnitResults Results;
  edge::Suppression Filter;
  FileRecorder Recorder;
  TimeSpent Spent;
  bool Began = false, IsParsed = false, Ran = false, IsPrefixed = false;
};

/// Runs the action of a unit, after what it begins with if that is precompiled.
class UnitInvocation : public tooling::ToolAction {
public:
  UnitInvocation(UnitRun &Run, tidy::ClangTidyContext &Tidy,
                 const LintOptions &Options, const pch::PrefixCache *Cache)
      : Run(Run), Tidy(Tidy), Options(Options), Cache(Cache) {}

  bool runInvocation(std::shared_ptr<CompilerInvocation> Invocation,
                     FileManager *Files,
                     std::shared_ptr<PCHContainerOperations> Containers,
                     DiagnosticConsumer *Diagnostics) override {
    setForLint(*Invocation);
    pch::PrefixAnswer Answer = prefixOf(*Invocation);
    Run.Spent.add("prefix");
    llvm::IntrusiveRefCntPtr<FileManager> Opened(Files);
    if (const auto &Before = Answer.Found) {
      Run.IsPrefixed = true;
      for (const std::string &Path : Before->Inputs)
        Run.Recorder.addPrecompiled(Path, /*IsUsers=*/false);
      for (const std::string &Name : Before->Contents.UserFiles) {
        Run.Recorder.addPrecompiled(Name, /*IsUsers=*/true);
        // They are what was precompiled: that was looked at just now.
        if (Options.Fixes != tidy::FB_NoFix)
          (void)Run.Disk->getBufferForFile(Name);
      }
      if (Run.Noted)
        for (const auto &[Path, IsFolder] : Before->NoFiles)
          IsFolder ? Run.Noted->noted().addFolder(Path)
                   : Run.Noted->noted().addAbsent(Path);
      pch::startAfter(*Invocation, Before->Header);
      Opened = llvm::makeIntrusiveRefCnt<FileManager>(
          FileSystemOptions(), pch::withBuffers(Run.seen(), Before->Buffers));
    }
    CompilerInstance Compiler(std::move(Invocation), std::move(Containers));
    Compiler.setVirtualFileSystem(Opened->getVirtualFileSystemPtr());
    Compiler.setFileManager(Opened);
    Compiler.createDiagnostics(Diagnostics, /*ShouldOwnClient=*/false);
    if (!Compiler.hasDiagnostics())
      return false;
    Compiler.createSourceManager();
    LintAction Action(Tidy, Run.Filter, Options, Run.Recorder, Answer,
                      Run.Began, Run.Diagnostics, Run.Results, Run.Spent,
                      Run.IsParsed);
    return Compiler.ExecuteAction(Action);
  }

private:
  pch::PrefixAnswer prefixOf(const CompilerInvocation &Unit) const {
    if (!Cache || Unit.getFrontendOpts().Inputs.size() != 1 ||
        !Unit.getFrontendOpts().Inputs.front().isFile())
      return {};
    auto Text = Run.Disk->getBufferForFile(
        Unit.getFrontendOpts().Inputs.front().getFile());
    return Text ? Cache->find(Unit, (*Text)->getBuffer(), Run.Disk,
                              /*WantsNoFiles=*/bool(Run.Noted))
                : pch::PrefixAnswer();
  }

  UnitRun &Run;
  tidy::ClangTidyContext &Tidy;
  const LintOptions &Options;
  const pch::PrefixCache *Cache;
};

} // namespace

void setForLint(CompilerInvocation &Unit) {
  // A guess at what a name was meant for depends on which names were looked at
  // before, and stands for code that nobody wrote.
  Unit.getLangOpts().SpellChecking = false;
  parsing::SkippedBodies::allow(Unit.getFrontendOpts());
}

std::string noMemoryFor(llvm::StringRef Part) {
  std::string Limit = processes::memoryLimitText();
  processes::renewMemory();
  return (processes::NoMemory + ": " + Part + " took it" +
          (Limit.empty() ? "" : " (" + Limit + ")"))
      .str();
}

/// What the checks did not finish, and what to do.
static std::string crashText(const UnitResults &Results) {
  llvm::StringRef Last = Results.LastCrash;
  if (Results.IsLost && processes::isOutOfMemory())
    return noMemoryFor(Last.empty()            ? "the analysis of the unit"
                       : Last.starts_with("'") ? "the analysis of " + Last.str()
                                               : Last.str());
  return llvm::join(Results.LeftOut, "; ") +
         "; please report this with the output of --print-command";
}

bool UnitLinter::attempt(const commands::Translation &Unit,
                         llvm::IntrusiveRefCntPtr<base::WatchedFiles> Disk,
                         llvm::IntrusiveRefCntPtr<NotedLookups> Noted,
                         const LintOptions &Options,
                         const pch::PrefixCache *Cache, LintedUnit &Linted) {
  auto Run = std::make_unique<UnitRun>(Tidy, Options, Unit, Ids, Disk,
                                       std::move(Noted));
  Tidy.setCurrentBuildDirectory(Unit.Directory);
  Tidy.setDiagnosticsEngine(std::move(Run->Shown), &Run->Engine);
  Linted.Trouble = processes::runGuarded([&] {
    UnitInvocation Action(*Run, Tidy, Options, Cache);
    tooling::ToolInvocation Invocation(
        Unit.Arguments, &Action, Run->Files.get(),
        std::make_shared<PCHContainerOperations>());
    Invocation.setDiagnosticConsumer(&Run->Diagnostics);
    Run->Ran = Invocation.run();
  });
  if (!Linted.Trouble.empty()) {
    if (Linted.Trouble == processes::NoMemory)
      Linted.Trouble =
          noMemoryFor(Run->IsParsed ? "the analysis of the unit" : "parsing");
    Linted.Read = Run->Read;
    Run.release();
    return true;
  }
  // What goes wrong behind a precompiled header is tried without it before a
  // word is said.
  if (Run->IsPrefixed && !Run->IsParsed)
    return false;
  if (Run->Results.IsLost) {
    Linted.Trouble = crashText(Run->Results);
    Linted.Read = std::move(Run->Read);
    return true;
  }
  Run->Spent.add("end");
  if (Options.Statistics)
    writeUnitCost(Unit.File, Run->Spent, Run->Results.Host,
                  Run->Diagnostics.errors().unread().size(),
                  *Options.Statistics);
  Linted.Read = std::move(Run->Read);
  Linted.Results = std::move(Run->Results);
  Linted.UnderNolint = Run->Filter.underNolint();
  Linted.Others = Run->Filter.takeOthers();
  Linted.Reason = Run->Diagnostics.errors().reason();
  Linted.Results.Unread = Run->Diagnostics.errors().unread();
  Linted.IsReasonClangs = !Linted.Reason.empty();
  if (!Linted.Results.LeftOut.empty()) {
    Linted.IsReasonClangs = false;
    Linted.Reason = crashText(Linted.Results) +
                    (Linted.Reason.empty() ? "" : "; ") + Linted.Reason;
  }
  if (Linted.Reason.empty() && !Run->Ran)
    Linted.Reason = "clang could not run the translated command, which "
                    "--print-command shows";
  if (!Linted.Reason.empty() && commands::isHeaderFileName(Unit.File))
    Linted.Reason += "; a header that needs what others include before it is "
                     "seen with a unit that includes it";
  if (Linted.Reason.empty())
    Linted.Reason = Linted.Results.LostConfiguration;
  if (Linted.Reason.empty() && Linted.Results.LostRules)
    Linted.Reason = "mistakes in rules of its configuration (" +
                    std::to_string(Linted.Results.LostRules) +
                    "), which --verify-config lists";
  return true;
}

LintedUnit
UnitLinter::lint(const commands::Translation &Unit,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                 const LintOptions &Options) {
  LintedUnit Linted;
  auto Disk = llvm::makeIntrusiveRefCnt<base::WatchedFiles>(std::move(Files));
  if (Disk->setCurrentWorkingDirectory(Unit.Directory)) {
    Linted.Trouble = "its directory '" + Unit.Directory + "' does not exist";
    return Linted;
  }
  if (auto Text = Disk->getBufferForFile(Unit.File))
    Linted.Trouble = problemWithText((*Text)->getBuffer()).str();
  if (!Linted.Trouble.empty())
    return Linted;
  if (Options.Fixes != tidy::FB_NoFix)
    Disk->sumTexts();
  // Who looks at a unit in place of the checks wants all of it.
  // What is precompiled has its headers as they are.
  const pch::PrefixCache *Cache = Options.Look || !Options.OwnHeaders.empty()
                                      ? nullptr
                                      : Options.Cache.get();
  llvm::IntrusiveRefCntPtr<NotedLookups> Noted;
  if (Options.NoteLookups)
    Noted = llvm::makeIntrusiveRefCnt<NotedLookups>(Disk);
  if (!attempt(Unit, Disk, Noted, Options, Cache, Linted))
    attempt(Unit, Disk, Noted, Options, nullptr, Linted);
  if (Noted)
    Linted.LookedFor = Noted->noted();
  Linted.Read.Sums = Disk->takeSums();
  if (!Linted.Trouble.empty())
    return Linted;
  if (std::vector<std::string> Changed = Disk->changed(); !Changed.empty()) {
    Linted.IsReasonClangs = false;
    Linted.Reason =
        "'" +
        (Options.Gather ? report::pathBelow(Changed.front(), Options.Root)
                        : Changed.front()) +
        "' changed while it was read";
  }
  return Linted;
}

} // namespace warplint::lint
