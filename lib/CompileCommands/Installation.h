//===--- Installation.h - The files that travel with warplint ---*- C++ -*-===//
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

namespace warplint {

/// The folders that every parse needs, as absolute paths.
struct Installation {
  std::string ResourceDir; ///< Clang's own headers.
  std::string PreludeDir;  ///< warplint's headers (lib/CompileCommands/prelude).
  std::string ToolkitDir;  ///< Fetched CUDA headers; need not exist.
  /// What fetches them, for a shell and with this user's rights; empty if the
  /// script for it is not there.
  std::string FetchCommand;
  std::string Prefix; ///< What holds lib/warplint: /usr, an environment.
};

/// Finds them from \p Program, the absolute path of the running program or
/// plugin: in `../lib/warplint` next to a program, in the build tree and after
/// installation alike, or in `warplint` beside a plugin. Clang's headers come
/// from there if they were bundled (`lib/warplint/clang`), else from the LLVM
/// that warplint was built with. A missing prelude or resource directory is an
/// error that names it.
llvm::Expected<Installation> findInstallation(llvm::StringRef Program);

} // namespace warplint

#endif // WARPLINT_COMPILECOMMANDS_INSTALLATION_H
