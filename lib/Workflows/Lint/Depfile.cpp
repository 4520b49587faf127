//===--- Depfile.cpp - What a report was made from ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/Depfile.h"
#include "Quoting/Quoting.h"

namespace warplint::lint {

std::string depfileOf(llvm::StringRef Target,
                      const std::set<std::string> &Files, size_t &LeftOut) {
  auto Made = quoting::forDepfile(Target);
  LeftOut = Made ? 0 : Files.size() + 1;
  if (!Made)
    return "";
  std::string Text = *Made + ":";
  // Make takes a `=` behind the first name for the definition of a variable.
  for (bool HoldsEqual : {false, true})
    for (const std::string &File : Files) {
      if (llvm::StringRef(File).contains('=') != HoldsEqual)
        continue;
      if (auto Name = quoting::forDepfile(File))
        Text += " \\\n  " + *Name;
      else
        ++LeftOut;
    }
  return Text + "\n";
}

} // namespace warplint::lint
