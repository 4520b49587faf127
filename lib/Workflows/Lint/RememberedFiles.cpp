//===--- RememberedFiles.cpp - Files that are read once -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/RememberedFiles.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace warplint::lint {

namespace {
class OpenedFile : public vfs::File {
public:
  OpenedFile(vfs::Status Is, std::shared_ptr<MemoryBuffer> Text)
      : Is(std::move(Is)), Text(std::move(Text)) {}

  ErrorOr<vfs::Status> status() override { return Is; }
  ErrorOr<std::unique_ptr<MemoryBuffer>> getBuffer(const Twine &Name, int64_t,
                                                   bool, bool) override {
    return MemoryBuffer::getMemBufferCopy(Text->getBuffer(), Name);
  }
  std::error_code close() override { return {}; }

private:
  vfs::Status Is;
  std::shared_ptr<MemoryBuffer> Text;
};
} // namespace

const char RememberedFiles::ID = 0;

ErrorOr<vfs::Status> RememberedFiles::status(const Twine &Path) {
  std::string Name = Path.str();
  auto Known = Asked.find(Name);
  if (Known == Asked.end())
    Known = Asked.emplace(Name, ProxyFileSystem::status(Name)).first;
  return Known->second;
}

bool RememberedFiles::exists(const Twine &Path) { return bool(status(Path)); }

ErrorOr<std::unique_ptr<vfs::File>>
RememberedFiles::openFileForRead(const Twine &Path) {
  std::string Name = Path.str();
  ErrorOr<vfs::Status> Is = status(Name);
  if (!Is)
    return Is.getError();
  std::shared_ptr<MemoryBuffer> &Text = Read[Name];
  if (!Text) {
    auto File = ProxyFileSystem::openFileForRead(Name);
    if (!File)
      return File.getError();
    auto Buffer = (*File)->getBuffer(Name);
    if (!Buffer)
      return Buffer.getError();
    Text = std::move(*Buffer);
  }
  return std::make_unique<OpenedFile>(*Is, Text);
}

} // namespace warplint::lint
