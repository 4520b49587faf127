//===--- ScratchFolder.cpp - A folder that no run leaves behind -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScratchFolder.h"
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

namespace warplint {

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

/// Removes what lies in \p Folder but for \p Kept. Folders that the user may
/// not write to are made writable before; links are not followed.
static void emptyFolder(const fs::path &Folder, llvm::StringRef Kept) {
  std::error_code Failed;
  fs::permissions(Folder, fs::perms::owner_all, fs::perm_options::add, Failed);
  for (fs::directory_iterator At(Folder, Failed), End; !Failed && At != End;
       At.increment(Failed)) {
    if (At->path().filename() == Kept.str())
      continue;
    std::error_code Each;
    bool IsFolder = fs::is_directory(At->symlink_status(Each)) && !Each;
    if (IsFolder)
      emptyFolder(At->path(), "");
    fs::remove(At->path(), Each);
  }
}

/// The lock goes last, so that what is left of a run that is killed meanwhile
/// is found again.
static void removeFolder(const std::string &Folder) {
  emptyFolder(Folder, LockName);
  unlink((Folder + "/" + LockName.str()).c_str());
  rmdir(Folder.c_str());
}

static bool holds(int Descriptor, llvm::StringRef Text) {
  char Found[512];
  ssize_t Length = pread(Descriptor, Found, sizeof(Found), 0);
  return Length >= 0 && llvm::StringRef(Found, Length) == Text;
}

static int openLock(const std::string &Folder, int Flags) {
  return open((Folder + "/" + LockName.str()).c_str(),
              O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | Flags, 0600);
}

/// Removes \p Folder if a run of this user has made it and is gone.
static void removeIfDead(const std::string &Folder) {
  struct stat Found;
  if (lstat(Folder.c_str(), &Found) || !S_ISDIR(Found.st_mode) ||
      Found.st_uid != geteuid() || (Found.st_mode & 077))
    return;
  int Lock = openLock(Folder, 0);
  if (Lock < 0) {
    if (errno == ENOENT)
      rmdir(Folder.c_str()); // Only one that is empty goes.
    return;
  }
  if (!fstat(Lock, &Found) && S_ISREG(Found.st_mode) &&
      Found.st_uid == geteuid() && !flock(Lock, LOCK_EX | LOCK_NB) &&
      holds(Lock, lockText()))
    removeFolder(Folder);
  close(Lock);
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
static int lockNew(const std::string &Folder) {
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
    int Lock = lockNew(Name);
    if (Lock >= 0)
      return ScratchFolder(std::move(Name), Lock);
    std::error_code Failed = lastError();
    removeFolder(Name);
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
    : Path(std::exchange(Other.Path, "")), Lock(std::exchange(Other.Lock, -1)) {
}

ScratchFolder::~ScratchFolder() {
  if (Path.empty())
    return;
  removeFolder(Path);
  close(Lock);
}

} // namespace warplint
