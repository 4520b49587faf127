//===--- AuditInputs.cpp - What an audit's reports were made from ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AuditInputs.h"
#include "Files/InputFile.h"
#include "Files/OutputFile.h"
#include "Subprocess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace warplint {

static constexpr llvm::StringLiteral Begin = "warplint inputs 2";

static std::string fileIn(llvm::StringRef Folder) {
  llvm::SmallString<256> Path(Folder);
  path::append(Path, "inputs");
  return Path.str().str();
}

AuditInputs::AuditInputs(std::string Where) : Folder(std::move(Where)) {
  auto Text = readWhole(fileIn(Folder));
  if (Text)
    read(*Text);
  else
    llvm::consumeError(Text.takeError());
}

/// A line for each file: hash, what FileTable keeps of it (three words), path.
/// Then two lines for each unit: name and the words of Inputs, and the numbers
/// of its files.
void AuditInputs::read(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  // What was cut off is not whole.
  if (!Text.consume_back("\n"))
    return;
  Text.split(Lines, '\n');
  if (Lines.front() != Begin)
    return;
  for (size_t I = 1; I < Lines.size(); ++I) {
    llvm::StringRef Line = Lines[I];
    bool Read;
    if (Line.consume_front("unit ")) {
      Read = I + 1 < Lines.size() && readUnit(Line, Lines[I + 1]);
      ++I;
    } else {
      auto [Hash, Rest] = Line.split(' ');
      size_t Words = Rest.find(' ', Rest.find(' ', Rest.find(' ') + 1) + 1);
      std::string Path = Rest.substr(Words).substr(1).str();
      Read = !Path.empty() && Table.add(Path, Rest.take_front(Words));
      rowOf(Path, Hash == "-" ? "" : Hash.str());
    }
    if (Read)
      continue;
    // It is damaged: nothing of it counts.
    Units.clear();
    Table = FileTable();
    return;
  }
}

bool AuditInputs::readUnit(llvm::StringRef Line, llvm::StringRef Numbers) {
  llvm::SmallVector<llvm::StringRef, 0> Words;
  Line.split(Words, ' ');
  if (Words.size() != 5)
    return false;
  Inputs Of{Words[1].str(), Words[2].str(), Words[3].str(), Words[4].str(), {}};
  while (!Numbers.empty()) {
    auto [First, Rest] = Numbers.split(' ');
    unsigned Number;
    if (First.getAsInteger(10, Number) || Number >= Rows.size())
      return false;
    Of.Rows.push_back(Number);
    Numbers = Rest;
  }
  Units[Words[0].str()] = std::move(Of);
  return true;
}

unsigned AuditInputs::rowOf(const std::string &Path, const std::string &Hash) {
  auto [Known, New] = Numbers.try_emplace({Path, Hash}, Rows.size());
  if (New)
    Rows.push_back({Path, Hash});
  return Known->second;
}

std::string AuditInputs::path(const AuditUnit &Unit,
                              llvm::StringRef Ending) const {
  llvm::SmallString<256> Path(Folder);
  path::append(Path, "units", Unit.Name + Ending);
  return Path.str().str();
}

static std::string identityOf(const std::string &Path) {
  auto Now = FileIdentity::of(Path);
  return Now ? Now->text() : "-";
}

std::string AuditInputs::madeBy(const AuditUnit &Unit) const {
  return identityOf(path(Unit, ".sarif")) + "," +
         identityOf(path(Unit, ".made"));
}

std::string AuditInputs::wholeOf(const AuditUnit &Unit) const {
  return identityOf(path(Unit, ".sarif")) + "," +
         identityOf(path(Unit, ".launches")) + "," +
         identityOf(path(Unit, ".whole.sarif"));
}

AuditInputs::State AuditInputs::stateOf(unsigned Number) {
  States.resize(Rows.size(), State::Unknown);
  State &Known = States[Number];
  if (Known != State::Unknown)
    return Known;
  const auto &[Path, Hash] = Rows[Number];
  if (Hash.empty())
    return Known = FileIdentity::of(Path) ? State::Other : State::Untouched;
  bool Untouched = Table.isUntouched(Path);
  return Known = Table.hashOf(Path) != Hash ? State::Other
                 : Untouched                ? State::Untouched
                                            : State::SameContents;
}

std::optional<Lookups>
AuditInputs::lookupsOf(const std::string &Report) const {
  // What an earlier run has left is older than the report.
  std::string Asked = Report + ".asked";
  auto Of = FileIdentity::of(Report), Is = FileIdentity::of(Asked);
  if (!Of || !Is || Is->Modified < Of->Modified)
    return std::nullopt;
  auto Text = readWhole(Asked);
  if (Text)
    return Lookups::read(*Text);
  llvm::consumeError(Text.takeError());
  return std::nullopt;
}

/// What is known of \p Unit, if it is run as it was then.
const AuditInputs::Inputs *AuditInputs::find(const AuditGraph &Graph,
                                             const AuditUnit &Unit) const {
  auto Known = Units.find(Unit.Name);
  return Known != Units.end() && Known->second.Stamp == Graph.stampOf(Unit)
             ? &Known->second
             : nullptr;
}

bool AuditInputs::holds(const AuditGraph &Graph, const AuditUnit &Unit,
                        const Inputs &Of, State Least) {
  if (Of.Failure != "-") {
    auto Asked = lookupsOf(path(Unit, ".sarif"));
    if (Of.Failure != Graph.failureStampOf(Unit) || !Asked || !Asked->hold())
      return false;
  }
  return llvm::all_of(Of.Rows, [&](unsigned Number) {
    State Is = stateOf(Number);
    return Is == State::Untouched || Is == Least;
  });
}

bool AuditInputs::isUpToDate(const AuditGraph &Graph, const AuditUnit &Unit) {
  const Inputs *Known = find(Graph, Unit);
  return Known && FileIdentity::of(Graph.reportOf(Unit)) &&
         holds(Graph, Unit, *Known, State::SameContents);
}

bool AuditInputs::isUntouched(const AuditGraph &Graph, const AuditUnit &Unit) {
  const Inputs *Known = find(Graph, Unit);
  return Known && Known->Made == madeBy(Unit) &&
         holds(Graph, Unit, *Known, State::Untouched);
}

bool AuditInputs::isWholeUntouched(const AuditGraph &Graph,
                                   const AuditUnit &Unit) const {
  const Inputs *Known = find(Graph, Unit);
  return Known && Known->Whole == wholeOf(Unit);
}

bool AuditInputs::isOutdated(const AuditGraph &Graph, const AuditUnit &Unit) {
  const Inputs *Known = find(Graph, Unit);
  return Known && llvm::any_of(Known->Rows, [&](unsigned Number) {
           return stateOf(Number) == State::Other;
         });
}

/// What Ninja keeps of depfiles, by report:
///   units/K.sarif: #deps 2, deps mtime 1 (VALID)
///       /path/of/a/file
static llvm::Expected<std::map<std::string, std::set<std::string>>>
dependencies(const std::string &Folder) {
  auto Text = outputOf("ninja", {"-C", Folder, "-t", "deps"});
  if (!Text)
    return Text.takeError();
  std::map<std::string, std::set<std::string>> ByReport;
  std::set<std::string> *Current = nullptr;
  llvm::SmallVector<llvm::StringRef, 0> Lines;
  llvm::StringRef(*Text).split(Lines, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Line : Lines) {
    if (Line.consume_front("    ")) {
      if (Current)
        Current->insert(Line.str());
      continue;
    }
    Current = Line.ends_with("(VALID)")
                  ? &ByReport[Line.split(": #deps ").first.str()]
                  : nullptr;
  }
  return ByReport;
}

/// Nothing if \p Files may not be what \p Unit has read: one is not there, or
/// is younger than the report; or if a broken unit may fail in another way.
std::optional<AuditInputs::Inputs>
AuditInputs::inputsOf(const AuditGraph &Graph, const AuditUnit &Unit,
                      const std::set<std::string> &Files, bool IsBroken) {
  auto Report = FileIdentity::of(path(Unit, ".sarif"));
  if (!Report)
    return std::nullopt;
  Inputs Of{Graph.stampOf(Unit), madeBy(Unit), "", "-", {}};
  if (IsBroken) {
    Of.Failure = Graph.failureStampOf(Unit);
    if (Of.Failure.empty() || !lookupsOf(path(Unit, ".sarif")) ||
        !lookupsOf(Graph.reportOf(Unit)))
      return std::nullopt;
  }
  for (const std::string &File : Files) {
    if (IsBroken && llvm::StringRef(File).ends_with(".sarif.complete"))
      continue;
    auto Is = FileIdentity::of(File);
    if (!path::is_absolute(File) || (!Is && !IsBroken) ||
        (Is && std::max(Is->Modified, Is->Changed) > Report->Modified))
      return std::nullopt;
    std::string Hash = Is ? Table.hashOf(File) : "";
    if (Is && Hash.empty())
      return std::nullopt;
    Of.Rows.push_back(rowOf(File, Hash));
  }
  return Of;
}

llvm::Error AuditInputs::update(const AuditGraph &Graph,
                                const std::set<std::string> &Linted,
                                const std::set<std::string> &Broken) {
  auto Read = dependencies(Folder);
  if (!Read)
    return Read.takeError();
  std::map<std::string, Inputs> New;
  States.clear(); // Files may have changed since.
  Table.lookAgain();
  for (const AuditUnit &Unit : Graph.units()) {
    bool IsBroken = Broken.count(Unit.Name);
    std::optional<Inputs> Of;
    // Ninja goes by times: where it has made no other report, what that was made
    // from is known.
    if (const Inputs *Known = find(Graph, Unit))
      if ((Known->Failure != "-") == IsBroken &&
          (!Linted.count(Unit.Name) ||
           (Known->Made == madeBy(Unit) &&
            holds(Graph, Unit, *Known, State::SameContents))))
        Of = *Known;
    auto Files = Read->find("units/" + Unit.Name + ".sarif");
    if (!Of && Linted.count(Unit.Name) && Files != Read->end())
      Of = inputsOf(Graph, Unit, Files->second, IsBroken);
    if (!Of)
      continue;
    Of->Whole = wholeOf(Unit);
    New[Unit.Name] = std::move(*Of);
  }
  Units = std::move(New);
  return write();
}

llvm::Error AuditInputs::write() const {
  // Rows that no unit has any more are left out.
  std::vector<int> Number(Rows.size(), -1);
  int Next = 0;
  std::string Text = Begin.str() + "\n", OfUnits;
  for (const auto &[Name, Of] : Units) {
    OfUnits += "unit " + Name + " " + Of.Stamp + " " + Of.Made + " " +
               Of.Whole + " " + Of.Failure + "\n";
    std::vector<std::string> Words;
    for (unsigned Old : Of.Rows) {
      const auto &[Path, Hash] = Rows[Old];
      if (Number[Old] < 0) {
        Number[Old] = Next++;
        Text += (Hash.empty() ? "-" : Hash) + " " + Table.entryOf(Path) + " " +
                Path + "\n";
      }
      Words.push_back(std::to_string(Number[Old]));
    }
    OfUnits += llvm::join(Words, " ") + "\n";
  }
  return writeWhole(fileIn(Folder), Text + OfUnits, Durability::Remade);
}

} // namespace warplint
