//===--- MemoryFile.cpp - A file that lies nowhere ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryFile.h"
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

namespace warplint {

MemoryFile::MemoryFile() : Descriptor(memfd_create("warplint", MFD_CLOEXEC)) {}

MemoryFile::~MemoryFile() {
  if (Descriptor >= 0)
    close(Descriptor);
}

std::string MemoryFile::text() const {
  std::string Text;
  char Bytes[1 << 16];
  ssize_t Count;
  while ((Count = pread(Descriptor, Bytes, sizeof(Bytes), Text.size())) > 0)
    Text.append(Bytes, Count);
  return Text;
}

} // namespace warplint
