//===--- ChildProcess.h - Starting a program --------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_PROCESSES_CHILDPROCESS_H
#define WARPLINT_WORKFLOWS_PROCESSES_CHILDPROCESS_H

#include "llvm/Support/Error.h"
#include <chrono>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace warplint::processes {

/// A child process; the only class that starts programs, this one included. A
/// child is started without a shell and gets SIGTERM when this process ends,
/// however that happens (precisely: when the thread ends that started it, which
/// must be the main one).
class ChildProcess {
public:
  struct Setup {
    std::string Program;               ///< Absolute path.
    std::vector<std::string> Words;    ///< Arguments after the name.
    std::vector<std::string> Settings; ///< Added environment: "LC_ALL=C".
    std::string Folder;                ///< Empty: the current one.
    int Out = -1, Err = -1;            ///< Descriptors; -1: inherited.
    bool ReadsOurs = false;            ///< Inherits stdin; else empty.
    unsigned MiB = 0;                  ///< Memory limit; 0: none.
  };

  /// How a child ended.
  struct End {
    int Code = 0;   ///< Exit code, if it exited.
    int Signal = 0; ///< The signal that ended it, or 0.
    bool isRegular() const { return !Signal; }
    /// The signal for people, "Killed"; empty if the child exited.
    std::string text() const;
  };

  /// Starts a child.
  static llvm::Expected<ChildProcess> start(const Setup &What);
  ChildProcess(ChildProcess &&Other) noexcept;
  ChildProcess &operator=(ChildProcess &&) = delete;
  ~ChildProcess(); ///< Ends the child, as `end` does.

  /// Waits for the child at most \p Time; nothing if it still runs.
  std::optional<End> waitFor(std::chrono::milliseconds Time);
  End wait();
  /// Ends the child if it still runs: by SIGTERM, and by SIGKILL if it does not
  /// end by that.
  void end();
  /// Gives the child up: other code ends it and waits for it (`endChildren`).
  void leave() { Number = 0; }

private:
  explicit ChildProcess(pid_t Number) : Number(Number) {}

  pid_t Number;
  std::optional<End> Ended;
};

} // namespace warplint::processes

#endif // WARPLINT_WORKFLOWS_PROCESSES_CHILDPROCESS_H
