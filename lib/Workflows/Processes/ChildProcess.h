//===--- ChildProcess.h - A program that we start --------------- -*- C++
//-*-===//
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

namespace warplint {

/// The one way in which this program starts others, itself included. A child is
/// started without a shell and gets SIGTERM when we end, however that happens
/// (more precisely: when the thread ends that started it, which is to be the
/// main one).
class ChildProcess {
public:
  struct Setup {
    std::string Program;               ///< Its whole path.
    std::vector<std::string> Words;    ///< What stands behind its name.
    std::vector<std::string> Settings; ///< "LC_ALL=C", added to what we have.
    std::string Folder;                ///< Empty: where we are.
    int Out = -1, Err = -1;            ///< Where it prints; -1 is where we do.
    bool ReadsOurs = false;            ///< Its stdin is ours, and not empty.
    unsigned MiB = 0;                  ///< Of memory; 0 is no limit.
  };

  /// How it ended.
  struct End {
    int Code = 0;   ///< If it ended itself.
    int Signal = 0; ///< What ended it otherwise.
    bool isRegular() const { return !Signal; }
    /// "Killed", for people; empty if it ended itself.
    std::string text() const;
  };

  static llvm::Expected<ChildProcess> start(const Setup &What);
  ChildProcess(ChildProcess &&Other) noexcept;
  ChildProcess &operator=(ChildProcess &&) = delete;
  ~ChildProcess(); ///< Ends it.

  /// Nothing if it is still at work after \p Time.
  std::optional<End> waitFor(std::chrono::milliseconds Time);
  End wait();
  /// Ends it if it is still at work: asks it first, so that it can take away
  /// what it has not finished, and kills it if it does not answer.
  void end();
  /// Others end and wait for it (`endChildren`).
  void leave() { Number = 0; }

private:
  explicit ChildProcess(pid_t Number) : Number(Number) {}

  pid_t Number;
  std::optional<End> Ended;
};

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_PROCESSES_CHILDPROCESS_H
