//===--- CommandOutput.h - Translated commands, written ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_COMMANDOUTPUT_H
#define WARPLINT_WORKFLOWS_LINT_COMMANDOUTPUT_H

#include "CompileCommands/Database.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace warplint::lint {

/// Prints to \p OS a line for bash for each command with which clang is run for
/// \p Files. A file whose command cannot be translated is named on stderr.
/// Returns the exit code: clean, or wrong usage if there was such a file.
int printCommands(llvm::raw_ostream &OS,
                  const commands::CommandDatabase &Database,
                  llvm::ArrayRef<std::string> Files);

/// Adds the translated commands of \p Files to \p All, without files they force
/// in that are no regular ones. What is left out is named on stderr. Returns
/// the exit code: clean, or incomplete if a command could not be translated.
int collectCommands(const commands::CommandDatabase &Database,
                    llvm::ArrayRef<std::string> Files,
                    std::vector<commands::Translation> &All);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_COMMANDOUTPUT_H
