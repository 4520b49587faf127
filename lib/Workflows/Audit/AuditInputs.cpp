//===--- AuditInputs.cpp - What an audit's reports were made from ---------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/AuditInputs.h"
#include "Support/ContentHash.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "Workflows/Lint/UnitRecord.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <utility>

namespace path = llvm::sys::path;

namespace warplint::audit {

static std::string fileIn(llvm::StringRef Folder) {
  llvm::SmallString<256> Path(Folder);
  path::append(Path, "inputs");
  return Path.str().str();
}

AuditInputs::AuditInputs(std::string Where, std::string Kept)
    : Folder(std::move(Where)), State(std::move(Kept)) {
  if (State.empty())
    return;
  auto Text = base::readWhole(fileIn(State));
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return;
  }
  // If it is damaged, nothing of it counts.
  if (auto Read = InputRecords::read(*Text))
    Noted = std::move(*Read);
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
    auto Version = base::FileVersion::of(Path);
    Words.push_back((Version ? Version->text() : "-") + "=" +
                    base::contentHashOf(Path));
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
    auto Is = base::FileVersion::of(Path);
    if (Hash.empty() || ((Is ? Is->text() : "-") != Version &&
                         base::contentHashOf(Path) != Hash))
      return false;
    Noted = Rest;
  }
  return true;
}

AuditInputs::Contents AuditInputs::contentsOf(unsigned Number) {
  Known.resize(Noted.Rows.size(), Contents::Unknown);
  Contents &Is = Known[Number];
  if (Is != Contents::Unknown)
    return Is;
  return Is = isSame(Number) ? Contents::Same : Contents::Other;
}

bool AuditInputs::isSame(unsigned Number) {
  const InputRecords::Row &Of = Noted.Rows[Number];
  llvm::StringRef Hash = Of.Hash;
  if (Hash == InputRecords::AbsentMark)
    return Noted.Folders.isAbsent(Of.Path,
                                  /*WasKnown=*/Number < Noted.RowsRead);
  if (Hash == InputRecords::FolderMark)
    return llvm::sys::fs::is_directory(Of.Path);
  if (Hash.consume_front(InputRecords::StateMark))
    return lint::Lookups::stateOf(Of.Path) == Hash;
  // What the unit has read says it together.
  if (Hash.starts_with(InputRecords::LinkMark))
    return true;
  return Noted.Table.hashOf(Of.Path) == Hash;
}

/// The record of \p Unit, if its action is still the recorded one; null
/// otherwise.
const AuditInputs::Inputs *AuditInputs::find(const AuditGraph &Graph,
                                             const AuditUnit &Unit) const {
  auto Known = Noted.Units.find(Unit.Name);
  return Known != Noted.Units.end() &&
                 Known->second.Stamp == Graph.stampOf(Unit)
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
linksIn(const std::map<std::string, std::optional<base::FileVersion>> &Files) {
  std::map<std::pair<uint64_t, uint64_t>, std::string> First;
  std::set<std::pair<std::string, std::string>> Links;
  for (const auto &[Path, Is] : Files)
    if (Is)
      if (auto [Known, New] = First.try_emplace(Is->file(), Path); !New)
        Links.emplace(Path, InputRecords::LinkMark.str() +
                                base::contentHash(Known->second));
  return Links;
}

void AuditInputs::findTwins() {
  Twins.clear();
  RowsOfTwins = Noted.Rows.size();
  std::map<llvm::StringRef, llvm::StringRef> PathOf;
  for (const InputRecords::Row &Each : Noted.Rows)
    if (InputRecords::isHashOfFile(Each.Hash) &&
        PathOf.try_emplace(Each.Hash, Each.Path).first->second != Each.Path)
      Twins.insert(Each.Hash);
}

bool AuditInputs::haveLinks(const Inputs &Of) {
  if (RowsOfTwins != Noted.Rows.size())
    findTwins();
  std::set<std::pair<std::string, std::string>> Then;
  std::map<std::string, std::optional<base::FileVersion>> Now;
  for (unsigned Number : Of.Rows) {
    const auto &[Path, Hash] = Noted.Rows[Number];
    if (llvm::StringRef(Hash).starts_with(InputRecords::LinkMark))
      Then.emplace(Path, Hash);
    else if (InputRecords::isHashOfFile(Hash) && Twins.count(Hash))
      Now.emplace(Path, Noted.Table.versionOf(Path));
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
std::optional<lint::UnitRecord>
AuditInputs::recordOf(const AuditGraph &Graph, const AuditUnit &Unit) const {
  auto Record = readRecord(Graph.recordOf(Unit), path(Unit, ".sarif"));
  if (Record && Record->Made != base::contentHashOf(path(Unit, ".made")))
    return std::nullopt;
  return Record;
}

std::optional<lint::UnitRecord>
AuditInputs::readRecord(const std::string &Path,
                        const std::string &Report) const {
  auto Text = base::readWhole(Path);
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return std::nullopt;
  }
  auto Record = lint::UnitRecord::read(*Text);
  if (Record && Record->Report != base::contentHashOf(Report))
    return std::nullopt;
  return Record;
}

bool AuditInputs::isReasonClangs(const AuditGraph &Graph, const AuditUnit &Unit,
                                 const lint::UnitRecord &First) const {
  if (!First.IsReasonClangs || !Unit.Again)
    return First.IsReasonClangs;
  auto Second =
      readRecord(Graph.secondRecordOf(Unit), path(Unit, ".whole.sarif"));
  return Second && Second->IsReasonClangs;
}

/// False if something that \p LookedFor names is no longer as it was.
bool AuditInputs::addLookups(const lint::Lookups &LookedFor, Inputs &To) {
  size_t Before = To.Rows.size();
  for (const std::string &Path : LookedFor.absent())
    To.Rows.push_back(Noted.rowOf(Path, InputRecords::AbsentMark.str()));
  for (const std::string &Path : LookedFor.folders())
    To.Rows.push_back(Noted.rowOf(Path, InputRecords::FolderMark.str()));
  for (const auto &[Path, Is] : LookedFor.states())
    To.Rows.push_back(Noted.rowOf(Path, InputRecords::StateMark.str() + Is));
  return llvm::all_of(llvm::drop_begin(To.Rows, Before), [&](unsigned Number) {
    return contentsOf(Number) == Contents::Same;
  });
}

/// Nothing if the files of \p Record may not be what \p Unit has read: one is
/// not there, is another version, or younger than the run; or if a broken unit
/// may fail in another way.
std::optional<AuditInputs::Inputs>
AuditInputs::inputsOf(const AuditGraph &Graph, const AuditUnit &Unit,
                      const lint::UnitRecord &Record) {
  Inputs Of{Graph.stampOf(Unit), outputsOf(Unit, FirstOutputs), "-", "-", {}};
  if (!Record.IsWhole) {
    Of.Failure = Graph.failureStampOf(Unit);
    if (Of.Failure.empty())
      return std::nullopt;
  }
  for (const auto &[File, Then] : Record.Files) {
    auto Is = base::FileVersion::of(File);
    if (!path::is_absolute(File) || (!Is && Record.IsWhole) || Is != Then ||
        (Is && std::max(Is->Modified, Is->Changed) > Record.Began))
      return std::nullopt;
    std::string Hash = Is ? Noted.Table.hashOf(File) : "";
    if (Is && Hash.empty())
      return std::nullopt;
    Of.Rows.push_back(
        Noted.rowOf(File, Is ? Hash : InputRecords::AbsentMark.str()));
  }
  for (const auto &[Path, Link] : linksIn(Record.Files))
    Of.Rows.push_back(Noted.rowOf(Path, Link));
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
        Noted.Units[Unit.Name] = std::move(*Of);
}

llvm::Error AuditInputs::update(const AuditGraph &Graph,
                                const std::set<std::string> &Linted,
                                const std::set<std::string> &Broken) {
  if (State.empty())
    return llvm::Error::success();
  std::map<std::string, Inputs> New;
  Known.clear(); // Files may have changed since.
  Noted.Table.lookAgain();
  Noted.Folders.lookAgain();
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
  Noted.Units = std::move(New);
  if (llvm::Error Failed = write())
    return Failed;
  for (const AuditUnit *Unit : All) {
    llvm::sys::fs::remove(Graph.recordOf(*Unit));
    llvm::sys::fs::remove(Graph.secondRecordOf(*Unit));
  }
  return llvm::Error::success();
}

llvm::Error AuditInputs::write() {
  // A folder says something of all that is missing in it.
  std::vector<char> IsAsked(Noted.Rows.size());
  for (const auto &[Name, Of] : Noted.Units)
    for (unsigned Number : Of.Rows)
      if (Noted.Rows[Number].Hash == InputRecords::AbsentMark &&
          !std::exchange(IsAsked[Number], true))
        (void)Noted.Folders.isAbsent(Noted.Rows[Number].Path,
                                     Number < Noted.RowsRead);
  return base::writeWhole(fileIn(State), Noted.text(),
                          base::Durability::Remade);
}

} // namespace warplint::audit
