//===--- Mentions.h - Which names the text of a source holds ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for names in sources and in the headers of the project that they
// include, as text: what is not there need not be parsed.
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

namespace warplint {

/// Folders that \p Command, run in \p Directory, has headers looked for in.
std::vector<std::string> includeFoldersOf(llvm::ArrayRef<std::string> Command,
                                          llvm::StringRef Directory);

class Mentions {
public:
  /// Headers outside of \p Root are not the project's.
  Mentions(std::string Root, std::set<std::string> Names)
      : Root(std::move(Root)), Names(std::move(Names)) {}

  /// \p Source holds one of the names, or a header of the project that it
  /// includes, beside the file that names it or in \p Folders, calls it. False
  /// if it cannot be read.
  bool in(const std::string &Source, llvm::ArrayRef<std::string> Folders);

private:
  struct Text {
    bool Holds = false; ///< One of the names.
    bool Calls = false; ///< It in the body of a function, or in a macro.
    std::vector<std::string> Includes; ///< As they are written.
  };
  const Text &textOf(const std::string &Path);

  std::string Root;
  std::set<std::string> Names;
  std::map<std::string, Text> Known;
};

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_MENTIONS_H
