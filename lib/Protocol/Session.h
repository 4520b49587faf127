//===--- Session.h - A conversation with an agent ---------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The Model Context Protocol (modelcontextprotocol.io) as a server that offers
// tools: JSON-RPC 2.0, a message a line. Handshakes of 2024-11-05, 2025-06-18
// and 2025-11-25, and requests that carry their version themselves, of
// 2026-07-28.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROTOCOL_SESSION_H
#define WARPLINT_PROTOCOL_SESSION_H

#include "Protocol/Resources.h"
#include "Protocol/Results.h"
#include "Protocol/Tools.h"
#include <optional>
#include <string>

namespace warplint::protocol {

/// A tool that is to be run.
struct PendingCall {
  std::string Id; ///< As JSON.
  Tool Of = Tool::ListChecks;
  ToolArguments With;
  std::string Progress;     ///< The token of its notifications, as JSON.
  bool IsEnveloped = false; ///< Its answer is one of 2026-07-28.
};

/// Reads nothing and runs nothing: lines come in, lines go out. No text of the
/// client ends it.
class Session {
public:
  /// \p Version is the program's; the pages of \p Checks are resources.
  explicit Session(std::string Version, llvm::ArrayRef<CheckInfo> Checks = {})
      : Version(std::move(Version)), Checks(Checks) {}

  /// What one line leads to.
  struct Heard {
    std::string Reply; ///< A line; empty if there is nothing to say.
    std::optional<PendingCall> Call;
    std::string Cancelled; ///< `PendingCall::Id` of a call that nobody wants.
  };
  Heard hear(llvm::StringRef Line);

  /// Lines that are written.
  std::string answer(const PendingCall &To, const ToolResult &Given) const;
  std::string progress(const PendingCall &Of, unsigned Step,
                       llvm::StringRef Said) const;
  /// To a line that is longer than \p Most bytes.
  static std::string tooLong(size_t Most);
  /// To a call while too many others wait.
  static std::string tooMany(const PendingCall &Call);

private:
  struct Message;

  Heard answerRequest(const Message &From);
  llvm::json::Object greeting(llvm::StringRef Wanted) const;
  Heard callTool(const Message &From);
  std::string result(const Message &To, llvm::json::Object Holds) const;

  Heard readResource(const Message &From) const;

  std::string Version;
  llvm::ArrayRef<CheckInfo> Checks;
  bool Greeted = false;
};

} // namespace warplint::protocol

#endif // WARPLINT_PROTOCOL_SESSION_H
