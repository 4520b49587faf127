//===--- CopyRun.h - Commands that run in the copy --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_CONFIRM_COPYRUN_H
#define WARPLINT_WORKFLOWS_CONFIRM_COPYRUN_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint::confirm {

/// A command of the user, run by a shell in the copy of their project.
struct CopyRun {
  std::string Folder, Command;
  std::vector<std::string> Settings; ///< Added environment.
  unsigned Seconds = 0;              ///< It is ended after them; 0: never.
  bool Speaks = true; ///< The command is said, and what it writes is shown.
};

/// Runs \p What. False unless it came to an end of its own within the time; \p
/// Code is its exit code. What it leaves running is ended.
bool runInCopy(const CopyRun &What, int &Code);

/// A shell's exit code for a program that a signal ended begins here.
inline constexpr int EndedBySignal = 128;

} // namespace warplint::confirm

#endif // WARPLINT_WORKFLOWS_CONFIRM_COPYRUN_H
