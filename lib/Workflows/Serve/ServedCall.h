//===--- ServedCall.h - What an agent asked for, being done ----- -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_SERVE_SERVEDCALL_H
#define WARPLINT_WORKFLOWS_SERVE_SERVEDCALL_H

#include "Workflows/Processes/ChildRun.h"
#include "Protocol/Session.h"
#include "Workflows/Processes/ScratchFolder.h"
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// What holds for all calls.
struct ServeSettings {
  std::string Root; ///< Absolute; the current folder.
  bool MayConfirm = false;
  ChildRun::Limits PerRun;
  std::vector<std::string> Options; ///< Of this command, for all runs.
};

/// One call of a tool: none, one or two runs of warplint, and what they say.
class ServedCall {
public:
  ServedCall(PendingCall Asked, const ServeSettings &Settings)
      : Asked(std::move(Asked)), Settings(Settings) {}

  /// Does what can be done without waiting. True once there is a result.
  bool advance();
  /// Nobody wants it any more: true if it is over with that. A program of the
  /// user that runs is left to come to its end.
  bool giveUp();

  const PendingCall &asked() const { return Asked; }
  /// Once `advance` says so.
  const ToolResult &result() const { return *Result; }
  /// The file that is being linted; empty if none is.
  std::string current() const { return Run ? Run->current() : std::string(); }

private:
  using Words = std::vector<std::string>;
  struct Step {
    Words Run;
    bool Lints;
  };

  void begin();
  bool makeScratch();
  void beginText(const Words &Options);
  void finish();
  void noteEnd();
  std::string reportFile() const { return Scratch->path() + "/lint.sarif"; }

  PendingCall Asked;
  const ServeSettings &Settings;
  bool Begun = false;
  std::optional<ScratchFolder> Scratch; ///< Where something has to lie.
  std::deque<Step> Steps;
  std::unique_ptr<ChildRun> Run;
  bool IsUsersProgram = false; ///< The run may start one.
  std::string Output, Messages;
  std::optional<ToolResult> Result;
};

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_SERVE_SERVEDCALL_H
