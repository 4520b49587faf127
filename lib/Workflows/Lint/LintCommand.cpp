//===--- LintCommand.cpp - Linting named files ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/LintCommand.h"
#include "CompileCommands/Export.h"
#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Support/ContentHash.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "Tidy/Configuration.h"
#include "Tidy/LaunchFiles.h"
#include "Tidy/OwnRules.h"
#include "Workflows/CommandLine/OptionTable.h"
#include "Workflows/Lint/CommandOutput.h"
#include "Workflows/Lint/Depfile.h"
#include "Workflows/Lint/LintRun.h"
#include "Workflows/Lint/NamedSources.h"
#include "Workflows/Lint/Outputs.h"
#include "Workflows/Lint/Progress.h"
#include "Workflows/Lint/ReportOutput.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Lint/UnitRecord.h"
#include "Workflows/Processes/Supervision.h"
#include "checks/Check.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <map>
#include <set>

using namespace clang;
namespace cl = llvm::cl;

namespace warplint::lint {

static cl::list<std::string> Sources(cl::Positional, cl::desc("<file>..."),
                                     cl::cat(category()));
static cl::opt<bool> ListChecks("list-checks",
                                cl::desc("List the enabled checks and exit"),
                                cl::cat(category()));
static cl::opt<bool>
    VerifyConfig("verify-config",
                 cl::desc("Tell the mistakes in the configuration of the named "
                          "files, or of this folder, and lint nothing"),
                 cl::cat(category()));
enum class FixMode : uint8_t { Off, Write, Show };
#define FIX_MODES                                                              \
  cl::ValueOptional,                                                           \
      cl::values(                                                              \
          clEnumValN(FixMode::Write, "write", "to the files (default)"),       \
          clEnumValN(FixMode::Write, "", ""),                                  \
          clEnumValN(FixMode::Show, "diff",                                    \
                     "to stdout in place of findings, as a diff")),            \
      cl::init(FixMode::Off), cl::cat(category())
static cl::opt<FixMode>
    Fix("fix",
        cl::desc("Apply safe fixes that make their finding go and bring no "
                 "other:"),
        FIX_MODES);
static const cli::ListedValues ValuesOfFix(Fix);
static cl::opt<FixMode>
    FixUnsafe("fix-unsafe",
              cl::desc("The same with fixes that need a second look:"),
              FIX_MODES);
static const cli::ListedValues ValuesOfFixUnsafe(FixUnsafe);
static cl::opt<std::string>
    FixBelow("fix-below", cl::value_desc("folder"),
             cl::desc("Fix only files below this folder"), cl::cat(category()));
static cl::opt<bool>
    PrintCommand("print-command",
                 cl::desc("Print the clang command lines in place of linting"),
                 cl::cat(category()));
static cl::opt<std::string> ExportCommands(
    "export-commands", cl::value_desc("folder"),
    cl::desc("Write a compile_commands.json that a stock clang-tidy with the "
             "plugin understands, in place of linting"),
    cl::cat(category()));
static cl::opt<std::string>
    DepfileName("depfile", cl::value_desc("file"),
                cl::desc("Write there, in make's format, what was read"),
                cl::cat(category()));
static const OutputOption ToDepfile(DepfileName),
    ToDatabase(ExportCommands, "compile_commands.json");
static cl::opt<std::string>
    RecordName("record", cl::Hidden,
               cl::desc("Write there what the report was made from, for the "
                        "audit that has asked for it"),
               cl::cat(category()));
static cl::opt<std::string> LaunchesName(
    "launches", cl::value_desc("file"),
    cl::desc("What other units launch, as --write-launches wrote it; by "
             "default what the last audit of the build found"),
    cl::cat(category()));
static cl::opt<bool>
    HostUnits("host-units",
              cl::desc("Read plain C++ too: --write-launches has how it calls "
                       "functions of other units"),
              cl::cat(category()));
static cl::opt<std::string> WrittenLaunches(
    "write-launches", cl::value_desc("file"),
    cl::desc("Write there which kernels the units launch, and how"),
    cl::cat(category()));
static const OutputOption ToLaunches(WrittenLaunches);
static cl::opt<bool>
    IsInAudit("in-audit", cl::Hidden,
              cl::desc("The run is one of an audit's, in its folder"),
              cl::cat(category()));
static cl::opt<bool> WithVerdicts(
    "with-verdicts", cl::Hidden,
    cl::desc("Judge kernels, too, for the audit that has asked for it"),
    cl::cat(category()));
static cl::opt<bool>
    ReportOnly("report-only",
               cl::desc("Exit with 0 whatever the report says: for build "
                        "systems, to which a written report is success"),
               cl::cat(category()));

static int exportCommands(const commands::CommandDatabase &Database,
                          llvm::ArrayRef<std::string> Files) {
  std::vector<commands::Translation> All;
  int Code = collectCommands(Database, Files, All);
  if (std::string Problem = ToDatabase.problem(); !Problem.empty())
    return usageError(Problem);
  if (llvm::Error Failed = commands::exportDatabase(ExportCommands, All))
    return usageError(llvm::toString(std::move(Failed)));
  return Code;
}

static void printRemarks(const commands::CommandDatabase &Database) {
  std::map<std::string, std::vector<std::string>> ByRemark;
  for (const auto &[File, Notes] : Database.notes())
    for (const std::string &Remark : Notes.Remarks)
      ByRemark[Remark].push_back(File);
  for (const auto &[Remark, Files] : ByRemark) {
    llvm::errs() << "warplint: note: " << quoting::printable(Remark) << " ("
                 << quoting::printable(
                        llvm::sys::path::filename(Files.front()));
    if (Files.size() > 1)
      llvm::errs() << " and " << Files.size() - 1 << " more";
    llvm::errs() << ")\n";
  }
}

/// Headers whose code nobody has looked at, of units that have no other.
static void printHidden(const std::set<std::string> &Headers) {
  if (Headers.empty())
    return;
  bool IsOne = Headers.size() == 1;
  llvm::errs() << "warplint: note: '" << quoting::printable(*Headers.begin())
               << "'";
  if (!IsOne)
    llvm::errs() << " and " << Headers.size() - 1 << " more of the project";
  llvm::errs() << (IsOne ? " marks itself as a header"
                         : " mark themselves as headers")
               << " of a system, in which nothing is looked for; "
                  "--own-headers=folder has those below a folder linted\n";
}

static LintOptions lintOptions(std::string &Problem) {
  LintOptions Lint;
  Problem = readLaunch(Lint.Launch);
  Lint.Least = leastCertainty();
  Lint.Effort = givenEffort();
  Lint.Assume = givenAssumptions();
  Lint.Budget = givenBudgets(Problem);
  Lint.Fixes = FixUnsafe != FixMode::Off ? tidy::FB_FixNotes
               : Fix != FixMode::Off     ? tidy::FB_Fix
                                         : tidy::FB_NoFix;
  Lint.ShowFixes = Fix == FixMode::Show || FixUnsafe == FixMode::Show;
  Lint.Begin = [](llvm::StringRef File) {
    processes::tellSupervisor(File);
    showFile(File);
  };
  Lint.End = hideBar;
  Lint.FailOn = failOn();
  Lint.Gather = wantsReport() || Lint.Fixes != tidy::FB_NoFix;
  Lint.Print = printsText() && !Lint.ShowFixes;
  Lint.Root = sourceRoot();
  Lint.OwnHeaders = ownHeaders();
  Lint.QueryFolder = queryFolder();
  std::string NoCache;
  Lint.Cache = openCache(cacheFolder(), NoCache);
  if (!NoCache.empty())
    llvm::errs() << "warplint: note: " << quoting::printable(NoCache) << "\n";
  Lint.RecordLaunches = !WrittenLaunches.empty();
  if (WithVerdicts) {
    Lint.Verdicts = true;
    for (const CheckInfo &Info : allChecks())
      Lint.Besides.push_back(Info.Id.str());
  }
  if (!LaunchesName.empty()) {
    if (auto Read = edge::readLaunches(LaunchesName))
      Lint.Elsewhere =
          std::make_shared<launches::CrossUnitLaunches>(std::move(*Read));
    else
      Problem = llvm::toString(Read.takeError());
  } else if (std::string Build = buildWithLaunches(); !Build.empty()) {
    Lint.Elsewhere = edge::lastLaunches(Build);
  }
  if (std::error_code Failed =
          Lint.QueryFolder.empty()
              ? std::error_code()
              : llvm::sys::fs::create_directories(Lint.QueryFolder))
    Problem = "--dump-query: " + Lint.QueryFolder + ": " + Failed.message();
  if (auto Texts = textsAsIf())
    Lint.Texts = std::move(*Texts);
  else
    Problem = llvm::toString(Texts.takeError());
  if (Problem.empty() && !Lint.Texts.empty() && Lint.Fixes != tidy::FB_NoFix)
    Problem = "--as-if: what is not in the file cannot be fixed there";
  // Text quotes lines of the files on disk.
  if (Problem.empty() && !Lint.Texts.empty() && Lint.Print)
    Problem = "--as-if goes with a report: -o, or another --format";
  if (Problem.empty() && !DepfileName.empty() && reportFile().empty())
    Problem = "--depfile says what the file of -o was made from: give both";
  if (Problem.empty() && Lint.Fixes != tidy::FB_NoFix && !saysFixes())
    Problem = "--fix and --fix-unsafe go with text on stdout or with "
              "--format=json";
  if (Problem.empty() && Lint.ShowFixes && !printsText())
    Problem = "--fix=diff writes to stdout: leave out -o and --format";
  if (Problem.empty() && !FixBelow.empty()) {
    llvm::SmallString<256> Real;
    if (std::error_code Failed = llvm::sys::fs::real_path(FixBelow, Real))
      Problem = "--fix-below: '" + FixBelow + "': " + Failed.message();
    Lint.FixBelow = Real.str().str();
  }
  return Lint;
}

/// Sources that cannot be linted are wrong usage. Who asks for a report
/// whatever happens, as audits and servers do, finds them in there.
static bool tellsOfSources() {
  return !ReportOnly && !processes::isServed() && !ListChecks &&
         !PrintCommand && ExportCommands.empty();
}

static void lintFile(const commands::CommandDatabase &Database,
                     const std::string &File, LintRun &Run) {
  auto Units = Database.translationsOf(File);
  if (!Units)
    return Run.fail(File, llvm::toString(Units.takeError()));
  std::vector<std::vector<std::string>> Done;
  for (const commands::Translation &Unit : *Units) {
    if (!Unit.IsCuda && !HostUnits)
      Run.skipHostOnly();
    else if (!llvm::is_contained(Done, Unit.Arguments))
      Run.lint(Unit);
    Done.push_back(Unit.Arguments);
  }
}

/// Failures have causes that are no files, such as a missing toolkit or a
/// crash: a report of one depends on a file that never exists, so that it is
/// made again.
static std::string dependenciesOf(const LintRun &Run,
                                  const report::Report &Found) {
  std::set<std::string> Files = Run.filesRead();
  if (!Found.Summary.Failures.empty())
    Files.insert(reportFile() + ".complete");
  size_t LeftOut = 0;
  std::string Text = depfileOf(reportFile(), Files, LeftOut);
  if (LeftOut)
    llvm::errs() << "warplint: note: the dependency file leaves out " << LeftOut
                 << (LeftOut == 1 ? " name" : " names")
                 << " that make and Ninja cannot read\n";
  return Text;
}

namespace {
/// What kernels and units cost, for `--statistics`.
class Costs {
public:
  /// Where the lines go; null if nobody asked for them.
  llvm::raw_ostream *stream() {
    return statisticsFile().empty() ? nullptr : &Lines;
  }
  /// A run that is ended leaves some: the file is written anew whenever there
  /// is twice as much as in it. What fails is named at the end.
  void pass() {
    if (!stream() || Text.size() <= 2 * Written)
      return;
    Written = Text.size();
    llvm::consumeError(writeStatistics(Text));
  }
  llvm::Error finish() const {
    return statisticsFile().empty() ? llvm::Error::success()
                                    : writeStatistics(Text);
  }

private:
  std::string Text;
  llvm::raw_string_ostream Lines{Text};
  size_t Written = 0;
};
} // namespace

static llvm::Error writeRecord(const LintRun &Run, const report::Report &Found,
                               int64_t Began) {
  UnitRecord Record;
  Record.Began = Began;
  Record.IsWhole = Found.Summary.Failures.empty();
  Record.IsReasonClangs = Run.failsByClangAlone();
  Record.Report = base::contentHashOf(reportFile());
  Record.Made = base::contentHashOf(WrittenLaunches);
  Record.addFiles(Run.filesRead());
  Record.addFiles(Run.filesNamed());
  Record.LookedFor = Run.lookedFor();
  // In the user's own folder for caches, whatever folder the unit runs in.
  return base::writeWhole(RecordName, Record.text(), base::Durability::Remade);
}

static int lintAll(const commands::CommandDatabase &Database,
                   llvm::ArrayRef<std::string> Files,
                   tidy::ClangTidyContext &Tidy) {
  std::string Problem;
  const int64_t Began = base::timeOfFiles();
  LintOptions Lint = lintOptions(Problem);
  if (!Problem.empty())
    return usageError(Problem);
  Costs Spent;
  Lint.Statistics = Spent.stream();
  for (const std::string &File : Files)
    base::noteInput(File);
  // The folder of an audit, in which Ninja runs its units.
  if (IsInAudit)
    keepOutputsHere();
  if (Problem = problemWithOutputs(); !Problem.empty())
    return usageError(Problem);
  removeOldReports();
  Lint.NoteLookups = !RecordName.empty();
  processes::limitMemoryOfRun();
  LintRun Run(Tidy, Lint);
  beginProgress(Files.size());
  for (const std::string &File : Files) {
    nextFile();
    lintFile(Database, File, Run);
    Spent.pass();
  }
  if (Sources.empty())
    for (const commands::BrokenEntry &Entry : Database.brokenEntries())
      Run.fail(Entry.File, Entry.Why);
  // Headers are known now.
  for (const std::string &File : Run.filesRead())
    base::noteInput(File);
  if (Problem = problemWithOutputs(); !Problem.empty())
    return usageError(Problem);
  llvm::Error Failed = llvm::Error::success();
  report::Report Found = Run.finish([&](report::Report &R) {
    Failed = applyBaselines(R, /*Whole=*/Sources.empty());
  });
  bool AllWritten = Failed || Run.applyFixes(llvm::errs(), Found);
  if (!Failed && Lint.ShowFixes)
    llvm::outs() << Run.diffOfFixes();
  if (!Failed && Lint.Gather)
    Failed = writeReports(Found, /*Printed=*/Lint.Print || Lint.ShowFixes);
  if (!Failed)
    Failed = Spent.finish();
  if (!Failed && !WrittenLaunches.empty())
    Failed = ToLaunches.write(Run.launches().text());
  if (!Failed && !DepfileName.empty())
    Failed = ToDepfile.write(dependenciesOf(Run, Found));
  if (!Failed && !RecordName.empty())
    Failed = writeRecord(Run, Found, Began);
  if (Failed)
    return usageError(llvm::toString(std::move(Failed)));
  if (!Quiet) {
    printRemarks(Database);
    printHidden(Run.hiddenHeaders());
  }
  if (!Quiet || (Found.Summary.hasCauses() && !ReportOnly))
    report::printSummary(llvm::errs(), Found.Summary);
  if (Lint.Print && isWatched()) {
    report::NextSteps Next = Run.nextSteps();
    Next.CanFix = Lint.Fixes == tidy::FB_NoFix;
    Next.WantsBaseline = Sources.empty() && !usesBaseline();
    if (!Found.Summary.Failures.empty() && !BuildPath.empty())
      Next.Build = quoting::forBash(BuildPath);
    report::printNextSteps(llvm::errs(), Next);
  }
  if (!AllWritten)
    return report::ExitIncomplete;
  return ReportOnly ? report::ExitClean : report::exitCodeOf(Found.Summary);
}

static int listChecks(const tidy::ClangTidyContext &Tidy) {
  std::vector<CheckInfo> Enabled;
  for (const CheckInfo &Info : allChecks())
    if (Tidy.isCheckEnabled((llvm::Twine(CheckPrefix) + Info.Id).str()))
      Enabled.push_back(Info);
  report::printChecks(llvm::outs(), Enabled);
  for (const std::string &Rule : edge::namesOfRules(Tidy.getOptions()))
    if (Tidy.isCheckEnabled(Rule))
      llvm::outs() << quoting::printable(Rule) << "\n";
  return report::ExitClean;
}

/// Tells each mistake once.
static int verifyConfiguration(tidy::ClangTidyOptionsProvider &Provider) {
  std::vector<std::string> Files(Sources.begin(), Sources.end());
  if (Files.empty())
    Files = {"unit.cu"};
  std::set<std::string> Shown;
  for (const std::string &File : Files) {
    std::vector<std::string> Problems;
    tidy::ClangTidyOptions Options = Provider.getOptions(absolute(File));
    Problems.push_back(edge::leftOutOf(Options));
    edge::readSettings(Options, absolute(File), Problems);
    edge::readRules(Options, absolute(File), Problems);
    for (const std::string &Problem : Problems)
      if (!Problem.empty() && Shown.insert(Problem).second)
        usageError(Problem);
  }
  if (!Shown.empty())
    return report::ExitUsage;
  llvm::outs() << "No config errors detected.\n";
  return report::ExitClean;
}

static int lint(const std::optional<std::vector<std::string>> &Flags) {
  std::string Problem;
  auto Provider = makeOptionsProvider(Problem, /*Warns=*/!VerifyConfig);
  if (!Provider)
    return usageError(Problem);
  if (VerifyConfig)
    return verifyConfiguration(*Provider);
  tidy::ClangTidyContext Tidy(std::move(Provider));
  Tidy.setCurrentFile(Sources.empty() ? "unit.cu" : Sources.front());
  if (ListChecks)
    return listChecks(Tidy);
  Problem = problemWithChecks();
  if (Problem.empty())
    Problem = problemWithAssumptions();
  if (Problem.empty())
    Problem = problemWithDelivery();
  if (Problem.empty() && Sources.empty() && BuildPath.empty())
    Problem = "no input: name files, or a build folder with -p (see "
              "warplint --help)";
  if (!Problem.empty())
    return usageError(Problem);
  auto Context = makeContext();
  if (!Context)
    return usageError(llvm::toString(Context.takeError()));
  Context->ForPlugin = !ExportCommands.empty();
  auto Database = openDatabase(
      Flags, std::vector<std::string>(Sources.begin(), Sources.end()),
      *Context);
  if (!Database)
    return usageError(llvm::toString(Database.takeError()));
  if (tellsOfSources() && areKindsWrong(**Database, Sources))
    return report::ExitUsage;
  auto Named = filesOf(**Database, Sources);
  if (!Named)
    return usageError(llvm::toString(Named.takeError()));
  std::vector<std::string> Files = std::move(*Named);
  if (Files.empty())
    Files = HostUnits ? (*Database)->getAllFiles() : cudaFilesOf(**Database);
  if (Files.empty())
    return usageError(
        "the database names no CUDA file" + (*Database)->whatIsBroken() +
        "; does the build compile any, and was it configured after they were "
        "added? (warplint doctor -p says what it sees)");
  // Of what units find alike in a header a report shows the first one's: that
  // is the same however the sources were named.
  if (wantsReport())
    llvm::stable_sort(Files, [](const std::string &L, const std::string &R) {
      return absolute(L) < absolute(R);
    });
  if (PrintCommand)
    return printCommands(llvm::outs(), **Database, Files);
  if (!ExportCommands.empty())
    return exportCommands(**Database, Files);
  return lintAll(**Database, Files, Tidy);
}

int lintCommand(const std::optional<std::vector<std::string>> &Flags,
                llvm::ArrayRef<const char *> Arguments) {
  if (tellsOfSources() && areSourcesWrong(Sources))
    return report::ExitUsage;
  return processes::hasLimits() ? processes::superviseLint(Arguments)
                                : lint(Flags);
}

} // namespace warplint::lint
