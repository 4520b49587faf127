//===--- FileCopy.cpp - A second file that holds the same -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FileCopy.h"
#include "Support/Descriptors.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Errno.h"
#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

namespace warplint::base {

namespace {
/// Copies what one open file holds to another, which is empty.
class ContentCopy {
public:
  ContentCopy(int From, int To, off_t Size) : From(From), To(To), Size(Size) {}

  std::error_code run() {
    std::error_code Failed;
    for (off_t Begin = 0; !Failed && (Begin = dataFrom(Begin)) < Size;) {
      off_t End = holeFrom(Begin);
      Failed = copyRange(Begin, End);
      Begin = End;
    }
    if (!Failed && ftruncate(To, Size))
      Failed = llvm::errnoAsErrorCode();
    return Failed;
  }

private:
  /// A file system that knows of no holes says so, or that there are none.
  off_t dataFrom(off_t At) const {
    off_t Found = lseek(From, At, SEEK_DATA);
    return Found >= 0 ? Found : errno == ENXIO ? Size : At;
  }
  off_t holeFrom(off_t At) const {
    off_t Found = lseek(From, At, SEEK_HOLE);
    return Found > At ? std::min(Found, Size) : Size;
  }

  std::error_code copyRange(off_t At, off_t End) {
    while (At < End) {
      ssize_t Count =
          pread(From, Piece.data(),
                size_t(std::min<off_t>(End - At, off_t(Piece.size()))), At);
      if (Count < 0 && errno == EINTR)
        continue;
      if (Count < 0)
        return llvm::errnoAsErrorCode();
      if (!Count)
        break; // It has become shorter.
      llvm::StringRef Text(Piece.data(), size_t(Count));
      if (Text.find_first_not_of('\0') != llvm::StringRef::npos)
        if (std::error_code Failed = writeAt(Text, At))
          return Failed;
      At += Count;
    }
    return {};
  }

  std::error_code writeAt(llvm::StringRef Text, off_t At) const {
    return lseek(To, At, SEEK_SET) < 0 ? llvm::errnoAsErrorCode()
                                       : writeAll(To, Text);
  }

  int From, To;
  off_t Size;
  std::vector<char> Piece = std::vector<char>(64 << 10);
};
} // namespace

std::error_code FileCopier::copy(const std::filesystem::path &From,
                                 const std::filesystem::path &To) {
  OpenDescriptor Source(
      open(From.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat Found;
  if (Source.number() < 0 || fstat(Source.number(), &Found))
    return llvm::errnoAsErrorCode();
  if (!S_ISREG(Found.st_mode))
    return std::make_error_code(std::errc::invalid_argument);
  const std::pair<uint64_t, uint64_t> Id(Found.st_dev, Found.st_ino);
  auto Known = Copies.find(Id);
  if (Known != Copies.end() && !link(Known->second.c_str(), To.c_str()))
    return {};
  OpenDescriptor Made(
      open(To.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (Made.number() < 0)
    return llvm::errnoAsErrorCode();
  std::error_code Failed =
      ContentCopy(Source.number(), Made.number(), Found.st_size).run();
  if (!Failed && fchmod(Made.number(), Found.st_mode & 07777))
    Failed = llvm::errnoAsErrorCode();
  if (std::error_code Unwritten = Made.close(); !Failed)
    Failed = Unwritten;
  if (!Failed && Found.st_nlink > 1)
    Copies[Id] = To;
  return Failed;
}

} // namespace warplint::base
