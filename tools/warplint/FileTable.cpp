//===--- FileTable.cpp - Contents of files, hashed once -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FileTable.h"
#include "Files/InputFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"
#include <chrono>
#include <sys/stat.h>
#include <tuple>

namespace warplint {

/// Times of files go in steps, of two seconds on some file systems: what was
/// changed that shortly before it was read may have changed once more.
static constexpr int64_t Step = 2'000'000'000;

static int64_t nanoseconds(const timespec &Time) {
  return int64_t(Time.tv_sec) * 1'000'000'000 + Time.tv_nsec;
}

static int64_t now() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

bool FileIdentity::operator==(const FileIdentity &Other) const {
  return std::tie(Bytes, Inode, Device, Modified, Changed) ==
         std::tie(Other.Bytes, Other.Inode, Other.Device, Other.Modified,
                  Other.Changed);
}

std::string FileIdentity::text() const {
  return llvm::utostr(Bytes) + ":" + llvm::utostr(Inode) + ":" +
         llvm::utostr(Device) + ":" + llvm::itostr(Modified) + ":" +
         llvm::itostr(Changed);
}

std::optional<FileIdentity> FileIdentity::of(const std::string &Path) {
  struct stat Found;
  if (::stat(Path.c_str(), &Found))
    return std::nullopt;
  FileIdentity Of;
  Of.Bytes = Found.st_size;
  Of.Inode = Found.st_ino;
  Of.Device = Found.st_dev;
  Of.Modified = nanoseconds(Found.st_mtim);
  Of.Changed = nanoseconds(Found.st_ctim);
  return Of;
}

std::optional<FileIdentity> FileIdentity::fromText(llvm::StringRef Text) {
  llvm::SmallVector<llvm::StringRef, 5> Parts;
  Text.split(Parts, ':');
  FileIdentity Of;
  if (Parts.size() != 5 || Parts[0].getAsInteger(10, Of.Bytes) ||
      Parts[1].getAsInteger(10, Of.Inode) ||
      Parts[2].getAsInteger(10, Of.Device) ||
      Parts[3].getAsInteger(10, Of.Modified) ||
      Parts[4].getAsInteger(10, Of.Changed))
    return std::nullopt;
  return Of;
}

static std::string contentHash(llvm::StringRef Text) {
  auto Digest =
      llvm::SHA256::hash(llvm::ArrayRef(Text.bytes_begin(), Text.size()));
  return llvm::toHex(Digest, /*LowerCase=*/true);
}

bool FileTable::Known::isSettled() const {
  return isSame() && std::max(Then->Modified, Then->Changed) + Step < Read;
}

FileTable::Known &FileTable::lookAt(const std::string &Path) {
  Known &File = Files[Path];
  if (!File.Looked)
    File.Now = FileIdentity::of(Path);
  File.Looked = true;
  return File;
}

const std::string &FileTable::hashOf(const std::string &Path) {
  Known &File = lookAt(Path);
  if (File.Hashed || File.isSettled())
    return File.Hash;
  File.Hashed = true;
  File.Hash.clear();
  File.Read = now();
  File.Then = FileIdentity::of(Path);
  auto Text = readWhole(Path);
  if (!Text) {
    llvm::consumeError(Text.takeError());
    return File.Hash;
  }
  File.Hash = contentHash(*Text);
  // It changed while it was read: it is to be read again.
  if (!(File.Then && FileIdentity::of(Path) == File.Then))
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
  if (Found == Files.end() || !Found->second.Then ||
      Found->second.Hash.empty())
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
      !(File.Then = FileIdentity::fromText(Parts[1])))
    return false;
  File.Hash = Parts[0].str();
  Files[Path] = std::move(File);
  return true;
}

} // namespace warplint
