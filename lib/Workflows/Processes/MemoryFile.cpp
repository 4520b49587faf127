//===--- MemoryFile.cpp - A file that lies nowhere ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Processes/MemoryFile.h"
#include <algorithm>
#include <fcntl.h>
#include <limits>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

namespace warplint::processes {

MemoryFile::MemoryFile() : Descriptor(memfd_create("warplint", MFD_CLOEXEC)) {}

MemoryFile::~MemoryFile() {
  if (Descriptor >= 0)
    close(Descriptor);
}

std::string MemoryFile::textAt(uint64_t Begin, uint64_t End) const {
  std::string Text;
  char Bytes[1 << 16];
  ssize_t Count;
  while (Begin < End &&
         (Count = pread(Descriptor, Bytes,
                        std::min<uint64_t>(sizeof(Bytes), End - Begin),
                        off_t(Begin))) > 0) {
    Text.append(Bytes, Count);
    Begin += Count;
  }
  return Text;
}

std::string MemoryFile::text() const {
  return textAt(0, std::numeric_limits<uint64_t>::max());
}

uint64_t MemoryFile::size() const {
  struct stat Found;
  return fstat(Descriptor, &Found) ? 0 : Found.st_size;
}

std::string MemoryFile::ends(uint64_t Kept) const {
  uint64_t Size = size();
  if (Size <= 2 * Kept)
    return textAt(0, Size);
  return textAt(0, Kept) + "\n... " + std::to_string(Size - 2 * Kept) +
         " bytes are left out ...\n" + textAt(Size - Kept, Size);
}

void MemoryFile::dropMiddle(uint64_t Kept) {
  uint64_t Size = size();
  if (Size > 2 * Kept)
    fallocate(Descriptor, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
              off_t(Kept), off_t(Size - 2 * Kept));
}

} // namespace warplint::processes
