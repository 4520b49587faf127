//===--- ReadFiles.cpp - What a parse depended on on disk -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/ReadFiles.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/SHA256.h"

using namespace llvm;

namespace warplint::pch {

static std::optional<std::string> sumOf(StringRef Path,
                                        vfs::FileSystem &Files) {
  auto Buffer = Files.getBufferForFile(Path);
  if (!Buffer)
    return std::nullopt;
  return toHex(SHA256::hash(arrayRefFromStringRef((*Buffer)->getBuffer())),
               /*LowerCase=*/true);
}

static bool isGone(std::error_code Failed) {
  return Failed == std::errc::no_such_file_or_directory ||
         Failed == std::errc::not_a_directory;
}

namespace {
/// Which names lead to one file, then and now. To clang they are one header,
/// which `#pragma once` lets it read once.
class SameFiles {
public:
  /// False if what was one file is two, or what was two is one.
  bool add(const base::FileVersion &Then, const base::FileVersion &Now) {
    return Later.try_emplace(Then.file(), Now.file()).first->second ==
               Now.file() &&
           Earlier.try_emplace(Now.file(), Then.file()).first->second ==
               Then.file();
  }

private:
  using File = std::pair<uint64_t, uint64_t>;
  DenseMap<File, File> Later, Earlier;
};
} // namespace

bool ReadFiles::hold(vfs::FileSystem &Files, bool &Renewed) {
  const int64_t Now = base::timeOfFiles();
  SameFiles Same;
  bool IsOther = false, AreSettled = true;
  for (auto &[Path, Then] : Read) {
    std::optional<base::FileVersion> Is = base::FileVersion::in(Files, Path);
    if (Is && Is->Bytes != Then.Bytes)
      return false;
    if (Is && Then.Version && !Same.add(*Then.Version, *Is))
      return false;
    if (Is && Is == Then.Version && Is->isSettledAt(Began))
      continue;
    if (sumOf(Path, Files) != Then.Sum)
      return false;
    IsOther = true;
    // It was the same before and after it was read.
    AreSettled &=
        Is && Is->isSettledAt(Now) && base::FileVersion::in(Files, Path) == Is;
    Then.Version = Is;
  }
  if (IsOther && AreSettled)
    Began = Now;
  Renewed = IsOther && AreSettled;
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
    Files.push_back(json::Array{Path, Each.Version ? Each.Version->text() : "-",
                                int64_t(Each.Bytes), Each.Sum});
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
    auto Path = (*Entry)[0].getAsString(), Version = (*Entry)[1].getAsString(),
         Sum = (*Entry)[3].getAsString();
    auto Bytes = (*Entry)[2].getAsInteger();
    if (!Path || !Version || !Bytes || *Bytes < 0 || !Sum)
      return std::nullopt;
    ReadFile File{base::FileVersion::fromText(*Version), uint64_t(*Bytes),
                  Sum->str()};
    if (!File.Version && *Version != "-")
      return std::nullopt;
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
  Noted.Began = base::timeOfFiles();
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
  // Looked up before the file is opened: the file that is read is of this
  // version or a later one.
  std::optional<base::FileVersion> Version =
      base::FileVersion::in(getUnderlyingFS(), Path);
  auto File = ProxyFileSystem::openFileForRead(Path);
  note(Path, File.getError());
  if (!File)
    return File;
  if (ErrorOr<vfs::Status> Now = (*File)->status())
    Noted.Read.try_emplace(absolute(Path),
                           ReadFile{Version, Now->getSize(), ""});
  return File;
}

std::optional<ReadFiles> RecordedFiles::take() {
  for (auto &[Path, Each] : Noted.Read) {
    std::optional<std::string> Sum = sumOf(Path, getUnderlyingFS());
    ErrorOr<vfs::Status> Now = getUnderlyingFS().status(Path);
    if (!Now || !Sum || Now->getSize() != Each.Bytes ||
        base::FileVersion::in(getUnderlyingFS(), Path) != Each.Version)
      return std::nullopt;
    Each.Sum = std::move(*Sum);
  }
  return std::move(Noted);
}

} // namespace warplint::pch
