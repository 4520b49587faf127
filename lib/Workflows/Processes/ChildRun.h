//===--- ChildRun.h - Running warplint in a child process -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_PROCESSES_CHILDRUN_H
#define WARPLINT_WORKFLOWS_PROCESSES_CHILDRUN_H

#include "Workflows/Processes/ChildProcess.h"
#include "Workflows/Processes/MemoryFile.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint::processes {

/// A run of warplint in a process of its own, so that no source can crash this
/// process or take all its memory. Nothing blocks on it: its owner polls
/// isOver().
class ChildRun {
public:
  struct Limits {
    unsigned Seconds = 0, MiB = 0; ///< 0: no limit.
  };

  /// Starts a run with arguments \p Words. If \p Lints, the run reports the
  /// file that it is linting.
  static llvm::Expected<std::unique_ptr<ChildRun>>
  start(const std::vector<std::string> &Words, Limits Of, bool Lints);
  ChildRun(const ChildRun &) = delete;

  /// Whether the run has ended; ends a run that exceeds its time limit.
  bool isOver();
  /// Kills the run if it has not ended.
  void end();

  /// The file that is being linted; empty if the run did not report one.
  std::string current() const;

  /// The exit code; valid once isOver().
  int code() const { return Code; }
  /// What ended the run before its end; empty if nothing did.
  const std::string &trouble() const { return Trouble; }
  std::string output() const { return Out.text(); }
  /// Programs of the user print there, too: how it begins and ends.
  std::string messages() const;

private:
  explicit ChildRun(Limits Of);
  /// Why it may not go on; empty if it may.
  std::string crossedLimit();

  MemoryFile Out, Err;
  MemoryFile ProgressFile; ///< Names the file being linted.
  std::string Trouble;
  Limits Within;
  std::chrono::steady_clock::time_point Begin;
  std::optional<ChildProcess> Process;
  bool Lints = false;
  int Code = 0;
  bool Over = false;
};

} // namespace warplint::processes

#endif // WARPLINT_WORKFLOWS_PROCESSES_CHILDRUN_H
