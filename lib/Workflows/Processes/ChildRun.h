//===--- ChildRun.h - This program once more, beside us --------- -*- C++
//-*-===//
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

namespace warplint {

/// A run of warplint in a process of its own, so that no source can end us or
/// take all memory. Nobody waits for it: whoever owns it looks now and then.
class ChildRun {
public:
  struct Limits {
    unsigned Seconds = 0, MiB = 0; ///< 0: none.
  };

  /// Starts it on \p Words. A run that \p Lints tells which file.
  static llvm::Expected<std::unique_ptr<ChildRun>>
  start(const std::vector<std::string> &Words, Limits Of, bool Lints);
  ChildRun(const ChildRun &) = delete;

  /// Looks whether it has ended, and ends it if it has taken too long.
  bool isOver();
  void end();

  /// The file that is being linted; empty if nobody said.
  std::string current() const;

  /// Once it is over.
  int code() const { return Code; }
  /// What ended it before its end; empty if nothing did.
  const std::string &trouble() const { return Trouble; }
  std::string output() const { return Out.text(); }
  /// Programs of the user print there, too: how it begins and ends.
  std::string messages() const;

private:
  explicit ChildRun(Limits Of);
  /// Why it may not go on; empty if it may.
  std::string crossedLimit();

  MemoryFile Out, Err;
  MemoryFile ProgressFile; ///< Names what is being linted.
  std::string Trouble;
  Limits Within;
  std::chrono::steady_clock::time_point Begin;
  std::optional<ChildProcess> Process;
  bool Lints = false;
  int Code = 0;
  bool Over = false;
};

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_PROCESSES_CHILDRUN_H
