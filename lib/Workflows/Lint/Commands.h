//===--- Commands.h - The commands of the program ---------------*- C++ -*-===//
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

namespace warplint {

/// Functions, since options of other files need them before `main`.
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

extern llvm::cl::opt<bool> Quiet;

/// \p Path as seen from the current folder, absolute and without dots.
std::string absolute(llvm::StringRef Path);

/// The absolute path of this program.
std::string programPath();

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_COMMANDS_H
