//===--- OutputFile.cpp - Writing what was asked for ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/OutputFile.h"
#include "Support/Descriptors.h"
#include "Support/FileAccess.h"
#include "Support/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include <climits>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;
namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

namespace warplint::base {

/// As many as Linux follows.
static constexpr unsigned MaximumLinks = 40;

namespace {
/// What a name means once its links are followed.
struct Target {
  std::string Folder, Name;
  std::optional<int> Descriptor = std::nullopt; ///< What the process has open.
};
} // namespace

/// /dev/stdout leads to /proc/self/fd/1, /proc/thread-self/fd/1 to
/// /proc/self/task/123/fd/1. Opened anew, a file behind it would be
/// written from its beginning, over what is there.
static std::optional<int> ownDescriptor(StringRef Folder, StringRef Name) {
  int Number;
  SmallString<64> Own;
  if (Name.getAsInteger(10, Number) || fs::real_path("/proc/self", Own) ||
      !Folder.consume_front(Own) || !Folder.consume_back("/fd"))
    return std::nullopt;
  // A thread has the descriptors of its process.
  bool IsThread = Folder.consume_front("/task/") && all_of(Folder, isDigit);
  return Folder.empty() || IsThread ? std::optional(Number) : std::nullopt;
}

static ErrorOr<Target> follow(StringRef Path) {
  if (Path == "-")
    return Target{"", "", STDOUT_FILENO};
  SmallString<256> Here(Path);
  for (unsigned Links = 0; Links <= MaximumLinks; ++Links) {
    StringRef Parent = path::parent_path(Here);
    SmallString<256> Folder;
    if (auto Failed = fs::real_path(Parent.empty() ? "." : Parent, Folder))
      return Failed;
    StringRef Name = path::filename(Here);
    if (auto Descriptor = ownDescriptor(Folder, Name))
      return Target{"", "", *Descriptor};
    SmallString<256> Whole(Folder);
    path::append(Whole, Name);
    char Link[PATH_MAX];
    ssize_t Length = readlink(Whole.c_str(), Link, sizeof(Link));
    if (Length < 0)
      return Target{Folder.str().str(), Name.str()};
    Here = StringRef(Link, Length);
    path::make_absolute(Folder, Here);
  }
  return std::make_error_code(std::errc::too_many_symbolic_link_levels);
}

/// What is no regular file, as it is.
static std::error_code writeTo(const OwnFolder &Folder, const std::string &Name,
                               StringRef Text) {
  OpenDescriptor File(openat(Folder.descriptor(), Name.c_str(),
                             O_WRONLY | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC));
  struct stat Found;
  if (File.number() < 0 || fstat(File.number(), &Found))
    return errnoAsErrorCode();
  if (S_ISREG(Found.st_mode)) // Put there a moment ago.
    return refusal(Refusal::HasChanged);
  std::error_code Failed = writeAll(File.number(), Text);
  std::error_code Closed = File.close();
  return Failed ? Failed : Closed;
}

static Error failure(std::error_code Failed, StringRef Path,
                     StringRef Why = "") {
  StringRef What = Failed == refusal(Refusal::MayNotLast)
                       ? "was written, but may be gone after a crash"
                       : "cannot be written";
  std::string Name = Path == "-" ? "stdout" : Path.str();
  return createStringError(Failed, "'%s' %s: %s%s", Name.c_str(), What.data(),
                           Failed.message().c_str(), Why.str().c_str());
}

/// Regular files are replaced, which takes a file beside them.
static Error replace(StringRef Path, const OwnFolder &Folder, StringRef Name,
                     StringRef Text, const WriteOptions &Options) {
  std::error_code Failed = Folder.tryWrite(Name, Text, Options);
  if (!Failed)
    return Error::success();
  bool TakesNone = faccessat(Folder.descriptor(), ".", W_OK, AT_EACCESS) != 0;
  return failure(Failed, Path,
                 TakesNone ? " (its folder takes no new file)" : "");
}

namespace {
/// A file that was taken away.
struct SetAside {
  std::optional<std::string> Text; ///< Of one that can be put back.
  FileVersion Version;
  FileBefore Before; ///< Open, so that the new one can be like it.
};
/// All of them, by placeOf.
struct AllSetAside {
  std::mutex Use;
  std::map<std::string, SetAside> Files;
};
} // namespace

static AllSetAside &allSetAside() {
  static AllSetAside All;
  return All;
}

/// What was at \p Place before it was set aside.
static std::optional<FileBefore> setAsideFrom(const Target &Place) {
  SmallString<256> Whole(Place.Folder);
  path::append(Whole, Place.Name);
  std::lock_guard<std::mutex> Lock(allSetAside().Use);
  auto Kept = allSetAside().Files.find(Whole.str().str());
  return Kept == allSetAside().Files.end() ? std::nullopt
                                           : std::optional(Kept->second.Before);
}

static Error write(StringRef Path, StringRef Text, WriteOptions Options) {
  ErrorOr<Target> Place = follow(Path);
  if (!Place)
    return failure(Place.getError(), Path);
  if (Place->Descriptor) {
    outs().flush(); // What was printed before comes first.
    std::error_code Failed = writeAll(*Place->Descriptor, Text);
    return Failed ? failure(Failed, Path) : Error::success();
  }
  auto Folder = OwnFolder::open(Place->Folder, "", OwnFolder::Missing::Fail);
  if (!Folder)
    return failure(errorToErrorCode(Folder.takeError()), Path);
  auto Old = Folder->find(Place->Name);
  if (Old && Old->Is == FolderEntry::Kind::Other && !Options.Replaces) {
    std::error_code Failed = writeTo(*Folder, Place->Name, Text);
    return Failed ? failure(Failed, Path) : Error::success();
  }
  Options.KeepsOwner = true;
  std::optional<FileBefore> Before = setAsideFrom(*Place);
  Options.Before = Before ? &*Before : nullptr;
  return replace(Path, *Folder, Place->Name, Text, Options);
}

Error writeWhole(StringRef Path, StringRef Text, Durability Lasts) {
  WriteOptions Options;
  Options.Lasts = Lasts;
  return write(Path, Text, Options);
}

Error replaceWhole(StringRef Path, StringRef Text, const FileAsRead &Then) {
  WriteOptions Options;
  Options.Replaces = &Then;
  return write(Path, Text, Options);
}

Error replaceBelow(StringRef Base, StringRef Path, StringRef Text,
                   const FileAsRead &Then) {
  StringRef Below = Path;
  if (!Below.consume_front(Base) ||
      (!Base.ends_with("/") && !Below.consume_front("/")))
    return failure(refusal(Refusal::NoName), Path);
  auto Folder =
      OwnFolder::open(Base, path::parent_path(Below), OwnFolder::Missing::Fail);
  if (!Folder)
    return failure(errorToErrorCode(Folder.takeError()), Path);
  WriteOptions Options;
  Options.Replaces = &Then;
  Options.KeepsOwner = true;
  return replace(Path, *Folder, path::filename(Below), Text, Options);
}

std::optional<std::string> placeOf(StringRef Path) {
  ErrorOr<Target> Place = follow(Path);
  if (!Place)
    return std::nullopt;
  if (Place->Descriptor)
    return "/proc/self/fd/" + itostr(*Place->Descriptor);
  SmallString<256> Whole(Place->Folder);
  path::append(Whole, Place->Name);
  return Whole.str().str();
}

/// Included files that look like a report are smaller.
static constexpr uint64_t MostBytesSetAside = 1 << 16;

void rememberAccess(StringRef Path) {
  ErrorOr<Target> Place = follow(Path);
  auto Name = placeOf(Path);
  if (!Place || Place->Descriptor || !Name)
    return;
  auto Folder = OwnFolder::open(Place->Folder, "", OwnFolder::Missing::Fail);
  if (!Folder)
    return consumeError(Folder.takeError());
  FileBefore Before;
  if (fstatat(Folder->descriptor(), Place->Name.c_str(), &Before.Status,
              AT_SYMLINK_NOFOLLOW) ||
      !S_ISREG(Before.Status.st_mode))
    return;
  Before.Descriptor = openForAccess(Folder->descriptor(), Place->Name);
  std::lock_guard<std::mutex> Lock(allSetAside().Use);
  allSetAside().Files[*Name].Before = Before;
}

void stashOutput(StringRef Path) {
  ErrorOr<Target> Place = follow(Path);
  auto Name = placeOf(Path);
  if (!Place || Place->Descriptor || !Name)
    return;
  auto Folder = OwnFolder::open(Place->Folder, "", OwnFolder::Missing::Fail);
  if (!Folder)
    return consumeError(Folder.takeError());
  if (!Folder->hasFile(Place->Name))
    return;
  rememberAccess(Path);
  auto Old = Folder->readVersion(Place->Name, MostBytesSetAside);
  if (Error Failed = Folder->remove(Place->Name))
    return consumeError(joinErrors(std::move(Failed), Old.takeError()));
  if (!Old)
    return consumeError(Old.takeError());
  std::lock_guard<std::mutex> Lock(allSetAside().Use);
  SetAside &Kept = allSetAside().Files[*Name];
  Kept.Text = std::move(Old->Text);
  Kept.Version = Old->Version;
  whenMissing(restoreOutput);
}

/// The times of \p Kept for \p Name in \p Folder.
static void keepTimes(const OwnFolder &Folder, StringRef Name,
                      const SetAside &Kept) {
  constexpr int64_t Second = 1'000'000'000;
  OpenDescriptor File(openat(Folder.descriptor(), Name.str().c_str(),
                             O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
  timespec Times[] = {{0, UTIME_OMIT},
                      {time_t(Kept.Version.Modified / Second),
                       long(Kept.Version.Modified % Second)}};
  if (File.number() >= 0)
    futimens(File.number(), Times);
}

/// Asked of each file that a parse looks for in vain.
static bool mayBeSetAside(StringRef Path) {
  if (fs::is_symlink_file(Path))
    return true;
  std::lock_guard<std::mutex> Lock(allSetAside().Use);
  return any_of(allSetAside().Files, [&](const auto &Each) {
    return path::filename(Each.first) == path::filename(Path);
  });
}

bool restoreOutput(StringRef Path) {
  if (!mayBeSetAside(Path))
    return false;
  ErrorOr<Target> Place = follow(Path);
  auto Name = placeOf(Path);
  if (!Place || !Name)
    return false;
  std::lock_guard<std::mutex> Lock(allSetAside().Use);
  auto Kept = allSetAside().Files.find(*Name);
  if (Kept == allSetAside().Files.end() || !Kept->second.Text)
    return false;
  auto Folder = OwnFolder::open(Place->Folder, "", OwnFolder::Missing::Fail);
  if (!Folder)
    return consumeError(Folder.takeError()), false;
  WriteOptions Options;
  Options.OnlyNew = true;
  Options.Before = &Kept->second.Before;
  if (Folder->tryWrite(Place->Name, *Kept->second.Text, Options))
    return false;
  keepTimes(*Folder, Place->Name, Kept->second);
  Kept->second.Text.reset();
  return true;
}

} // namespace warplint::base
