//===--- ReportOutput.cpp - Writing reports -------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/ReportOutput.h"
#include "CompileCommands/Translate.h"
#include "Quoting/Printable.h"
#include "Report/Baseline.h"
#include "Report/Formats.h"
#include "Report/Owners.h"
#include "Report/Sarif.h"
#include "Support/Descriptors.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "Workflows/CommandLine/OptionTable.h"
#include "Workflows/Lint/Changes.h"
#include "Workflows/Lint/Outputs.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Lint/SourceRoot.h"
#include "checks/Check.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <set>

namespace cl = llvm::cl;
namespace path = llvm::sys::path;

namespace warplint::lint {

#define FOR_REPORTS                                                            \
  cl::cat(category()), cl::sub(cl::SubCommand::getTopLevel()),                 \
      cl::sub(auditCommand()), cl::sub(mergeCommand()),                        \
      cl::sub(confirmCommand()), cl::sub(reproduceCommand())

#define FOR_DELIVERY                                                           \
  cl::cat(category()), cl::sub(cl::SubCommand::getTopLevel()),                 \
      cl::sub(auditCommand()), cl::sub(mergeCommand())

static cl::opt<report::Format> ReportFormat(
    "format", cl::desc("How findings are written:"),
    cl::values(
        clEnumValN(report::Format::Text, "text", "as compilers do (default)"),
        clEnumValN(report::Format::Concise, "concise", "a line each"),
        clEnumValN(report::Format::Sarif, "sarif", "SARIF 2.1.0"),
        clEnumValN(report::Format::Json, "json", "JSON lines"),
        clEnumValN(report::Format::GitHub, "github", "GitHub annotations"),
        clEnumValN(report::Format::GitLab, "gitlab", "GitLab code quality"),
        clEnumValN(report::Format::JUnit, "junit", "JUnit XML"),
        clEnumValN(report::Format::Html, "html", "a page for a browser")),
    cl::init(report::Format::Text), FOR_REPORTS);
static const cli::ListedValues ValuesOfReportFormat(ReportFormat);
static cl::opt<std::string>
    OutputFile("o", cl::value_desc("file"),
               cl::desc("Write findings there in place of stdout"),
               FOR_REPORTS);
static cl::opt<std::string>
    HtmlFile("html", cl::value_desc("file"),
             cl::desc("Write a page for a browser, too"), FOR_REPORTS);
static cl::opt<std::string>
    BaselineFile("baseline", cl::value_desc("file"),
                 cl::desc("Be silent about the findings in it"), FOR_REPORTS);
static cl::opt<std::string> WriteBaseline(
    "write-baseline", cl::value_desc("file"),
    cl::desc("Write all findings there, to be silent about them from now on; "
             "what it holds of other files and of decisions stays"),
    FOR_REPORTS);
static cl::opt<std::string>
    Since("since", cl::value_desc("report.sarif"),
          cl::desc("Report only what is new since this report of an earlier "
                   "run"),
          FOR_REPORTS);
static cl::opt<std::string>
    Proofs("proofs", cl::value_desc("report.sarif"),
           cl::desc("What confirm has written: its findings keep what was "
                    "shown of them, and what was not"),
           cl::cat(category()), cl::sub(cl::SubCommand::getTopLevel()),
           cl::sub(auditCommand()), cl::sub(mergeCommand()));
static cl::opt<std::string>
    OwnersFile("owners", cl::value_desc("file"),
               cl::desc("Who owns which files; by default the CODEOWNERS of "
                        "the project, in its root, .github, .gitlab or docs"),
               FOR_REPORTS);
static cl::list<std::string>
    Only("only", cl::CommaSeparated, cl::value_desc("fingerprint"),
         cl::desc("Report only the findings that have one of these"),
         FOR_DELIVERY);
static cl::list<Tier> ShownTiers(
    "tier", cl::CommaSeparated,
    cl::desc("Report only findings of these tiers, separated by commas; by "
             "default of all:"),
    cl::values(clEnumValN(Tier::Correctness, "correctness",
                          "wrong or hanging on the target as compiled"),
               clEnumValN(Tier::Portability, "portability",
                          "right on this target by the way it is built"),
               clEnumValN(Tier::Model, "model",
                          "forbidden by the memory model alone, with "
                          "--certainty=model"),
               clEnumValN(Tier::Performance, "performance",
                          "right, and slower than need be"),
               clEnumValN(Tier::Modernize, "modernize",
                          "deprecated spellings, with warplint.Modernize")),
    FOR_DELIVERY);
static const cli::ListedValues ValuesOfTier(ShownTiers);
/// A tier, or a word for all or none of them.
enum class FailWord : uint8_t {
  Correctness = uint8_t(Tier::Correctness),
  Portability = uint8_t(Tier::Portability),
  Model = uint8_t(Tier::Model),
  Performance = uint8_t(Tier::Performance),
  Modernize = uint8_t(Tier::Modernize),
  Any,
  None
};
static cl::list<FailWord> FailOn(
    "fail-on", cl::CommaSeparated,
    cl::desc("The tiers whose findings decide the exit code, separated by "
             "commas; findings of checks that WarningsAsErrors names do, too:"),
    cl::values(clEnumValN(FailWord::Correctness, "correctness",
                          "those that are wrong as compiled (default)"),
               clEnumValN(FailWord::Portability, "portability",
                          "those that are right by the way it is built"),
               clEnumValN(FailWord::Model, "model",
                          "those that only the memory model forbids"),
               clEnumValN(FailWord::Performance, "performance",
                          "those that cost time"),
               clEnumValN(FailWord::Modernize, "modernize",
                          "deprecated spellings"),
               clEnumValN(FailWord::Any, "any", "all that is reported"),
               clEnumValN(FailWord::None, "none", "no finding")),
    FOR_DELIVERY);
static const cli::ListedValues ValuesOfFailOn(FailOn);
static const OutputOption ToFile(OutputFile), ToPage(HtmlFile),
    ToBaseline(WriteBaseline);

static bool toStdout() { return OutputFile.empty() || OutputFile == "-"; }

bool printsText() { return ReportFormat == report::Format::Text && toStdout(); }

/// The tiers that \p Words names; nothing if one is none.
static std::optional<report::TierSet> tiersNamed(llvm::StringRef Words) {
  if (Words == "any")
    return report::TierSet::all();
  report::TierSet Tiers = {};
  llvm::SmallVector<llvm::StringRef, 5> Each;
  if (Words != "none")
    Words.split(Each, ',');
  for (llvm::StringRef Word : Each) {
    auto Named = tierNamed(Word);
    if (!Named)
      return std::nullopt;
    Tiers.insert(*Named);
  }
  return Tiers;
}

/// The default of `--fail-on`; null or empty: that is the tier correctness.
static llvm::StringRef failOnVariable() {
  const char *Set = std::getenv("WARPLINT_FAIL_ON");
  return Set && *Set ? Set : "correctness";
}

report::TierSet failOn() {
  if (FailOn.empty())
    return tiersNamed(failOnVariable()).value_or(report::TierSet::all());
  if (llvm::is_contained(FailOn, FailWord::Any))
    return report::TierSet::all();
  report::TierSet Tiers = {};
  for (FailWord Each : FailOn)
    if (Each < FailWord::Any)
      Tiers.insert(Tier(Each));
  return Tiers;
}

bool usesBaseline() { return !BaselineFile.empty() || !WriteBaseline.empty(); }

bool saysFixes() {
  return printsText() || ReportFormat == report::Format::Json ||
         ReportFormat == report::Format::Concise;
}

std::string reportFile() {
  return toStdout() ? std::string() : OutputFile.getValue();
}

bool wantsReport() {
  return !printsText() || !HtmlFile.empty() || !BaselineFile.empty() ||
         !WriteBaseline.empty() || !Since.empty() || !Only.empty() ||
         !Proofs.empty() || !ShownTiers.empty() || wantsChanges();
}

std::string problemWithDelivery() {
  if (std::string Problem = problemWithOutputs(); !Problem.empty())
    return Problem;
  if (std::string Problem = problemWithSourceRoot(); !Problem.empty())
    return Problem;
  // Known before the work, and not only when its result is to be compared.
  if (!BaselineFile.empty() && WriteBaseline.empty() &&
      !llvm::sys::fs::exists(BaselineFile))
    return "--baseline: '" + BaselineFile +
           "' does not exist (--write-baseline writes one)";
  if (!Since.empty() && !llvm::sys::fs::exists(Since))
    return "--since: '" + Since + "' does not exist";
  if (!Proofs.empty() && !llvm::sys::fs::exists(Proofs))
    return "--proofs: '" + Proofs + "' does not exist";
  if (!Since.empty() && !WriteBaseline.empty())
    return "--write-baseline writes all findings: leave out --since";
  if (!ShownTiers.empty() && !WriteBaseline.empty())
    return "--write-baseline writes all findings: leave out --tier";
  if (FailOn.size() > 1 && llvm::is_contained(FailOn, FailWord::None))
    return "--fail-on=none goes with no tier";
  if (FailOn.empty() && !tiersNamed(failOnVariable()))
    return "WARPLINT_FAIL_ON names tiers, any or none, not '" +
           failOnVariable().str() + "'";
  // One that is written may be read before.
  if (WriteBaseline.empty() && !BaselineFile.empty())
    base::noteInput(BaselineFile);
  if (!Since.empty())
    base::noteInput(Since);
  if (!Proofs.empty())
    base::noteInput(Proofs);
  if (std::string Problem = problemWithOutputs(); !Problem.empty())
    return Problem;
  if (!wantsChanges())
    return "";
  if (!WriteBaseline.empty())
    return "--write-baseline writes all findings: leave out --diff and "
           "--diff-from";
  auto Changed = changes();
  return Changed ? problemWithOutputs() : llvm::toString(Changed.takeError());
}

/// The error \p Why with the file before it.
static llvm::Error named(llvm::StringRef Path, llvm::Error Why) {
  return llvm::createStringError("'" + Path.str() +
                                 "': " + llvm::toString(std::move(Why)));
}

llvm::Expected<report::Report> readReport(llvm::StringRef Path) {
  auto Text = base::readWhole(Path);
  if (!Text)
    return Text.takeError();
  auto Read = report::readSarif(*Text);
  if (!Read)
    return named(Path, Read.takeError());
  return Read;
}

static void tellStale(const report::Baseline &Stale) {
  for (const report::KnownFinding &Each : Stale)
    llvm::errs() << "warplint: note: "
                 << quoting::printable(BaselineFile +
                                       " is stale: " + Each.File + ": " +
                                       nameOfCheck(Each.Check) +
                                       (Each.Function.empty()
                                            ? ""
                                            : " in '" + Each.Function + "'") +
                                       " is no longer found: " + Each.Text)
                 << "\n";
  if (!Stale.empty())
    llvm::errs() << "warplint: note: --write-baseline writes it anew\n";
}

static llvm::Expected<report::Baseline> readBaseline(const std::string &Path) {
  // It may be written afterwards, and is no input then.
  auto Read = base::readVersion(Path);
  if (!Read)
    return Read.takeError();
  auto Known = report::readBaseline(Read->Text);
  if (!Known)
    return named(Path, Known.takeError());
  return Known;
}

/// Whether a file of a report is no longer in the project.
static bool isGone(llvm::StringRef File) {
  llvm::SmallString<256> Path(sourceRoot());
  path::append(Path, File);
  return !llvm::sys::fs::exists(path::is_absolute(File) ? File : Path.str());
}

static llvm::Error subtractBaseline(report::Report &R, bool Whole) {
  auto Known = readBaseline(BaselineFile);
  if (!Known)
    return Known.takeError();
  tellStale(report::applyBaseline(R, *Known, Whole, isGone));
  return llvm::Error::success();
}

/// Takes out what the report of `--since` has.
static llvm::Error subtractEarlier(report::Report &R, bool Whole) {
  auto Before = readReport(Since);
  if (!Before)
    return Before.takeError();
  Before->settle();
  unsigned Known = R.Summary.Known;
  // Files that neither report has read may have been left out of this run.
  report::Baseline Ended = report::applyBaseline(
      R, report::knownOf(*Before), Whole, [&](llvm::StringRef File) {
        return Before->Files.count(File.str()) && !R.Files.count(File.str()) &&
               isGone(File);
      });
  R.Summary.Earlier = R.Summary.Known - Known;
  R.Summary.Known = Known;
  R.Summary.Ended = Ended.size();
  return llvm::Error::success();
}

/// Adds the findings of \p R to the baseline that is written; what it has of
/// files that were not linted, and what was decided, stays.
static llvm::Error writeKnown(const report::Report &R, bool Whole) {
  report::Baseline Old;
  std::string From = BaselineFile.empty() ? WriteBaseline : BaselineFile;
  uint64_t Size = 0;
  if (!llvm::sys::fs::file_size(From, Size) && Size) {
    auto Read = readBaseline(From);
    if (!Read)
      return Read.takeError();
    Old = std::move(*Read);
  }
  // What --only leaves out is not mended.
  report::Report Said = R;
  if (!Only.empty())
    Said.Checks.clear();
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  report::writeBaseline(OS, report::mergedBaseline(Said, Old, Whole, isGone));
  return ToBaseline.write(OS.str());
}

/// The owners of the project's files; those of `--owners` if it is given.
static llvm::Error addOwners(report::Report &R) {
  std::vector<std::string> Paths;
  if (!OwnersFile.empty())
    Paths = {OwnersFile};
  else
    for (llvm::StringRef Folder : {"", ".github", ".gitlab", "docs"}) {
      llvm::SmallString<256> Path(sourceRoot());
      path::append(Path, Folder, "CODEOWNERS");
      if (llvm::sys::fs::is_regular_file(Path))
        Paths.push_back(Path.str().str());
    }
  if (Paths.empty())
    return llvm::Error::success();
  auto Text = base::readWhole(Paths.front());
  if (!Text)
    return Text.takeError();
  report::Owners(*Text).addTo(R);
  return llvm::Error::success();
}

/// Takes out what `--only` does not name.
static void keepOnly(report::Report &R) {
  if (Only.empty())
    return;
  std::set<std::string> Seen;
  llvm::erase_if(R.Findings, [&](const report::ReportedFinding &F) {
    bool Is = false;
    for (const std::string &Fingerprint :
         {report::fingerprintOf(F), report::contextFingerprintOf(F)})
      if (llvm::is_contained(Only, Fingerprint)) {
        Seen.insert(Fingerprint);
        Is = true;
      }
    return !Is;
  });
  R.count();
  for (const std::string &Wanted : Only)
    if (!Seen.count(Wanted))
      llvm::errs() << "warplint: note: --only: no finding has the fingerprint '"
                   << quoting::printable(Wanted) << "'\n";
}

llvm::Error addProofs(report::Report &R) {
  if (Proofs.empty())
    return llvm::Error::success();
  auto Earlier = readReport(Proofs);
  if (!Earlier)
    return Earlier.takeError();
  Earlier->settle();
  report::takeProofs(R, *Earlier);
  return llvm::Error::success();
}

llvm::Error applyBaselines(report::Report &R, bool Whole) {
  R.settle();
  if (llvm::Error Failed = addOwners(R))
    return Failed;
  keepOnly(R);
  if (llvm::Error Failed = addProofs(R))
    return Failed;
  if (!WriteBaseline.empty()) {
    if (llvm::Error Failed = writeKnown(R, Whole))
      return Failed;
    R.Summary.Known += R.Findings.size();
    R.Findings.clear();
    R.count();
    return llvm::Error::success();
  }
  if (!BaselineFile.empty())
    if (llvm::Error Failed = subtractBaseline(R, Whole))
      return Failed;
  if (!Since.empty())
    if (llvm::Error Failed = subtractEarlier(R, Whole))
      return Failed;
  keepChanged(R);
  if (!ShownTiers.empty())
    R.keepTiers(report::TierSet(ShownTiers.begin(), ShownTiers.end()));
  return llvm::Error::success();
}

static std::string textOf(const report::Report &R, report::Format As,
                          bool Coloured) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  OS.enable_colors(Coloured && (As == report::Format::Text ||
                                As == report::Format::Concise));
  report::writeReport(OS, As, R, allChecks(), WARPLINT_VERSION);
  return Text;
}

llvm::Error writeReports(const report::Report &R, bool Printed) {
  std::string Text;
  if (!Printed || !printsText())
    Text = textOf(R, ReportFormat, toStdout() && usesColour());
  if (toStdout() && !Text.empty())
    if (llvm::Error Failed = base::writeWhole("-", Text))
      return Failed;
  if (!toStdout())
    if (llvm::Error Failed = ToFile.write(Text))
      return Failed;
  return HtmlFile.empty()
             ? llvm::Error::success()
             : ToPage.write(textOf(R, report::Format::Html, false));
}

llvm::Error writeReproduction(llvm::StringRef Text, llvm::StringRef Mark) {
  return toStdout() ? base::writeWhole("-", Text)
                    : ToFile.writeSource(Text, Mark);
}

llvm::Error writeFailure(llvm::StringRef File, llvm::StringRef Reason) {
  // The run that failed may have read anything: what it did not take for an
  // old report stays.
  for (const OutputOption *Each : {&ToFile, &ToPage})
    if (Each->isGiven() && Each->path() != "-" && !Each->holdsOldReport() &&
        llvm::sys::fs::is_regular_file(Each->path()))
      return llvm::createStringError("'" + Each->path() +
                                     "' is no report and stays as it is");
  report::Report R;
  R.Summary.Units = 1;
  R.Summary.Failures.push_back({File.str(), Reason.str()});
  return writeReports(R);
}

void removeOldReports() {
  ToFile.removeOld();
  ToPage.removeOld();
}

} // namespace warplint::lint
