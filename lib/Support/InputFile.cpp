//===--- InputFile.cpp - Reading what others wrote ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/InputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"
#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <set>

using namespace llvm;

namespace warplint::base {

static constexpr uint64_t MaximumBytes = uint64_t(1) << 30;

namespace {

class RefusalCategory : public std::error_category {
public:
  const char *name() const noexcept override { return "warplint.file"; }
  std::string message(int Code) const override {
    switch (Refusal(Code)) {
    case Refusal::NotRegular:
      return "it is not a regular file";
    case Refusal::TooLarge:
      return "it is larger than 1 GiB";
    case Refusal::TooDeep:
      return "it is nested too deep";
    case Refusal::TooMany:
      return "it lists more than 20000 things";
    case Refusal::TooLongPattern:
      return "what a pattern stands for is too large";
    case Refusal::IsLink:
      return "it is a link, which is not followed";
    case Refusal::HasChanged:
      return "it has changed meanwhile";
    case Refusal::MayNotLast:
      return "its folder cannot be brought to the disk";
    case Refusal::NoName:
      return "that is no name of a file in a folder";
    }
    llvm_unreachable("covered switch");
  }
};

/// A file whose contents are read, never mapped: what is mapped changes with
/// the file, and is gone when the file is cut off.
class CopiedFile : public vfs::File {
public:
  explicit CopiedFile(std::unique_ptr<vfs::File> Inner)
      : Inner(std::move(Inner)) {}

  ErrorOr<vfs::Status> status() override { return Inner->status(); }
  ErrorOr<std::string> getName() override { return Inner->getName(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name,
                                                   int64_t FileSize,
                                                   bool RequiresNullTerminator,
                                                   bool) override {
    return Inner->getBuffer(Name, FileSize, RequiresNullTerminator,
                            /*IsVolatile=*/true);
  }
  std::error_code close() override { return Inner->close(); }

private:
  std::unique_ptr<vfs::File> Inner;
};

} // namespace

std::error_code refusal(Refusal Why) {
  static RefusalCategory Category;
  return {int(Why), Category};
}

namespace {
/// The files that the process reads: absolute names by device and inode.
struct InputNumbers {
  std::mutex Use;
  std::map<sys::fs::UniqueID, std::set<std::string>> All;
};
} // namespace

static InputNumbers &inputs() {
  static InputNumbers Numbers;
  return Numbers;
}

static void noteInput(const sys::fs::UniqueID &Number, StringRef Path) {
  std::lock_guard<std::mutex> Lock(inputs().Use);
  inputs().All[Number].insert(Path.str());
}

void noteInput(StringRef Path) {
  SmallString<256> Whole = Path;
  sys::fs::UniqueID Number;
  if (!sys::fs::make_absolute(Whole) && !sys::fs::getUniqueID(Whole, Number))
    noteInput(Number, Whole);
}

bool isInput(StringRef Path) {
  sys::fs::UniqueID Number;
  if (sys::fs::getUniqueID(Path, Number))
    return false;
  std::lock_guard<std::mutex> Lock(inputs().Use);
  auto Names = inputs().All.find(Number);
  if (Names == inputs().All.end())
    return false;
  // A file that is gone leaves its number to the next that is created.
  return any_of(Names->second, [&](StringRef Name) {
    sys::fs::UniqueID Now;
    return !sys::fs::getUniqueID(Name, Now) && Now == Number;
  });
}

static std::atomic<bool (*)(StringRef)> AskedWhenMissing = nullptr;

void whenMissing(bool (*Then)(StringRef Path)) { AskedWhenMissing = Then; }

const char RegularFiles::ID = 0;

ErrorOr<vfs::Status> RegularFiles::status(const Twine &Path) {
  ErrorOr<vfs::Status> Found = ProxyFileSystem::status(Path);
  auto *Then = AskedWhenMissing.load();
  if (!Then || Found ||
      Found.getError() != std::errc::no_such_file_or_directory)
    return Found;
  SmallString<256> Whole;
  Path.toVector(Whole);
  if (makeAbsolute(Whole) || !Then(Whole))
    return Found;
  return ProxyFileSystem::status(Path);
}

ErrorOr<std::unique_ptr<vfs::File>>
RegularFiles::openFileForRead(const Twine &Path) {
  // Asked before opening: opening a FIFO waits for its writer.
  ErrorOr<vfs::Status> Status = status(Path);
  if (!Status)
    return Status.getError();
  if (!Status->isRegularFile() && !Status->isDirectory())
    return refusal(Refusal::NotRegular);
  if (Status->isRegularFile() && Status->getSize() > MaximumBytes)
    return refusal(Refusal::TooLarge);
  auto File = ProxyFileSystem::openFileForRead(Path);
  if (!File)
    return File;
  SmallString<256> Whole;
  Path.toVector(Whole);
  if (!makeAbsolute(Whole))
    noteInput(Status->getUniqueID(), Whole);
  return std::make_unique<CopiedFile>(std::move(*File));
}

TextSum TextSum::of(StringRef Text) {
  XXH128_hash_t Sum = xxh3_128bits(arrayRefFromStringRef(Text));
  return {Text.size(), Sum.high64, Sum.low64};
}

namespace {
/// A file that records what was read of it.
class SummedFile : public vfs::File {
public:
  SummedFile(std::unique_ptr<vfs::File> Inner,
             std::function<void(StringRef)> Tell)
      : Inner(std::move(Inner)), Tell(std::move(Tell)) {}

  ErrorOr<vfs::Status> status() override { return Inner->status(); }
  ErrorOr<std::string> getName() override { return Inner->getName(); }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name,
                                                   int64_t FileSize,
                                                   bool RequiresNullTerminator,
                                                   bool IsVolatile) override {
    auto Buffer =
        Inner->getBuffer(Name, FileSize, RequiresNullTerminator, IsVolatile);
    if (Buffer)
      Tell((*Buffer)->getBuffer());
    return Buffer;
  }
  std::error_code close() override { return Inner->close(); }

private:
  std::unique_ptr<vfs::File> Inner;
  std::function<void(StringRef)> Tell;
};
} // namespace

ErrorOr<std::unique_ptr<vfs::File>>
WatchedFiles::openFileForRead(const Twine &Path) {
  ErrorOr<vfs::Status> Before = status(Path);
  std::optional<FileVersion> Version = FileVersion::in(*this, Path);
  auto File = RegularFiles::openFileForRead(Path);
  if (File && Before)
    Opened.try_emplace(Path.str(), Seen{*Before, Version});
  if (!File || !SumsTexts)
    return File;
  auto Tell = [this, Name = Path.str()](StringRef Text) {
    TextSum Sum = TextSum::of(Text);
    auto [Known, New] = Sums.try_emplace(Name, Sum);
    if (!New && !(Known->second == Sum))
      Known->second = TextSum();
  };
  return std::make_unique<SummedFile>(std::move(*File), Tell);
}

std::vector<std::string> WatchedFiles::changed() const {
  std::vector<std::string> Names;
  for (const auto &[Name, Then] : Opened) {
    ErrorOr<vfs::Status> Now = getUnderlyingFS().status(Name);
    if (!Now || Now->getSize() != Then.Shown.getSize() ||
        Now->getLastModificationTime() !=
            Then.Shown.getLastModificationTime() ||
        Now->getUniqueID() != Then.Shown.getUniqueID() ||
        FileVersion::in(getUnderlyingFS(), Name) != Then.Version)
      Names.push_back(Name);
  }
  return Names;
}

IntrusiveRefCntPtr<vfs::FileSystem> regularFiles() {
  return makeIntrusiveRefCnt<RegularFiles>(vfs::getRealFileSystem());
}

std::string joined(StringRef Folder, StringRef Name) {
  if (sys::path::is_absolute(Name))
    return Name.str();
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return Path.str().str();
}

Expected<std::string> readWhole(StringRef Path) {
  auto Buffer = regularFiles()->getBufferForFile(Path);
  if (!Buffer)
    return createStringError(
        "'" + Path.str() + "' cannot be read: " + Buffer.getError().message());
  return (*Buffer)->getBuffer().str();
}

} // namespace warplint::base
