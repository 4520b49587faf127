//===--- Audit.cpp - Whole builds, and reports of their parts -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/Audit.h"
#include "Analysis/KernelIR/State.h"
#include "Analysis/Program/DeviceCode.h"
#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Report/Formats.h"
#include "Report/Sarif.h"
#include "Report/Verdicts.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "Tidy/LaunchFiles.h"
#include "Workflows/Audit/AuditFolder.h"
#include "Workflows/Audit/AuditGraph.h"
#include "Workflows/Audit/AuditInputs.h"
#include "Workflows/Audit/AuditLock.h"
#include "Workflows/Audit/ChosenUnits.h"
#include "Workflows/Audit/CollectedReports.h"
#include "Workflows/Audit/NinjaRun.h"
#include "Workflows/Audit/Shards.h"
#include "Workflows/Lint/Changes.h"
#include "Workflows/Lint/ExpectedUnits.h"
#include "Workflows/Lint/Outputs.h"
#include "Workflows/Lint/Progress.h"
#include "Workflows/Lint/RememberedFiles.h"
#include "Workflows/Lint/ReportOutput.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Processes/MemoryLimit.h"
#include "checks/Check.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include <cstdlib>
#include <functional>
#include <set>

namespace cl = llvm::cl;
namespace path = llvm::sys::path;

namespace warplint::audit {

static cl::opt<unsigned> Jobs("j", cl::value_desc("jobs"),
                              cl::desc("Units linted at the same time; by "
                                       "default as Ninja chooses"),
                              cl::Prefix, cl::cat(lint::category()),
                              cl::sub(lint::auditCommand()));
static cl::alias LongJobs("jobs", cl::aliasopt(Jobs), cl::desc("As -j"),
                          cl::cat(lint::category()));
static cl::opt<std::string>
    ShardName("shard", cl::value_desc("i/n"),
              cl::desc("Lint the i-th of n parts of the build; warplint merge "
                       "puts their reports together"),
              cl::cat(lint::category()), cl::sub(lint::auditCommand()));
static cl::opt<std::string>
    AuditFolder("audit-dir", cl::value_desc("folder"),
                cl::desc("Where the audit keeps what it did; by default "
                         "warplint-audit in the build directory"),
                cl::cat(lint::category()), cl::sub(lint::auditCommand()));
static cl::opt<unsigned> UnitTime(
    "unit-time", cl::init(600), cl::value_desc("seconds"),
    cl::desc("End the run of a unit after that time (default 600; 0 is no "
             "limit)"),
    cl::cat(lint::category()), cl::sub(lint::auditCommand()));
static cl::opt<unsigned>
    UnitMemory("unit-memory", cl::value_desc("MiB"),
               cl::desc("Memory that the run of a unit may use; by default its "
                        "share of the machine's, from 512 to 4096; 0 is no "
                        "limit"),
               cl::cat(lint::category()), cl::sub(lint::auditCommand()));
static cl::opt<bool> ClosedWorld(
    "closed-world",
    cl::desc("Take the calls of the build for all calls of its functions; "
             "without, that is not so of what CMake compiles into shared "
             "libraries"),
    cl::cat(lint::category()), cl::sub(lint::auditCommand()));
static cl::opt<bool> Prove(
    "prove",
    cl::desc("Judge each property of each kernel, too: the audit's folder gets "
             "verdicts.html, verdicts.jsonl and verdicts.sarif"),
    cl::cat(lint::category()), cl::sub(lint::auditCommand()));
static cl::list<std::string> Reports(cl::Positional, cl::desc("<report>..."),
                                     cl::OneOrMore, cl::cat(lint::category()),
                                     cl::sub(lint::mergeCommand()));

/// The folder of the audit, and which of those that hold it is the user's.
static std::pair<std::string, std::string>
placeOf(const std::optional<report::Shard> &Part) {
  if (!AuditFolder.empty())
    return {lint::absolute(AuditFolder), ""};
  llvm::StringRef Build = lint::BuildPath;
  std::string Base = lint::absolute(
      llvm::sys::fs::is_directory(Build) ? Build : path::parent_path(Build));
  std::string Below = edge::AuditFolderName.str();
  // Shards may run at the same time on one file system.
  if (Part)
    Below += "/shard-" + std::to_string(Part->Index) + "-of-" +
             std::to_string(Part->Count);
  return {Base, Below};
}

static std::string folderOf(const std::optional<report::Shard> &Part) {
  auto [Base, Below] = placeOf(Part);
  return Below.empty() ? Base : base::joined(Base, Below);
}

static llvm::Error openAuditFolder(const std::optional<report::Shard> &Part) {
  auto [Base, Below] = placeOf(Part);
  return openAuditFolder(Base, Below);
}

static llvm::Error fill(AuditGraph &Graph,
                        const commands::CommandDatabase &Database) {
  std::string Problem;
  auto Configuration = lint::makeOptionsProvider(Problem);
  if (!Configuration)
    return llvm::createStringError(Problem);
  std::vector<std::string> Files = lint::cudaFilesOf(Database);
  if (Files.empty())
    return llvm::createStringError("the database names no CUDA file" +
                                   Database.whatIsBroken());
  // Plain C++ may call what launches.
  for (const std::string &File : Database.getAllFiles())
    if (llvm::Error Failed = Graph.add(Database, File, *Configuration))
      return Failed;
  return llvm::Error::success();
}

/// The user's cache, unless one is given; `off` if there is none.
static std::string cacheOfUnits() {
  std::string Problem;
  std::string Used = lint::cacheFolder();
  if (!lint::openCache(Used, Problem))
    Used = "off";
  if (!Problem.empty())
    llvm::errs() << "warplint: note: " << quoting::printable(Problem) << "\n";
  return Used;
}

/// Where it is kept which reports in \p Folder are good; empty if nowhere.
static std::string stateOf(llvm::StringRef Folder, llvm::StringRef Cache) {
  std::string State = auditState(
      Cache == "off" ? lint::usersCacheFolder() : Cache.str(), Folder);
  if (State.empty() && !lint::Quiet)
    llvm::errs() << "warplint: note: there is no folder for caches that is the "
                    "user's own: the next audit lints all again\n";
  return State;
}

static std::vector<std::string> unitOptions(llvm::StringRef Cache) {
  std::vector<std::string> Words = lint::optionsForUnits(Cache);
  if (UnitTime)
    Words.push_back("--time-limit=" + std::to_string(UnitTime));
  if (UnitMemory.getNumOccurrences())
    Words.push_back("--memory-limit=" + std::to_string(UnitMemory));
  if (Prove)
    Words.push_back("--with-verdicts");
  return Words;
}

/// The share of a unit in the machine's memory. Not a word of its command: with
/// another one it would be linted again.
static void shareMemory() {
  unsigned Share = processes::defaultMemoryLimit(
      processes::machineMemory(), std::max(Jobs ? Jobs : jobsOfNinja(), 2u));
  if (!UnitMemory.getNumOccurrences() &&
      !std::getenv(processes::MemoryVariable.data()))
    setenv(processes::MemoryVariable.data(), std::to_string(Share).c_str(),
           /*overwrite=*/1);
}

/// Units beyond these may begin with something else.
static constexpr size_t MostExpected = 500;

/// Has what several of the units \p Chosen begin with precompiled for the
/// first.
static void expectChosen(const AuditGraph &Graph,
                         const std::set<std::string> &Chosen,
                         llvm::StringRef CacheOfUnits) {
  std::string Ignored; // Was said when it was chosen.
  auto Cache =
      CacheOfUnits == "off" ? nullptr : lint::openCache(CacheOfUnits, Ignored);
  std::vector<const commands::Translation *> Units;
  for (const AuditUnit &Unit : Graph.units())
    if (Unit.Command && Chosen.count(Unit.Name) && Units.size() < MostExpected)
      Units.push_back(&*Unit.Command);
  if (Cache && !Units.empty())
    lint::expectUnits(*Cache, Units);
}

/// Brings the reports of \p Linted up to date, and of those whose launches by
/// others have changed; what was linted besides is added. What Ninja has ended
/// with, 0 if there was nothing to ask it for; \p Asked: there was.
static llvm::Expected<int> runAll(AuditGraph &Graph, AuditInputs &Inputs,
                                  std::set<std::string> &Linted,
                                  const std::vector<std::string> &Options,
                                  const std::string &Folder, bool &Asked) {
  for (llvm::StringRef Part = "build.ninja"; !Part.empty();) {
    bool First = Part == "build.ninja", Last = Part == "again.ninja";
    llvm::Expected<bool> Needed = First  ? llvm::Expected<bool>(true)
                                  : Last ? Graph.writeAgain(Options)
                                         : Graph.writeHosts(Options);
    if (!Needed)
      return Needed.takeError();
    llvm::Expected<std::set<std::string>> Targets =
        First  ? targetsOf(Linted)
        : Last ? wholeTargets(Graph, Inputs, Linted)
               : callerTargets(Graph, Inputs, Linted);
    if (!Targets)
      return Targets.takeError();
    if (!Targets->empty()) {
      Asked = true;
      auto Code = runNinja(Folder, Part.str(), *Targets, Jobs);
      if (!Code || wasInterrupted(*Code))
        return Code;
    }
    // Plain C++ that was read may be called by more of it.
    Part = First ? "hosts.ninja" : Last ? "" : *Needed ? Part : "again.ninja";
  }
  return 0;
}

static llvm::Error writeInto(llvm::StringRef Folder, llvm::StringRef Name,
                             llvm::function_ref<void(llvm::raw_ostream &)> Do) {
  llvm::SmallString<256> Path(Folder);
  path::append(Path, Name);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  Do(OS);
  return base::writeWhole(Path, OS.str(), base::Durability::Remade);
}

/// The whole report goes into the audit's folder, known findings included.
static llvm::Error keepWhole(report::Report &R, llvm::StringRef Folder) {
  R.settle();
  if (llvm::Error Failed = lint::addProofs(R))
    return Failed;
  return writeInto(Folder, edge::ReportName, [&](llvm::raw_ostream &OS) {
    report::writeSarif(OS, R, allChecks(), WARPLINT_VERSION);
  });
}

/// What is known of each kernel goes into the audit's folder, and its sum to
/// stderr.
static llvm::Error keepVerdicts(const report::Report &R,
                                llvm::StringRef Folder) {
  report::VerdictReport Verdicts;
  Verdicts.Kernels = R.Verdicts;
  Verdicts.Failures = R.Summary.Failures;
  for (unsigned I = 0; I < Properties; ++I)
    Verdicts.Asked.Required.push_back(Property(I));
  Verdicts.settle();
  using Stream = llvm::raw_ostream;
  for (const auto &[Name, Do] :
       {std::pair<llvm::StringRef, std::function<void(Stream &)>>{
            "verdicts.jsonl",
            [&](Stream &OS) { report::writeVerdictJson(OS, Verdicts); }},
        {"verdicts.sarif",
         [&](Stream &OS) {
           report::writeVerdictSarif(OS, Verdicts, WARPLINT_VERSION);
         }},
        {"verdicts.html", [&](Stream &OS) {
           report::writeVerdictHtml(OS, Verdicts, WARPLINT_VERSION);
         }}})
    if (llvm::Error Failed = writeInto(Folder, Name, Do))
      return Failed;
  Verdicts.Failures.clear(); // The summary of findings has them.
  if (!lint::Quiet)
    report::printVerdictSummary(llvm::errs(), Verdicts);
  return llvm::Error::success();
}

static report::NextSteps nextStepsOf(const report::Report &R) {
  report::NextSteps Next;
  for (const report::ReportedFinding &F : R.Findings)
    Next.add(F.Check, false, false); // An audit fixes nothing.
  Next.WantsBaseline = lint::auditCommand() && !lint::usesBaseline();
  if (!R.Summary.Failures.empty() && !lint::BuildPath.empty())
    Next.Build = quoting::forBash(lint::BuildPath);
  return Next;
}

/// The report in the formats asked for, and what it amounts to on stderr.
static int deliver(report::Report R, bool Whole) {
  for (const std::set<std::string> *Read : {&R.Sources, &R.Files})
    for (const std::string &Name : *Read)
      base::noteInput(base::joined(lint::sourceRoot(), Name));
  if (std::string Problem = lint::problemWithOutputs(); !Problem.empty())
    return lint::usageError(Problem);
  R.Summary.FailOn = lint::failOn();
  llvm::Error Failed = lint::applyBaselines(R, Whole);
  if (!Failed)
    Failed = lint::writeReports(R);
  if (Failed)
    return lint::usageError(llvm::toString(std::move(Failed)));
  if (!lint::Quiet)
    report::printBreakdown(llvm::errs(), R);
  if (!lint::Quiet || R.Summary.hasCauses())
    report::printSummary(llvm::errs(), R.Summary);
  if (lint::printsText() && lint::isWatched())
    report::printNextSteps(llvm::errs(), nextStepsOf(R));
  return report::exitCodeOf(R.Summary);
}

static World callers() {
  return lint::isOpenWorld() ? World::Open
         : ClosedWorld       ? World::Closed
                             : World::ByTarget;
}

int audit() {
  std::optional<report::Shard> Part;
  if (ShardName.getNumOccurrences() && !(Part = parseShard(ShardName)))
    return lint::usageError(
        "--shard takes the number of a part and how many there "
        "are, as in --shard=1/4; there are at most " +
        std::to_string(report::Shard::MostParts));
  LaunchExtents Launch;
  std::string Problem = lint::readLaunch(Launch);
  for (std::string (*Look)() :
       {lint::problemWithChecks, lint::problemWithAssumptions,
        lint::problemWithDelivery})
    if (Problem.empty())
      Problem = Look();
  if (Problem.empty() && lint::isOpenWorld() && ClosedWorld)
    Problem = "--open-world and --closed-world say different things";
  if (Problem.empty() && lint::BuildPath.empty())
    Problem = "which build? (-p and the folder of compile_commands.json)";
  if (!Problem.empty())
    return lint::usageError(Problem);
  auto Context = lint::makeContext();
  if (!Context)
    return lint::usageError(llvm::toString(Context.takeError()));
  // Every command asks for the toolkit.
  Context->FileSystem =
      llvm::makeIntrusiveRefCnt<lint::RememberedFiles>(base::regularFiles());
  auto Database = lint::openBuild(*Context);
  if (!Database)
    return lint::usageError(llvm::toString(Database.takeError()));

  std::string Folder = folderOf(Part);
  llvm::Error Failed = openAuditFolder(Part);
  if (!Failed)
    Failed = lockAuditFolder(Folder);
  if (!Failed)
    Failed = checkAuditFolder(Folder);
  const std::string Cache = Failed ? "off" : cacheOfUnits();
  const std::string State = Failed ? "" : stateOf(Folder, Cache);
  AuditGraph Graph(Folder, State, lint::sourceRoot());
  if (!Failed)
    Failed = fill(Graph, **Database);
  if (!Failed && Part)
    Graph.keep(*Part);
  const std::vector<std::string> Options = unitOptions(Cache);
  if (!Failed)
    Failed = Graph.write(Options);
  if (Failed)
    return lint::usageError(llvm::toString(std::move(Failed)));
  forgetNinja(Folder);
  AuditInputs Inputs(Folder, State);
  // Without Ninja what is there stays.
  auto Chosen =
      chooseUnits(Graph, Inputs, bool(llvm::sys::findProgramByName("ninja")));
  if (!Chosen)
    return lint::usageError(llvm::toString(Chosen.takeError()));
  if (lint::wantsChanges() && !lint::Quiet)
    llvm::errs() << "warplint: " << Chosen->size() << " of "
                 << Graph.units().size()
                 << " units are new or read what has changed\n";
  expectChosen(Graph, *Chosen, Cache);
  bool Asked = false;
  shareMemory();
  auto Code = runAll(Graph, Inputs, *Chosen, Options, Folder, Asked);
  if (!Code)
    return lint::usageError(llvm::toString(Code.takeError()));
  if (wasInterrupted(*Code)) {
    llvm::errs() << "warplint: interrupted; the same command continues\n";
    return report::ExitIncomplete;
  }
  if (!Asked && !lint::Quiet && !lint::wantsChanges())
    llvm::errs() << "warplint: nothing has changed\n";
  std::set<std::string> Broken;
  report::Report All = collectReports(Graph, callers(), Broken);
  if (Asked)
    if (llvm::Error Lost = Inputs.update(Graph, *Chosen, Broken))
      return lint::usageError(llvm::toString(std::move(Lost)));
  All.Part = Part;
  std::string Root = lint::sourceRoot();
  for (const commands::BrokenEntry &Entry : (*Database)->brokenEntries())
    All.Summary.Failures.push_back(
        {Entry.File.empty() ? "" : report::pathBelow(Entry.File, Root),
         Entry.Why});
  if (llvm::Error NotKept = keepWhole(All, Folder))
    return lint::usageError(llvm::toString(std::move(NotKept)));
  if (Prove)
    if (llvm::Error NotKept = keepVerdicts(All, Folder))
      return lint::usageError(llvm::toString(std::move(NotKept)));
  if (!lint::statisticsFile().empty())
    if (llvm::Error Lost = lint::writeStatistics(collectCosts(Graph)))
      return lint::usageError(llvm::toString(std::move(Lost)));
  return deliver(std::move(All), /*Whole=*/true);
}

int merge() {
  for (const std::string &Path : Reports)
    base::noteInput(Path);
  std::string Problem = lint::problemWithDelivery();
  if (!Problem.empty())
    return lint::usageError(Problem);
  report::Report All;
  std::vector<report::Shard> Parts;
  for (const std::string &Path : Reports) {
    auto Read = lint::readReport(Path);
    if (!Read)
      return lint::usageError(llvm::toString(Read.takeError()));
    if (Read->Part)
      Parts.push_back(*Read->Part);
    All.add(std::move(*Read));
  }
  std::string Missing = missingShards(Parts);
  if (!Missing.empty())
    All.Summary.Failures.push_back({"", Missing});
  // Reports that are no shards may be of any part of a build.
  return deliver(std::move(All), /*Whole=*/!Parts.empty());
}

} // namespace warplint::audit
