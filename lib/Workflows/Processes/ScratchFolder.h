//===--- ScratchFolder.h - A folder that no run leaves behind --- -*- C++
//-*-===//
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

namespace warplint {

/// A folder among the machine's temporary ones, the user's alone, that goes
/// when this object goes. A file in it is locked as long as the run lives, and
/// not in programs that the run starts: what a run that was killed leaves is
/// found and removed by the next.
class ScratchFolder {
public:
  /// Removes what dead runs left, and makes one.
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

/// Removes the folders of runs of this user that have ended.
void removeDeadFolders();

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_PROCESSES_SCRATCHFOLDER_H
