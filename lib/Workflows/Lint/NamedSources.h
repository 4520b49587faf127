//===--- NamedSources.h - Files named to be linted --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_NAMEDSOURCES_H
#define WARPLINT_WORKFLOWS_LINT_NAMEDSOURCES_H

#include "CompileCommands/Database.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint::lint {

/// Why \p File, named on the command line as a source, cannot be linted; empty
/// if it is a file that can be read.
std::string problemWithSource(const std::string &File);

/// Whether \p File is of a kind that neither its name nor a command of
/// \p Database makes CUDA.
bool isOtherKind(const commands::CommandDatabase &Database,
                 const std::string &File);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_NAMEDSOURCES_H
