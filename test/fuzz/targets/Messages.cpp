//===--- Messages.cpp - What an agent may send ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lines for `warplint serve`: each answer is one line of JSON.
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"
#include "Protocol/Session.h"
#include <cstdlib>

using namespace warplint;

static void expectLine(llvm::StringRef Line) {
  auto Parsed = llvm::json::parse(Line);
  if (!Parsed || Line.count('\n') != 1 || !Line.ends_with("\n"))
    abort();
}

FUZZ_TARGET(Messages)(llvm::StringRef Text) {
  protocol::Session Talk("1");
  while (!Text.empty()) {
    auto [Line, Rest] = Text.split('\n');
    Text = Rest;
    protocol::Session::Heard Heard = Talk.hear(Line);
    if (!Heard.Reply.empty())
      expectLine(Heard.Reply);
    if (!Heard.Call)
      continue;
    expectLine(Talk.answer(*Heard.Call, protocol::lintResult(Text, Line, 2)));
    expectLine(Talk.answer(*Heard.Call, protocol::failedCall(Text)));
    if (!Heard.Call->Progress.empty())
      expectLine(Talk.progress(*Heard.Call, 1, Text));
  }
}
