//===--- ScratchFolder.h - Temporary folders --------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_PROCESSES_SCRATCHFOLDER_H
#define WARPLINT_WORKFLOWS_PROCESSES_SCRATCHFOLDER_H

#include "llvm/Support/Error.h"
#include <string>

namespace warplint::processes {

/// A temporary folder, accessible to the user alone, that the destructor
/// removes. A file in it is locked as long as the run lives (but not by
/// programs that the run starts), so that the next run finds and removes what a
/// killed run left.
class ScratchFolder {
public:
  /// Removes the folders of dead runs, and makes a new one.
  static llvm::Expected<ScratchFolder> make();
  ScratchFolder(ScratchFolder &&Other) noexcept;
  ScratchFolder &operator=(ScratchFolder &&) = delete;
  ~ScratchFolder();

  const std::string &path() const { return Path; }

private:
  ScratchFolder(std::string Path, int Folder, int Lock)
      : Path(std::move(Path)), Folder(Folder), Lock(Lock) {}

  std::string Path;
  int Folder; ///< Open: what is removed in the end, wherever Path leads by
              ///< then.
  int Lock;
};

/// Removes the temporary folders of this user's runs that have ended.
void removeDeadFolders();

} // namespace warplint::processes

#endif // WARPLINT_WORKFLOWS_PROCESSES_SCRATCHFOLDER_H
