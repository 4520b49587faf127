//===--- FolderTable.h - Where nothing has come --------------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_FOLDERTABLE_H
#define WARPLINT_WORKFLOWS_LINT_FOLDERTABLE_H

#include "Support/FileVersion.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace warplint {

/// Tells whether files are still missing. A compiler looks for each header in
/// many folders, so there are thousands of such names and few folders: one in
/// which nothing was added or removed since its names were looked for is asked
/// once.
class FolderTable {
public:
  /// There is nothing at \p Path. \p WasKnown: the entries that were added are
  /// of a table which had said the same.
  bool isAbsent(const std::string &Path, bool WasKnown);

  /// Folders may have changed since they were last looked at.
  void lookAgain();

  /// Calls \p Write with each folder that holds what isAbsent was asked for,
  /// and what is kept of it. Only if all of these were absent does it say
  /// something of them.
  void
  forEach(llvm::function_ref<void(llvm::StringRef Path, llvm::StringRef Entry)>
              Write) const;
  /// Takes such an entry over; false if it is none.
  bool add(llvm::StringRef Path, llvm::StringRef Entry);

  /// Names that were looked for by themselves.
  unsigned looks() const { return Looks; }

private:
  struct Folder {
    std::optional<FileVersion> Then, Now;
    int64_t Asked = 0;  ///< When its names were absent, as Then.
    int64_t Looked = 0; ///< When it was looked at; 0 if it was not.
    bool IsUsed = false, IsDoubtful = false;
  };
  /// The nearest folder above \p Path that there is.
  Folder &above(llvm::StringRef Path);

  std::map<std::string, Folder> Folders;
  llvm::StringMap<Folder *> Nearest; ///< By the folder that a name is in.
  unsigned Looks = 0;
};

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_FOLDERTABLE_H
