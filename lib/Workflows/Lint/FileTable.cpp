//===--- FileTable.cpp - Contents of files, hashed once -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/FileTable.h"
#include "Support/ContentHash.h"
#include "Support/InputFile.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace warplint::lint {

bool FileTable::Known::isSettled() const {
  return isSame() && Then->isSettledAt(Read);
}

FileTable::Known &FileTable::lookAt(const std::string &Path) {
  Known &File = Files[Path];
  if (!File.Looked)
    File.Now = base::FileVersion::of(Path);
  File.Looked = true;
  return File;
}

const std::string &FileTable::hashOf(const std::string &Path) {
  Known &File = lookAt(Path);
  if (File.Hashed || File.isSettled())
    return File.Hash;
  File.Hashed = true;
  File.Hash.clear();
  File.Read = base::timeOfFiles();
  File.Then = base::FileVersion::of(Path);
  auto Text = base::readWhole(Path);
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return File.Hash;
  }
  File.Hash = base::contentHash(*Text);
  // It changed while it was read: it is to be read again.
  if (!(File.Then && base::FileVersion::of(Path) == File.Then))
    File.Read = 0;
  File.Now = File.Then;
  return File.Hash;
}

bool FileTable::isUntouched(const std::string &Path) {
  Known &File = lookAt(Path);
  if (!File.isSame() || File.Hash.empty())
    return false;
  std::string Was = File.Hash;
  return hashOf(Path) == Was;
}

void FileTable::lookAgain() {
  for (auto &[Path, File] : Files)
    File.Looked = File.Hashed = false;
}

std::string FileTable::entryOf(const std::string &Path) const {
  auto Found = Files.find(Path);
  if (Found == Files.end() || !Found->second.Then || Found->second.Hash.empty())
    return "- - 0";
  const Known &File = Found->second;
  return File.Hash + " " + File.Then->text() + " " + llvm::itostr(File.Read);
}

bool FileTable::add(const std::string &Path, llvm::StringRef Entry) {
  llvm::SmallVector<llvm::StringRef, 3> Parts;
  Entry.split(Parts, ' ');
  if (Entry == "- - 0")
    return true;
  Known File;
  if (Parts.size() != 3 || Parts[2].getAsInteger(10, File.Read) ||
      !(File.Then = base::FileVersion::fromText(Parts[1])))
    return false;
  File.Hash = Parts[0].str();
  Files[Path] = std::move(File);
  return true;
}

} // namespace warplint::lint
