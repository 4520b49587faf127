//===--- Results.cpp - What a tool gives back -----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Protocol/Results.h"
#include "Report/Pages.h"
#include "Report/SarifNames.h"
#include "Support/Json.h"

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::protocol {

ToolResult failedCall(llvm::StringRef Why) {
  ToolResult Result;
  Result.Failure = llvm::json::fixUTF8(Why.rtrim('\n'));
  return Result;
}

namespace {
/// JSON lines by their type.
struct SortedLines {
  Array Findings, Incomplete, Cuts, Unread, Fixes;
  std::optional<Value> Summary;
  size_t Omitted = 0;
};
} // namespace

static llvm::Error sortLine(llvm::StringRef Line, size_t Most,
                            SortedLines &Sorted) {
  llvm::Expected<Value> Parsed = base::parseJson(Line);
  if (!Parsed)
    return Parsed.takeError();
  const Object *Entry = Parsed->getAsObject();
  llvm::StringRef Type =
      Entry ? Entry->getString("type").value_or("") : llvm::StringRef();
  if (Type == "finding" && Sorted.Findings.size() == Most)
    ++Sorted.Omitted;
  else if (Type == "finding")
    Sorted.Findings.push_back(std::move(*Parsed));
  else if (Type == "incomplete")
    Sorted.Incomplete.push_back(std::move(*Parsed));
  else if (Type == "cut")
    Sorted.Cuts.push_back(std::move(*Parsed));
  else if (Type == "unread")
    Sorted.Unread.push_back(std::move(*Parsed));
  else if (Type == "fix")
    Sorted.Fixes.push_back(std::move(*Parsed));
  else if (Type == "summary")
    Sorted.Summary = std::move(*Parsed);
  return llvm::Error::success();
}

/// The result of a run, and its fixes apart.
static ToolResult sorted(llvm::StringRef Lines, llvm::StringRef Messages,
                         size_t Most, Array &Fixes) {
  SortedLines Sorted;
  while (!Lines.empty()) {
    auto [Line, Rest] = Lines.split('\n');
    Lines = Rest;
    if (llvm::Error Broken = sortLine(Line, Most, Sorted))
      return failedCall("a line of the report cannot be read: " +
                        llvm::toString(std::move(Broken)));
  }
  ToolResult Result;
  Result.Holds = Object{{"findings", std::move(Sorted.Findings)},
                        {"omitted", Sorted.Omitted},
                        {"incomplete", std::move(Sorted.Incomplete)},
                        {"cuts", std::move(Sorted.Cuts)},
                        {"unread", std::move(Sorted.Unread)},
                        {"messages", llvm::json::fixUTF8(Messages)}};
  if (Sorted.Summary)
    Result.Holds["summary"] = std::move(*Sorted.Summary);
  Fixes = std::move(Sorted.Fixes);
  return Result;
}

ToolResult lintResult(llvm::StringRef Lines, llvm::StringRef Messages,
                      size_t Most) {
  Array Fixes;
  return sorted(Lines, Messages, Most, Fixes);
}

ToolResult fixResult(llvm::StringRef Lines, llvm::StringRef Messages,
                     size_t Most) {
  Array Fixes;
  ToolResult Result = sorted(Lines, Messages, Most, Fixes);
  Result.Holds["fixes"] = std::move(Fixes);
  return Result;
}

ToolResult fixedTextResult(llvm::StringRef Lines, llvm::StringRef Messages,
                           size_t Most, llvm::StringRef Fixed) {
  ToolResult Result = fixResult(Lines, Messages, Most);
  Result.Holds["text"] = llvm::json::fixUTF8(Fixed);
  return Result;
}

/// Of \p From what \p Keys name.
static Object keptOf(const Object &From,
                     llvm::ArrayRef<llvm::StringLiteral> Keys) {
  Object Kept;
  for (llvm::StringRef Key : Keys)
    if (const Value *Found = From.get(Key))
      Kept[Key] = *Found;
  return Kept;
}

void makeBrief(ToolResult &Of) {
  static constexpr llvm::StringLiteral OfFinding[] = {
      "check", "certainty", "tier",        "file",
      "line",  "message",   "fingerprint", "edits"};
  static constexpr llvm::StringLiteral OfNote[] = {"file", "line", "message",
                                                   "role"};
  Array *Findings = Of.Holds.getArray("findings");
  if (!Findings)
    return;
  llvm::raw_string_ostream Text(Of.Text);
  for (Value &Each : *Findings) {
    const Object &Finding = *Each.getAsObject();
    Object Kept = keptOf(Finding, OfFinding);
    Array Notes;
    if (const Array *All = Finding.getArray("notes"))
      for (const Value &Note : *All)
        Notes.push_back(keptOf(*Note.getAsObject(), OfNote));
    Kept["notes"] = std::move(Notes);
    Text << Kept.getString("file").value_or("") << ":"
         << Kept.getInteger("line").value_or(0) << ": "
         << Kept.getString("message").value_or("") << " ["
         << Kept.getString("check").value_or("") << ", "
         << Kept.getString("certainty").value_or("") << ", "
         << Kept.getString("fingerprint").value_or("") << "]\n";
    Each = std::move(Kept);
  }
  if (auto Omitted = Of.Holds.getInteger("omitted"); Omitted && *Omitted)
    Text << *Omitted << " more\n";
  if (const Array *Incomplete = Of.Holds.getArray("incomplete"))
    for (const Value &Each : *Incomplete)
      Text << Each.getAsObject()->getString("file").value_or("")
           << ": not linted whole: "
           << Each.getAsObject()->getString("reason").value_or("") << "\n";
  if (Of.Text.empty())
    Text << "no findings\n";
}

ToolResult confirmResult(llvm::StringRef Lines, llvm::StringRef Messages,
                         size_t Most, bool Ran,
                         const std::vector<std::string> &Commands) {
  ToolResult Result = lintResult(Lines, Messages, Most);
  Result.Holds["ran"] = Ran;
  Result.Holds["commands"] = Array(Commands);
  return Result;
}

ToolResult explanation(llvm::StringRef Check,
                       llvm::ArrayRef<CheckInfo> Checks) {
  Check.consume_front(CheckPrefix);
  for (const CheckInfo &Info : Checks)
    if (Info.Id == Check) {
      ToolResult Result;
      Result.Holds = report::toJson(Info);
      Result.Holds["page"] = report::pageOf(Check);
      return Result;
    }
  return failedCall("there is no check '" + Check.str() +
                    "'; list_checks names all");
}

ToolResult listing(llvm::ArrayRef<CheckInfo> Checks) {
  Array All;
  for (const CheckInfo &Info : Checks)
    All.push_back(report::toJson(Info));
  ToolResult Result;
  Result.Holds["checks"] = std::move(All);
  return Result;
}

} // namespace warplint::protocol
