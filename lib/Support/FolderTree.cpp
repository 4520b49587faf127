//===--- FolderTree.cpp - Removing what lies in a folder ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FolderTree.h"
#include "llvm/Support/Errno.h"
#include <dirent.h>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace llvm;

namespace warplint::base {

namespace {

/// Goes down into folders and up again by `..`, and keeps of those above no
/// more than what is left to do there.
class Removal {
public:
  std::error_code run(int Root, StringRef Kept);

private:
  struct Level {
    std::string Name;                 ///< In the folder above.
    struct stat Which;                ///< To know it again from below.
    std::vector<std::string> Folders; ///< That are left to be removed.
  };

  bool enter(int Folder, std::string Name, StringRef Kept);
  void descend();
  void ascend();
  void removeFiles(Level &Of, StringRef Kept);
  void note() {
    if (!First)
      First = errnoAsErrorCode();
  }

  int Here = -1; ///< The folder of the last level.
  std::vector<Level> Levels;
  std::error_code First;
};

} // namespace

static bool isSame(const struct stat &L, const struct stat &R) {
  return L.st_dev == R.st_dev && L.st_ino == R.st_ino;
}

/// Opens the folder \p Name, if need be with more permissions than it has.
static int openAnyFolder(int Folder, const std::string &Name) {
  constexpr int Flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
  int Found = openat(Folder, Name.c_str(), Flags);
  if (Found < 0 && errno == EACCES &&
      !fchmodat(Folder, Name.c_str(), S_IRWXU, AT_SYMLINK_NOFOLLOW))
    Found = openat(Folder, Name.c_str(), Flags);
  return Found;
}

/// Removes all but folders, which are noted.
void Removal::removeFiles(Level &Of, StringRef Kept) {
  int Again = openat(Here, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *Open = Again < 0 ? nullptr : fdopendir(Again);
  if (!Open) {
    note();
    if (Again >= 0)
      close(Again);
    return;
  }
  while (const dirent *Each = readdir(Open)) {
    StringRef Name = Each->d_name;
    struct stat Is;
    if (Name == "." || Name == ".." || (!Kept.empty() && Name == Kept) ||
        fstatat(Here, Each->d_name, &Is, AT_SYMLINK_NOFOLLOW))
      continue;
    if (S_ISDIR(Is.st_mode))
      Of.Folders.push_back(Name.str());
    else if (unlinkat(Here, Each->d_name, 0) && errno != ENOENT)
      note();
  }
  closedir(Open);
}

/// Makes \p Folder, which is open, the last level.
bool Removal::enter(int Folder, std::string Name, StringRef Kept) {
  Level Next{std::move(Name), {}, {}};
  if (fstat(Folder, &Next.Which)) {
    note();
    close(Folder);
    return false;
  }
  if ((Next.Which.st_mode & S_IRWXU) != S_IRWXU)
    fchmod(Folder, (Next.Which.st_mode & 07777) | S_IRWXU);
  if (Here >= 0)
    close(Here);
  Here = Folder;
  removeFiles(Next, Kept);
  Levels.push_back(std::move(Next));
  return true;
}

void Removal::descend() {
  std::string Name = std::move(Levels.back().Folders.back());
  Levels.back().Folders.pop_back();
  int Inner = openAnyFolder(Here, Name);
  if (Inner < 0) {
    if (errno != ENOENT)
      note();
    return;
  }
  enter(Inner, std::move(Name), "");
}

/// To the folder above, if that is still the one it was come from.
void Removal::ascend() {
  std::string Name = std::move(Levels.back().Name);
  Levels.pop_back();
  if (Levels.empty())
    return;
  int Above = openat(Here, "..", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  struct stat Is;
  if (Above < 0 || fstat(Above, &Is) || !isSame(Is, Levels.back().Which)) {
    errno = Above < 0 ? errno : ESTALE;
    note();
    if (Above >= 0)
      close(Above);
    Levels.clear();
    return;
  }
  close(Here);
  Here = Above;
  if (unlinkat(Here, Name.c_str(), AT_REMOVEDIR) && errno != ENOENT)
    note();
}

std::error_code Removal::run(int Root, StringRef Kept) {
  int Top = fcntl(Root, F_DUPFD_CLOEXEC, 0);
  if (Top < 0)
    return errnoAsErrorCode();
  if (!enter(Top, "", Kept))
    return First;
  while (!Levels.empty())
    if (Levels.back().Folders.empty())
      ascend();
    else
      descend();
  close(Here);
  return First;
}

std::error_code emptyFolder(int Folder, StringRef Kept) {
  return Removal().run(Folder, Kept);
}

} // namespace warplint::base
