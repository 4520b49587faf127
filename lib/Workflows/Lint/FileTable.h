//===--- FileTable.h - Contents of files, hashed once -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_FILETABLE_H
#define WARPLINT_WORKFLOWS_LINT_FILETABLE_H

#include "Support/FileVersion.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace warplint::lint {

/// Hashes of what files hold. A file is read again only if it may not be what
/// it was when it was read last.
class FileTable {
public:
  /// Long enough that nobody can make a file that seems to be another; empty if
  /// \p Path cannot be read.
  const std::string &hashOf(const std::string &Path);

  /// What \p Path is, as hashOf saw it.
  const std::optional<base::FileVersion> &versionOf(const std::string &Path) {
    return lookAt(Path).Now;
  }

  /// Nobody has touched \p Path since it was read last.
  bool isUntouched(const std::string &Path);

  /// Files may have changed since they were last looked at.
  void lookAgain();

  /// What is kept of \p Path, which has been read.
  std::string entryOf(const std::string &Path) const;
  /// Takes such an entry over; false if it is none.
  bool add(const std::string &Path, llvm::StringRef Entry);

private:
  struct Known {
    std::string Hash;
    std::optional<base::FileVersion> Then, Now;
    int64_t Read = 0;                    ///< When.
    bool Looked = false, Hashed = false; ///< By us.

    bool isSame() const { return Then && Now && *Then == *Now; }
    bool isSettled() const;
  };
  Known &lookAt(const std::string &Path);

  std::map<std::string, Known> Files; ///< By absolute path.
};

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_FILETABLE_H
