//===--- MemoryFile.h - Unnamed files in memory -----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_PROCESSES_MEMORYFILE_H
#define WARPLINT_WORKFLOWS_PROCESSES_MEMORYFILE_H

#include <cstdint>
#include <string>

namespace warplint::processes {

/// A file for the output of a child. It has no name and needs no folder, and
/// exists until the last process that has it open ends.
class MemoryFile {
public:
  MemoryFile();
  MemoryFile(const MemoryFile &) = delete;
  ~MemoryFile();

  int descriptor() const { return Descriptor; }
  /// Its contents so far.
  std::string text() const;
  /// The first and the last \p Kept bytes of that, and between them how many
  /// are left out.
  std::string ends(uint64_t Kept) const;
  /// How much has been written.
  uint64_t size() const;
  /// Gives back the memory of what `ends` leaves out.
  void dropMiddle(uint64_t Kept);

private:
  std::string textAt(uint64_t Begin, uint64_t End) const;

  int Descriptor;
};

} // namespace warplint::processes

#endif // WARPLINT_WORKFLOWS_PROCESSES_MEMORYFILE_H
