//===--- RepositoryPipes.h - Pipes that block git ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_REPOSITORYPIPES_H
#define WARPLINT_WORKFLOWS_LINT_REPOSITORYPIPES_H

#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace warplint::lint {

/// A pipe at a path where git reads files of the repository around \p Folder,
/// for which git would wait for ever: attributes and ignore files in any folder
/// of the tree, and everything in a `.git`. Nothing if there is none.
std::optional<std::string> pipeThatGitReads(llvm::StringRef Folder);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_REPOSITORYPIPES_H
