//===--- InputFile.cpp - Reading what others wrote ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/InputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace warplint {

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
    case Refusal::IsLink:
      return "it is a link, which is not followed";
    case Refusal::HasChanged:
      return "it has changed meanwhile";
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

const char RegularFiles::ID = 0;

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
  return std::make_unique<CopiedFile>(std::move(*File));
}

ErrorOr<std::unique_ptr<vfs::File>>
WatchedFiles::openFileForRead(const Twine &Path) {
  ErrorOr<vfs::Status> Before = status(Path);
  auto File = RegularFiles::openFileForRead(Path);
  if (File && Before)
    Opened.try_emplace(Path.str(), *Before);
  return File;
}

std::vector<std::string> WatchedFiles::changed() const {
  std::vector<std::string> Names;
  for (const auto &[Name, Then] : Opened) {
    ErrorOr<vfs::Status> Now = getUnderlyingFS().status(Name);
    if (!Now || Now->getSize() != Then.getSize() ||
        Now->getLastModificationTime() != Then.getLastModificationTime() ||
        Now->getUniqueID() != Then.getUniqueID())
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

} // namespace warplint
