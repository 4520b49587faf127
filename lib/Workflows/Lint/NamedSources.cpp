//===--- NamedSources.cpp - Files named to be linted ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/NamedSources.h"
#include "Support/InputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"

namespace warplint::lint {

std::string problemWithSource(const std::string &File) {
  llvm::sys::fs::file_status Found;
  if (std::error_code Failed = llvm::sys::fs::status(File, Found))
    return Failed == std::errc::no_such_file_or_directory
               ? "it does not exist"
               : "it cannot be read: " + Failed.message();
  if (llvm::sys::fs::is_directory(Found))
    return "it is a folder: name files, or the folder of a "
           "compile_commands.json with -p";
  return llvm::sys::fs::is_regular_file(Found)
             ? ""
             : base::refusal(base::Refusal::NotRegular).message();
}

bool isOtherKind(const commands::CommandDatabase &Database,
                 const std::string &File) {
  if (commands::isSourceFileName(File))
    return false;
  auto Units = Database.translationsOf(File);
  if (Units)
    return llvm::none_of(*Units, [](const auto &U) { return U.IsCuda; });
  llvm::consumeError(Units.takeError());
  return Database.commandsOf(File).empty();
}

} // namespace warplint::lint
