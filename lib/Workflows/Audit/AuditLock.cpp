//===--- AuditLock.cpp - One audit at a time in a folder ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/AuditLock.h"
#include "Support/InputFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <chrono>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <thread>

namespace warplint::audit {

/// An audit that was interrupted just now still has units that are ending.
static constexpr std::chrono::seconds Patience(5);

static bool lock(int Descriptor) {
  auto End = std::chrono::steady_clock::now() + Patience;
  while (flock(Descriptor, LOCK_EX | LOCK_NB)) {
    if (errno != EWOULDBLOCK && errno != EINTR)
      return true; // A file system without locks: better than no audit.
    if (std::chrono::steady_clock::now() > End)
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return true;
}

llvm::Error lockAuditFolder(llvm::StringRef Folder) {
  std::error_code Failed = llvm::sys::fs::create_directories(Folder);
  llvm::SmallString<256> Path(Folder);
  llvm::sys::path::append(Path, "lock");
  // Open until the process ends, and in its children.
  int Descriptor =
      Failed
          ? -1
          : open(Path.c_str(),
                 O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0666);
  if (!Failed && Descriptor < 0)
    Failed = std::error_code(errno, std::generic_category());
  struct stat Found;
  if (!Failed && (fstat(Descriptor, &Found) || !S_ISREG(Found.st_mode)))
    Failed = base::refusal(base::Refusal::NotRegular);
  if (Failed)
    return llvm::createStringError(Failed, "'%s' cannot be written: %s",
                                   Path.c_str(), Failed.message().c_str());
  if (lock(Descriptor))
    return llvm::Error::success();
  return llvm::createStringError(
      "another audit is at work in '" + Folder.str() +
      "': wait for its end, or name another folder with --audit-dir");
}

} // namespace warplint::audit
