//===--- Audit.cpp - Whole builds, and reports of their parts -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/Audit.h"
#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Report/Formats.h"
#include "Report/Sarif.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "Tidy/LaunchFiles.h"
#include "Workflows/Audit/AuditFolder.h"
#include "Workflows/Audit/AuditGraph.h"
#include "Workflows/Audit/AuditInputs.h"
#include "Workflows/Audit/AuditLock.h"
#include "Workflows/Lint/Changes.h"
#include "Workflows/Lint/ExpectedUnits.h"
#include "Workflows/Lint/Outputs.h"
#include "Workflows/Lint/Progress.h"
#include "Workflows/Lint/RememberedFiles.h"
#include "Workflows/Lint/ReportOutput.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Processes/ChildProcess.h"
#include "Workflows/Processes/MemoryLimit.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Threading.h"
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <set>
#include <unistd.h>

namespace cl = llvm::cl;
namespace path = llvm::sys::path;

namespace warplint {

static cl::opt<unsigned> Jobs("j", cl::value_desc("jobs"),
                              cl::desc("Units linted at the same time; by "
                                       "default as Ninja chooses"),
                              cl::Prefix, cl::cat(category()),
                              cl::sub(auditCommand()));
static cl::alias LongJobs("jobs", cl::aliasopt(Jobs), cl::desc("As -j"),
                          cl::cat(category()));
static cl::opt<std::string>
    ShardName("shard", cl::value_desc("i/n"),
              cl::desc("Lint the i-th of n parts of the build; warplint merge "
                       "puts their reports together"),
              cl::cat(category()), cl::sub(auditCommand()));
static cl::opt<std::string>
    AuditFolder("audit-dir", cl::value_desc("folder"),
                cl::desc("Where the audit keeps what it did; by default "
                         "warplint-audit in the build directory"),
                cl::cat(category()), cl::sub(auditCommand()));
static cl::opt<unsigned> UnitTime(
    "unit-time", cl::init(600), cl::value_desc("seconds"),
    cl::desc("End the run of a unit after that time (default 600; 0 is no "
             "limit)"),
    cl::cat(category()), cl::sub(auditCommand()));
static cl::opt<unsigned>
    UnitMemory("unit-memory", cl::value_desc("MiB"),
               cl::desc("Memory that the run of a unit may use; by default its "
                        "share of the machine's, from 512 to 4096; 0 is no "
                        "limit"),
               cl::cat(category()), cl::sub(auditCommand()));
static cl::list<std::string> Reports(cl::Positional, cl::desc("<report>..."),
                                     cl::OneOrMore, cl::cat(category()),
                                     cl::sub(mergeCommand()));

/// Ninja's exit code when the user interrupts it: 2 before 1.12, then 130.
static constexpr int NinjaInterrupted = 130;
static bool wasInterrupted(int Code) {
  return Code == 2 || Code == NinjaInterrupted;
}

/// "2/8" as a shard; nothing if it is none.
static std::optional<Shard> parseShard(llvm::StringRef Text) {
  Shard Part;
  auto [Index, Count] = Text.split('/');
  if (Index.getAsInteger(10, Part.Index) ||
      Count.getAsInteger(10, Part.Count) || !Part.isValid())
    return std::nullopt;
  return Part;
}

/// The folder of the audit, and which of those that hold it is the user's.
static std::pair<std::string, std::string>
placeOf(const std::optional<Shard> &Part) {
  if (!AuditFolder.empty())
    return {absolute(AuditFolder), ""};
  llvm::StringRef Build = BuildPath;
  std::string Base = absolute(
      llvm::sys::fs::is_directory(Build) ? Build : path::parent_path(Build));
  std::string Below = AuditFolderName.str();
  // Shards may run at the same time on one file system.
  if (Part)
    Below += "/shard-" + std::to_string(Part->Index) + "-of-" +
             std::to_string(Part->Count);
  return {Base, Below};
}

static std::string folderOf(const std::optional<Shard> &Part) {
  auto [Base, Below] = placeOf(Part);
  return Below.empty() ? Base : joined(Base, Below);
}

static llvm::Error openAuditFolder(const std::optional<Shard> &Part) {
  auto [Base, Below] = placeOf(Part);
  return openAuditFolder(Base, Below);
}

static llvm::Error fill(AuditGraph &Graph, const CommandDatabase &Database) {
  std::string Problem;
  auto Configuration = makeOptionsProvider(Problem);
  if (!Configuration)
    return llvm::createStringError(Problem);
  std::vector<std::string> Files = cudaFilesOf(Database);
  if (Files.empty())
    return llvm::createStringError("the database names no CUDA file" +
                                   Database.whatIsBroken());
  // Plain C++ may call what launches.
  for (const std::string &File : Database.getAllFiles())
    if (llvm::Error Failed = Graph.add(Database, File, *Configuration))
      return Failed;
  return llvm::Error::success();
}

/// The user's cache, unless it is told which; `off` if there is none.
static std::string cacheOfUnits() {
  std::string Problem;
  std::string Used = cacheFolder();
  if (!openCache(Used, Problem))
    Used = "off";
  if (!Problem.empty())
    llvm::errs() << "warplint: note: " << printable(Problem) << "\n";
  return Used;
}

/// Where it is kept which reports in \p Folder are good; empty if nowhere.
static std::string stateOf(llvm::StringRef Folder, llvm::StringRef Cache) {
  std::string State =
      auditState(Cache == "off" ? usersCacheFolder() : Cache.str(), Folder);
  if (State.empty() && !Quiet)
    llvm::errs() << "warplint: note: there is no folder for caches that is the "
                    "user's own: the next audit lints all again\n";
  return State;
}

static std::vector<std::string> unitOptions(llvm::StringRef Cache) {
  std::vector<std::string> Words = optionsForUnits(Cache);
  if (UnitTime)
    Words.push_back("--time-limit=" + std::to_string(UnitTime));
  if (UnitMemory.getNumOccurrences())
    Words.push_back("--memory-limit=" + std::to_string(UnitMemory));
  return Words;
}

/// How many units Ninja runs at the same time, if it is not told.
static unsigned jobsOfNinja() {
  unsigned Processors =
      llvm::heavyweight_hardware_concurrency().compute_thread_count();
  return Processors < 3 ? Processors + 1 : Processors + 2;
}

/// The share of a unit in the machine's memory. Not a word of its command: with
/// another one it would be linted again.
static void shareMemory() {
  unsigned Share = defaultMemoryLimit(
      machineMemory(), std::max(Jobs ? Jobs : jobsOfNinja(), 2u));
  if (!UnitMemory.getNumOccurrences() && !std::getenv(MemoryVariable.data()))
    setenv(MemoryVariable.data(), std::to_string(Share).c_str(),
           /*overwrite=*/1);
}

/// What Ninja says of each action.
static constexpr llvm::StringLiteral NinjaStatus = "[%f/%t] ";

/// Shows a line that Ninja has written in the bar, or above it.
static void showNinjaLine(llvm::StringRef Line) {
  if (Line.starts_with("ninja: Entering directory") ||
      Line == "ninja: no work to do.")
    return;
  if (Line.starts_with("[") && Line.split(' ').first.ends_with("]"))
    return showBar(Line);
  hideBar();
  llvm::errs() << printable(Line) << "\n";
}

/// Passes on a line that Ninja has written. It names folders as they are.
static void passNinjaLine(llvm::StringRef Line) {
  llvm::errs() << printable(Line) << "\n";
}

/// Reads what Ninja writes until it ends.
static void readNinja(int Descriptor,
                      llvm::function_ref<void(llvm::StringRef)> Show) {
  std::string Text;
  char Bytes[4096];
  ssize_t Count;
  while ((Count = read(Descriptor, Bytes, sizeof(Bytes))) > 0 ||
         (Count < 0 && errno == EINTR)) {
    if (Count < 0)
      continue;
    Text.append(Bytes, Count);
    for (size_t End; (End = Text.find('\n')) != std::string::npos;
         Text.erase(0, End + 1))
      Show(llvm::StringRef(Text).take_front(End));
  }
  if (!Text.empty())
    Show(Text);
}

/// Runs \p Ninja and gives each line that it prints to \p Show.
static llvm::Expected<ChildProcess::End>
runShown(ChildProcess::Setup Ninja,
         llvm::function_ref<void(llvm::StringRef)> Show) {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC))
    return llvm::createStringError(std::strerror(errno));
  Ninja.Out = Ninja.Err = Ends[1];
  auto Child = ChildProcess::start(Ninja);
  close(Ends[1]);
  if (Child)
    readNinja(Ends[0], Show);
  close(Ends[0]);
  if (!Child)
    return Child.takeError();
  return Child->wait();
}

/// Runs \p Ninja with a bar on stderr in place of what it prints.
static llvm::Expected<ChildProcess::End> runWithBar(ChildProcess::Setup Ninja) {
  Ninja.Settings.push_back(("NINJA_STATUS=" + NinjaStatus).str());
  auto End = runShown(std::move(Ninja), showNinjaLine);
  hideBar();
  return End;
}

static llvm::Expected<ChildProcess::End>
runWithLines(ChildProcess::Setup Ninja) {
  return runShown(std::move(Ninja), passNinjaLine);
}

/// Runs Ninja on \p Graph for \p Targets, all if they are empty, with its
/// progress on stderr; stdout is for the report.
static llvm::Expected<int> runNinja(const std::string &Folder,
                                    const std::string &Graph,
                                    const std::set<std::string> &Targets) {
  auto Program = llvm::sys::findProgramByName("ninja");
  if (!Program)
    return llvm::createStringError(
        "there is no 'ninja' in PATH, which audit runs (Debian's package is "
        "ninja-build)");
  ChildProcess::Setup Ninja;
  Ninja.Program = *Program;
  Ninja.Words = {"-C", Folder, "-f", Graph, "-k", "0"};
  if (Jobs)
    Ninja.Words.insert(Ninja.Words.end(), {"-j", std::to_string(Jobs)});
  ProgressKind Kind = progressKind();
  bool Silent = isProgressAsked() ? Kind == ProgressKind::None : Quiet;
  if (Silent)
    Ninja.Words.push_back("--quiet");
  Ninja.Words.insert(Ninja.Words.end(), Targets.begin(), Targets.end());
  auto End = Kind == ProgressKind::Bar ? runWithBar(std::move(Ninja))
                                       : runWithLines(std::move(Ninja));
  if (!End)
    return End.takeError();
  // A second interrupt ends Ninja where it would have said so.
  if (End->Signal == SIGINT || End->Signal == SIGTERM || End->Signal == SIGHUP)
    return NinjaInterrupted;
  if (!End->isRegular())
    return llvm::createStringError("'" + *Program + "' failed: " + End->text());
  return End->Code;
}

/// A run that could not write its list of launches may leave findings in other
/// units unfound.
static void noteMissingLaunches(const AuditGraph &Graph, const AuditUnit &Unit,
                                Report &All, std::set<std::string> &Broken) {
  if (llvm::sys::fs::is_regular_file(Graph.launchesOf(Unit)))
    return;
  Broken.insert(Unit.Name);
  All.Summary.Failures.push_back(
      {Unit.File, "its run left no list of launches"});
}

/// \p Broken: the names of units that could not be linted whole.
static Report collect(const AuditGraph &Graph, std::set<std::string> &Broken) {
  Report All;
  for (const AuditUnit &Unit : Graph.units()) {
    auto Read = readReport(Graph.reportOf(Unit));
    if (!Read || !Read->Summary.Failures.empty())
      Broken.insert(Unit.Name);
    if (Read) {
      // A run that was ended could not say what it was about.
      for (UnitFailure &Failure : Read->Summary.Failures)
        if (Failure.File.empty())
          Failure.File = Unit.File;
      bool IsWhole = Read->Summary.Failures.empty();
      All.add(std::move(*Read));
      if (IsWhole)
        noteMissingLaunches(Graph, Unit, All, Broken);
    } else {
      All.Summary.Failures.push_back(
          {Unit.File,
           "its run left no report: " + llvm::toString(Read.takeError())});
    }
  }
  for (const AuditUnit *Caller : Graph.callers())
    noteMissingLaunches(Graph, *Caller, All, Broken);
  return All;
}

/// The units to be linted: those that are not known to be what they were. What
/// they have left is taken away, so that Ninja runs them.
static llvm::Expected<std::set<std::string>>
chosenUnits(const AuditGraph &Graph, AuditInputs &Inputs) {
  std::set<std::string> Names;
  // Without Ninja what is there stays.
  bool CanRun = bool(llvm::sys::findProgramByName("ninja"));
  Inputs.adopt(Graph);
  for (const AuditUnit &Unit : Graph.units()) {
    if (Inputs.isUpToDate(Graph, Unit))
      continue;
    Names.insert(Unit.Name);
    if (CanRun)
      if (llvm::Error Failed = Graph.dropReports(Unit))
        return std::move(Failed);
  }
  if (wantsChanges() && !Quiet)
    llvm::errs() << "warplint: " << Names.size() << " of "
                 << Graph.units().size()
                 << " units are new or read what has changed\n";
  return Names;
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
      CacheOfUnits == "off" ? nullptr : openCache(CacheOfUnits, Ignored);
  std::vector<const Translation *> Units;
  for (const AuditUnit &Unit : Graph.units())
    if (Unit.Command && Chosen.count(Unit.Name) && Units.size() < MostExpected)
      Units.push_back(&*Unit.Command);
  if (Cache && !Units.empty())
    expectUnits(*Cache, Units);
}

static std::set<std::string> targetsOf(const std::set<std::string> &Units) {
  std::set<std::string> Targets;
  for (const std::string &Name : Units)
    Targets.insert("units/" + Name + ".sarif");
  return Targets;
}

/// What second runs have to make.
static llvm::Expected<std::set<std::string>>
wholeTargets(const AuditGraph &Graph, const AuditInputs &Inputs,
             const std::set<std::string> &Linted) {
  std::set<std::string> Targets;
  for (const AuditUnit &Unit : Graph.units()) {
    if (!Unit.Again ||
        (!Linted.count(Unit.Name) && Inputs.isWholeUpToDate(Graph, Unit)))
      continue;
    Targets.insert("units/" + Unit.Name + ".whole.sarif");
    if (llvm::Error Failed = Graph.dropSecondReport(Unit))
      return std::move(Failed);
  }
  return Targets;
}

/// Of the plain C++ that has to be read; \p Linted was, or was not for nothing.
static llvm::Expected<std::set<std::string>>
callerTargets(const AuditGraph &Graph, AuditInputs &Inputs,
              std::set<std::string> &Linted) {
  std::set<std::string> Names;
  for (const AuditUnit *Unit : Graph.callers()) {
    if (Linted.count(Unit->Name) || Inputs.isUpToDate(Graph, *Unit))
      continue;
    Names.insert(Unit->Name);
    Linted.insert(Unit->Name);
    if (llvm::Error Failed = Graph.dropReports(*Unit))
      return std::move(Failed);
  }
  return targetsOf(Names);
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
      auto Code = runNinja(Folder, Part.str(), *Targets);
      if (!Code || wasInterrupted(*Code))
        return Code;
    }
    // Plain C++ that was read may be called by more of it.
    Part = First ? "hosts.ninja" : Last ? "" : *Needed ? Part : "again.ninja";
  }
  return 0;
}

/// The whole report goes into the audit's folder, known findings included.
static llvm::Error keepWhole(Report &R, llvm::StringRef Folder) {
  R.settle();
  llvm::SmallString<256> Path(Folder);
  path::append(Path, "audit.sarif");
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  writeSarif(OS, R, allChecks(), WARPLINT_VERSION);
  return writeWhole(Path, OS.str(), Durability::Remade);
}

/// What every unit cost when it was linted last, one after the other.
static llvm::Error writeCosts(const AuditGraph &Graph) {
  std::string Text;
  for (const AuditUnit &Unit : Graph.units()) {
    auto Costs = readWhole(Graph.reportOf(Unit) + ".costs");
    if (Costs)
      Text += *Costs;
    else
      llvm::consumeError(Costs.takeError()); // Its report says what happened.
  }
  return writeStatistics(Text);
}

static NextSteps nextStepsOf(const Report &R) {
  NextSteps Next;
  for (const ReportedFinding &F : R.Findings)
    Next.add(F.Check, false, false); // An audit fixes nothing.
  Next.WantsBaseline = auditCommand() && !usesBaseline();
  if (!R.Summary.Failures.empty() && !BuildPath.empty())
    Next.Build = forBash(BuildPath);
  return Next;
}

/// The report in the formats asked for, and what it amounts to on stderr.
static int deliver(Report R, bool Whole) {
  for (const std::set<std::string> *Read : {&R.Sources, &R.Files})
    for (const std::string &Name : *Read)
      noteInput(joined(sourceRoot(), Name));
  if (std::string Problem = problemWithOutputs(); !Problem.empty())
    return usageError(Problem);
  llvm::Error Failed = applyBaselines(R, Whole);
  if (!Failed)
    Failed = writeReports(R);
  if (Failed)
    return usageError(llvm::toString(std::move(Failed)));
  if (!Quiet)
    printBreakdown(llvm::errs(), R);
  if (!Quiet || !R.Summary.Failures.empty())
    printSummary(llvm::errs(), R.Summary);
  if (printsText() && isWatched())
    printNextSteps(llvm::errs(), nextStepsOf(R));
  return exitCodeOf(R.Summary);
}

int audit() {
  std::optional<Shard> Part;
  if (ShardName.getNumOccurrences() && !(Part = parseShard(ShardName)))
    return usageError("--shard takes the number of a part and how many there "
                      "are, as in --shard=1/4; there are at most " +
                      std::to_string(Shard::MostParts));
  LaunchExtents Launch;
  std::string Problem = readLaunch(Launch);
  for (std::string (*Look)() : {problemWithChecks, problemWithDelivery})
    if (Problem.empty())
      Problem = Look();
  if (Problem.empty() && BuildPath.empty())
    Problem = "which build? (-p and the folder of compile_commands.json)";
  if (!Problem.empty())
    return usageError(Problem);
  auto Context = makeContext();
  if (!Context)
    return usageError(llvm::toString(Context.takeError()));
  // Every command asks for the toolkit.
  Context->FileSystem =
      llvm::makeIntrusiveRefCnt<RememberedFiles>(regularFiles());
  auto Database = openBuild(*Context);
  if (!Database)
    return usageError(llvm::toString(Database.takeError()));

  std::string Folder = folderOf(Part);
  llvm::Error Failed = openAuditFolder(Part);
  if (!Failed)
    Failed = lockAuditFolder(Folder);
  if (!Failed)
    Failed = checkAuditFolder(Folder);
  const std::string Cache = Failed ? "off" : cacheOfUnits();
  const std::string State = Failed ? "" : stateOf(Folder, Cache);
  AuditGraph Graph(Folder, State, sourceRoot());
  if (!Failed)
    Failed = fill(Graph, **Database);
  if (!Failed && Part)
    Graph.keep(*Part);
  const std::vector<std::string> Options = unitOptions(Cache);
  if (!Failed)
    Failed = Graph.write(Options);
  if (Failed)
    return usageError(llvm::toString(std::move(Failed)));
  forgetNinja(Folder);
  AuditInputs Inputs(Folder, State);
  auto Chosen = chosenUnits(Graph, Inputs);
  if (!Chosen)
    return usageError(llvm::toString(Chosen.takeError()));
  expectChosen(Graph, *Chosen, Cache);
  bool Asked = false;
  shareMemory();
  auto Code = runAll(Graph, Inputs, *Chosen, Options, Folder, Asked);
  if (!Code)
    return usageError(llvm::toString(Code.takeError()));
  if (wasInterrupted(*Code)) {
    llvm::errs() << "warplint: interrupted; the same command continues\n";
    return ExitIncomplete;
  }
  if (!Asked && !Quiet && !wantsChanges())
    llvm::errs() << "warplint: nothing has changed\n";
  std::set<std::string> Broken;
  Report All = collect(Graph, Broken);
  if (Asked)
    if (llvm::Error Lost = Inputs.update(Graph, *Chosen, Broken))
      return usageError(llvm::toString(std::move(Lost)));
  All.Part = Part;
  std::string Root = sourceRoot();
  for (const BrokenEntry &Entry : (*Database)->brokenEntries())
    All.Summary.Failures.push_back(
        {Entry.File.empty() ? "" : pathBelow(Entry.File, Root), Entry.Why});
  if (llvm::Error NotKept = keepWhole(All, Folder))
    return usageError(llvm::toString(std::move(NotKept)));
  if (!statisticsFile().empty())
    if (llvm::Error Lost = writeCosts(Graph))
      return usageError(llvm::toString(std::move(Lost)));
  return deliver(std::move(All), /*Whole=*/true);
}

/// Of more missing shards only the number is reported.
static constexpr size_t MostNamed = 20;

/// Which parts of an audit are missing among \p Parts; empty if it is whole or
/// was never divided.
static std::string missingShards(const std::vector<Shard> &Parts) {
  if (Parts.empty())
    return "";
  std::set<unsigned> Missing;
  for (unsigned Index = 1; Index <= Parts.front().Count; ++Index)
    Missing.insert(Index);
  for (const Shard &Part : Parts) {
    if (Part.Count != Parts.front().Count)
      return "they are parts of different audits: of " +
             std::to_string(Parts.front().Count) + " and of " +
             std::to_string(Part.Count) + " shards";
    Missing.erase(Part.Index);
  }
  if (Missing.empty())
    return "";
  std::string Text = "of " + std::to_string(Parts.front().Count) +
                     " shards these are missing:";
  size_t Named = 0;
  for (unsigned Index : Missing)
    if (Named++ < MostNamed)
      Text += " " + std::to_string(Index);
  if (Missing.size() > MostNamed)
    Text += " and " + std::to_string(Missing.size() - MostNamed) + " more";
  return Text;
}

int merge() {
  for (const std::string &Path : Reports)
    noteInput(Path);
  std::string Problem = problemWithDelivery();
  if (!Problem.empty())
    return usageError(Problem);
  Report All;
  std::vector<Shard> Parts;
  for (const std::string &Path : Reports) {
    auto Read = readReport(Path);
    if (!Read)
      return usageError(llvm::toString(Read.takeError()));
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

} // namespace warplint
