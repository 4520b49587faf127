//===--- ServedCall.h - One tool call of an agent ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_SERVE_SERVEDCALL_H
#define WARPLINT_WORKFLOWS_SERVE_SERVEDCALL_H

#include "Protocol/Session.h"
#include "Workflows/Processes/ChildRun.h"
#include "Workflows/Processes/ScratchFolder.h"
#include "Workflows/Serve/CallSteps.h"
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace warplint::serve {

/// One call of a tool, done by none, one or two runs of warplint, and its
/// result.
class ServedCall {
public:
  ServedCall(protocol::PendingCall Asked, const ServeSettings &Settings)
      : Asked(std::move(Asked)), Settings(Settings) {}

  /// Continues the call as far as possible without waiting. Returns true once
  /// there is a result.
  bool advance();
  /// Cancels the call. Returns true if it is over; false if a program of the
  /// user is running, which is left to end by itself.
  bool giveUp();

  const protocol::PendingCall &asked() const { return Asked; }
  /// The result; valid once advance() has returned true.
  const protocol::ToolResult &result() const { return *Result; }
  /// The file that is being linted; empty if none is.
  std::string current() const { return Run ? Run->current() : std::string(); }

private:
  void begin();
  bool makeScratch();
  void beginText();
  void finish();
  void noteEnd();
  std::string reportFile() const { return Scratch->path() + "/lint.sarif"; }

  protocol::PendingCall Asked;
  const ServeSettings &Settings;
  bool Begun = false;
  std::optional<processes::ScratchFolder> Scratch; ///< For files of the call.
  std::deque<CallStep> Steps;
  std::unique_ptr<processes::ChildRun> Run;
  bool IsUsersProgram = false; ///< The run may start one.
  std::string Text;            ///< The file of a text that is linted.
  std::string Output, Messages;
  std::optional<protocol::ToolResult> Result;
};

} // namespace warplint::serve

#endif // WARPLINT_WORKFLOWS_SERVE_SERVEDCALL_H
