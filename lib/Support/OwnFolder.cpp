//===--- OwnFolder.cpp - Folders whose links are not followed -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/OwnFolder.h"
#include "Support/Descriptors.h"
#include "Support/FileAccess.h"
#include "Support/FolderTree.h"
#include "Support/InputFile.h"
#include "Support/Leftovers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

using namespace llvm;

namespace warplint::base {

static Error failure(std::error_code Failed, const Twine &Path,
                     const char *What) {
  bool IsThere = Failed == refusal(Refusal::MayNotLast);
  return createStringError(Failed, "'%s' %s %s%s: %s", Path.str().c_str(),
                           IsThere ? "was" : "cannot be", What,
                           IsThere ? ", but may be gone after a crash" : "",
                           Failed.message().c_str());
}

static std::error_code statusOf(int Folder, StringRef Name,
                                struct stat &Found) {
  return fstatat(Folder, Name.str().c_str(), &Found, AT_SYMLINK_NOFOLLOW)
             ? errnoAsErrorCode()
             : std::error_code();
}

/// One step down.
static ErrorOr<int> openFolderAt(int Folder, StringRef Name,
                                 OwnFolder::Missing Then, mode_t Mode) {
  std::string Part = Name.str();
  constexpr int Flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int Found = openat(Folder, Part.c_str(), Flags);
  if (Found < 0 && errno == ENOENT && Then == OwnFolder::Missing::Make) {
    if (mkdirat(Folder, Part.c_str(), Mode) && errno != EEXIST)
      return errnoAsErrorCode();
    Found = openat(Folder, Part.c_str(), Flags);
  }
  if (Found >= 0)
    return Found;
  std::error_code Failed = errnoAsErrorCode();
  struct stat Is;
  if (!statusOf(Folder, Name, Is) && S_ISLNK(Is.st_mode))
    return refusal(Refusal::IsLink);
  return Failed;
}

static bool isPart(StringRef Part) {
  return !Part.empty() && Part != "." && Part != ".." && !Part.contains('\0');
}

Expected<OwnFolder> OwnFolder::open(StringRef Base, StringRef Below,
                                    Missing Then, mode_t Mode) {
  std::string Path = Base.empty() ? "." : Base.str();
  constexpr int Flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  int Found = ::open(Path.c_str(), Flags);
  if (Found < 0 && errno == ENOENT && Then == Missing::Make) {
    if (std::error_code Failed = sys::fs::create_directories(
            Path, /*IgnoreExisting=*/true, sys::fs::perms(Mode)))
      return failure(Failed, Path, "made");
    Found = ::open(Path.c_str(), Flags);
  }
  if (Found < 0)
    return failure(errnoAsErrorCode(), Path, "opened");
  OwnFolder Opened(Found, Path);
  if (Below.empty())
    return Opened;
  return Opened.folder(Below, Then, Mode);
}

OwnFolder::OwnFolder(OwnFolder &&Other) noexcept
    : Descriptor(std::exchange(Other.Descriptor, -1)),
      Path(std::move(Other.Path)) {}

OwnFolder &OwnFolder::operator=(OwnFolder &&Other) noexcept {
  std::swap(Descriptor, Other.Descriptor);
  std::swap(Path, Other.Path);
  return *this;
}

OwnFolder::~OwnFolder() {
  if (Descriptor >= 0)
    ::close(Descriptor);
}

std::string OwnFolder::pathOf(StringRef Name) const {
  SmallString<256> Whole(Path);
  sys::path::append(Whole, Name);
  return Whole.str().str();
}

Expected<OwnFolder> OwnFolder::folder(StringRef Name, Missing Then,
                                      mode_t Mode) const {
  SmallVector<StringRef, 4> Parts;
  Name.split(Parts, '/', -1, /*KeepEmpty=*/false);
  OwnFolder Here(fcntl(Descriptor, F_DUPFD_CLOEXEC, 0), Path);
  if (Here.Descriptor < 0)
    return failure(errnoAsErrorCode(), Path, "opened");
  for (StringRef Part : Parts) {
    std::string Next = Here.pathOf(Part);
    ErrorOr<int> Found = isPart(Part)
                             ? openFolderAt(Here.Descriptor, Part, Then, Mode)
                             : ErrorOr<int>(refusal(Refusal::NoName));
    if (!Found)
      return failure(Found.getError(), Next, "opened");
    Here = OwnFolder(*Found, Next);
  }
  return Here;
}

/// The folder that a name is in, and the last part of the name.
class OwnFolder::Place {
public:
  static Expected<Place> of(const OwnFolder &In, StringRef Name) {
    auto [Parents, Last] = Name.rsplit('/');
    if (Last.empty() && !Name.contains('/'))
      Last = Parents;
    if (!isPart(Last))
      return failure(refusal(Refusal::NoName), In.pathOf(Name), "opened");
    Place Found{In.Descriptor, Last, std::nullopt};
    if (!Name.contains('/'))
      return Found;
    auto Inner = In.folder(Parents, Missing::Fail);
    if (!Inner)
      return Inner.takeError();
    Found.Folder = Inner->Descriptor;
    Found.Inner = std::move(*Inner);
    return Found;
  }

  int Folder;
  StringRef Name;
  std::optional<OwnFolder> Inner;
};

//===--- Writing ----------------------------------------------------------===//

namespace {
/// A file beside another, until it takes its place.
class FileBeside {
public:
  FileBeside(int Folder, StringRef FolderPath, mode_t Mode) : Folder(Folder) {
    // Twice the same number is an accident of the machine, but no failure.
    for (int Attempt = 0; Attempt < 8 && Descriptor < 0; ++Attempt) {
      Name = temporaryName();
      SmallString<256> Whole(FolderPath);
      sys::path::append(Whole, Name);
      Path = Whole.str().str();
      // A signal takes it away.
      sys::RemoveFileOnSignal(Path);
      Descriptor =
          openat(Folder, Name.c_str(),
                 O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, Mode);
      Failed = Descriptor < 0 ? errnoAsErrorCode() : std::error_code();
      if (!Failed)
        holdTemporary(Descriptor);
      if (Failed)
        sys::DontRemoveFileOnSignal(Path);
      if (Failed && Failed != std::errc::file_exists)
        return;
    }
  }
  FileBeside(const FileBeside &) = delete;
  ~FileBeside() {
    if (Descriptor >= 0)
      ::close(Descriptor);
    if (!Failed && !Placed)
      unlinkat(Folder, Name.c_str(), 0);
    if (!Failed)
      sys::DontRemoveFileOnSignal(Path);
  }

  int descriptor() const { return Descriptor; }
  std::error_code close() {
    return OpenDescriptor(std::exchange(Descriptor, -1)).close();
  }
  std::error_code place(StringRef Final, bool OnlyNew) {
    std::string To = Final.str();
    // Not every file system can refuse to replace; a second name can be.
    if (OnlyNew && !linkat(Folder, Name.c_str(), Folder, To.c_str(), 0))
      return {};
    if (OnlyNew && (errno == EEXIST || !faccessat(Folder, To.c_str(), F_OK, 0)))
      return std::make_error_code(std::errc::file_exists);
    if (renameat(Folder, Name.c_str(), Folder, To.c_str()))
      return errnoAsErrorCode();
    Placed = true;
    return {};
  }

  std::error_code Failed;

private:
  int Folder, Descriptor = -1;
  std::string Name, Path;
  bool Placed = false;
};
} // namespace

/// Some file systems have nothing to write of a folder.
static std::error_code syncFolder(int Folder) {
  if (!fsync(Folder) || errno == EINVAL || errno == ENOTSUP || errno == EROFS)
    return {};
  return errnoAsErrorCode();
}

/// What is there in place of the file that is to be written.
static std::error_code lookAt(int Folder, StringRef Name,
                              std::optional<struct stat> &Old) {
  struct stat Found;
  if (std::error_code Failed = statusOf(Folder, Name, Found))
    return Failed == std::errc::no_such_file_or_directory ? std::error_code()
                                                          : Failed;
  if (S_ISLNK(Found.st_mode))
    return refusal(Refusal::IsLink);
  if (S_ISDIR(Found.st_mode))
    return std::make_error_code(std::errc::is_a_directory);
  if (!S_ISREG(Found.st_mode))
    return refusal(Refusal::NotRegular);
  Old = Found;
  return {};
}

/// Whether \p Name still holds what \p Then was read from it. Times and numbers
/// that are others make no other text; the text decides.
static std::error_code compare(int Folder, StringRef Name,
                               const FileAsRead &Then,
                               std::optional<FileVersion> &Now) {
  auto Read = readVersionAt(Folder, Name.str(), O_NOFOLLOW, Then.Text.size());
  if (!Read)
    return Read.getError() == refusal(Refusal::TooLarge) ||
                   Read.getError() == std::errc::no_such_file_or_directory
               ? refusal(Refusal::HasChanged)
               : Read.getError();
  if (Read->Text != Then.Text)
    return refusal(Refusal::HasChanged);
  Now = Read->Version;
  return {};
}

/// Whether \p Name is what it was a moment ago.
static bool isStill(int Folder, StringRef Name, const FileVersion &Then) {
  struct stat Found;
  return !statusOf(Folder, Name, Found) && FileVersion::of(Found) == Then;
}

/// What \p Old, the file \p Name, has, or else \p Before.
std::error_code OwnFolder::takeOver(int File, const std::string &Name,
                                    const std::optional<struct stat> &Old,
                                    const FileBefore *Before) const {
  if (!Old)
    return takeOverAccess(File, Before->Descriptor, Before->Status);
  OpenDescriptor Replaced(openForAccess(Descriptor, Name));
  return takeOverAccess(File, Replaced.number(), *Old);
}

std::error_code OwnFolder::tryWrite(StringRef Name, StringRef Text,
                                    const WriteOptions &Options) const {
  if (!isPart(Name) || Name.contains('/'))
    return refusal(Refusal::NoName);
  std::optional<struct stat> Old;
  if (std::error_code Failed = lookAt(Descriptor, Name, Old))
    return Failed;
  if (Old && Options.OnlyNew)
    return std::make_error_code(std::errc::file_exists);
  std::optional<FileVersion> Compared;
  if (Options.Replaces)
    if (std::error_code Failed =
            compare(Descriptor, Name, *Options.Replaces, Compared))
      return Failed;
  bool Lasts = Options.Lasts == Durability::Lasting;
  if (Lasts)
    removeLeftovers(Descriptor);
  bool TakesOver = Old ? Options.KeepsOwner : Options.Before != nullptr;
  FileBeside New(Descriptor, Path,
                 TakesOver ? S_IRUSR | S_IWUSR : Options.Mode);
  std::error_code Failed = New.Failed;
  if (!Failed)
    Failed = writeAll(New.descriptor(), Text);
  if (!Failed && TakesOver)
    Failed = takeOver(New.descriptor(), Name.str(), Old, Options.Before);
  if (!Failed && Lasts && fsync(New.descriptor()))
    Failed = errnoAsErrorCode();
  if (!Failed)
    Failed = New.close();
  if (!Failed && Compared && !isStill(Descriptor, Name, *Compared))
    Failed = refusal(Refusal::HasChanged);
  if (!Failed)
    Failed = New.place(Name, Options.OnlyNew);
  if (!Failed && Lasts && syncFolder(Descriptor))
    Failed = refusal(Refusal::MayNotLast);
  return Failed;
}

Error OwnFolder::write(StringRef Name, StringRef Text,
                       const WriteOptions &Options) const {
  auto At = Place::of(*this, Name);
  if (!At)
    return At.takeError();
  const OwnFolder &In = At->Inner ? *At->Inner : *this;
  if (std::error_code Failed = In.tryWrite(At->Name, Text, Options))
    return failure(Failed, pathOf(Name), "written");
  return Error::success();
}

//===--- Reading ----------------------------------------------------------===//

Expected<FileAsRead> OwnFolder::readVersion(StringRef Name,
                                            uint64_t Limit) const {
  auto At = Place::of(*this, Name);
  if (!At)
    return At.takeError();
  auto Read = readVersionAt(At->Folder, At->Name.str(), O_NOFOLLOW, Limit);
  if (!Read)
    return createStringError(Read.getError(), "'%s' cannot be read: %s",
                             pathOf(Name).c_str(),
                             messageOf(Read.getError(), Limit).c_str());
  return std::move(*Read);
}

Expected<std::string> OwnFolder::read(StringRef Name, uint64_t Limit) const {
  auto Read = readVersion(Name, Limit);
  if (!Read)
    return Read.takeError();
  return std::move(Read->Text);
}

static FolderEntry entryOf(StringRef Name, const struct stat &Found) {
  FolderEntry Entry;
  Entry.Name = Name.str();
  Entry.Is = S_ISREG(Found.st_mode)   ? FolderEntry::Kind::File
             : S_ISDIR(Found.st_mode) ? FolderEntry::Kind::Folder
             : S_ISLNK(Found.st_mode) ? FolderEntry::Kind::Link
                                      : FolderEntry::Kind::Other;
  Entry.Version = FileVersion::of(Found);
  return Entry;
}

std::optional<FolderEntry> OwnFolder::find(StringRef Name) const {
  auto At = Place::of(*this, Name);
  if (!At) {
    consumeError(At.takeError());
    return std::nullopt;
  }
  struct stat Found;
  if (statusOf(At->Folder, At->Name, Found))
    return std::nullopt;
  return entryOf(Name, Found);
}

bool OwnFolder::hasFile(StringRef Name) const {
  auto Found = find(Name);
  return Found && Found->Is == FolderEntry::Kind::File;
}

Expected<std::vector<FolderEntry>> OwnFolder::list() const {
  // A descriptor of its own: it remembers how far it has read.
  int Again = openat(Descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *Open = Again < 0 ? nullptr : fdopendir(Again);
  if (!Open) {
    std::error_code Failed = errnoAsErrorCode();
    if (Again >= 0)
      ::close(Again);
    return failure(Failed, Path, "listed");
  }
  scope_exit Close([&] { closedir(Open); });
  std::vector<FolderEntry> Entries;
  errno = 0;
  while (const dirent *Each = readdir(Open)) {
    struct stat Found;
    if (isPart(Each->d_name) && !statusOf(Descriptor, Each->d_name, Found))
      Entries.push_back(entryOf(Each->d_name, Found));
    errno = 0;
  }
  if (errno)
    return failure(errnoAsErrorCode(), Path, "listed");
  llvm::sort(Entries, [](const FolderEntry &L, const FolderEntry &R) {
    return L.Name < R.Name;
  });
  return Entries;
}

//===--- Removing and locking ---------------------------------------------===//

Error OwnFolder::remove(StringRef Name) const {
  auto At = Place::of(*this, Name);
  if (!At)
    return At.takeError();
  if (unlinkat(At->Folder, At->Name.str().c_str(), 0) && errno != ENOENT)
    return failure(errnoAsErrorCode(), pathOf(Name), "removed");
  return Error::success();
}

Error OwnFolder::removeTree(StringRef Name) const {
  auto Found = find(Name);
  if (!Found || Found->Is != FolderEntry::Kind::Folder)
    return remove(Name);
  auto Inner = folder(Name, Missing::Fail);
  if (!Inner)
    return Inner.takeError();
  if (std::error_code Failed = emptyFolder(Inner->Descriptor))
    return failure(Failed, pathOf(Name), "removed");
  auto At = Place::of(*this, Name);
  if (!At)
    return At.takeError();
  if (unlinkat(At->Folder, At->Name.str().c_str(), AT_REMOVEDIR) &&
      errno != ENOENT)
    return failure(errnoAsErrorCode(), pathOf(Name), "removed");
  return Error::success();
}

Expected<int> OwnFolder::openLock(StringRef Name, bool Appends) const {
  auto At = Place::of(*this, Name);
  if (!At)
    return At.takeError();
  OpenDescriptor File(openat(At->Folder, At->Name.str().c_str(),
                             O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK |
                                 O_NOCTTY | O_CLOEXEC |
                                 (Appends ? O_APPEND : 0),
                             S_IRUSR | S_IWUSR));
  std::error_code Failed;
  struct stat Found;
  if (File.number() < 0)
    Failed = errno == ELOOP ? refusal(Refusal::IsLink) : errnoAsErrorCode();
  else if (fstat(File.number(), &Found))
    Failed = errnoAsErrorCode();
  else if (!S_ISREG(Found.st_mode))
    Failed = refusal(Refusal::NotRegular);
  if (Failed)
    return failure(Failed, pathOf(Name), "written");
  return File.release();
}

} // namespace warplint::base
