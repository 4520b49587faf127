//===--- Leftovers.cpp - Files of runs that were killed -------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Leftovers.h"
#include "Support/Descriptors.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Process.h"
#include <ctime>
#include <dirent.h>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>
#include <vector>

using namespace llvm;

namespace warplint::base {

static constexpr StringLiteral TemporaryBegin = ".warplint.tmp-";
static constexpr unsigned DigitsOfNumber = 16;
/// A file has no lock yet when it is new, and no longer when it is
/// about to get its name.
static constexpr time_t SecondsToBeOld = 60;

std::string temporaryName() {
  uint64_t Number = uint64_t(sys::Process::GetRandomNumber()) << 32 ^
                    sys::Process::GetRandomNumber();
  std::string Digits = utohexstr(Number, /*LowerCase=*/true);
  return TemporaryBegin.str() +
         std::string(DigitsOfNumber - Digits.size(), '0') + Digits;
}

void holdTemporary(int Descriptor) {
  // Where there are no locks, nobody finds the file free either.
  (void)!flock(Descriptor, LOCK_EX | LOCK_NB);
}

static bool isTemporaryName(StringRef Name) {
  return Name.consume_front(TemporaryBegin) && Name.size() == DigitsOfNumber &&
         all_of(Name, [](char Digit) {
           return isDigit(Digit) || (Digit >= 'a' && Digit <= 'f');
         });
}

static void removeIfLeft(int Folder, const std::string &Name) {
  OpenDescriptor File(
      openat(Folder, Name.c_str(),
             O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
  struct stat Found;
  if (File.number() < 0 || fstat(File.number(), &Found) ||
      !S_ISREG(Found.st_mode) || Found.st_uid != geteuid() ||
      Found.st_nlink != 1 || Found.st_mtime > time(nullptr) - SecondsToBeOld)
    return;
  if (!flock(File.number(), LOCK_EX | LOCK_NB))
    unlinkat(Folder, Name.c_str(), 0);
}

static bool isFirstLook(int Folder) {
  static std::mutex Use;
  static std::set<std::pair<dev_t, ino_t>> Seen;
  struct stat Found;
  if (fstat(Folder, &Found))
    return false;
  std::lock_guard<std::mutex> Lock(Use);
  return Seen.insert({Found.st_dev, Found.st_ino}).second;
}

void removeLeftovers(int Folder) {
  if (!isFirstLook(Folder))
    return;
  // A descriptor of its own: it remembers how far it has read.
  OpenDescriptor Again(openat(Folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  DIR *Open = Again.number() < 0 ? nullptr : fdopendir(Again.number());
  if (!Open)
    return;
  Again.release(); // closedir closes it.
  std::vector<std::string> Names;
  while (const dirent *Each = readdir(Open))
    if (isTemporaryName(Each->d_name))
      Names.push_back(Each->d_name);
  closedir(Open);
  for (const std::string &Name : Names)
    removeIfLeft(Folder, Name);
}

} // namespace warplint::base
