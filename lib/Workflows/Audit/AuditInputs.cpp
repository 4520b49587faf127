//===--- AuditInputs.cpp - What an audit's reports were made from ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/AuditInputs.h"
#include "Quoting/Quoting.h"
#include "Support/ContentHash.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "Workflows/Lint/UnitRecord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace path = llvm::sys::path;

namespace warplint {

static constexpr llvm::StringLiteral Begin = "warplint inputs 5";

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

/// What stands in place of a hash where there is no file. Hashes have more
/// digits.
static constexpr llvm::StringLiteral AbsentMark = "-", FolderMark = "d",
                                     StateMark = "s";
/// What the hash of a file's first name begins with, for another name of it.
static constexpr llvm::StringLiteral LinkMark = "l";

static bool isHashOfFile(llvm::StringRef Hash) {
  return Hash != AbsentMark && Hash != FolderMark &&
         !Hash.starts_with(StateMark) && !Hash.starts_with(LinkMark);
}

/// A line for each row: hash, of a file what FileTable keeps of it (three
/// words), path. A line for each folder in which something is missing. Then two
/// lines for each unit: name and the words of Inputs, and the numbers of its
/// rows.
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
    } else if (Line.consume_front("folder ")) {
      size_t Words = Line.find(' ', Line.find(' ') + 1);
      Read = Folders.add(fromRecord(Line.substr(Words).substr(1)).value_or(""),
                         Line.take_front(Words));
    } else {
      Read = readRow(Line);
    }
    if (Read)
      continue;
    // It is damaged: nothing of it counts.
    Units.clear();
    Rows.clear();
    Table = FileTable();
    Folders = FolderTable();
    return;
  }
  RowsRead = Rows.size();
}

bool AuditInputs::readRow(llvm::StringRef Line) {
  auto [Hash, Rest] = Line.split(' ');
  if (!isHashOfFile(Hash)) {
    Rows.push_back({fromRecord(Rest).value_or(""), Hash.str()});
    return !Rows.back().Path.empty();
  }
  size_t Words = Rest.find(' ', Rest.find(' ', Rest.find(' ') + 1) + 1);
  std::string Path = fromRecord(Rest.substr(Words).substr(1)).value_or("");
  Rows.push_back({Path, Hash.str()});
  return !Path.empty() && Table.add(Path, Rest.take_front(Words));
}

/// What readRow reads.
std::string AuditInputs::lineOf(const Row &Of) const {
  const auto &[Path, Hash] = Of;
  return Hash + (isHashOfFile(Hash) ? " " + Table.entryOf(Path) : "") + " " +
         forRecord(Path) + "\n";
}

bool AuditInputs::readUnit(llvm::StringRef Line, llvm::StringRef Numbers) {
  llvm::SmallVector<llvm::StringRef, 0> Words;
  Line.split(Words, ' ');
  if (Words.size() != 5)
    return false;
  Inputs Of{Words[1].str(), Words[2].str(), Words[3].str(), Words[4].str(), {}};
  while (!Numbers.empty()) {
    unsigned First, Last;
    if (Numbers.consumeInteger(10, First))
      return false;
    Last = First;
    if ((Numbers.consume_front("-") && Numbers.consumeInteger(10, Last)) ||
        Last >= Rows.size() ||
        (!Numbers.consume_front(" ") && !Numbers.empty()))
      return false;
    for (unsigned Number = First; Number <= Last; ++Number)
      Of.Rows.push_back(Number);
  }
  Units[Words[0].str()] = std::move(Of);
  return true;
}

unsigned AuditInputs::rowOf(const std::string &Path, const std::string &Hash) {
  if (Numbers.empty())
    for (size_t I = 0; I < Rows.size(); ++I)
      Numbers.try_emplace({Rows[I].Path, Rows[I].Hash}, I);
  auto [Known, New] = Numbers.try_emplace({Path, Hash}, Rows.size());
  if (New) {
    Rows.push_back({Path, Hash});
    Twins.reset();
  }
  return Known->second;
}

std::string AuditInputs::path(const AuditUnit &Unit,
                              llvm::StringRef Ending) const {
  llvm::SmallString<256> Path(Folder);
  path::append(Path, "units", Unit.Name + Ending);
  return Path.str().str();
}

static constexpr llvm::StringLiteral FirstOutputs[] = {".sarif", ".sarif.costs",
                                                       ".made"},
                                     SecondOutputs[] = {".launches",
                                                        ".whole.sarif",
                                                        ".whole.sarif.costs"};

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
  return Is = isSame(Number) ? Contents::Same : Contents::Other;
}

bool AuditInputs::isSame(unsigned Number) {
  const Row &Of = Rows[Number];
  llvm::StringRef Hash = Of.Hash;
  if (Hash == AbsentMark)
    return Folders.isAbsent(Of.Path, /*WasKnown=*/Number < RowsRead);
  if (Hash == FolderMark)
    return llvm::sys::fs::is_directory(Of.Path);
  if (Hash.consume_front(StateMark))
    return Lookups::stateOf(Of.Path) == Hash;
  // What the unit has read tells together.
  if (Hash.starts_with(LinkMark))
    return true;
  return Table.hashOf(Of.Path) == Hash;
}

/// The record of \p Unit, if its action is still the recorded one; null
/// otherwise.
const AuditInputs::Inputs *AuditInputs::find(const AuditGraph &Graph,
                                             const AuditUnit &Unit) const {
  auto Known = Units.find(Unit.Name);
  return Known != Units.end() && Known->second.Stamp == Graph.stampOf(Unit)
             ? &Known->second
             : nullptr;
}

bool AuditInputs::holds(const AuditGraph &Graph, const AuditUnit &Unit,
                        const Inputs &Of) {
  if (Of.Failure != "-" && Of.Failure != Graph.failureStampOf(Unit))
    return false;
  return llvm::all_of(Of.Rows,
                      [&](unsigned Number) {
                        return contentsOf(Number) == Contents::Same;
                      }) &&
         haveLinks(Of);
}

/// The rows that say which names in \p Files, which are in order, lead to a
/// file that has a name before.
static std::set<std::pair<std::string, std::string>>
linksIn(const std::map<std::string, std::optional<FileVersion>> &Files) {
  std::map<std::pair<uint64_t, uint64_t>, std::string> First;
  std::set<std::pair<std::string, std::string>> Links;
  for (const auto &[Path, Is] : Files)
    if (Is)
      if (auto [Known, New] = First.try_emplace(Is->file(), Path); !New)
        Links.emplace(Path, LinkMark.str() + contentHash(Known->second));
  return Links;
}

/// Hashes that rows of two paths have: only such paths may lead to one file.
void AuditInputs::findTwins() {
  std::map<llvm::StringRef, llvm::StringRef> PathOf;
  for (const Row &Each : Rows)
    if (isHashOfFile(Each.Hash) &&
        PathOf.try_emplace(Each.Hash, Each.Path).first->second != Each.Path)
      Twins->insert(Each.Hash);
}

bool AuditInputs::haveLinks(const Inputs &Of) {
  if (!Twins) {
    Twins.emplace();
    findTwins();
  }
  std::set<std::pair<std::string, std::string>> Then;
  std::map<std::string, std::optional<FileVersion>> Now;
  for (unsigned Number : Of.Rows) {
    const auto &[Path, Hash] = Rows[Number];
    if (llvm::StringRef(Hash).starts_with(LinkMark))
      Then.emplace(Path, Hash);
    else if (isHashOfFile(Hash) && Twins->count(Hash))
      Now.emplace(Path, Table.versionOf(Path));
  }
  return linksIn(Now) == Then;
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
  auto Record = readRecord(Graph.recordOf(Unit), path(Unit, ".sarif"));
  if (Record && Record->Made != contentHashOf(path(Unit, ".made")))
    return std::nullopt;
  return Record;
}

std::optional<UnitRecord>
AuditInputs::readRecord(const std::string &Path,
                        const std::string &Report) const {
  auto Text = readWhole(Path);
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return std::nullopt;
  }
  auto Record = UnitRecord::read(*Text);
  if (Record && Record->Report != contentHashOf(Report))
    return std::nullopt;
  return Record;
}

bool AuditInputs::isReasonClangs(const AuditGraph &Graph, const AuditUnit &Unit,
                                 const UnitRecord &First) const {
  if (!First.IsReasonClangs || !Unit.Again)
    return First.IsReasonClangs;
  auto Second =
      readRecord(Graph.secondRecordOf(Unit), path(Unit, ".whole.sarif"));
  return Second && Second->IsReasonClangs;
}

/// False if something that \p LookedFor names is no longer as it was.
bool AuditInputs::addLookups(const Lookups &LookedFor, Inputs &To) {
  size_t Before = To.Rows.size();
  for (const std::string &Path : LookedFor.absent())
    To.Rows.push_back(rowOf(Path, AbsentMark.str()));
  for (const std::string &Path : LookedFor.folders())
    To.Rows.push_back(rowOf(Path, FolderMark.str()));
  for (const auto &[Path, Is] : LookedFor.states())
    To.Rows.push_back(rowOf(Path, StateMark.str() + Is));
  return llvm::all_of(llvm::drop_begin(To.Rows, Before), [&](unsigned Number) {
    return contentsOf(Number) == Contents::Same;
  });
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
    if (Of.Failure.empty())
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
    Of.Rows.push_back(rowOf(File, Is ? Hash : AbsentMark.str()));
  }
  for (const auto &[Path, Link] : linksIn(Record.Files))
    Of.Rows.push_back(rowOf(Path, Link));
  if (!addLookups(Record.LookedFor, Of))
    return std::nullopt;
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
  Folders.lookAgain();
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
      if (Record->IsWhole || isReasonClangs(Graph, *Unit, *Record))
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
  for (const AuditUnit *Unit : All) {
    llvm::sys::fs::remove(Graph.recordOf(*Unit));
    llvm::sys::fs::remove(Graph.secondRecordOf(*Unit));
  }
  return llvm::Error::success();
}

/// "3-7 9" for 3, 4, 5, 6, 7, 9. Units that look for the same share their
/// ranges where rows have their numbers in order of the paths.
static std::string rangesOf(std::vector<unsigned> Numbers) {
  llvm::sort(Numbers);
  Numbers.erase(llvm::unique(Numbers), Numbers.end());
  std::string Text;
  for (size_t I = 0, End; I < Numbers.size(); I = End) {
    for (End = I + 1;
         End < Numbers.size() && Numbers[End] == Numbers[I] + (End - I);)
      ++End;
    Text += (Text.empty() ? "" : " ") + std::to_string(Numbers[I]);
    if (End - I > 1)
      Text += "-" + std::to_string(Numbers[End - 1]);
  }
  return Text;
}

llvm::Error AuditInputs::write() {
  // Rows that no unit has any more are left out.
  std::vector<char> IsUsed(Rows.size());
  for (const auto &[Name, Of] : Units)
    for (unsigned Number : Of.Rows)
      IsUsed[Number] = true;
  std::vector<unsigned> Order, Number(Rows.size());
  for (size_t I = 0; I < Rows.size(); ++I)
    if (IsUsed[I])
      Order.push_back(I);
  llvm::sort(Order, [&](unsigned L, unsigned R) {
    return std::tie(Rows[L].Path, Rows[L].Hash) <
           std::tie(Rows[R].Path, Rows[R].Hash);
  });
  std::string Text = Begin.str() + "\n";
  for (auto [New, Old] : llvm::enumerate(Order)) {
    Number[Old] = New;
    Text += lineOf(Rows[Old]);
    // A folder says something of all that is missing in it.
    if (Rows[Old].Hash == AbsentMark)
      (void)Folders.isAbsent(Rows[Old].Path, Old < RowsRead);
  }
  Folders.forEach([&](llvm::StringRef Path, llvm::StringRef Entry) {
    Text += ("folder " + Entry + " " + forRecord(Path) + "\n").str();
  });
  for (const auto &[Name, Of] : Units) {
    std::vector<unsigned> Its;
    for (unsigned Old : Of.Rows)
      Its.push_back(Number[Old]);
    Text += "unit " + Name + " " + Of.Stamp + " " + Of.Made + " " + Of.Whole +
            " " + Of.Failure + "\n" + rangesOf(std::move(Its)) + "\n";
  }
  return writeWhole(fileIn(State), Text, Durability::Remade);
}

} // namespace warplint
