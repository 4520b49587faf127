//===--- FileVersion.cpp - Which file it was that was read ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/FileVersion.h"
#include <tuple>

namespace warplint {

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

} // namespace warplint
