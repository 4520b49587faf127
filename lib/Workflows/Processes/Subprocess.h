//===--- Subprocess.h - Output of another program ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_PROCESSES_SUBPROCESS_H
#define WARPLINT_WORKFLOWS_PROCESSES_SUBPROCESS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <string>

namespace warplint::processes {

/// Runs \p Program, found in PATH, with arguments \p Words, without a shell and
/// with an empty stdin, and returns its stdout. \p Settings ("LC_ALL=C") are
/// added to its environment. If its exit code is not 0, the error is its
/// name and the first line of its stderr. It is killed if it takes longer than
/// \p Most: it may be reading a pipe.
llvm::Expected<std::string> outputOf(llvm::StringRef Program,
                                     llvm::ArrayRef<std::string> Words,
                                     llvm::ArrayRef<std::string> Settings,
                                     std::chrono::minutes Most);

} // namespace warplint::processes

#endif // WARPLINT_WORKFLOWS_PROCESSES_SUBPROCESS_H
