//===--- ForcedFiles.cpp - Files that commands force in ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/ForcedFiles.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"

using namespace llvm;

namespace warplint::commands {

static bool isDevice(StringRef File, StringRef Directory,
                     vfs::FileSystem &Files) {
  SmallString<256> Path(File);
  sys::path::make_absolute(Directory, Path);
  ErrorOr<vfs::Status> Found = Files.status(Path);
  return Found && !Found->isRegularFile() && !Found->isDirectory();
}

std::vector<std::string> dropForcedDevices(std::vector<std::string> &Words,
                                           StringRef Directory,
                                           vfs::FileSystem &Files) {
  std::vector<std::string> Kept, Dropped;
  for (size_t I = 0; I < Words.size(); ++I) {
    bool Forces = is_contained({"-include", "--include", "-imacros",
                                "--imacros", "-include-pch"},
                               Words[I]) &&
                  I + 1 < Words.size();
    if (Forces && isDevice(Words[I + 1], Directory, Files)) {
      Dropped.push_back(Words[I] + " " + Words[I + 1]);
      ++I;
      continue;
    }
    Kept.push_back(std::move(Words[I]));
  }
  Words = std::move(Kept);
  return Dropped;
}

} // namespace warplint::commands
