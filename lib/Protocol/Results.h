//===--- Results.h - What a tool gives back ---------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROTOCOL_RESULTS_H
#define WARPLINT_PROTOCOL_RESULTS_H

#include "Finding/Finding.h"
#include "llvm/Support/JSON.h"
#include <string>
#include <vector>

namespace warplint::protocol {

/// As the tool's output schema says, or why there is none.
struct ToolResult {
  llvm::json::Object Holds;
  std::string Failure; ///< Empty if there is a result.
  /// What is said besides as text; empty: the same as JSON.
  std::string Text;
};

ToolResult failedCall(llvm::StringRef Why);

/// What a run with `--format=json` printed on stdout, \p Lines, and on stderr,
/// \p Messages, with \p Most findings of it.
ToolResult lintResult(llvm::StringRef Lines, llvm::StringRef Messages,
                      size_t Most);
/// The same with what became of fixes.
ToolResult fixResult(llvm::StringRef Lines, llvm::StringRef Messages,
                     size_t Most);
/// The same with the \p Fixed source.
ToolResult fixedTextResult(llvm::StringRef Lines, llvm::StringRef Messages,
                           size_t Most, llvm::StringRef Fixed);
/// Keeps of the findings of \p Of what a decision takes, and says them as text,
/// a line each.
void makeBrief(ToolResult &Of);
/// The same with the \p Commands that were run, or would be.
ToolResult confirmResult(llvm::StringRef Lines, llvm::StringRef Messages,
                         size_t Most, bool Ran,
                         const std::vector<std::string> &Commands);

/// What a run of `warplint prove --format=json` printed: the answer for all
/// kernels, what is known of \p Most of them, and what would settle the rest,
/// as text too.
ToolResult verdictResult(llvm::StringRef Lines, llvm::StringRef Messages,
                         size_t Most);

/// The properties of such a result, as a JSON schema.
llvm::json::Object verdictProperties();

/// The page of \p Check, an id with or without prefix.
ToolResult explanation(llvm::StringRef Check, llvm::ArrayRef<CheckInfo> Checks);
ToolResult listing(llvm::ArrayRef<CheckInfo> Checks);

} // namespace warplint::protocol

#endif // WARPLINT_PROTOCOL_RESULTS_H
