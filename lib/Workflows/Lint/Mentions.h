//===--- Mentions.h - Searching sources for names ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches sources, and headers of the project that they include, for names, as
// text: a file without the names need not be parsed.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_MENTIONS_H
#define WARPLINT_WORKFLOWS_LINT_MENTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <map>
#include <set>
#include <string>
#include <vector>

namespace warplint::lint {

/// The include folders of \p Command, run in \p Directory.
std::vector<std::string> includeFoldersOf(llvm::ArrayRef<std::string> Command,
                                          llvm::StringRef Directory);

/// Finds which sources name one of some functions. Reads each file once.
class Mentions {
public:
  /// \p Root is the project's root: headers outside of it are not searched.
  Mentions(std::string Root, std::set<std::string> Names)
      : Root(std::move(Root)), Names(std::move(Names)) {}

  /// Whether \p Source has one of the names, or whether a header of the project
  /// that it includes, found beside the including file or in \p Folders, calls
  /// one. False if \p Source cannot be read.
  bool in(const std::string &Source, llvm::ArrayRef<std::string> Folders);

private:
  struct Text {
    bool Holds = false;                ///< Has one of the names.
    bool Calls = false;                ///< Has it in a function body or macro.
    std::vector<std::string> Includes; ///< As written.
  };
  const Text &textOf(const std::string &Path);

  std::string Root;
  std::set<std::string> Names;
  std::map<std::string, Text> Known;
};

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_MENTIONS_H
