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
#include "Quoting/Quoting.h"
#include "UnitRecord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace warplint {

static constexpr llvm::StringLiteral Begin = "warplint inputs 3";

static std::string fileIn(llvm::StringRef Folder) {
  llvm::SmallString<256> Path(Folder);
  path::append(Path, "inputs");
  return Path.str().str();
}

AuditInputs::AuditInputs(std::string Where, std::string Kept)
    : Folder(std::move(Where)), State(std::move(Kept)) {
  if (State.empty())
    return;
  auto Text = readWhole(fileIn(State));
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
      std::string Path = fromRecord(Rest.substr(Words).substr(1)).value_or("");
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

static constexpr llvm::StringLiteral FirstOutputs[] = {".sarif", ".made"},
                                     SecondOutputs[] = {".launches",
                                                        ".whole.sarif"};

/// Version and hash of what lies there with \p Endings.
std::string
AuditInputs::outputsOf(const AuditUnit &Unit,
                       llvm::ArrayRef<llvm::StringLiteral> Endings) const {
  std::vector<std::string> Words;
  for (llvm::StringRef Ending : Endings) {
    std::string Path = path(Unit, Ending);
    auto Version = FileVersion::of(Path);
    Words.push_back((Version ? Version->text() : "-") + "=" +
                    contentHashOf(Path));
  }
  return llvm::join(Words, ",");
}

/// They are what was \p Noted of them.
bool AuditInputs::areOutputs(const AuditUnit &Unit,
                             llvm::ArrayRef<llvm::StringLiteral> Endings,
                             llvm::StringRef Noted) const {
  for (llvm::StringRef Ending : Endings) {
    auto [Entry, Rest] = Noted.split(',');
    auto [Version, Hash] = Entry.split('=');
    std::string Path = path(Unit, Ending);
    auto Is = FileVersion::of(Path);
    if (Hash.empty() ||
        ((Is ? Is->text() : "-") != Version && contentHashOf(Path) != Hash))
      return false;
    Noted = Rest;
  }
  return true;
}

AuditInputs::Contents AuditInputs::contentsOf(unsigned Number) {
  Known.resize(Rows.size(), Contents::Unknown);
  Contents &Is = Known[Number];
  if (Is != Contents::Unknown)
    return Is;
  const auto &[Path, Hash] = Rows[Number];
  bool Same =
      Hash.empty() ? !FileVersion::of(Path) : Table.hashOf(Path) == Hash;
  return Is = Same ? Contents::Same : Contents::Other;
}

std::optional<Lookups>
AuditInputs::lookupsOf(const std::string &Report) const {
  // What an earlier run has left is older than the report.
  std::string Asked = Report + ".asked";
  auto Of = FileVersion::of(Report), Is = FileVersion::of(Asked);
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
                        const Inputs &Of) {
  if (Of.Failure != "-") {
    auto Asked = lookupsOf(path(Unit, ".sarif"));
    if (Of.Failure != Graph.failureStampOf(Unit) || !Asked || !Asked->hold())
      return false;
  }
  return llvm::all_of(Of.Rows, [&](unsigned Number) {
    return contentsOf(Number) == Contents::Same;
  });
}

bool AuditInputs::isUpToDate(const AuditGraph &Graph, const AuditUnit &Unit) {
  const Inputs *Known = find(Graph, Unit);
  return Known && areOutputs(Unit, FirstOutputs, Known->Made) &&
         holds(Graph, Unit, *Known);
}

bool AuditInputs::isWholeUpToDate(const AuditGraph &Graph,
                                  const AuditUnit &Unit) const {
  const Inputs *Known = find(Graph, Unit);
  return Known && areOutputs(Unit, SecondOutputs, Known->Whole);
}

/// What the last run of \p Unit says, if that is about its present outputs.
std::optional<UnitRecord> AuditInputs::recordOf(const AuditGraph &Graph,
                                                const AuditUnit &Unit) const {
  auto Text = readWhole(Graph.recordOf(Unit));
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return std::nullopt;
  }
  auto Record = UnitRecord::read(*Text);
  if (!Record || Record->Report != contentHashOf(path(Unit, ".sarif")) ||
      Record->Made != contentHashOf(path(Unit, ".made")))
    return std::nullopt;
  return Record;
}

/// Nothing if the files of \p Record may not be what \p Unit has read: one is
/// not there, is another version, or younger than the run; or if a broken unit
/// may fail in another way.
std::optional<AuditInputs::Inputs>
AuditInputs::inputsOf(const AuditGraph &Graph, const AuditUnit &Unit,
                      const UnitRecord &Record) {
  Inputs Of{Graph.stampOf(Unit), outputsOf(Unit, FirstOutputs), "-", "-", {}};
  if (!Record.IsWhole) {
    Of.Failure = Graph.failureStampOf(Unit);
    if (Of.Failure.empty() || !lookupsOf(path(Unit, ".sarif")))
      return std::nullopt;
  }
  for (const auto &[File, Then] : Record.Files) {
    auto Is = FileVersion::of(File);
    if (!path::is_absolute(File) || (!Is && Record.IsWhole) || Is != Then ||
        (Is && std::max(Is->Modified, Is->Changed) > Record.Began))
      return std::nullopt;
    std::string Hash = Is ? Table.hashOf(File) : "";
    if (Is && Hash.empty())
      return std::nullopt;
    Of.Rows.push_back(rowOf(File, Hash));
  }
  return Of;
}

void AuditInputs::adopt(const AuditGraph &Graph) {
  if (State.empty())
    return;
  for (const AuditUnit &Unit : Graph.units())
    if (auto Record = recordOf(Graph, Unit); Record && Record->IsWhole)
      if (auto Of = inputsOf(Graph, Unit, *Record))
        Units[Unit.Name] = std::move(*Of);
}

llvm::Error AuditInputs::update(const AuditGraph &Graph,
                                const std::set<std::string> &Linted,
                                const std::set<std::string> &Broken) {
  if (State.empty())
    return llvm::Error::success();
  std::map<std::string, Inputs> New;
  Known.clear(); // Files may have changed since.
  Table.lookAgain();
  std::vector<const AuditUnit *> All = Graph.callers();
  for (const AuditUnit &Unit : Graph.units())
    All.push_back(&Unit);
  for (const AuditUnit *Unit : All) {
    std::optional<Inputs> Of;
    if (!Linted.count(Unit->Name)) {
      if (const Inputs *Before = find(Graph, *Unit))
        Of = *Before;
    } else if (auto Record = recordOf(Graph, *Unit)) {
      // The second run of a unit may fail where the first does not.
      Record->IsWhole &= !Broken.count(Unit->Name);
      if (Record->IsWhole || lookupsOf(Graph.reportOf(*Unit)))
        Of = inputsOf(Graph, *Unit, *Record);
    }
    if (!Of)
      continue;
    Of->Whole = outputsOf(*Unit, SecondOutputs);
    New[Unit->Name] = std::move(*Of);
  }
  Units = std::move(New);
  if (llvm::Error Failed = write())
    return Failed;
  for (const AuditUnit *Unit : All)
    llvm::sys::fs::remove(Graph.recordOf(*Unit));
  return llvm::Error::success();
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
                forRecord(Path) + "\n";
      }
      Words.push_back(std::to_string(Number[Old]));
    }
    OfUnits += llvm::join(Words, " ") + "\n";
  }
  return writeWhole(fileIn(State), Text + OfUnits, Durability::Remade);
}

} // namespace warplint
