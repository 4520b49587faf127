//===--- MemoryFile.h - A file that lies nowhere ---------------- -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_TOOLS_WARPLINT_MEMORYFILE_H
#define WARPLINT_TOOLS_WARPLINT_MEMORYFILE_H

#include <string>

namespace warplint {

/// What a child prints goes here. It has no name and needs no folder, and it is
/// gone with the last process that holds it.
class MemoryFile {
public:
  MemoryFile();
  MemoryFile(const MemoryFile &) = delete;
  ~MemoryFile();

  int descriptor() const { return Descriptor; }
  /// What has been written to it so far.
  std::string text() const;

private:
  int Descriptor;
};

} // namespace warplint

#endif // WARPLINT_TOOLS_WARPLINT_MEMORYFILE_H
