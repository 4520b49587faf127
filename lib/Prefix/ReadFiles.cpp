//===--- ReadFiles.cpp - What a parse depended on on disk ------- -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prefix/ReadFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/xxhash.h"
#include <chrono>

using namespace llvm;

namespace warplint {

static int64_t nanoseconds(sys::TimePoint<> At) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             At.time_since_epoch())
      .count();
}

static std::optional<uint64_t> sumOf(StringRef Path, vfs::FileSystem &Files) {
  auto Buffer = Files.getBufferForFile(Path);
  if (!Buffer)
    return std::nullopt;
  return xxh3_64bits((*Buffer)->getBuffer());
}

static bool isGone(std::error_code Failed) {
  return Failed == std::errc::no_such_file_or_directory ||
         Failed == std::errc::not_a_directory;
}

bool ReadFiles::hold(vfs::FileSystem &Files) const {
  // Times of change are as fine as the clock of the file system.
  constexpr int64_t Granularity = 2'000'000'000;
  for (const auto &[Path, Then] : Read) {
    ErrorOr<vfs::Status> Now = Files.status(Path);
    if (!Now || Now->getSize() != Then.Bytes)
      return false;
    bool Same = nanoseconds(Now->getLastModificationTime()) == Then.Changed &&
                Then.Changed < Began - Granularity;
    if (!Same && sumOf(Path, Files) != Then.Sum)
      return false;
  }
  return all_of(Absent, [&](const std::string &Path) {
    ErrorOr<vfs::Status> Now = Files.status(Path);
    return !Now && isGone(Now.getError());
  });
}

void ReadFiles::forgetAbsent(function_ref<bool(StringRef)> Is) {
  for (auto At = Absent.begin(); At != Absent.end();)
    At = Is(*At) ? Absent.erase(At) : std::next(At);
}

json::Object ReadFiles::toJson() const {
  json::Array Files, Missing;
  for (const auto &[Path, Each] : Read)
    Files.push_back(
        json::Array{Path, Each.Bytes, Each.Changed, utohexstr(Each.Sum)});
  for (const std::string &Path : Absent)
    Missing.push_back(Path);
  return json::Object{{"files", std::move(Files)},
                      {"absent", std::move(Missing)},
                      {"began", Began}};
}

std::optional<ReadFiles> ReadFiles::fromJson(const json::Object &Text) {
  ReadFiles Made;
  const json::Array *Files = Text.getArray("files"),
                    *Missing = Text.getArray("absent");
  auto Began = Text.getInteger("began");
  if (!Files || !Missing || !Began)
    return std::nullopt;
  Made.Began = *Began;
  for (const json::Value &Each : *Files) {
    const json::Array *Entry = Each.getAsArray();
    if (!Entry || Entry->size() != 4)
      return std::nullopt;
    auto Path = (*Entry)[0].getAsString(), Sum = (*Entry)[3].getAsString();
    auto Bytes = (*Entry)[1].getAsInteger(),
         Changed = (*Entry)[2].getAsInteger();
    ReadFile File;
    if (!Path || !Sum || !Bytes || !Changed || Sum->getAsInteger(16, File.Sum))
      return std::nullopt;
    File.Bytes = *Bytes;
    File.Changed = *Changed;
    Made.Read[Path->str()] = File;
  }
  for (const json::Value &Each : *Missing) {
    auto Path = Each.getAsString();
    if (!Path)
      return std::nullopt;
    Made.Absent.insert(Path->str());
  }
  return Made;
}

//===----------------------------------------------------------------------===//
// Noting
//===----------------------------------------------------------------------===//

const char RecordedFiles::ID = 0;

RecordedFiles::RecordedFiles(IntrusiveRefCntPtr<vfs::FileSystem> Disk)
    : RTTIExtends(std::move(Disk)) {
  Noted.Began = nanoseconds(std::chrono::system_clock::now());
}

std::string RecordedFiles::absolute(const Twine &Path) const {
  SmallString<256> Absolute;
  Path.toVector(Absolute);
  if (makeAbsolute(Absolute))
    return "";
  return Absolute.str().str();
}

void RecordedFiles::note(const Twine &Path, std::error_code Failed) {
  if (isGone(Failed))
    Noted.Absent.insert(absolute(Path));
}

ErrorOr<vfs::Status> RecordedFiles::status(const Twine &Path) {
  ErrorOr<vfs::Status> Found = ProxyFileSystem::status(Path);
  note(Path, Found.getError());
  return Found;
}

bool RecordedFiles::exists(const Twine &Path) { return bool(status(Path)); }

ErrorOr<std::unique_ptr<vfs::File>>
RecordedFiles::openFileForRead(const Twine &Path) {
  auto File = ProxyFileSystem::openFileForRead(Path);
  note(Path, File.getError());
  if (!File)
    return File;
  if (ErrorOr<vfs::Status> Now = (*File)->status())
    Noted.Read.try_emplace(absolute(Path),
                           ReadFile{Now->getSize(),
                                    nanoseconds(Now->getLastModificationTime()),
                                    0});
  return File;
}

std::optional<ReadFiles> RecordedFiles::take() {
  for (auto &[Path, Each] : Noted.Read) {
    ErrorOr<vfs::Status> Now = getUnderlyingFS().status(Path);
    std::optional<uint64_t> Sum = sumOf(Path, getUnderlyingFS());
    if (!Now || !Sum || Now->getSize() != Each.Bytes ||
        nanoseconds(Now->getLastModificationTime()) != Each.Changed)
      return std::nullopt;
    Each.Sum = *Sum;
  }
  return std::move(Noted);
}

} // namespace warplint
