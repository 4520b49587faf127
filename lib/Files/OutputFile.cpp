//===--- OutputFile.cpp - Writing what was asked for ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Files/OutputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <climits>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

using namespace llvm;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace warplint {

/// As many as Linux follows.
static constexpr unsigned MaximumLinks = 40;

namespace {
/// What a name means once its links are followed.
struct Target {
  std::string Path;
  std::optional<int> Descriptor; ///< Set for what this process has open.
};
} // namespace

static std::error_code lastError() {
  return std::error_code(errno, std::generic_category());
}

/// /dev/stdout leads to /proc/self/fd/1. Opened anew, a file behind it would be
/// written from its beginning, over what is there.
static std::optional<int> ownDescriptor(StringRef Folder, StringRef Name) {
  int Number;
  if (Folder != "/proc/" + std::to_string(getpid()) + "/fd" ||
      Name.getAsInteger(10, Number))
    return std::nullopt;
  return Number;
}

static ErrorOr<Target> follow(StringRef Path) {
  if (Path == "-")
    return Target{"", STDOUT_FILENO};
  SmallString<256> Here(Path);
  for (unsigned Links = 0; Links <= MaximumLinks; ++Links) {
    StringRef Parent = path::parent_path(Here);
    SmallString<256> Folder;
    if (auto Failed = fs::real_path(Parent.empty() ? "." : Parent, Folder))
      return Failed;
    StringRef Name = path::filename(Here);
    if (auto Descriptor = ownDescriptor(Folder, Name))
      return Target{"", *Descriptor};
    SmallString<256> Whole(Folder);
    path::append(Whole, Name);
    char Link[PATH_MAX];
    ssize_t Length = readlink(Whole.c_str(), Link, sizeof(Link));
    if (Length < 0)
      return Target{Whole.str().str(), std::nullopt};
    Here = StringRef(Link, Length);
    path::make_absolute(Folder, Here);
  }
  return std::make_error_code(std::errc::too_many_symbolic_link_levels);
}

static std::error_code writeAll(int Descriptor, StringRef Text) {
  raw_fd_ostream OS(Descriptor, /*shouldClose=*/false, /*unbuffered=*/true);
  OS << Text;
  std::error_code Failed = OS.error();
  OS.clear_error();
  return Failed;
}

static std::error_code writeInPlace(StringRef Path, StringRef Text, int Flags) {
  int Descriptor =
      open(Path.str().c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC | Flags);
  if (Descriptor < 0)
    return lastError();
  std::error_code Failed = writeAll(Descriptor, Text);
  if (close(Descriptor) && !Failed)
    Failed = lastError();
  return Failed;
}

/// Writes a file beside \p Path and puts it into its place.
static std::error_code replace(StringRef Path, StringRef Text,
                               const fs::file_status &Old) {
  auto New = fs::TempFile::create(Path + ".tmp-%%%%%%");
  if (!New)
    return errorToErrorCode(New.takeError());
  std::error_code Failed = writeAll(New->FD, Text);
  if (!Failed && fs::exists(Old))
    Failed = fs::setPermissions(New->FD, Old.permissions());
  if (!Failed)
    Failed = errorToErrorCode(New->keep(Path));
  if (Failed)
    consumeError(New->discard());
  return Failed;
}

/// Whether a file may still be written that could not be replaced.
static bool isAboutFolder(std::error_code Failed) {
  return Failed == std::errc::permission_denied ||
         Failed == std::errc::operation_not_permitted ||
         Failed == std::errc::read_only_file_system ||
         Failed == std::errc::device_or_resource_busy;
}

static std::error_code write(StringRef Path, StringRef Text) {
  ErrorOr<Target> Place = follow(Path);
  if (!Place)
    return Place.getError();
  if (Place->Descriptor) {
    outs().flush(); // What was printed before comes first.
    return writeAll(*Place->Descriptor, Text);
  }
  fs::file_status Old;
  if (auto Failed = fs::status(Place->Path, Old); Failed && fs::exists(Old))
    return Failed;
  if (fs::exists(Old) && !fs::is_regular_file(Old))
    return writeInPlace(Place->Path, Text, 0);
  std::error_code Failed = replace(Place->Path, Text, Old);
  if (isAboutFolder(Failed) && fs::exists(Old))
    Failed = writeInPlace(Place->Path, Text, O_TRUNC);
  return Failed;
}

Error writeWhole(StringRef Path, StringRef Text) {
  if (std::error_code Failed = write(Path, Text))
    return createStringError(Failed, "'%s' cannot be written: %s",
                             Path == "-" ? "stdout" : Path.str().c_str(),
                             Failed.message().c_str());
  return Error::success();
}

void removeOutput(StringRef Path) {
  ErrorOr<Target> Place = follow(Path);
  if (Place && !Place->Descriptor && fs::is_regular_file(Place->Path))
    fs::remove(Place->Path);
}

} // namespace warplint
