//===--- FileAccess.cpp - Who may read and write a file -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/FileAccess.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/Error.h"
#include <cerrno>
#include <fcntl.h>
#include <linux/limits.h>
#include <optional>
#include <sys/xattr.h>
#include <unistd.h>
#include <vector>

using namespace llvm;

namespace warplint::base {

static constexpr char AccessList[] = "system.posix_acl_access";

/// The attribute \p Name of \p File: empty if it has none, nothing if that
/// cannot be known.
static std::optional<std::vector<char>> attributeOf(int File,
                                                    const char *Name) {
  std::vector<char> Value(XATTR_SIZE_MAX);
  ssize_t Size = fgetxattr(File, Name, Value.data(), Value.size());
  if (Size < 0 && errno != ENODATA && errno != ENOTSUP && errno != ENOSYS)
    return std::nullopt;
  Value.resize(Size < 0 ? 0 : Size);
  return Value;
}

static void copyUsersAttributes(int To, int From) {
  std::vector<char> Names(XATTR_LIST_MAX);
  ssize_t Size = flistxattr(From, Names.data(), Names.size());
  StringRef Rest(Names.data(), Size < 0 ? 0 : Size);
  while (!Rest.empty()) {
    auto [Name, Others] = Rest.split('\0');
    Rest = Others;
    if (!Name.starts_with("user."))
      continue;
    if (auto Value = attributeOf(From, Name.data()))
      fsetxattr(To, Name.data(), Value->data(), Value->size(), 0);
  }
}

int openForAccess(int Folder, const std::string &Name) {
  return openat(Folder, Name.c_str(),
                O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

std::error_code takeOverAccess(int File, int Before, const struct stat &Old) {
  bool HasGroup = !fchown(File, Old.st_uid, Old.st_gid) ||
                  !fchown(File, uid_t(-1), Old.st_gid);
  std::optional<std::vector<char>> List;
  if (Before >= 0) {
    copyUsersAttributes(File, Before);
    List = attributeOf(Before, AccessList);
  }
  // The folder may have given the new file one.
  fremovexattr(File, AccessList);
  mode_t Mode = Old.st_mode & (S_IRWXU | S_IRWXG | S_IRWXO);
  mode_t Narrow = Mode & ~(S_IRWXG & ~((Mode & S_IRWXO) << 3));
  bool IsKept = HasGroup && List;
  if (fchmod(File, IsKept && List->empty() ? Mode : Narrow))
    return errnoAsErrorCode();
  // With a list, the bits of the group say what the list gives at most.
  if (IsKept && !List->empty())
    fsetxattr(File, AccessList, List->data(), List->size(), 0);
  return {};
}

} // namespace warplint::base
