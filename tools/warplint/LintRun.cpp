//===--- LintRun.cpp - Linting files one after another -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LintRun.h"
#include "Command/Dialect.h"
#include "CrashGuard.h"
#include "Explanation/RaceWords.h"
#include "Files/InputFile.h"
#include "Files/OutputFile.h"
#include "Output/Printable.h"
#include "Output/Statistics.h"
#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/DiagnosticLex.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/Utils.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace warplint {

/// Headers of the C++ standard library that CUDA's own and most kernels begin
/// with.
static bool isOfStandardLibrary(llvm::StringRef Header) {
  static constexpr llvm::StringLiteral Names[] = {"algorithm",
                                                  "array",
                                                  "atomic",
                                                  "cassert",
                                                  "cfloat",
                                                  "chrono",
                                                  "climits",
                                                  "cmath",
                                                  "cstddef",
                                                  "cstdint",
                                                  "cstdio",
                                                  "cstdlib",
                                                  "cstring",
                                                  "cstdarg",
                                                  "ctime",
                                                  "exception",
                                                  "fstream",
                                                  "functional",
                                                  "initializer_list",
                                                  "iomanip",
                                                  "iostream",
                                                  "iterator",
                                                  "limits",
                                                  "list",
                                                  "map",
                                                  "memory",
                                                  "mutex",
                                                  "new",
                                                  "numeric",
                                                  "ostream",
                                                  "random",
                                                  "set",
                                                  "sstream",
                                                  "stdexcept",
                                                  "string",
                                                  "thread",
                                                  "tuple",
                                                  "type_traits",
                                                  "typeinfo",
                                                  "unordered_map",
                                                  "utility",
                                                  "vector",
                                                  "version"};
  return llvm::is_contained(Names, Header);
}

namespace {

/// Hands everything on to clang-tidy and keeps count of compile errors.
class UnitDiagnostics : public DiagnosticConsumer {
public:
  UnitDiagnostics(tidy::ClangTidyDiagnosticConsumer &Tidy,
                  const LintOptions &Options, const Translation &Unit)
      : Tidy(Tidy), Options(Options), Unit(Unit) {}

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
    if (Info.getID() == diag::err_pp_file_not_found &&
        isOfStandardLibrary(Info.getArgStdStr(0)))
      Text += "; the C++ standard library is missing: install g++, whose "
              "headers clang takes (Debian's package is g++), or name another "
              "one's folder with -isystem";
    std::string Where;
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      PresumedLoc At =
          Info.getSourceManager().getPresumedLoc(Info.getLocation());
      if (At.isValid())
        Where =
            shown(At.getFilename()) + ":" + std::to_string(At.getLine()) + ": ";
    }
    if (First.empty())
      First = Where + Text.str().str();
    if (Level == DiagnosticsEngine::Fatal && !Fatal)
      Fatal = Where + Text.str().str();
  }

  /// Reports name files alike wherever the project lies.
  std::string shown(StringRef File) const {
    llvm::SmallString<256> Path(File);
    if (!Options.Gather)
      return Path.str().str();
    llvm::sys::fs::make_absolute(Unit.Directory, Path);
    return pathBelow(Path, Options.Root);
  }

  tidy::ClangTidyDiagnosticConsumer &Tidy;
  const LintOptions &Options;
  const Translation &Unit;
  unsigned Count = 0;
  std::string First;
  std::optional<std::string> Fatal;
};

/// Everything that a unit reads, and what it looked for in vain.
class FileRecorder : public DependencyCollector {
public:
  FileRecorder(const Translation &Unit, UnitFiles &Files)
      : Directory(Unit.Directory), Files(Files) {}

  bool needSystemDependencies() override { return true; }
  bool sawDependency(StringRef Name, bool, bool IsSystem, bool, bool) override {
    if (Name.starts_with("<"))
      return false;
    std::string Path = absolute(Name);
    if (!IsSystem)
      Files.User.insert(Path);
    Files.All.insert(std::move(Path));
    return true;
  }
  void missing(StringRef Name, StringRef Includer) {
    llvm::SmallString<256> Path(llvm::sys::path::parent_path(Includer));
    llvm::sys::path::append(Path, Name);
    Files.All.insert(absolute(Path));
  }

private:
  /// Without `..`, which Ninja resolves by the names alone. That is wrong where
  /// a folder is a link.
  std::string absolute(StringRef Name) {
    llvm::SmallString<256> Path(Name);
    llvm::sys::fs::make_absolute(Directory, Path);
    llvm::sys::path::remove_dots(Path);
    if (!Path.str().contains(".."))
      return Path.str().str();
    StringRef Parent = llvm::sys::path::parent_path(Path);
    auto [Known, New] = RealFolders.try_emplace(Parent);
    llvm::SmallString<256> Real;
    if (New && !llvm::sys::fs::real_path(Parent, Real))
      Known->second = Real.str().str();
    if (Known->second.empty()) {
      llvm::sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
      return Path.str().str();
    }
    Real = Known->second;
    llvm::sys::path::append(Real, llvm::sys::path::filename(Path));
    return Real.str().str();
  }

  StringRef Directory;
  UnitFiles &Files;
  llvm::StringMap<std::string> RealFolders;
};

/// A header that is not there: the unit changes when it comes.
class MissingHeaders : public PPCallbacks {
public:
  MissingHeaders(const SourceManager &Sources, FileRecorder &Recorder)
      : Sources(Sources), Recorder(Recorder) {}

  void InclusionDirective(SourceLocation Hash, const Token &, StringRef Name,
                          bool, CharSourceRange, OptionalFileEntryRef File,
                          StringRef, StringRef, const Module *, bool,
                          SrcMgr::CharacteristicKind) override {
    if (!File)
      Recorder.missing(Name, Sources.getFilename(Sources.getFileLoc(Hash)));
  }

private:
  const SourceManager &Sources;
  FileRecorder &Recorder;
};

/// Writes the question behind \p F to `<check>-<file>-<line>.smt2`.
void writeQuery(const Finding &F, const SourceManager &SM,
                const std::string &Folder) {
  if (!F.Shown || F.Shown->Query.empty())
    return;
  PresumedLoc At = SM.getPresumedLoc(F.Loc);
  if (At.isInvalid())
    return;
  SmallString<128> Path(Folder);
  llvm::sys::path::append(
      Path, F.Check + "-" + llvm::sys::path::filename(At.getFilename()) + "-" +
                llvm::Twine(At.getLine()) + ".smt2");
  std::string Text = "; " + F.Message + "\n" + F.Shown->Query;
  if (llvm::Error Failed = writeWhole(Path, Text))
    llvm::errs() << "warplint: " << printable(llvm::toString(std::move(Failed)))
                 << "\n";
}

/// Those of \p Counts that are not 0, with the names of their kinds.
template <typename Kind, size_t Kinds>
static std::vector<std::pair<std::string, int64_t>>
named(const std::array<unsigned, Kinds> &Counts) {
  std::vector<std::pair<std::string, int64_t>> Result;
  for (unsigned I = 0; I < Kinds; ++I)
    if (Counts[I])
      Result.push_back({nameOf(Kind(I)).str(), Counts[I]});
  return Result;
}

static void writeEfforts(llvm::ArrayRef<KernelEffort> Efforts,
                         const SourceManager &Sources, llvm::raw_ostream &OS) {
  auto Main = Sources.getFileEntryRefForID(Sources.getMainFileID());
  for (const KernelEffort &E : Efforts) {
    std::vector<std::pair<std::string, int64_t>> Cuts;
    for (const Limits::Cut &Cut : E.Cuts)
      Cuts.push_back({Cut.Construct, Cut.Times});
    KernelCost Cost;
    Cost.Unit = Main ? Main->getName().str() : "";
    Cost.Kernel = E.Name;
    Cost.Nodes = E.Nodes;
    Cost.Milliseconds = E.Milliseconds;
    Cost.Work = E.Work;
    Cost.Pairs = E.Races.Pairs;
    Cost.Queries = E.Races.Queries;
    Cost.Undecided = E.Races.undecided();
    Cost.SolverMilliseconds = E.Races.Milliseconds;
    Cost.Reasons = named<Undecided>(E.Races.Undecided);
    Cost.Assumed = named<Assumption::Kind>(E.Races.Assumed);
    Cost.Cuts = std::move(Cuts);
    writeStatistics(OS, Cost);
  }
}

class LintConsumer : public ASTConsumer {
public:
  LintConsumer(tidy::ClangTidyContext &Tidy, Suppression &Filter,
               const LintOptions &Options, UnitResults &Results)
      : Tidy(Tidy), Filter(Filter), Options(Options), Results(Results) {}

  void HandleTranslationUnit(ASTContext &Context) override {
    std::vector<std::string> Problems;
    CheckSettings Settings =
        readSettings(Tidy.getOptions(), Tidy.getCurrentFile(), Problems);
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
    Settings.Analysis.KeepQueries = !Options.QueryFolder.empty();
    Results.Checks = enabledChecks(Tidy);
    UnitReport Report = runChecks(Context, Results.Checks, Settings);
    Results.Kernels = Report.Kernels;
    Results.Cut = Report.Cut;
    Results.Undecided = Report.Undecided;
    for (const KernelEffort &E : Report.Efforts)
      for (const Limits::Cut &Cut : E.Cuts)
        Results.Cuts.push_back({"", E.Name, Cut.Construct, Cut.Times});
    if (Options.Statistics)
      writeEfforts(Report.Efforts, Context.getSourceManager(),
                   *Options.Statistics);
    for (const Finding &F : Report.Found.findings()) {
      if (!Options.QueryFolder.empty())
        writeQuery(F, Context.getSourceManager(), Options.QueryFolder);
      if (std::optional<tidy::ClangTidyError> Passed = Filter.pass(F))
        Results.Findings.push_back({std::move(*Passed), entryOf(F, Context)});
    }
  }

private:
  std::optional<ReportedFinding> entryOf(const Finding &F,
                                         const ASTContext &Context) const {
    if (!Options.Gather)
      return std::nullopt;
    ReportedFinding Found = resolve(F, Context.getSourceManager(),
                                    Context.getLangOpts(), Options.Root);
    Found.Function = enclosingFunction(Context, F.Loc);
    return Found;
  }

  tidy::ClangTidyContext &Tidy;
  Suppression &Filter;
  const LintOptions &Options;
  UnitResults &Results;
};

class LintAction : public ASTFrontendAction {
public:
  LintAction(tidy::ClangTidyContext &Tidy, Suppression &Filter,
             const LintOptions &Options, FileRecorder &Recorder,
             UnitResults &Results)
      : Tidy(Tidy), Filter(Filter), Options(Options), Recorder(Recorder),
        Results(Results) {}

protected:
  std::unique_ptr<ASTConsumer>
  CreateASTConsumer(CompilerInstance &Compiler, llvm::StringRef File) override {
    relaxDiagnostics(Compiler.getDiagnostics());
    Tidy.setSourceManager(&Compiler.getSourceManager());
    Tidy.setCurrentFile(File);
    Tidy.setASTContext(&Compiler.getASTContext());
    if (Options.Gather) {
      Recorder.attachToPreprocessor(Compiler.getPreprocessor());
      Compiler.getPreprocessor().addPPCallbacks(
          std::make_unique<MissingHeaders>(Compiler.getSourceManager(),
                                           Recorder));
    }
    return std::make_unique<LintConsumer>(Tidy, Filter, Options, Results);
  }
  void ExecuteAction() override {
    forgetUnaddressableBuiltins(getCompilerInstance().getASTContext());
    ASTFrontendAction::ExecuteAction();
  }

private:
  tidy::ClangTidyContext &Tidy;
  Suppression &Filter;
  const LintOptions &Options;
  FileRecorder &Recorder;
  UnitResults &Results;
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

std::string LintRun::shown(llvm::StringRef File) const {
  return Options.Gather ? pathBelow(File, Options.Root) : File.str();
}

void LintRun::fail(llvm::StringRef File, llvm::StringRef Reason) {
  Found.Summary.Failures.push_back({shown(File), withoutName(Reason, File)});
}

namespace {
/// What one unit's parse works with. After a crash it is left as it is: parts
/// of it may be half changed.
struct UnitRun {
  UnitRun(tidy::ClangTidyContext &Tidy, const LintOptions &Options,
          const Translation &Unit, llvm::IntrusiveRefCntPtr<DiagnosticIDs> Ids,
          llvm::IntrusiveRefCntPtr<WatchedFiles> Disk)
      : Disk(Disk), Files(new FileManager(FileSystemOptions(), Disk)),
        ForTidy(Tidy), Diagnostics(ForTidy, Options, Unit),
        Engine(std::move(Ids), new DiagnosticOptions(), &Diagnostics,
               /*ShouldOwnClient=*/false),
        Filter(Tidy, ForTidy), Recorder(Unit, Read) {}

  llvm::IntrusiveRefCntPtr<WatchedFiles> Disk;
  llvm::IntrusiveRefCntPtr<FileManager> Files;
  tidy::ClangTidyDiagnosticConsumer ForTidy;
  UnitDiagnostics Diagnostics;
  DiagnosticsEngine Engine;
  UnitFiles Read;
  UnitResults Results;
  Suppression Filter;
  FileRecorder Recorder;
  bool Ran = false;
};
} // namespace

void LintRun::lint(const Translation &Unit) {
  std::string File = absolutePath(Unit);
  std::string Shown = Options.Gather ? File : Unit.File;
  FilesRead.insert(File);
  FilesRead.insert(Unit.ResponseFiles.begin(), Unit.ResponseFiles.end());
  if (!llvm::sys::fs::exists(File))
    return fail(Shown, "the file does not exist");

  auto Disk = llvm::makeIntrusiveRefCnt<WatchedFiles>(
      llvm::vfs::createPhysicalFileSystem());
  if (Disk->setCurrentWorkingDirectory(Unit.Directory))
    return fail(Shown, "its directory '" + Unit.Directory + "' does not exist");
  ++Found.Summary.Units;
  Options.Begin(shown(Shown));
  auto Run = std::make_unique<UnitRun>(Tidy, Options, Unit, Ids, Disk);
  Tidy.setCurrentBuildDirectory(Unit.Directory);
  Tidy.setDiagnosticsEngine(&Run->Engine);
  std::string Trouble = runGuarded([&] {
    tooling::ToolInvocation Invocation(
        Unit.Arguments,
        std::make_unique<LintAction>(Tidy, Run->Filter, Options, Run->Recorder,
                                     Run->Results),
        Run->Files.get());
    Invocation.setDiagnosticConsumer(&Run->Diagnostics);
    Run->Ran = Invocation.run();
  });
  FilesRead.insert(Run->Read.All.begin(), Run->Read.All.end());
  if (!Trouble.empty()) {
    Run.release();
    return fail(Shown, Trouble);
  }
  Found.Summary.Kernels += Run->Results.Kernels;
  Found.Summary.Cut += Run->Results.Cut;
  Found.Summary.Undecided += Run->Results.Undecided;
  for (KernelCut &Cut : Run->Results.Cuts) {
    Cut.File = shown(Shown);
    Found.Summary.Cuts.push_back(std::move(Cut));
  }
  Found.Summary.Suppressed += Run->Filter.underNolint();
  collect(std::move(Run->Results.Findings), Run->Filter.takeOthers());
  std::string Reason = Run->Diagnostics.reason();
  if (std::vector<std::string> Changed = Disk->changed(); !Changed.empty())
    Reason = "'" + shown(Changed.front()) + "' changed while it was read";
  if (!Reason.empty())
    return fail(Shown, Reason);
  if (!Run->Ran)
    return fail(Shown, "clang could not run the translated command");
  noteLinted(File, std::move(Run->Results.Checks), Run->Read.User);
}

void LintRun::noteLinted(llvm::StringRef File, std::vector<std::string> Checks,
                         const std::set<std::string> &UserFiles) {
  for (std::string &Check : Checks)
    if (!llvm::is_contained(Found.Checks, Check))
      Found.Checks.push_back(std::move(Check));
  Found.Sources.insert(pathBelow(File, Options.Root));
  for (const std::string &Path : UserFiles)
    if (std::string Name = pathBelow(Path, Options.Root);
        !llvm::sys::path::is_absolute(Name))
      Found.Files.insert(std::move(Name));
}

/// The message without what says how certain it is, which can differ between
/// units.
static std::string bareMessage(llvm::StringRef Text) {
  for (Certainty C : {Certainty::Likely, Certainty::Model})
    Text.consume_back(withCertainty("", C));
  return Text.str();
}

/// One file can have several commands, and a header several includers: what
/// they all say is kept once.
bool LintRun::isNew(const tidy::ClangTidyError &Error) {
  return Seen
      .emplace(Error.DiagnosticName, bareMessage(Error.Message.Message),
               Error.Message.FilePath, Error.Message.FileOffset)
      .second;
}

void LintRun::collect(std::vector<LintedFinding> New,
                      std::vector<tidy::ClangTidyError> Others) {
  std::vector<Kept> All;
  for (tidy::ClangTidyError &Error : Others)
    if (isNew(Error))
      All.push_back({std::move(Error), std::nullopt});
  for (LintedFinding &Each : New) {
    if (!isNew(Each.Error))
      continue;
    ++Found.Summary.Findings;
    All.push_back({std::move(Each.Error), std::nullopt});
    if (Each.Found) {
      All.back().Entry = Each.Found->Number = Entries++;
      Found.Findings.push_back(std::move(*Each.Found));
    }
  }
  llvm::sort(All, [](const Kept &L, const Kept &R) {
    return isPrintedBefore(L.Error, R.Error);
  });
  std::move(All.begin(), All.end(), std::back_inserter(Errors));
  // Fixes must wait for all units: two of them can edit one header.
  if (Options.Fixes == tidy::FB_NoFix && !Options.Gather)
    flush();
}

/// clang-tidy prints texts and names of files as they are. A file whose name a
/// terminal must not see is left out as the place, and named in the text.
static void makePrintable(tooling::DiagnosticMessage &Said,
                          llvm::StringRef Directory) {
  llvm::SmallString<256> Path(Said.FilePath);
  llvm::sys::fs::make_absolute(Directory, Path);
  if (std::string Shown = printable(Path);
      !Said.FilePath.empty() && Shown != Path) {
    Said.Message = Shown + ": " + Said.Message;
    Said.FilePath.clear();
  }
  Said.Message = printable(Said.Message);
}

/// `--fix` leaves alone what needs a second look, and says that it is there.
static void tellUnsafeFixes(llvm::ArrayRef<tidy::ClangTidyError> Errors) {
  auto Count = llvm::count_if(Errors, [](const tidy::ClangTidyError &Error) {
    return !tidy::getFixIt(Error, /*AnyFix=*/false) &&
           tidy::getFixIt(Error, /*AnyFix=*/true);
  });
  if (Count)
    llvm::errs() << "warplint: note: " << Count
                 << (Count == 1 ? " fix needs" : " fixes need")
                 << " a second look: --fix-unsafe applies "
                 << (Count == 1 ? "it" : "them") << " too\n";
}

void LintRun::flush() {
  std::vector<tidy::ClangTidyError> Last;
  for (Kept &Each : Errors)
    Last.push_back(std::move(Each.Error));
  Errors.clear();
  for (tidy::ClangTidyError &Error : Last) {
    makePrintable(Error.Message, Error.BuildDirectory);
    for (tooling::DiagnosticMessage &Note : Error.Notes)
      makePrintable(Note, Error.BuildDirectory);
  }
  dropOverlappingFixes(Last, /*InNotes=*/Options.Fixes == tidy::FB_FixNotes);
  unsigned AsErrors = 0;
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> Disk(
      new llvm::vfs::OverlayFileSystem(regularFiles()));
  tidy::handleErrors(Last, Tidy, Options.Fixes, AsErrors, Disk);
  llvm::outs().flush();
  if (Options.Fixes == tidy::FB_Fix)
    tellUnsafeFixes(Last);
}

/// Drops diagnostics whose findings were taken out of the report.
void LintRun::keepReported() {
  std::set<unsigned> Reported;
  for (const ReportedFinding &F : Found.Findings)
    Reported.insert(F.Number);
  llvm::erase_if(Errors, [&](const Kept &Each) {
    return Each.Entry && !Reported.count(*Each.Entry);
  });
}

/// What a report has no place for: mistakes in the configuration.
void LintRun::tellOthers() const {
  for (const Kept &Each : Errors)
    if (!Each.Entry && Each.Error.DiagLevel != tidy::ClangTidyError::Error)
      llvm::errs() << "warplint: warning: "
                   << printable(Each.Error.Message.Message) << "\n";
}

Report LintRun::finish(const std::function<void(Report &)> &Filter) {
  if (Options.Gather) {
    Filter(Found);
    keepReported();
  }
  if (!Options.Print)
    tellOthers();
  else if (!Errors.empty())
    flush();
  return std::move(Found);
}

} // namespace warplint
