//===--- AuditGraph.cpp - An audit as a graph of actions ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/AuditGraph.h"
#include "Analysis/KernelIR/State.h"
#include "CompileCommands/Export.h"
#include "Quoting/Printable.h"
#include "Quoting/Quoting.h"
#include "Support/ContentHash.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "Tidy/LaunchFiles.h"
#include "Workflows/Audit/AuditFolder.h"
#include "Workflows/Lint/Mentions.h"
#include "Workflows/Lint/ProgramStamp.h"
#include "Workflows/Lint/Settings.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include <cstdlib>

using namespace clang;
namespace path = llvm::sys::path;

namespace warplint::audit {

/// So many that nobody finds two texts of one hash: a tree may choose them.
static constexpr size_t HashDigits = 32;
/// Of the file's name, for a reader; with hash and ending it is a name, too.
static constexpr size_t MostOfStem = 100;

static std::string hashOf(llvm::StringRef Text) {
  return base::contentHash(Text).substr(0, HashDigits);
}

static std::string hashOf(const commands::Translation &Command) {
  return hashOf(Command.Directory + "\n" + llvm::join(Command.Arguments, "\n"));
}

/// A file that says the same keeps its time: Ninja goes by it.
llvm::Error AuditGraph::update(llvm::StringRef Path,
                               llvm::StringRef Text) const {
  std::string Whole = base::joined(Folder, Path);
  auto Old = base::readWhole(Whole);
  if (Old && *Old == Text)
    return llvm::Error::success();
  if (!Old)
    llvm::consumeError(Old.takeError());
  if (std::error_code Failed =
          llvm::sys::fs::create_directories(path::parent_path(Whole)))
    return llvm::createStringError(Failed, "cannot make the folder of '%s'",
                                   Whole.c_str());
  return base::writeWhole(Whole, Text, base::Durability::Remade);
}

llvm::Expected<std::string>
AuditGraph::writeConfiguration(const tidy::ClangTidyOptions &Options) const {
  std::string Text = tidy::configurationAsText(Options);
  std::string Name = hashOf(Text);
  if (llvm::Error Failed = update("config/" + Name + ".yaml", Text))
    return Failed;
  return Name;
}

/// How many headers the file \p Path includes itself, as far as lines tell.
static unsigned includesIn(llvm::StringRef Path) {
  auto Text = base::readWhole(Path);
  if (!Text) {
    llvm::consumeError(Text.takeError()); // The unit's run says why.
    return 0;
  }
  unsigned Count = 0;
  for (llvm::StringRef Rest = *Text, Line; !Rest.empty();) {
    std::tie(Line, Rest) = Rest.split('\n');
    Line = Line.ltrim();
    Count += Line.consume_front("#") && Line.ltrim().starts_with("include");
  }
  return Count;
}

llvm::Error AuditGraph::add(const commands::CommandDatabase &Database,
                            llvm::StringRef File,
                            tidy::ClangTidyOptionsProvider &Configuration) {
  auto Config = writeConfiguration(Configuration.getOptions(File));
  if (!Config)
    return Config.takeError();
  std::vector<tooling::CompileCommand> Commands = Database.commandsOf(File);
  auto Translated = Database.translationsOf(File);
  if (!Translated)
    llvm::consumeError(Translated.takeError()); // The unit's run says why.
  std::set<std::string> Done;
  for (size_t I = 0; I < Commands.size(); ++I) {
    // It would name another folder.
    const std::string &Folder = Commands[I].Directory;
    auto *Begin = reinterpret_cast<const llvm::UTF8 *>(Folder.data());
    if (!llvm::isLegalUTF8String(&Begin, Begin + Folder.size()))
      return llvm::createStringError(
          "'" + Commands[I].Directory +
          "' is no UTF-8, and no database of commands can hold its name");
    std::string Text = commands::databaseOf(Commands[I]);
    std::string Name = hashOf(Text);
    bool HostOnly = Translated && !(*Translated)[I].IsCuda;
    if (!Done.insert(Name).second)
      continue;
    std::string Stem = path::stem(File).take_front(MostOfStem).str();
    for (char &C : Stem)
      C = llvm::isAlnum(C) ? C : '_';
    AuditUnit Unit{report::pathBelow(File, Root), Stem + "-" + Name, *Config,
                   Translated ? hashOf((*Translated)[I]) : "",
                   Translated ? std::optional((*Translated)[I]) : std::nullopt};
    if (HostOnly) {
      Hosts.push_back({std::move(Unit), File.str(), std::move(Text),
                       lint::includeFoldersOf(Commands[I].CommandLine,
                                              Commands[I].Directory)});
      continue;
    }
    if (llvm::Error Failed = update("units/" + Unit.Name + ".json", Text))
      return Failed;
    Unit.Includes = includesIn(File);
    Units.push_back(std::move(Unit));
  }
  return llvm::Error::success();
}

void AuditGraph::keep(const report::Shard &Part) {
  std::vector<AuditUnit> Kept;
  // One each in turn: neighbours in a database tend to cost alike.
  for (size_t I = 0; I < Units.size(); ++I)
    if (I % Part.Count + 1 == Part.Index)
      Kept.push_back(std::move(Units[I]));
  Units = std::move(Kept);
}

/// What all actions begin with, as a value in build.ninja.
llvm::Expected<std::string>
AuditGraph::commandFor(const std::vector<std::string> &Options) const {
  std::string Command = quoting::forShell(lint::programPath()) +
                        " --format=sarif --report-only "
                        "--quiet";
  for (const std::string &Word : Options)
    Command += " " + quoting::forShell(Word);
  Command += " " + quoting::forShell("--source-root=" + Root);
  auto Quoted = quoting::forNinja(Command);
  if (!Quoted || !quoting::forNinja(State))
    return llvm::createStringError(
        "the name of a folder or an option holds a line break");
  return *Quoted +
         " -p $in_command --config-file=$config -o $out"
         " --statistics=$out.costs --in-audit" +
         (State.empty() ? "" : " --record=$record");
}

/// What every graph begins with; paths of its build statements are hashes, or
/// `$program`.
static std::string graphBegin() {
  return GraphMark.str() + "ninja_required_version = 1.5\nprogram = " +
         quoting::forNinja(lint::programPath()).value_or("") + "\n";
}

/// How the action of \p Unit is printed; nothing printable holds a line break.
static std::string sourceLine(const AuditUnit &Unit) {
  return "\n  source = " +
         quoting::forNinja(quoting::printable(Unit.File)).value_or("") + "\n";
}

/// The rule of first runs by \p Command, which say what they found of launches.
std::string AuditGraph::firstRule(const std::string &Command,
                                  const std::string &Description) const {
  return "rule lint\n  command = " + Command + " --write-launches=$made\n" +
         Description;
}

llvm::Error AuditGraph::write(const std::vector<std::string> &Options) {
  std::string Program = lint::programPath();
  auto Command = commandFor(Options);
  if (!Command)
    return Command.takeError();
  std::string Stamp = lint::programStamp();
  if (Stamp.empty())
    return llvm::createStringError("'" + Program + "' cannot be read");
  Runner = *Command + "\n" + Stamp;
  std::string Text =
      graphBegin() + firstRule(*Command, "  description = lint $source\n");
  // Ninja starts them in this order. Those that take longest come first, or the
  // others would be done while one core is still at them.
  std::vector<const AuditUnit *> Order;
  for (const AuditUnit &Unit : Units)
    Order.push_back(&Unit);
  llvm::stable_sort(Order, [](const AuditUnit *L, const AuditUnit *R) {
    return L->Includes > R->Includes;
  });
  for (const AuditUnit *Unit : Order)
    Text += actionFor(*Unit);
  return update("build.ninja", Text);
}

/// The first run of \p Unit.
std::string AuditGraph::actionFor(const AuditUnit &Unit) const {
  std::string Base = "units/" + Unit.Name,
              Config = "config/" + Unit.Config + ".yaml";
  return "build " + Base + ".sarif: lint " + Base + ".json | " + Config +
         " $program\n  in_command = " + Base + ".json\n  config = " + Config +
         "\n  made = " + Base + ".made\n  record = " +
         quoting::forNinja(quoting::forShell(recordOf(Unit))).value_or("") +
         sourceLine(Unit);
}

/// Adds what the first run of \p Unit found of launches, if it left anything: a
/// run that was ended does not. \p Sources, if given, gets its files.
void AuditGraph::readMade(const AuditUnit &Unit,
                          launches::CrossUnitLaunches &All,
                          std::set<std::string> *Sources) const {
  auto Made = edge::readLaunches(launchesOf(Unit));
  if (!Made)
    return llvm::consumeError(Made.takeError());
  if (Sources)
    *Sources = Made->units();
  All.add(*Made);
}

/// The name of a function without what stands around it.
static std::string bareName(const std::string &Mangled) {
  llvm::ItaniumPartialDemangler Demangler;
  if (Demangler.partialDemangle(Mangled.c_str()))
    return Mangled;
  char *Name = Demangler.getFunctionBaseName(nullptr, nullptr);
  std::string Result = Name ? Name : Mangled;
  std::free(Name);
  return Result;
}

llvm::Expected<bool>
AuditGraph::writeHosts(const std::vector<std::string> &Options) {
  launches::CrossUnitLaunches All;
  for (const AuditUnit &Unit : Units)
    readMade(Unit, All);
  for (const HostUnit &Host : Hosts)
    if (Host.Calls)
      readMade(Host.Unit, All);
  std::set<std::string> Names;
  for (const std::string &Entry : All.entries())
    Names.insert(bareName(Entry));
  auto Command = commandFor(Options);
  if (!Command)
    return Command.takeError();
  std::string Text =
      graphBegin() + "builddir = hosts\n" +
      firstRule(*Command + " --host-units", "  description = read $source\n");
  bool Any = false;
  lint::Mentions Named(Root, std::move(Names));
  for (HostUnit &Host : Hosts) {
    bool WasThere = Host.Calls;
    Host.Calls |= Named.in(Host.Path, Host.Folders);
    if (!Host.Calls)
      continue;
    Any |= !WasThere;
    if (llvm::Error Failed =
            update("units/" + Host.Unit.Name + ".json", Host.Command))
      return std::move(Failed);
    Text += actionFor(Host.Unit);
  }
  if (llvm::Error Failed = update("hosts.ninja", Text))
    return std::move(Failed);
  return Any;
}

llvm::Expected<bool>
AuditGraph::writeAgain(const std::vector<std::string> &Options) {
  launches::CrossUnitLaunches All;
  std::vector<std::set<std::string>> Sources;
  for (const AuditUnit &Unit : Units)
    readMade(Unit, All, &Sources.emplace_back());
  for (const HostUnit &Host : Hosts)
    if (Host.Calls)
      readMade(Host.Unit, All);
  All.dropOtherCalls();
  if (llvm::Error Failed = update(edge::AllLaunchesName, All.text()))
    return std::move(Failed);
  auto Command = commandFor(Options);
  if (!Command)
    return Command.takeError();
  std::string Text = graphBegin() +
                     "builddir = again\nrule lint\n  command = " + *Command +
                     " --launches=$launches\n  description = lint $source "
                     "with launches of other units\n";
  bool Any = false;
  for (auto [Unit, Own] : llvm::zip(Units, Sources)) {
    launches::CrossUnitLaunches Theirs = All.concerning(Own);
    Unit.Again = Theirs.hasLaunches();
    if (!Unit.Again)
      continue;
    Any = true;
    std::string Base = "units/" + Unit.Name,
                Config = "config/" + Unit.Config + ".yaml";
    if (llvm::Error Failed = update(Base + ".launches", Theirs.text()))
      return std::move(Failed);
    Text += "build " + Base + ".whole.sarif: lint " + Base + ".sarif " + Base +
            ".launches | " + Base + ".json " + Config +
            " $program\n  in_command = " + Base +
            ".json\n  config = " + Config + "\n  launches = " + Base +
            ".launches\n  record = " +
            quoting::forNinja(quoting::forShell(secondRecordOf(Unit)))
                .value_or("") +
            sourceLine(Unit);
  }
  if (llvm::Error Failed = update("again.ninja", Text))
    return std::move(Failed);
  return Any;
}

/// A link that lies there is taken away, not what it leads to. What stays would
/// be mistaken for what the next run leaves.
llvm::Error
AuditGraph::drop(const AuditUnit &Unit,
                 llvm::ArrayRef<llvm::StringLiteral> Endings) const {
  for (llvm::StringRef Ending : Endings) {
    std::string Path =
        base::joined(Folder, "units/" + Unit.Name + Ending.str());
    if (std::error_code Failed = llvm::sys::fs::remove(Path))
      return llvm::createStringError(Failed, "'%s' cannot be removed: %s",
                                     Path.c_str(), Failed.message().c_str());
  }
  return llvm::Error::success();
}

llvm::Error AuditGraph::dropSecondReport(const AuditUnit &Unit) const {
  if (!State.empty())
    llvm::sys::fs::remove(secondRecordOf(Unit));
  return drop(Unit,
              {".whole.sarif", ".whole.sarif.costs", ".whole.sarif.asked"});
}

llvm::Error AuditGraph::dropReports(const AuditUnit &Unit) const {
  if (!State.empty())
    llvm::sys::fs::remove(recordOf(Unit));
  if (llvm::Error Failed =
          drop(Unit, {".sarif", ".sarif.costs", ".sarif.asked", ".made"}))
    return Failed;
  return dropSecondReport(Unit);
}

std::vector<const AuditUnit *> AuditGraph::callers() const {
  std::vector<const AuditUnit *> Found;
  for (const HostUnit &Host : Hosts)
    if (Host.Calls)
      Found.push_back(&Host.Unit);
  return Found;
}

std::string AuditGraph::recordOf(const AuditUnit &Unit) const {
  return base::joined(State, Unit.Name + "-" + stampOf(Unit) + ".record");
}

std::string AuditGraph::secondRecordOf(const AuditUnit &Unit) const {
  return base::joined(State, Unit.Name + "-" + stampOf(Unit) + ".whole.record");
}

/// Where clang looks for headers besides.
static std::string valuesOf(std::initializer_list<const char *> Variables) {
  std::string Text;
  for (const char *Name : Variables)
    Text += "\n" + llvm::sys::Process::GetEnv(Name).value_or("");
  return Text;
}

std::string AuditGraph::stampOf(const AuditUnit &Unit) const {
  // With the folders that are in use: the toolkit may be another one.
  return hashOf(Runner + "\n" + Unit.Name + "\n" + Unit.Config + "\n" +
                Unit.Translated +
                valuesOf({"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH"}));
}

std::string AuditGraph::failureStampOf(const AuditUnit &Unit) const {
  if (Unit.Translated.empty())
    return "";
  return hashOf(Unit.Translated +
                valuesOf({"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
                          "COMPILER_PATH", "PATH"}));
}

std::string AuditGraph::launchesOf(const AuditUnit &Unit) const {
  return base::joined(Folder, "units/" + Unit.Name + ".made");
}

std::string AuditGraph::firstReportOf(const AuditUnit &Unit) const {
  return base::joined(Folder, "units/" + Unit.Name + ".sarif");
}

std::string AuditGraph::reportOf(const AuditUnit &Unit) const {
  return Unit.Again
             ? base::joined(Folder, "units/" + Unit.Name + ".whole.sarif")
             : firstReportOf(Unit);
}

} // namespace warplint::audit
