//===--- LintCommand.h - warplint FILE... -----------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_LINTCOMMAND_H
#define WARPLINT_WORKFLOWS_LINT_LINTCOMMAND_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint::lint {

/// `warplint FILE...` and `warplint -p BUILD`: lints files, or prints checks or
/// commands in place of that. \p Flags are what follows `--`; nothing without
/// it. \p Arguments are those of the command line, without the program: with
/// limits of time or memory a run of its own lints. Returns the exit code.
int lintCommand(const std::optional<std::vector<std::string>> &Flags,
                llvm::ArrayRef<const char *> Arguments);

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_LINTCOMMAND_H
