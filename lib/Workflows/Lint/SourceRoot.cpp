//===--- SourceRoot.cpp - What reported paths are relative to -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/SourceRoot.h"
#include "Workflows/Lint/Commands.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cl = llvm::cl;
namespace path = llvm::sys::path;

namespace warplint::lint {

#define FOR_REPORTS                                                            \
  cl::cat(category()), cl::sub(cl::SubCommand::getTopLevel()),                 \
      cl::sub(auditCommand()), cl::sub(mergeCommand()),                        \
      cl::sub(confirmCommand()), cl::sub(reproduceCommand())

static cl::opt<std::string>
    SourceRoot("source-root", cl::value_desc("folder"),
               cl::desc("What paths in reports are relative to. By default "
                        "the repository around the current folder"),
               FOR_REPORTS, cl::sub(proveCommand()));

std::string sourceRoot() {
  if (SourceRoot.getNumOccurrences())
    return absolute(SourceRoot);
  std::string Here = absolute(".");
  for (llvm::StringRef Folder = Here; !Folder.empty();
       Folder = path::parent_path(Folder)) {
    llvm::SmallString<256> Mark(Folder);
    path::append(Mark, ".git");
    if (llvm::sys::fs::exists(Mark))
      return Folder.str();
  }
  return Here;
}

std::string problemWithSourceRoot() {
  if (SourceRoot.getNumOccurrences() &&
      !llvm::sys::fs::is_directory(SourceRoot))
    return "--source-root: '" + SourceRoot + "' is not a folder";
  return "";
}

} // namespace warplint::lint
