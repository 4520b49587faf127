//===--- Depfile.cpp - What a report was made from ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Depfile.h"

namespace warplint {

/// As make and Ninja read it.
static std::string escaped(llvm::StringRef Path) {
  std::string Result;
  for (char C : Path) {
    if (C == ' ' || C == '#' || C == '\\')
      Result += '\\';
    if (C == '$')
      Result += '$';
    Result += C;
  }
  return Result;
}

std::string depfileOf(llvm::StringRef Target,
                      const std::set<std::string> &Files) {
  std::string Text = escaped(Target) + ":";
  for (const std::string &File : Files)
    if (File.find('\n') == std::string::npos)
      Text += " \\\n  " + escaped(File);
  return Text + "\n";
}

} // namespace warplint
