//===--- Installation.cpp - The files that travel with warplint -----------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileCommands/Installation.h"
#include "CompileCommands/Words.h"
#include "Quoting/Quoting.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
namespace path = llvm::sys::path;

namespace warplint::commands {

static std::string below(StringRef Base, const Twine &Path) {
  SmallString<256> Result(Base);
  path::append(Result, Path);
  path::remove_dots(Result, /*remove_dot_dot=*/true);
  return Result.str().str();
}

/// A folder that the user may not write to is no place to fetch to.
static std::string fetchCommand(StringRef Base, StringRef ToolkitDir) {
  std::string Script = below(Base, "fetch_toolkit.py");
  if (!sys::fs::exists(Script))
    return "";
  std::string Start = "python3 " + quoting::forBash(Script) + " ";
  return sys::fs::access(Base, sys::fs::AccessMode::Write)
             ? Start + "cuda-headers # then --cuda-path=cuda-headers"
             : Start + quoting::forBash(ToolkitDir);
}

Expected<Installation> findInstallation(StringRef Program) {
  SmallString<256> Real;
  if (sys::fs::real_path(Program, Real))
    Real = Program;
  StringRef Folder = path::parent_path(Real);
  for (StringRef Relative : {"../lib/warplint", "warplint"}) {
    std::string Base = below(Folder, Relative);
    Installation Found;
    Found.PreludeDir = below(Base, "include");
    if (!sys::fs::exists(below(Found.PreludeDir, "warplint_late.h")))
      continue;
    Found.ToolkitDir = below(Base, "toolkit");
    Found.FetchCommand = fetchCommand(Base, Found.ToolkitDir);
    Found.Prefix = below(Base, "../..");
    Found.ResourceDir = below(Base, "clang");
    if (!sys::fs::exists(below(Found.ResourceDir, "include")))
      Found.ResourceDir = WARPLINT_CLANG_RESOURCE_DIR;
    if (!sys::fs::exists(below(Found.ResourceDir, "include")))
      return commandError("clang's headers are missing: no '" +
                          Found.ResourceDir + "/include'");
    return Found;
  }
  return commandError("warplint's headers are missing: no '" +
                      below(Folder, "../lib/warplint/include") + "'");
}

} // namespace warplint::commands
