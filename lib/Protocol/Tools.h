//===--- Tools.h - What an agent can ask of warplint ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PROTOCOL_TOOLS_H
#define WARPLINT_PROTOCOL_TOOLS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace warplint::protocol {

enum class Tool : uint8_t {
  LintFiles,
  LintText,
  ExplainCheck,
  ListChecks,
  ConfirmFindings,
  ApplyFixes,
  FixText,
  Prove
};

/// What a call of a tool gives, by the parameters' names.
class ToolArguments {
public:
  /// Takes \p From apart as \p Of describes it. The error is for whoever made
  /// the call.
  static llvm::Expected<ToolArguments> read(Tool Of,
                                            const llvm::json::Object &From);

  /// Empty, false and \p Otherwise where nothing is given.
  std::string text(llvm::StringRef Name) const;
  bool has(llvm::StringRef Name) const { return Texts.count(Name.str()) > 0; }
  bool isSet(llvm::StringRef Name) const;
  uint64_t number(llvm::StringRef Name, uint64_t Otherwise) const;
  /// Nothing if it is not given.
  std::optional<std::vector<std::string>> words(llvm::StringRef Name) const;

private:
  std::map<std::string, std::string> Texts;
  std::map<std::string, bool> Flags;
  std::map<std::string, uint64_t> Numbers;
  std::map<std::string, std::vector<std::string>> Lists;
};

/// The tool of that name; nothing if there is none.
std::optional<Tool> toolNamed(llvm::StringRef Name);

/// All tools as `tools/list` describes them, with the schemas of what they take
/// and give.
llvm::json::Array describeTools();

} // namespace warplint::protocol

#endif // WARPLINT_PROTOCOL_TOOLS_H
