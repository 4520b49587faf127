//===--- LintRun.cpp - Linting files one after another --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/LintRun.h"
#include "Quoting/Printable.h"
#include "Report/UnifiedDiff.h"
#include "Report/Verdicts.h"
#include "Support/Descriptors.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "Workflows/Lint/Settings.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>

using namespace clang;

namespace warplint::lint {

static std::string absolutePath(const commands::Translation &Unit) {
  llvm::SmallString<128> Path(Unit.File);
  llvm::sys::path::make_absolute(Unit.Directory, Path);
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
  return Options.Gather ? report::pathBelow(File, Options.Root) : File.str();
}

void LintRun::fail(llvm::StringRef File, llvm::StringRef Reason) {
  ++Failures;
  Found.Summary.Failures.push_back({shown(File), withoutName(Reason, File)});
}

void LintRun::lint(const commands::Translation &Unit) {
  std::string File = absolutePath(Unit);
  std::string Shown = Options.Gather ? File : Unit.File;
  FilesRead.insert(File);
  FilesRead.insert(Unit.ResponseFiles.begin(), Unit.ResponseFiles.end());
  if (!llvm::sys::fs::exists(File))
    return fail(Shown, "the file does not exist");
  ++Found.Summary.Units;
  Options.Begin(shown(Shown));
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk =
      llvm::vfs::createPhysicalFileSystem();
  if (!Options.Texts.empty())
    Disk = llvm::makeIntrusiveRefCnt<base::EditedFiles>(std::move(Disk),
                                                        Options.Texts);
  LintedUnit Linted = Linter.lint(Unit, std::move(Disk), Options);
  Options.End();
  LookedFor.add(Linted.LookedFor);
  FilesRead.insert(Linted.Read.All.begin(), Linted.Read.All.end());
  FilesNamed.insert(Linted.Read.Named.begin(), Linted.Read.Named.end());
  if (Options.Fixes != tidy::FB_NoFix) {
    if (!Fixes)
      Fixes.emplace(
          [this](const commands::Translation &Tried,
                 llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
                 const LintOptions &With) {
            return Linter.lint(Tried, std::move(Files), With);
          },
          Options, Options.Fixes == tidy::FB_FixNotes);
    Fixes->addUnit(Unit, Linted.Read);
  }
  if (!Linted.Trouble.empty())
    return fail(Shown, Linted.Trouble);
  UnitResults &Results = Linted.Results;
  Found.Summary.Kernels += Results.Kernels;
  Found.Summary.Repeated += Results.Repeated;
  Found.Summary.Cut += Results.Cut;
  Found.Summary.Undecided += Results.Undecided;
  for (report::KernelCut &Cut : Results.Cuts) {
    Cut.File = shown(Shown);
    Found.Summary.Cuts.push_back(std::move(Cut));
  }
  Found.Summary.CutBy.insert(Results.CutBy.begin(), Results.CutBy.end());
  Found.Summary.EffortHelps |= Results.EffortHelps;
  Hidden.insert(Results.Hidden.begin(), Results.Hidden.end());
  for (edge::UnreadFunction &Each : Results.Unread)
    Found.Summary.Unread.push_back(
        {shown(Shown), std::move(Each.Name), std::move(Each.Reason)});
  if (auto Made = launches::CrossUnitLaunches::read(Results.Launches))
    Launches.add(*Made);
  Found.Summary.Suppressed += Linted.UnderNolint;
  if (Results.Nolints)
    Nolints.add(shown(Shown), *Results.Nolints, Results.Checks,
                Linted.Reason.empty() && !Results.Cut);
  collect(std::move(Results.Findings), std::move(Linted.Others));
  for (report::ReportedVerdict &Each : Results.Verdicts) {
    if (!Linted.Reason.empty())
      report::forgetUnread(Each);
    if (Options.Verdicts)
      Found.Verdicts.push_back(std::move(Each));
  }
  FailuresOfClang += Linted.IsReasonClangs;
  if (!Linted.Reason.empty())
    return fail(Shown, Linted.Reason);
  noteLinted(File, std::move(Results.Checks), Linted.Read.User);
}

void LintRun::noteLinted(llvm::StringRef File, std::vector<std::string> Checks,
                         const std::set<std::string> &UserFiles) {
  for (std::string &Check : Checks)
    if (!llvm::is_contained(Found.Checks, Check))
      Found.Checks.push_back(std::move(Check));
  Found.Sources.insert(report::pathBelow(File, Options.Root));
  for (const std::string &Path : UserFiles)
    if (std::string Name = report::pathBelow(Path, Options.Root);
        !llvm::sys::path::is_absolute(Name))
      Found.Files.insert(std::move(Name));
}

/// The message without its certainty, which can differ between units.
static std::string bareMessage(llvm::StringRef Text) {
  for (Certainty C : {Certainty::Likely, Certainty::Possible, Certainty::Model})
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
  // Of a file that is no C++ at all, nobody reads more. What says that a unit
  // is incomplete counts them all.
  constexpr unsigned MostErrors = 20;
  unsigned Shown = 0;
  std::vector<Kept> All;
  for (tidy::ClangTidyError &Error : Others)
    if ((Error.DiagLevel != tidy::ClangTidyError::Error ||
         ++Shown <= MostErrors) &&
        isNew(Error))
      All.push_back({std::move(Error), std::nullopt});
  for (LintedFinding &Each : New) {
    if (!isNew(Each.Error))
      continue;
    bool IsError = Each.Error.IsWarningAsError;
    ++Found.Summary.Findings;
    Found.Summary.Deciding +=
        report::decides(Each.Level, IsError, Found.Summary);
    All.push_back({std::move(Each.Error), std::nullopt});
    if (Each.Found) {
      Each.Found->IsError = IsError;
      All.back().Entry = Each.Found->Number = Entries++;
      Found.Findings.push_back(std::move(*Each.Found));
    }
  }
  llvm::sort(All, [](const Kept &L, const Kept &R) {
    return edge::isPrintedBefore(L.Error, R.Error);
  });
  std::move(All.begin(), All.end(), std::back_inserter(Errors));
  if (!Options.Gather)
    flush();
}

/// clang-tidy prints texts and names of files as they are. A file whose name a
/// terminal must not see is left out as the place, and named in the text.
static void makePrintable(tooling::DiagnosticMessage &Said,
                          llvm::StringRef Directory) {
  llvm::SmallString<256> Path(Said.FilePath);
  llvm::sys::path::make_absolute(Directory, Path);
  if (std::string Shown = quoting::printable(Path);
      !Said.FilePath.empty() && Shown != Path) {
    Said.Message = Shown + ": " + Said.Message;
    Said.FilePath.clear();
  }
  Said.Message = quoting::printable(Said.Message);
}

/// Whether only `--fix-unsafe` mends it.
static bool needsSecondLook(const tidy::ClangTidyError &Error) {
  return !tidy::getFixIt(Error, /*AnyFix=*/false) &&
         tidy::getFixIt(Error, /*AnyFix=*/true);
}

void LintRun::flush() {
  std::vector<tidy::ClangTidyError> Last;
  for (Kept &Each : Errors)
    Last.push_back(std::move(Each.Error));
  Errors.clear();
  for (tidy::ClangTidyError &Error : Last) {
    if (Error.DiagLevel == tidy::ClangTidyError::Warning)
      Next.add(Error.DiagnosticName,
               tidy::getFixIt(Error, /*AnyFix=*/false) != nullptr,
               needsSecondLook(Error));
    makePrintable(Error.Message, Error.BuildDirectory);
    for (tooling::DiagnosticMessage &Note : Error.Notes)
      makePrintable(Note, Error.BuildDirectory);
  }
  unsigned AsErrors = 0;
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> Disk(
      new llvm::vfs::OverlayFileSystem(base::regularFiles()));
  tidy::handleErrors(Last, Tidy, tidy::FB_NoFix, AsErrors, Disk);
  llvm::outs().flush();
}

/// Drops diagnostics whose findings were taken out of the report.
void LintRun::keepReported() {
  std::set<unsigned> Reported;
  for (const report::ReportedFinding &F : Found.Findings)
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
                   << quoting::printable(Each.Error.Message.Message) << "\n";
}

report::Report
LintRun::finish(const std::function<void(report::Report &)> &Filter) {
  Found.Summary.Nolints = Nolints.all(requiresNolintReason());
  if (Options.Gather) {
    Filter(Found);
    keepReported();
  }
  std::map<unsigned, std::string> Fingerprints;
  if (Fixes)
    for (const report::ReportedFinding &F : Found.Findings)
      Fingerprints[F.Number] = report::fingerprintOf(F);
  for (const Kept &Each : Errors)
    if (Fixes && Each.Entry) {
      Fixes->addFinding(Each.Error, Fingerprints[*Each.Entry]);
      SecondLooks +=
          Options.Fixes == tidy::FB_Fix && needsSecondLook(Each.Error);
    }
  if (!Options.Print)
    tellOthers();
  else if (!Errors.empty())
    flush();
  return std::move(Found);
}

namespace {
/// What became of the files that fixes change.
struct WrittenFiles {
  std::map<std::string, std::string> Failed; ///< Why, by file.
  std::vector<std::string> Doubtful;         ///< Written, with a sentence.
};
} // namespace

/// Whether \p Path has become what it was to be, by another of its names: two
/// mounts may have one file.
static bool isDone(const std::string &Path, llvm::StringRef Text) {
  auto Now = base::readVersion(Path);
  if (Now)
    return Now->Text == Text;
  llvm::consumeError(Now.takeError());
  return false;
}

/// Writes the files that kept fixes change, as far as that goes. Their names
/// had no links: what has become a link meanwhile is not followed, and where
/// they have to lie below a folder, they still have to.
static WrittenFiles writeFixed(fixes::CheckedFixes &Fixes,
                               llvm::StringRef Below) {
  WrittenFiles Files;
  for (const auto &[File, Wanted] : Fixes.texts()) {
    const std::string &Path = File, &Text = Wanted;
    llvm::StringRef Folder =
        Below.empty() ? llvm::sys::path::parent_path(Path) : Below;
    llvm::Error Replaced =
        base::replaceBelow(Folder, Path, Text, Fixes.before(Path));
    llvm::handleAllErrors(
        std::move(Replaced), [&](const llvm::ErrorInfoBase &E) {
          std::error_code Code = E.convertToErrorCode();
          if (Code == base::refusal(base::Refusal::HasChanged) &&
              isDone(Path, Text))
            return;
          if (Code == base::refusal(base::Refusal::MayNotLast))
            Files.Doubtful.push_back(E.message());
          else
            Files.Failed[Path] =
                Code == base::refusal(base::Refusal::HasChanged)
                    ? fixes::changedText(Path)
                    : E.message();
        });
  }
  return Files;
}

/// What could not be written was not fixed. A fix of several files is done if
/// all of them are.
static void takeBack(std::vector<fixes::FixOutcome> &Outcomes,
                     const std::map<std::string, std::string> &Failed) {
  for (fixes::FixOutcome &Each : Outcomes)
    for (const std::string &File : Each.Edits)
      if (auto Why = Failed.find(File); Why != Failed.end() && Each.Fixed) {
        Each.Fixed = false;
        Each.Why = Why->second;
      }
}

/// Counts \p Fixed fixes, and those whose finding decides the exit code.
static void countFixed(report::Report &R, unsigned Fixed) {
  std::set<std::string> Mended;
  for (const report::ReportedFix &Each : R.Fixes)
    if (Each.Fixed)
      Mended.insert(Each.Fingerprint);
  R.Summary.Fixed = Fixed;
  R.Summary.DecidingFixed =
      llvm::count_if(R.Findings, [&](const report::ReportedFinding &F) {
        return report::decides(F.Level, F.IsError, R.Summary) &&
               Mended.count(report::fingerprintOf(F));
      });
}

static std::string filesText(size_t Files) {
  return std::to_string(Files) + (Files == 1 ? " file" : " files");
}

std::string LintRun::diffOfFixes() {
  std::string Text;
  if (Fixes)
    for (const auto &[File, Wanted] : Fixes->texts())
      Text += report::unifiedDiff(report::pathBelow(File, Options.Root),
                                  Fixes->before(File).Text, Wanted);
  return Text;
}

bool LintRun::applyFixes(llvm::raw_ostream &OS, report::Report &R) {
  if (!Fixes)
    return true;
  std::vector<fixes::FixOutcome> Outcomes = Fixes->run();
  bool Writes = !Options.ShowFixes;
  WrittenFiles Files;
  if (Writes)
    Files = writeFixed(*Fixes, Options.FixBelow);
  const std::map<std::string, std::string> &Failed = Files.Failed;
  takeBack(Outcomes, Failed);
  unsigned Fixed = 0;
  for (const fixes::FixOutcome &Each : Outcomes) {
    Fixed += Each.Fixed;
    std::string File = report::pathBelow(Each.File, Options.Root);
    R.Fixes.push_back(
        {Each.Fingerprint, Each.Check, File, Each.Line, Each.Fixed, Each.Why});
    OS << "warplint: "
       << (!Each.Fixed ? "not fixed: "
           : Writes    ? "fixed: "
                       : "can be fixed: ")
       << quoting::printable(File) << ":" << Each.Line << ": " << Each.Check
       << (Each.Fixed ? "" : ": ") << quoting::printable(Each.Why) << "\n";
  }
  for (const auto &[File, Why] : Failed)
    usageError(Why);
  for (const std::string &Sentence : Files.Doubtful)
    usageError(Sentence);
  size_t Written = Fixes->texts().size() - Failed.size();
  if (!Outcomes.empty())
    OS << "warplint: " << Fixed << " of " << Outcomes.size()
       << (Writes ? " fixes applied, to " : " fixes would be applied, to ")
       << filesText(Written) << "\n";
  if (Writes)
    countFixed(R, Fixed);
  if (!Failed.empty())
    OS << "warplint: " << filesText(Failed.size())
       << (Failed.size() == 1 ? " was" : " were")
       << " not written and stayed as before\n";
  if (SecondLooks)
    OS << "warplint: note: " << SecondLooks
       << (SecondLooks == 1 ? " fix needs" : " fixes need")
       << " a second look: --fix-unsafe tries "
       << (SecondLooks == 1 ? "it" : "them") << " too\n";
  return Failed.empty() && Files.Doubtful.empty();
}

} // namespace warplint::lint
