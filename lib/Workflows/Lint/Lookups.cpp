//===--- Lookups.cpp - What a parse looked for ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/Lookups.h"
#include "Support/ContentHash.h"
#include "Support/FileVersion.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint::lint {

/// What entries of each kind begin with. Versions of files begin with a digit.
static constexpr llvm::StringLiteral NothingThere = "m", FolderThere = "d",
                                     StateThere = "s";

std::string Lookups::stateOf(const std::string &Path) {
  std::error_code Failed;
  std::set<std::string> Names;
  if (!sys::fs::is_directory(Path)) {
    auto Now = base::FileVersion::of(Path);
    return Now ? Now->text() : "-";
  }
  for (sys::fs::directory_iterator At(Path, Failed), End; !Failed && At != End;
       At.increment(Failed))
    Names.insert(sys::path::filename(At->path()).str());
  std::string All;
  for (const std::string &Name : Names)
    All += Name + '\0';
  return Failed ? "-" : base::contentHash(All);
}

void Lookups::addState(const std::string &Path) {
  if (!States.count(Path))
    States.emplace(Path, stateOf(Path));
}

void Lookups::add(const Lookups &Others) {
  Absent.insert(Others.Absent.begin(), Others.Absent.end());
  Folders.insert(Others.Folders.begin(), Others.Folders.end());
  States.insert(Others.States.begin(), Others.States.end());
}

std::string Lookups::text() const {
  std::string Text;
  for (const std::string &Path : Absent)
    (Text += NothingThere) += " " + Path + '\0';
  for (const std::string &Path : Folders)
    (Text += FolderThere) += " " + Path + '\0';
  for (const auto &[Path, State] : States)
    (Text += StateThere) += State + " " + Path + '\0';
  return Text;
}

bool Lookups::addEntry(StringRef Entry) {
  auto [Word, Path] = Entry.split(' ');
  if (Path.empty())
    return false;
  if (Word == NothingThere)
    Absent.insert(Path.str());
  else if (Word == FolderThere)
    Folders.insert(Path.str());
  else if (Word.consume_front(StateThere) && !Word.empty())
    States.emplace(Path.str(), Word.str());
  else
    return false;
  return true;
}

const char NotedLookups::ID = 0;

std::string NotedLookups::absolute(const Twine &Path) const {
  SmallString<256> Whole;
  Path.toVector(Whole);
  makeAbsolute(Whole);
  return Whole.str().str();
}

/// What is there and is not read, such as a pipe, may be read when it is
/// another.
void NotedLookups::noteFailed(const Twine &Path, std::error_code Why) {
  std::string Whole = absolute(Path);
  if (Why != std::errc::no_such_file_or_directory &&
      base::FileVersion::of(Whole))
    Noted.addState(Whole);
  else
    Noted.addAbsent(std::move(Whole));
}

ErrorOr<vfs::Status> NotedLookups::status(const Twine &Path) {
  auto Is = ProxyFileSystem::status(Path);
  if (!Is)
    noteFailed(Path, Is.getError());
  else if (Is->isDirectory())
    Noted.addFolder(absolute(Path));
  return Is;
}

bool NotedLookups::exists(const Twine &Path) { return bool(status(Path)); }

ErrorOr<std::unique_ptr<vfs::File>>
NotedLookups::openFileForRead(const Twine &Path) {
  auto File = ProxyFileSystem::openFileForRead(Path);
  if (!File)
    noteFailed(Path, File.getError());
  else if (auto Is = (*File)->status(); Is && Is->isDirectory())
    Noted.addFolder(absolute(Path));
  return File;
}

vfs::directory_iterator NotedLookups::dir_begin(const Twine &Path,
                                                std::error_code &Failed) {
  std::string Whole = absolute(Path);
  // Before it is read: what comes meanwhile is seen later.
  if (base::FileVersion::of(Whole))
    Noted.addState(Whole);
  else
    Noted.addAbsent(std::move(Whole));
  return ProxyFileSystem::dir_begin(Path, Failed);
}

} // namespace warplint::lint
