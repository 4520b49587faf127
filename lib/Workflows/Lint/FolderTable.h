//===--- FolderTable.h - Whether missing files stay missing -----*- C++ -*-===//
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

namespace warplint::lint {

/// Tells whether files are still missing. A compiler looks for each header in
/// many folders, so there are thousands of such names and few folders: a folder
/// to which nothing was added or removed since its names were looked for is
/// asked once.
class FolderTable {
public:
  /// Whether nothing is at \p Path. \p WasKnown: the table whose entries were
  /// added had the same answer.
  bool isAbsent(const std::string &Path, bool WasKnown);

  /// Must be called when folders may have changed: each is looked at again when
  /// next asked for.
  void lookAgain();

  /// Calls \p Write with each folder of which isAbsent was asked and with its
  /// entry. An entry is valid only if all names asked for were absent.
  void
  forEach(llvm::function_ref<void(llvm::StringRef Path, llvm::StringRef Entry)>
              Write) const;
  /// Adds an entry that forEach wrote; false if \p Entry is something else.
  bool add(llvm::StringRef Path, llvm::StringRef Entry);

  /// How often a single name had to be looked up.
  unsigned looks() const { return Looks; }

private:
  struct Folder {
    std::optional<base::FileVersion> Then, Now;
    int64_t Asked = 0;  ///< When its names were absent.
    int64_t Looked = 0; ///< When it was looked at; 0: never.
    bool IsUsed = false, IsDoubtful = false;
  };
  /// The nearest existing folder above \p Path.
  Folder &above(llvm::StringRef Path);

  std::map<std::string, Folder> Folders;
  llvm::StringMap<Folder *> Nearest; ///< By the folder that a name is in.
  unsigned Looks = 0;
};

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_FOLDERTABLE_H
