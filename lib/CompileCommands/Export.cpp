//===--- Export.cpp - Translated commands for other tools -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Export.h"
#include "Support/OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Path.h"

namespace warplint::commands {

std::string databaseOf(const clang::tooling::CompileCommand &Command) {
  llvm::json::Object Entry{
      {"directory", Command.Directory},
      {"file", Command.Filename},
      {"arguments", llvm::json::Array(Command.CommandLine)}};
  if (!Command.Output.empty())
    Entry["output"] = Command.Output;
  llvm::json::Value All = llvm::json::Array{std::move(Entry)};
  return llvm::formatv("{0:2}\n", All);
}

llvm::Error exportDatabase(llvm::StringRef Folder,
                           llvm::ArrayRef<Translation> Units) {
  llvm::json::Array Entries;
  for (const Translation &Unit : Units)
    Entries.push_back(
        llvm::json::Object{{"directory", Unit.Directory},
                           {"file", Unit.File},
                           {"arguments", llvm::json::Array(Unit.Arguments)}});
  if (std::error_code Failed = llvm::sys::fs::create_directories(Folder))
    return llvm::createStringError(Failed, "cannot make the folder '%s'",
                                   Folder.str().c_str());
  llvm::SmallString<128> Path(Folder);
  llvm::sys::path::append(Path, "compile_commands.json");
  return base::writeWhole(
      Path,
      llvm::formatv("{0:2}\n", llvm::json::Value(std::move(Entries))).str());
}

} // namespace warplint::commands
