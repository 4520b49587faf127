//===--- EditedFiles.cpp - Files as they would be -------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/EditedFiles.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace warplint::base {

namespace {
/// A file with a text that stands in memory.
class TextFile : public vfs::File {
public:
  TextFile(vfs::Status Is, std::string Text)
      : Is(std::move(Is)), Text(std::move(Text)) {}

  ErrorOr<vfs::Status> status() override { return Is; }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t,
                                                   bool, bool) override {
    return MemoryBuffer::getMemBufferCopy(Text, Name);
  }
  std::error_code close() override { return {}; }

private:
  vfs::Status Is;
  std::string Text;
};
} // namespace

const char EditedFiles::ID = 0;

const std::string *EditedFiles::textOf(const Twine &Path) {
  SmallString<256> Real;
  if (getUnderlyingFS().getRealPath(Path, Real))
    return nullptr;
  auto Found = Texts.find(Real.str().str());
  return Found == Texts.end() ? nullptr : &Found->second;
}

ErrorOr<vfs::Status> EditedFiles::status(const Twine &Path) {
  ErrorOr<vfs::Status> Is = ProxyFileSystem::status(Path);
  const std::string *Text = Is ? textOf(Path) : nullptr;
  if (!Text)
    return Is;
  // Not the file on the disk, and always the same one.
  sys::fs::UniqueID Disk = Is->getUniqueID();
  return vfs::Status(Is->getName(), {~Disk.getDevice(), Disk.getFile()},
                     Is->getLastModificationTime(), Is->getUser(),
                     Is->getGroup(), Text->size(), Is->getType(),
                     Is->getPermissions());
}

ErrorOr<std::unique_ptr<vfs::File>>
EditedFiles::openFileForRead(const Twine &Path) {
  const std::string *Text = textOf(Path);
  if (!Text)
    return ProxyFileSystem::openFileForRead(Path);
  ErrorOr<vfs::Status> Is = status(Path);
  if (!Is)
    return Is.getError();
  return std::make_unique<TextFile>(*Is, *Text);
}

} // namespace warplint::base
