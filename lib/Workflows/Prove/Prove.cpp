//===--- Prove.cpp - warplint prove ---------------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Prove/Prove.h"
#include "Quoting/Printable.h"
#include "Report/Verdicts.h"
#include "Support/InputFile.h"
#include "Tidy/LaunchFiles.h"
#include "Workflows/CommandLine/Mistakes.h"
#include "Workflows/CommandLine/OptionTable.h"
#include "Workflows/Lint/NamedSources.h"
#include "Workflows/Lint/Outputs.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Lint/SourceRoot.h"
#include "Workflows/Lint/UnitLint.h"
#include "Workflows/Processes/MemoryLimit.h"
#include "Workflows/Processes/Supervision.h"
#include "checks/Check.h"
#include "llvm/Support/FileSystem.h"

using namespace clang;
namespace cl = llvm::cl;

namespace warplint::prove {

#define OF_PROVE cl::cat(lint::category()), cl::sub(lint::proveCommand())

namespace {
enum class Format : uint8_t { Text, Json, Sarif, Html };
} // namespace

static cl::list<std::string> Sources(cl::Positional, cl::desc("<file>..."),
                                     OF_PROVE);
static cl::list<std::string> Required(
    "require", cl::value_desc("property"), cl::CommaSeparated,
    cl::desc("Properties that decide, and that are shown; all by default. "
             "contract: of each kernel those that its contract promises"),
    OF_PROVE);
static cl::list<std::string> KernelNames(
    "kernel", cl::value_desc("name"), cl::CommaSeparated,
    cl::desc("Only kernels of these names, with or without namespaces"),
    OF_PROVE);
static cl::list<std::string> Accepted(
    "accept", cl::value_desc("id|all"), cl::CommaSeparated,
    cl::desc("Assumptions under which a property counts as holding; launch "
             "accepts blocks and grids that were guessed"),
    OF_PROVE);
static cl::opt<bool> RedundantBarriers(
    "redundant-barriers",
    cl::desc("Name barriers that order no accesses, too, where all that is "
             "asked of races is proven without them"),
    OF_PROVE);
static cl::opt<Format> As(
    "format", cl::desc("How verdicts are written:"),
    cl::values(clEnumValN(Format::Text, "text", "a table a kernel (default)"),
               clEnumValN(Format::Json, "json", "a line of JSON a kernel"),
               clEnumValN(Format::Sarif, "sarif",
                          "SARIF 2.1.0, with passes and open results"),
               clEnumValN(Format::Html, "html", "a page with a table of all")),
    cl::init(Format::Text), OF_PROVE);
static const cli::ListedValues ValuesOfFormat(As);
static cl::opt<std::string> OutputName("o", cl::value_desc("file"),
                                       cl::desc("Write them there; by default "
                                                "to stdout"),
                                       OF_PROVE);
static const lint::OutputOption ToOutput(OutputName);

/// The problem with \p Word, which names none of \p Known; empty if it does.
static std::string problemWith(llvm::StringRef Option, llvm::StringRef Word,
                               llvm::ArrayRef<std::string> Known,
                               llvm::StringRef What) {
  if (llvm::is_contained(Known, Word))
    return "";
  std::string Near = cli::nearest(Word, Known);
  return (Option + ": '" + Word + "' names no " + What +
          (Near.empty() ? "" : "; did you mean '" + Near + "'?"))
      .str();
}

static std::string readDemand(report::Demand &To) {
  std::vector<std::string> Names, Ids{"all"};
  for (unsigned I = 0; I < Properties; ++I)
    Names.push_back(nameOf(Property(I)).str());
  for (const AssumptionInfo &Row : allAssumptions())
    Ids.push_back(Row.Id.str());
  for (const std::string &Word : Required)
    if (Word == "contract")
      To.OnlyContracts = true;
    else if (std::string Problem =
                 problemWith("--require", Word, Names, "property");
             !Problem.empty())
      return Problem;
  for (const std::string &Word : Accepted) {
    if (std::string Problem = problemWith("--accept", Word, Ids, "assumption");
        !Problem.empty())
      return Problem;
    To.AcceptsAll |= Word == "all";
    To.Accepted.insert(Word);
  }
  for (unsigned I = 0; I < Properties; ++I)
    if (Required.empty() || To.OnlyContracts ||
        llvm::is_contained(Required, Names[I]))
      To.Required.push_back(Property(I));
  To.Kernels.assign(KernelNames.begin(), KernelNames.end());
  return "";
}

static lint::LintOptions lintOptions(std::string &Problem) {
  lint::LintOptions Lint;
  Problem = lint::readLaunch(Lint.Launch);
  Lint.Effort = lint::givenEffort();
  // A race whose value nobody uses is no finding, and still a race.
  Lint.Assume = "no-unused-value";
  if (std::string Given = lint::givenAssumptions(); !Given.empty())
    Lint.Assume += "," + Given;
  Lint.Budget = lint::givenBudgets(Problem);
  Lint.Gather = true;
  Lint.Print = false;
  Lint.Verdicts = true;
  Lint.RedundantBarriers = RedundantBarriers;
  Lint.Root = lint::sourceRoot();
  Lint.OwnHeaders = lint::ownHeaders();
  for (const CheckInfo &Info : allChecks())
    Lint.Besides.push_back(Info.Id.str());
  Lint.Begin = [](llvm::StringRef File) { processes::tellSupervisor(File); };
  std::string NoCache;
  Lint.Cache = lint::openCache(lint::cacheFolder(), NoCache);
  if (!NoCache.empty())
    llvm::errs() << "warplint: note: " << quoting::printable(NoCache) << "\n";
  if (auto Texts = lint::textsAsIf())
    Lint.Texts = std::move(*Texts);
  else
    Problem = llvm::toString(Texts.takeError());
  if (!lint::BuildPath.empty() && llvm::sys::fs::is_directory(lint::BuildPath))
    Lint.Elsewhere = edge::lastLaunches(lint::absolute(lint::BuildPath));
  return Lint;
}

static llvm::Error write(const report::VerdictReport &Report) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  switch (As) {
  case Format::Text:
    report::writeVerdictText(OS, Report);
    break;
  case Format::Json:
    report::writeVerdictJson(OS, Report);
    break;
  case Format::Sarif:
    report::writeVerdictSarif(OS, Report, WARPLINT_VERSION);
    break;
  case Format::Html:
    report::writeVerdictHtml(OS, Report, WARPLINT_VERSION);
    break;
  }
  if (ToOutput.isGiven())
    return ToOutput.write(Text);
  llvm::outs() << Text;
  return llvm::Error::success();
}

namespace {

/// Judges the kernels of units one after another.
class Judgement {
public:
  Judgement(tidy::ClangTidyContext &Tidy, const lint::LintOptions &Lint)
      : Linter(Tidy), Lint(Lint) {}

  void judge(const commands::CommandDatabase &Database,
             const std::string &File) {
    base::noteInput(File);
    auto Units = Database.translationsOf(File);
    if (!Units)
      return fail(File, llvm::toString(Units.takeError()));
    std::vector<std::vector<std::string>> Done;
    for (const commands::Translation &Unit : *Units) {
      if (Unit.IsCuda && !llvm::is_contained(Done, Unit.Arguments))
        judge(Unit);
      Done.push_back(Unit.Arguments);
    }
  }
  void fail(llvm::StringRef File, std::string Why) {
    Report.Failures.push_back(
        {report::pathBelow(lint::absolute(File), Lint.Root), std::move(Why)});
  }

  report::VerdictReport Report;

private:
  void judge(const commands::Translation &Unit) {
    Lint.Begin(Unit.File);
    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk =
        llvm::vfs::createPhysicalFileSystem();
    if (!Lint.Texts.empty())
      Disk = llvm::makeIntrusiveRefCnt<base::EditedFiles>(std::move(Disk),
                                                          Lint.Texts);
    lint::LintedUnit Seen = Linter.lint(Unit, std::move(Disk), Lint);
    std::string Why = Seen.Trouble.empty() ? Seen.Reason : Seen.Trouble;
    if (!Why.empty())
      fail(Unit.File, Why);
    for (report::ReportedVerdict &Each : Seen.Results.Verdicts) {
      if (!Why.empty())
        report::forgetUnread(Each);
      Report.Kernels.push_back(std::move(Each));
    }
    for (const std::string &File : Seen.Read.All)
      base::noteInput(File);
  }

  lint::UnitLinter Linter;
  const lint::LintOptions &Lint;
};

} // namespace

static int judgeAll(const commands::CommandDatabase &Database,
                    llvm::ArrayRef<std::string> Files,
                    tidy::ClangTidyContext &Tidy, report::Demand Asked) {
  std::string Problem;
  lint::LintOptions Lint = lintOptions(Problem);
  if (Problem.empty())
    Problem = lint::problemWithOutputs();
  if (!Problem.empty())
    return lint::usageError(Problem);
  processes::limitMemoryOfRun();
  Judgement Run(Tidy, Lint);
  for (const std::string &File : Files)
    Run.judge(Database, File);
  if (Sources.empty())
    for (const commands::BrokenEntry &Entry : Database.brokenEntries())
      Run.fail(Entry.File, Entry.Why);
  report::VerdictReport &Report = Run.Report;
  Report.Asked = std::move(Asked);
  Report.settle();
  if (Problem = lint::problemWithOutputs(); !Problem.empty())
    return lint::usageError(Problem);
  if (llvm::Error Failed = write(Report))
    return lint::usageError(llvm::toString(std::move(Failed)));
  if (!lint::Quiet || !Report.Failures.empty())
    report::printVerdictSummary(llvm::errs(), Report);
  return Report.exitCode();
}

int prove(const std::optional<std::vector<std::string>> &Flags) {
  report::Demand Asked;
  std::string Problem = readDemand(Asked);
  if (Problem.empty())
    Problem = lint::problemWithAssumptions();
  if (Problem.empty() && Sources.empty() && lint::BuildPath.empty())
    Problem = "no input: name files, or a build folder with -p (see warplint "
              "prove --help)";
  if (!Problem.empty())
    return lint::usageError(Problem);
  if (lint::areSourcesWrong(Sources))
    return report::ExitUsage;
  auto Context = lint::makeContext();
  if (!Context)
    return lint::usageError(llvm::toString(Context.takeError()));
  std::vector<std::string> Named(Sources.begin(), Sources.end());
  auto Database = lint::openDatabase(Flags, Named, *Context);
  if (!Database)
    return lint::usageError(llvm::toString(Database.takeError()));
  if (lint::areKindsWrong(**Database, Sources))
    return report::ExitUsage;
  auto Files = lint::filesOf(**Database, Named);
  if (!Files)
    return lint::usageError(llvm::toString(Files.takeError()));
  if (Files->empty())
    *Files = lint::cudaFilesOf(**Database);
  if (Files->empty())
    return lint::usageError("the database names no CUDA file" +
                            (*Database)->whatIsBroken());
  auto Provider = lint::makeOptionsProvider(Problem);
  if (!Provider)
    return lint::usageError(Problem);
  tidy::ClangTidyContext Tidy(std::move(Provider));
  Tidy.setCurrentFile(Files->front());
  return judgeAll(**Database, *Files, Tidy, std::move(Asked));
}

} // namespace warplint::prove
