//===--- Installation.h - Folders that warplint needs -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_INSTALLATION_H
#define WARPLINT_COMPILECOMMANDS_INSTALLATION_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace warplint::commands {

/// The folders of an installation that every parse needs, as absolute paths.
struct Installation {
  std::string ResourceDir; ///< clang's own headers.
  std::string PreludeDir; ///< warplint's headers (lib/CompileCommands/prelude).
  std::string ToolkitDir; ///< Fetched CUDA headers; need not exist.
  /// The command that fetches the headers, quoted for a shell and runnable by
  /// this user; empty if its script is not installed.
  std::string FetchCommand;
  std::string Prefix; ///< Folder of lib/warplint: /usr, say.
};

/// Finds the installation of \p Program, the absolute path of the running
/// program or plugin: in `../lib/warplint` next to a program, in the build tree
/// and after installation alike, or in `warplint` beside a plugin. Clang's
/// headers come from there if they were bundled (`lib/warplint/clang`), else
/// from the LLVM that warplint was built with. A missing prelude or resource
/// directory is an error that names it.
llvm::Expected<Installation> findInstallation(llvm::StringRef Program);

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_INSTALLATION_H
