//===--- Descriptors.cpp - Reading and writing what is open ---------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Descriptors.h"
#include "Support/InputFile.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace warplint::base {

OpenDescriptor::~OpenDescriptor() { (void)close(); }

int OpenDescriptor::release() { return std::exchange(Number, -1); }

std::error_code OpenDescriptor::close() {
  int Closed = release();
  // The descriptor is gone even if the call was interrupted.
  return Closed >= 0 && ::close(Closed) && errno != EINTR ? errnoAsErrorCode()
                                                          : std::error_code();
}

/// More is not asked of one call.
static constexpr size_t MostAtOnce = size_t(1) << 26;

std::error_code writeAll(int Descriptor, StringRef Text) {
  while (!Text.empty()) {
    ssize_t Done =
        write(Descriptor, Text.data(), std::min(Text.size(), MostAtOnce));
    if (Done >= 0) {
      Text = Text.drop_front(Done);
      continue;
    }
    if (errno != EINTR)
      return errnoAsErrorCode();
  }
  return {};
}

/// Reads to the end; a file that grows beyond \p Limit is too large.
static std::error_code readAll(int Descriptor, std::string &Text,
                               uint64_t Limit) {
  size_t Size = 0;
  while (true) {
    if (Size == Text.size())
      Text.resize(std::max<size_t>(Size + Size / 2, Size + 4096));
    ssize_t Read = read(Descriptor, Text.data() + Size,
                        std::min(Text.size() - Size, MostAtOnce));
    if (Read < 0 && errno == EINTR)
      continue;
    if (Read < 0)
      return errnoAsErrorCode();
    if (Read == 0)
      break;
    Size += Read;
    if (Size > Limit)
      return refusal(Refusal::TooLarge);
  }
  Text.resize(Size);
  return {};
}

ErrorOr<FileAsRead> readVersionAt(int Folder, const std::string &Name,
                                  int Flags, uint64_t Limit) {
  // Asked before opening: to open a device may act.
  struct stat Found;
  if (fstatat(Folder, Name.c_str(), &Found,
              Flags & O_NOFOLLOW ? AT_SYMLINK_NOFOLLOW : 0))
    return errnoAsErrorCode();
  if (S_ISLNK(Found.st_mode))
    return refusal(Refusal::IsLink);
  if (!S_ISREG(Found.st_mode))
    return refusal(Refusal::NotRegular);
  OpenDescriptor File(
      openat(Folder, Name.c_str(),
             O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | Flags));
  if (File.number() < 0)
    return errno == ELOOP ? refusal(Refusal::IsLink) : errnoAsErrorCode();
  if (fstat(File.number(), &Found))
    return errnoAsErrorCode();
  if (!S_ISREG(Found.st_mode))
    return refusal(Refusal::NotRegular);
  if (uint64_t(Found.st_size) > Limit)
    return refusal(Refusal::TooLarge);
  FileAsRead Read;
  Read.Version = FileVersion::of(Found);
  Read.Text.resize(Found.st_size + 1);
  if (std::error_code Failed = readAll(File.number(), Read.Text, Limit))
    return Failed;
  return Read;
}

std::string messageOf(std::error_code Failed, uint64_t Limit) {
  if (Failed != refusal(Refusal::TooLarge) || Limit >= uint64_t(1) << 30)
    return Failed.message();
  return "it is larger than " + std::to_string(Limit) + " bytes";
}

Expected<FileAsRead> readVersion(StringRef Path, uint64_t Limit) {
  auto Read = readVersionAt(AT_FDCWD, Path.str(), /*Flags=*/0, Limit);
  if (!Read)
    return createStringError(Read.getError(), "'%s' cannot be read: %s",
                             Path.str().c_str(),
                             messageOf(Read.getError(), Limit).c_str());
  return std::move(*Read);
}

} // namespace warplint::base
