//===--- FileVersion.cpp - Which file it was that was read ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FileVersion.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>
#include <chrono>
#include <tuple>

using namespace llvm;

namespace warplint::base {

static auto fieldsOf(const FileVersion &V) {
  return std::tie(V.Device, V.Inode, V.Bytes, V.Modified, V.Changed);
}

bool FileVersion::operator==(const FileVersion &Other) const {
  return fieldsOf(*this) == fieldsOf(Other);
}

static int64_t nanoseconds(const struct timespec &Time) {
  return int64_t(Time.tv_sec) * 1'000'000'000 + Time.tv_nsec;
}

FileVersion FileVersion::of(const struct stat &Found) {
  return {uint64_t(Found.st_dev), uint64_t(Found.st_ino),
          uint64_t(Found.st_size), nanoseconds(Found.st_mtim),
          nanoseconds(Found.st_ctim)};
}

std::optional<FileVersion> FileVersion::of(const std::string &Path) {
  struct stat Found;
  if (stat(Path.c_str(), &Found))
    return std::nullopt;
  return of(Found);
}

std::optional<FileVersion> FileVersion::in(vfs::FileSystem &Files,
                                           const Twine &Path) {
  SmallString<256> Whole;
  Path.toVector(Whole);
  ErrorOr<vfs::Status> Shown = Files.status(Path);
  if (!Shown || Files.makeAbsolute(Whole))
    return std::nullopt;
  std::optional<FileVersion> Is = of(Whole.str().str());
  sys::fs::UniqueID Of = Shown->getUniqueID();
  if (!Is || Of.getDevice() != Is->Device || Of.getFile() != Is->Inode ||
      Shown->getSize() != Is->Bytes)
    return std::nullopt;
  return Is;
}

bool FileVersion::isSettledAt(int64_t When) const {
  constexpr int64_t Step = 2'000'000'000;
  return std::max(Modified, Changed) < When - Step;
}

std::string FileVersion::text() const {
  return utostr(Bytes) + ":" + utostr(Inode) + ":" + utostr(Device) + ":" +
         itostr(Modified) + ":" + itostr(Changed);
}

std::optional<FileVersion> FileVersion::fromText(StringRef Text) {
  SmallVector<StringRef, 5> Parts;
  Text.split(Parts, ':');
  FileVersion Of;
  if (Parts.size() != 5 || Parts[0].getAsInteger(10, Of.Bytes) ||
      Parts[1].getAsInteger(10, Of.Inode) ||
      Parts[2].getAsInteger(10, Of.Device) ||
      Parts[3].getAsInteger(10, Of.Modified) ||
      Parts[4].getAsInteger(10, Of.Changed))
    return std::nullopt;
  return Of;
}

int64_t timeOfFiles() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

} // namespace warplint::base
