//===--- Usage.h - Help, manual and completions --------------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_COMMANDLINE_USAGE_H
#define WARPLINT_WORKFLOWS_COMMANDLINE_USAGE_H

#include "llvm/Support/raw_ostream.h"
#include <string>

namespace warplint::cli {

enum class Shell : uint8_t { Bash, Zsh, Fish };

/// What `warplint --help` begins with: how it is called and its exit codes.
std::string overview();

/// Prints the manual page `warplint(1)`, from the table of options.
void printManual(llvm::raw_ostream &OS, llvm::StringRef Version);

/// Prints what makes \p For complete commands, options, their values and names
/// of checks, from the table of options.
void printCompletions(llvm::raw_ostream &OS, Shell For);

/// `warplint manual` and `warplint completions`; the exit code.
int manual();
int completions();

} // namespace warplint::cli

#endif // WARPLINT_WORKFLOWS_COMMANDLINE_USAGE_H
