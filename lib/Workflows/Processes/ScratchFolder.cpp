//===--- ScratchFolder.cpp - Temporary folders ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Processes/ScratchFolder.h"
#include "Support/Descriptors.h"
#include "Support/FolderTree.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace warplint::processes {

namespace fs = std::filesystem;

static constexpr llvm::StringLiteral NameBegin = "warplint-";
static constexpr size_t LengthOfEnding = 6; // As mkdtemp makes it.
/// Nobody else's folder holds a file of this name and text.
static constexpr llvm::StringLiteral LockName = ".warplint-scratch";
static constexpr llvm::StringLiteral LockText =
    "This folder goes with the run of warplint that made it, on ";
/// Somebody may sweep a folder before its lock is taken.
static constexpr unsigned MostAttempts = 16;

static std::error_code lastError() {
  return std::error_code(errno, std::generic_category());
}

static std::string temporaryPlace() {
  llvm::SmallString<128> Place;
  llvm::sys::path::system_temp_directory(/*ErasedOnReboot=*/true, Place);
  return Place.str().str();
}

/// Several machines may share a folder; a lock may hold on one of them only.
static std::string lockText() {
  char Host[256] = "";
  gethostname(Host, sizeof(Host) - 1);
  return LockText.str() + Host + "\n";
}

/// Opens what \p Path names, itself if it is a link; -1 if it is no folder.
static int openFolder(const std::string &Path) {
  return open(Path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/// Whether \p Path still names the open \p Folder.
static bool isStill(int Folder, const std::string &Path) {
  struct stat Open, Named;
  return !fstat(Folder, &Open) && !lstat(Path.c_str(), &Named) &&
         Open.st_dev == Named.st_dev && Open.st_ino == Named.st_ino;
}

/// Removes the open \p Folder, whatever lies at \p Path by now. The lock goes
/// last, so that what is left of a run that is killed meanwhile is found again.
static void removeFolder(int Folder, const std::string &Path) {
  base::emptyFolder(Folder, LockName);
  unlinkat(Folder, LockName.data(), 0);
  if (isStill(Folder, Path))
    rmdir(Path.c_str());
}

static bool holds(int Descriptor, llvm::StringRef Text) {
  char Found[512];
  ssize_t Length = pread(Descriptor, Found, sizeof(Found), 0);
  return Length >= 0 && llvm::StringRef(Found, Length) == Text;
}

static int openLock(int Folder, int Flags) {
  return openat(Folder, LockName.data(),
                O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | Flags, 0600);
}

/// Removes what \p Path names if a run of this user has made it and is gone.
static void removeIfDead(const std::string &Path) {
  base::OpenDescriptor Folder(openFolder(Path));
  struct stat Found;
  if (Folder.number() < 0 || fstat(Folder.number(), &Found) ||
      Found.st_uid != geteuid() || (Found.st_mode & 077))
    return;
  base::OpenDescriptor Lock(openLock(Folder.number(), 0));
  // An empty one may be anybody's: it costs nothing.
  if (Lock.number() < 0)
    return;
  if (!fstat(Lock.number(), &Found) && S_ISREG(Found.st_mode) &&
      Found.st_uid == geteuid() && !flock(Lock.number(), LOCK_EX | LOCK_NB) &&
      holds(Lock.number(), lockText()))
    removeFolder(Folder.number(), Path);
}

void removeDeadFolders() {
  std::error_code Failed;
  for (fs::directory_iterator At(temporaryPlace(), Failed), End;
       !Failed && At != End; At.increment(Failed)) {
    std::string Name = At->path().filename().string();
    if (llvm::StringRef(Name).starts_with(NameBegin) &&
        Name.size() == NameBegin.size() + LengthOfEnding)
      removeIfDead(At->path().string());
  }
}

/// A locked file in \p Folder, which is new; -1 if that did not succeed.
static int lockNew(int Folder) {
  int Lock = openLock(Folder, O_CREAT | O_EXCL);
  if (Lock < 0)
    return -1;
  std::string Text = lockText();
  bool IsTaken = flock(Lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;
  struct stat Found;
  if (!IsTaken &&
      write(Lock, Text.data(), Text.size()) == ssize_t(Text.size()) &&
      !fstat(Lock, &Found) && Found.st_nlink)
    return Lock;
  int Why = errno;
  close(Lock);
  errno = IsTaken ? ENOENT : Why;
  return -1;
}

llvm::Expected<ScratchFolder> ScratchFolder::make() {
  removeDeadFolders();
  std::string Place = temporaryPlace(), Name;
  for (unsigned Attempt = 0; Attempt < MostAttempts; ++Attempt) {
    Name = Place + "/" + NameBegin.str() + std::string(LengthOfEnding, 'X');
    if (!mkdtemp(Name.data()))
      break;
    int Folder = openFolder(Name), Lock = Folder < 0 ? -1 : lockNew(Folder);
    if (Lock >= 0)
      return ScratchFolder(std::move(Name), Folder, Lock);
    std::error_code Failed = lastError();
    if (Folder >= 0) {
      removeFolder(Folder, Name);
      close(Folder);
    }
    errno = Failed.value();
    if (errno != ENOENT)
      break;
  }
  std::error_code Failed = lastError();
  return llvm::createStringError(
      Failed, "no temporary folder can be made in '" + Place +
                  "': " + Failed.message() + " (TMPDIR names another place)");
}

ScratchFolder::ScratchFolder(ScratchFolder &&Other) noexcept
    : Path(std::exchange(Other.Path, "")),
      Folder(std::exchange(Other.Folder, -1)),
      Lock(std::exchange(Other.Lock, -1)) {}

ScratchFolder::~ScratchFolder() {
  if (Path.empty())
    return;
  removeFolder(Folder, Path);
  close(Folder);
  close(Lock);
}

} // namespace warplint::processes
