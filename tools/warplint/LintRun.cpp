//===--- LintRun.cpp - Linting files one after another -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintRun.h"
#include "Command/Dialect.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint {

static constexpr unsigned StackBytes = 64 << 20;

namespace {

/// Hands everything on to clang-tidy and keeps count of compile errors.
class UnitDiagnostics : public DiagnosticConsumer {
public:
  explicit UnitDiagnostics(tidy::ClangTidyDiagnosticConsumer &Tidy)
      : Tidy(Tidy) {}

  void BeginSourceFile(const LangOptions &Options,
                       const Preprocessor *PP) override {
    Tidy.BeginSourceFile(Options, PP);
  }
  void EndSourceFile() override { Tidy.EndSourceFile(); }
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    if (Level >= DiagnosticsEngine::Error)
      note(Level, Info);
    Tidy.HandleDiagnostic(Level, Info);
  }

  std::string reason() const {
    if (!Count)
      return "";
    std::string Text = Fatal ? "parsing stopped: " + *Fatal : First;
    if (Count > 1)
      Text += " (and " + std::to_string(Count - 1) + " more error" +
              (Count > 2 ? "s)" : ")");
    return Text;
  }

private:
  void note(DiagnosticsEngine::Level Level, const Diagnostic &Info) {
    ++Count;
    llvm::SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    std::string Where;
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      PresumedLoc At =
          Info.getSourceManager().getPresumedLoc(Info.getLocation());
      if (At.isValid())
        Where = std::string(At.getFilename()) + ":" +
                std::to_string(At.getLine()) + ": ";
    }
    if (First.empty())
      First = Where + Text.str().str();
    if (Level == DiagnosticsEngine::Fatal && !Fatal)
      Fatal = Where + Text.str().str();
  }

  tidy::ClangTidyDiagnosticConsumer &Tidy;
  unsigned Count = 0;
  std::string First;
  std::optional<std::string> Fatal;
};

class LintConsumer : public ASTConsumer {
public:
  LintConsumer(tidy::ClangTidyContext &Tidy, const LintOptions &Options,
               RunSummary &Summary)
      : Tidy(Tidy), Options(Options), Summary(Summary) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    std::vector<std::string> Problems;
    CheckSettings Settings = readSettings(Tidy.getOptions(), Problems);
    for (const std::string &Problem : Problems)
      Tidy.configurationDiag("%0") << Problem;
    for (unsigned I = 0; I < 3; ++I) {
      if (Options.Launch.Block[I])
        Settings.Analysis.Launch.Block[I] = Options.Launch.Block[I];
      if (Options.Launch.Grid[I])
        Settings.Analysis.Launch.Grid[I] = Options.Launch.Grid[I];
    }
    UnitReport Report = runChecks(Context, enabledChecks(Tidy), Settings);
    Summary.Kernels += Report.Kernels;
    Summary.Cut += Report.Cut;
    for (const Finding &F : Report.Found.findings())
      emit(F, [&](SourceLocation Loc, llvm::StringRef Format,
                  DiagnosticIDs::Level Level) {
        return Tidy.diag((llvm::Twine(CheckPrefix) + F.Check).str(), Loc,
                         Format, Level);
      });
  }

private:
  tidy::ClangTidyContext &Tidy;
  const LintOptions &Options;
  RunSummary &Summary;
};

class LintAction : public ASTFrontendAction {
public:
  LintAction(tidy::ClangTidyContext &Tidy, const LintOptions &Options,
             RunSummary &Summary)
      : Tidy(Tidy), Options(Options), Summary(Summary) {}

protected:
  std::unique_ptr<ASTConsumer>
  CreateASTConsumer(CompilerInstance &Compiler, llvm::StringRef File) override {
    relaxDiagnostics(Compiler.getDiagnostics());
    Tidy.setSourceManager(&Compiler.getSourceManager());
    Tidy.setCurrentFile(File);
    Tidy.setASTContext(&Compiler.getASTContext());
    return std::make_unique<LintConsumer>(Tidy, Options, Summary);
  }
  void ExecuteAction() override {
    forgetUnaddressableBuiltins(getCompilerInstance().getASTContext());
    ASTFrontendAction::ExecuteAction();
  }

private:
  tidy::ClangTidyContext &Tidy;
  const LintOptions &Options;
  RunSummary &Summary;
};

} // namespace

static std::string absolutePath(const Translation &Unit) {
  llvm::SmallString<128> Path(Unit.File);
  llvm::sys::fs::make_absolute(Unit.Directory, Path);
  return Path.str().str();
}

/// The summary names the file before the reason, which need not do it again.
static std::string withoutName(llvm::StringRef Reason, llvm::StringRef File) {
  llvm::SmallString<128> Path(File);
  llvm::sys::fs::make_absolute(Path);
  llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  Reason.consume_front(("'" + Path + "': ").str());
  return Reason.str();
}

void LintRun::fail(llvm::StringRef File, llvm::StringRef Reason) {
  Summary.Failures.push_back({File.str(), withoutName(Reason, File)});
}

void LintRun::lint(const Translation &Unit) {
  std::string File = absolutePath(Unit);
  if (!llvm::sys::fs::exists(File))
    return fail(Unit.File, "the file does not exist");

  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk(
      llvm::vfs::createPhysicalFileSystem().release());
  if (Disk->setCurrentWorkingDirectory(Unit.Directory))
    return fail(Unit.File,
                "its directory '" + Unit.Directory + "' does not exist");
  ++Summary.Units;
  llvm::IntrusiveRefCntPtr<FileManager> Files(
      new FileManager(FileSystemOptions(), Disk));

  Tidy.setCurrentBuildDirectory(Unit.Directory);
  tidy::ClangTidyDiagnosticConsumer TidyDiagnostics(Tidy);
  UnitDiagnostics Diagnostics(TidyDiagnostics);
  DiagnosticsEngine Engine(Ids, new DiagnosticOptions(), &Diagnostics,
                           /*ShouldOwnClient=*/false);
  Tidy.setDiagnosticsEngine(&Engine);

  // A crash takes one unit with it, not the run. The thread's stack is large:
  // parsing and the analysis recurse as deep as the code nests.
  bool Ran = false;
  llvm::CrashRecoveryContext Recovery;
  bool Survived = Recovery.RunSafelyOnThread(
      [&] {
        tooling::ToolInvocation Invocation(
            Unit.Arguments,
            std::make_unique<LintAction>(Tidy, Options, Summary), Files.get());
        Invocation.setDiagnosticConsumer(&Diagnostics);
        Ran = Invocation.run();
      },
      StackBytes);
  if (!Survived)
    return fail(Unit.File,
                "warplint crashed on it; please report this with the "
                "output of --print-command");
  collect(TidyDiagnostics.take());
  std::string Reason = Diagnostics.reason();
  if (!Reason.empty())
    fail(Unit.File, Reason);
  else if (!Ran)
    fail(Unit.File, "clang could not run the translated command");
}

/// One file can have several commands, and a header several includers: what
/// they all say is kept once.
void LintRun::collect(std::vector<tidy::ClangTidyError> New) {
  for (tidy::ClangTidyError &Error : New) {
    std::string Key = Error.DiagnosticName + "\n" + Error.Message.FilePath +
                      "\n" + std::to_string(Error.Message.FileOffset) + "\n" +
                      Error.Message.Message;
    if (!Seen.insert(Key).second)
      continue;
    if (llvm::StringRef(Error.DiagnosticName).starts_with(CheckPrefix))
      ++Summary.Findings;
    Errors.push_back(std::move(Error));
  }
  // Fixes must wait for all units: two of them can edit one header.
  if (Options.Fixes == tidy::FB_NoFix)
    flush();
}

void LintRun::flush() {
  unsigned AsErrors = 0;
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> Disk(
      new llvm::vfs::OverlayFileSystem(llvm::vfs::getRealFileSystem()));
  tidy::handleErrors(Errors, Tidy, Options.Fixes, AsErrors, Disk);
  llvm::outs().flush();
  Errors.clear();
}

RunSummary LintRun::finish() {
  if (!Errors.empty())
    flush();
  Summary.Suppressed = Tidy.getStats().ErrorsIgnoredNOLINT;
  return Summary;
}

} // namespace warplint
