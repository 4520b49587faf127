//===--- Commands.h - Commands of the command line --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_COMMANDS_H
#define WARPLINT_WORKFLOWS_LINT_COMMANDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include <string>

namespace warplint::lint {

/// The category of our options and the subcommands. Functions, since options of
/// other files need them before `main`.
llvm::cl::OptionCategory &category();
llvm::cl::SubCommand &auditCommand();
llvm::cl::SubCommand &mergeCommand();
llvm::cl::SubCommand &explainCommand();
llvm::cl::SubCommand &checksCommand();
llvm::cl::SubCommand &confirmCommand();
llvm::cl::SubCommand &reproduceCommand();
llvm::cl::SubCommand &doctorCommand();
llvm::cl::SubCommand &initCommand();
llvm::cl::SubCommand &serveCommand();
llvm::cl::SubCommand &proveCommand();
llvm::cl::SubCommand &queryCommand();
llvm::cl::SubCommand &completionsCommand();
llvm::cl::SubCommand &manualCommand();

/// `--quiet`.
extern llvm::cl::opt<bool> Quiet;

/// \p Path made absolute from the current folder, without dots.
std::string absolute(llvm::StringRef Path);

/// The absolute path of this program.
std::string programPath();

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_COMMANDS_H
