//===--- PrefixStore.cpp - Precompiled headers on disk ------ -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PchCache/PrefixStore.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace llvm;

namespace warplint::pch {

/// Only the user of this process can write \p Found.
static bool isOwn(const struct stat &Found) {
  return Found.st_uid == geteuid() && !(Found.st_mode & (S_IWGRP | S_IWOTH));
}

static bool isRegular(const std::string &Path) {
  struct stat Found;
  return !lstat(Path.c_str(), &Found) && S_ISREG(Found.st_mode);
}

/// Takes a pipe, a device, a link or an empty folder away from \p Path: to open
/// one may wait for ever.
static void clear(const std::string &Path) {
  struct stat Found;
  if (lstat(Path.c_str(), &Found) || S_ISREG(Found.st_mode))
    return;
  if (S_ISDIR(Found.st_mode))
    rmdir(Path.c_str());
  else
    unlink(Path.c_str());
}

/// A regular file, opened; -1 if \p Path is none.
static int openRegular(const std::string &Path, int Flags) {
  int Descriptor = ::open(
      Path.c_str(), Flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC,
      S_IRUSR | S_IWUSR);
  struct stat Found;
  if (Descriptor < 0 || (!fstat(Descriptor, &Found) && S_ISREG(Found.st_mode)))
    return Descriptor;
  ::close(Descriptor);
  return -1;
}

/// Opens \p Path to write it; removes what is there and is no regular file.
static int openToWrite(const std::string &Path, int Flags) {
  clear(Path);
  return openRegular(Path, Flags | O_CREAT);
}

Expected<PrefixStore> PrefixStore::open(StringRef Folder) {
  PrefixStore Store(Folder);
  std::error_code Failed = sys::fs::create_directories(
      Folder, /*IgnoreExisting=*/true, sys::fs::owner_all);
  struct stat Found;
  if (!Failed && lstat(Store.Folder.c_str(), &Found))
    Failed = errnoAsErrorCode();
  if (!Failed && !S_ISDIR(Found.st_mode))
    return createStringError("it is not a folder");
  if (!Failed && !isOwn(Found))
    return createStringError("others can write it");
  if (!Failed)
    Failed = sys::fs::access(Folder, sys::fs::AccessMode::Write);
  if (Failed)
    return createStringError(Failed.message());
  return Store;
}

std::string PrefixStore::path(const Twine &Name) const {
  SmallString<256> Path(Folder);
  sys::path::append(Path, Name);
  return Path.str().str();
}

/// Larger files are none of ours.
static constexpr off_t MostOfHeader = off_t(1) << 30,
                       MostOfEntry = off_t(64) << 20, MostOfNumber = 64;

/// A copy, which stays what it is if the file is cut off.
static std::unique_ptr<MemoryBuffer> readCopy(const std::string &Path,
                                              off_t Most) {
  int Descriptor = openRegular(Path, O_RDONLY);
  if (Descriptor < 0)
    return nullptr;
  scope_exit Close([&] { ::close(Descriptor); });
  struct stat Found;
  if (fstat(Descriptor, &Found) || !isOwn(Found) || Found.st_size > Most)
    return nullptr;
  auto Buffer = MemoryBuffer::getOpenFile(
      sys::fs::convertFDToNativeFile(Descriptor), Path, Found.st_size,
      /*RequiresNullTerminator=*/false, /*IsVolatile=*/true);
  return Buffer ? std::move(*Buffer) : nullptr;
}

std::optional<StoredPrefix> PrefixStore::read(StringRef Key) const {
  std::string Noted = path(Key + ".json");
  std::unique_ptr<MemoryBuffer> Text = readCopy(Noted, MostOfEntry);
  if (!Text)
    return std::nullopt;
  std::optional<PrefixEntry> Entry = PrefixEntry::read(Text->getBuffer());
  if (!Entry)
    return std::nullopt;
  std::string Name = (Key + "-" + Entry->Sum + ".pch").str();
  NamedBuffer Header{"/warplint-prefix/" + Name,
                     readCopy(path(Name), MostOfHeader)};
  if (!Header.Contents ||
      Entry->sumOf(Header.Contents->getBuffer()) != Entry->Sum)
    return std::nullopt;
  // When it was used last.
  utimensat(AT_FDCWD, Noted.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);
  return StoredPrefix{std::move(*Entry), std::move(Header)};
}

void PrefixStore::renew(StringRef Key, const StoredPrefix &Stored) const {
  clear(path(Key + ".json"));
  consumeError(base::writeWhole(path(Key + ".json"), Stored.text(),
                                base::Durability::Remade));
}

/// A byte more in \p Path, if it has less than \p AtMost: how many it had.
static uint64_t countUp(const std::string &Path, uint64_t AtMost) {
  int Descriptor = openToWrite(Path, O_WRONLY | O_APPEND);
  if (Descriptor < 0)
    return 0;
  scope_exit Close([&] { ::close(Descriptor); });
  struct stat Found;
  uint64_t Before = fstat(Descriptor, &Found) ? 0 : Found.st_size;
  if (Before < AtMost && ::write(Descriptor, "+", 1) != 1)
    return 0;
  return Before;
}

unsigned PrefixStore::countAsked(StringRef Key) const {
  return countUp(path(Key + ".asked"), 64);
}

uint64_t PrefixStore::number(StringRef Key) const {
  std::unique_ptr<MemoryBuffer> Text =
      readCopy(path(Key + ".number"), MostOfNumber);
  uint64_t Number = 0;
  return Text && !Text->getBuffer().getAsInteger(10, Number) ? Number : 0;
}

void PrefixStore::setNumber(StringRef Key, uint64_t Number) const {
  clear(path(Key + ".number"));
  consumeError(base::writeWhole(path(Key + ".number"), utostr(Number),
                                base::Durability::Remade));
}

void PrefixStore::forgetAsked(StringRef Key) const {
  ::unlink(path(Key + ".asked").c_str());
}

bool PrefixStore::isMarked(StringRef Key) const {
  return isRegular(path(Key + ".marked"));
}

void PrefixStore::mark(StringRef Key) const {
  countUp(path(Key + ".marked"), 1);
}

/// A process that waits longer than this for another to make a header continues
/// without it.
static constexpr std::chrono::minutes LongestWait(1);

void PrefixStore::make(StringRef Key,
                       function_ref<std::optional<Made>()> Make) const {
  int Lock = openToWrite(path(Key + ".lock"), O_RDWR);
  if (Lock < 0)
    return;
  scope_exit Close([&] { ::close(Lock); });
  // A process that ends, however it does, gives its locks back.
  if (sys::fs::tryLockFile(Lock)) {
    (void)sys::fs::tryLockFile(Lock, LongestWait);
    return;
  }
  std::optional<Made> New = Make();
  if (!New)
    return;
  PrefixEntry Entry{"", std::move(New->Inputs), std::move(New->Contents)};
  Entry.Sum = Entry.sumOf(New->Bytes);
  std::string Name = (Key + "-" + Entry.Sum + ".pch").str();
  clear(path(Name));
  clear(path(Key + ".json"));
  Error Failed =
      base::writeWhole(path(Name), New->Bytes, base::Durability::Remade);
  if (!Failed)
    Failed = base::writeWhole(path(Key + ".json"), Entry.text(),
                              base::Durability::Remade);
  if (Failed) {
    // Without it units parse all, as they do without a cache.
    consumeError(std::move(Failed));
    sys::fs::remove(path(Name));
    return;
  }
  shrink(Name);
}

/// What is noted of more headers and beginnings than this is forgotten.
static constexpr size_t MostNotes = 20'000;

namespace {

struct StoredFile {
  sys::TimePoint<> Used;
  std::string Path;
  uint64_t Bytes = 0;
};

} // namespace

/// \p Kept, the name of a header, stays.
void PrefixStore::shrink(StringRef Kept) const {
  StringRef OwnKey = Kept.take_until([](char C) { return C == '-'; });
  std::vector<StoredFile> Headers, Notes;
  uint64_t All = 0;
  std::error_code Failed;
  for (sys::fs::directory_iterator At(Folder, Failed), End;
       !Failed && At != End; At.increment(Failed)) {
    StringRef Name = sys::path::filename(At->path());
    auto Found = At->status();
    if (Found && (Name.ends_with(".asked") || Name.ends_with(".number")))
      Notes.push_back({Found->getLastModificationTime(), At->path()});
    if (!Name.ends_with(".pch") || Name == Kept || !Found)
      continue;
    StringRef Key = Name.take_until([](char C) { return C == '-'; });
    sys::fs::file_status Entry;
    bool Old = Key == OwnKey || sys::fs::status(path(Key + ".json"), Entry);
    if (Old) {
      // Nothing names it any more.
      sys::fs::remove(At->path());
      continue;
    }
    All += Found->getSize();
    Headers.push_back(
        {Entry.getLastModificationTime(), At->path(), Found->getSize()});
  }
  auto OldestFirst = [](const StoredFile &L, const StoredFile &R) {
    return std::tie(L.Used, L.Path) < std::tie(R.Used, R.Path);
  };
  llvm::sort(Headers, OldestFirst);
  llvm::sort(Notes, OldestFirst);
  for (size_t I = 0; I + MostNotes < Notes.size(); ++I)
    sys::fs::remove(Notes[I].Path);
  for (const StoredFile &Oldest : Headers) {
    if (All <= Limit)
      break;
    StringRef Name = sys::path::filename(Oldest.Path);
    sys::fs::remove(
        path(Name.take_until([](char C) { return C == '-'; }) + ".json"));
    sys::fs::remove(Oldest.Path);
    All -= Oldest.Bytes;
  }
}

} // namespace warplint::pch
