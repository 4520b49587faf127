//===--- RepositoryPipes.h - Pipes that hold git up -------------*- C++ -*-===//
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

namespace warplint {

/// A pipe where git reads files of the repository around \p Folder: attributes
/// and ignored names in any folder of the tree, and all that lies in a `.git`.
/// git opens it and waits for ever. Nothing if there is none.
std::optional<std::string> pipeThatGitReads(llvm::StringRef Folder);

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_REPOSITORYPIPES_H
