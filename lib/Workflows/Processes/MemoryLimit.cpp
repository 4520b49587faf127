//===--- MemoryLimit.cpp - Memory that a run may take ---------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Processes/MemoryLimit.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include <algorithm>
#include <cstdlib>
#include <optional>
#include <sys/resource.h>

namespace warplint::processes {

static constexpr uint64_t BytesOfMiB = uint64_t(1) << 20;
/// No unit is known that needs as much.
static constexpr unsigned MostAlone = 8192, MostOfSeveral = 4096;
/// With less most units could not be parsed.
static constexpr unsigned Least = 512;

/// A file of the kernel's; empty if there is none.
static std::string textOf(const llvm::Twine &Path) {
  auto Text = llvm::MemoryBuffer::getFileAsStream(Path);
  return Text ? (*Text)->getBuffer().str() : std::string();
}

/// The number of KiB that stands behind \p Name in \p Text.
static uint64_t numberOf(llvm::StringRef Text, llvm::StringRef Name) {
  size_t At = Text.find(Name);
  uint64_t Number = 0;
  if (At != llvm::StringRef::npos)
    Text.substr(At + Name.size()).ltrim(": \t").consumeInteger(10, Number);
  return Number;
}

/// The least of the limits that the files \p Name in \p Folder and the folders
/// above it, up to \p Top, say.
static std::optional<uint64_t> leastAbove(const std::string &Top,
                                          llvm::StringRef Folder,
                                          llvm::StringRef Name) {
  std::optional<uint64_t> Found;
  while (true) {
    uint64_t Bytes = 0;
    if (!llvm::StringRef(textOf(Top + Folder + "/" + Name))
             .trim()
             .getAsInteger(10, Bytes))
      Found = std::min(Found.value_or(Bytes), Bytes);
    if (Folder.empty())
      return Found;
    Folder = Folder.take_front(Folder.contains('/') ? Folder.rfind('/') : 0);
  }
}

uint64_t machineMemory(llvm::StringRef Root) {
  uint64_t Bytes = numberOf(textOf(Root + "/proc/meminfo"), "MemTotal") << 10;
  llvm::SmallVector<llvm::StringRef, 16> Groups;
  std::string Text = textOf(Root + "/proc/self/cgroup");
  llvm::StringRef(Text).split(Groups, '\n', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef Group : Groups) {
    // "4:memory:/folder", or "0::/folder" where all kinds are in one tree.
    auto [Number, Rest] = Group.split(':');
    auto [Kinds, Folder] = Rest.split(':');
    std::optional<uint64_t> Most;
    if (Kinds.empty())
      Most = leastAbove((Root + "/sys/fs/cgroup").str(), Folder.rtrim('/'),
                        "memory.max");
    else if (("," + Kinds + ",").str().find(",memory,") != std::string::npos)
      Most = leastAbove((Root + "/sys/fs/cgroup/memory").str(),
                        Folder.rtrim('/'), "memory.limit_in_bytes");
    if (Most && *Most)
      Bytes = std::min(Bytes, *Most);
  }
  return Bytes / BytesOfMiB;
}

unsigned defaultMemoryLimit(uint64_t Machine, unsigned Workers) {
  if (!Machine)
    return 0;
  uint64_t Share = Workers < 2 ? Machine / 2 : Machine * 3 / 4 / Workers;
  return unsigned(std::clamp<uint64_t>(
      Share, Least, Workers < 2 ? MostAlone : MostOfSeveral));
}

unsigned memoryLimitOfRun() {
  const char *Given = std::getenv(MemoryVariable.data());
  unsigned MiB = 0;
  if (Given && !llvm::StringRef(Given).getAsInteger(10, MiB))
    return MiB;
  return defaultMemoryLimit(machineMemory(), /*Workers=*/1);
}

/// What a limit of data counts: memory that is nobody else's, used or not.
static uint64_t takenBytes() {
  return numberOf(textOf("/proc/self/status"), "VmData") << 10;
}

/// The limit of this process in bytes; 0 for none.
static uint64_t LimitBytes = 0;
/// What was there before.
static std::optional<rlim_t> LimitBefore;

void limitMemory(unsigned MiB) {
  rlimit Now;
  if (getrlimit(RLIMIT_DATA, &Now))
    return;
  uint64_t Wanted = MiB * BytesOfMiB;
  // Who has as much before it begins keeps other books, as sanitizers do.
  if (MiB && takenBytes() < Wanted &&
      (Now.rlim_cur == RLIM_INFINITY || Now.rlim_cur > Wanted)) {
    LimitBefore = Now.rlim_cur;
    Now.rlim_cur = Wanted;
    setrlimit(RLIMIT_DATA, &Now);
  }
  LimitBytes = Now.rlim_cur == RLIM_INFINITY ? 0 : Now.rlim_cur;
}

void unlimitMemory() {
  rlimit Now;
  if (!LimitBefore || getrlimit(RLIMIT_DATA, &Now))
    return;
  Now.rlim_cur = *LimitBefore;
  setrlimit(RLIMIT_DATA, &Now);
  LimitBefore.reset();
  LimitBytes = 0;
}

void renewMemory() {
  rlimit Now;
  uint64_t Machine = machineMemory() * BytesOfMiB;
  if (!LimitBytes || getrlimit(RLIMIT_DATA, &Now))
    return;
  uint64_t Wanted = std::min(takenBytes() + LimitBytes, Machine / 8 * 7);
  if (Wanted <= Now.rlim_cur)
    return;
  Now.rlim_cur = std::min<uint64_t>(Wanted, Now.rlim_max);
  setrlimit(RLIMIT_DATA, &Now);
}

std::string memoryLimitText() {
  if (!LimitBytes)
    return "";
  return "its limit is " + std::to_string(LimitBytes / BytesOfMiB) +
         " MiB; --memory-limit sets another";
}

} // namespace warplint::processes
