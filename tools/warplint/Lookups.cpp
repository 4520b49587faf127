//===--- Lookups.cpp - What a parse looked for ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lookups.h"
#include "FileTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace warplint {

static constexpr llvm::StringLiteral Begin = "warplint lookups 1\n";

static std::string stateOf(const std::string &Folder) {
  auto Now = FileVersion::of(Folder);
  return Now ? Now->text() : "-";
}

void Lookups::addListed(const std::string &Path) {
  Listed.emplace(Path, stateOf(Path));
}

void Lookups::add(const Lookups &Others) {
  Absent.insert(Others.Absent.begin(), Others.Absent.end());
  Listed.insert(Others.Listed.begin(), Others.Listed.end());
}

bool Lookups::hold() const {
  return none_of(Absent,
                 [](const std::string &Path) { return sys::fs::exists(Path); }) &&
         all_of(Listed, [](const auto &Folder) {
           return stateOf(Folder.first) == Folder.second;
         });
}

std::string Lookups::text() const {
  std::string Text = Begin.str();
  for (const std::string &Path : Absent)
    Text += "- " + Path + '\0';
  for (const auto &[Path, State] : Listed)
    Text += State + " " + Path + '\0';
  return Text;
}

std::optional<Lookups> Lookups::read(StringRef Text) {
  // What was cut off has no end.
  if (!Text.consume_front(Begin) || (!Text.empty() && Text.back() != '\0'))
    return std::nullopt;
  Lookups Read;
  SmallVector<StringRef, 0> Entries;
  Text.split(Entries, '\0', -1, /*KeepEmpty=*/false);
  for (StringRef Entry : Entries) {
    auto [State, Path] = Entry.split(' ');
    if (State == "-")
      Read.Absent.insert(Path.str());
    else
      Read.Listed.emplace(Path.str(), State.str());
  }
  return Read;
}

const char NotedLookups::ID = 0;

std::string NotedLookups::absolute(const Twine &Path) const {
  SmallString<256> Whole;
  Path.toVector(Whole);
  makeAbsolute(Whole);
  return Whole.str().str();
}

ErrorOr<vfs::Status> NotedLookups::status(const Twine &Path) {
  auto Is = ProxyFileSystem::status(Path);
  if (!Is)
    Noted.addAbsent(absolute(Path));
  return Is;
}

bool NotedLookups::exists(const Twine &Path) { return bool(status(Path)); }

ErrorOr<std::unique_ptr<vfs::File>>
NotedLookups::openFileForRead(const Twine &Path) {
  auto File = ProxyFileSystem::openFileForRead(Path);
  if (!File)
    Noted.addAbsent(absolute(Path));
  return File;
}

vfs::directory_iterator NotedLookups::dir_begin(const Twine &Path,
                                                std::error_code &Failed) {
  std::string Whole = absolute(Path);
  // Before it is read: what comes meanwhile is seen later.
  Noted.addListed(Whole);
  return ProxyFileSystem::dir_begin(Path, Failed);
}

} // namespace warplint
