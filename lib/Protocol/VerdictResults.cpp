//===--- VerdictResults.cpp - What is known of kernels, for an agent ------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Protocol/Results.h"
#include "Support/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::protocol {

static std::string textIn(const Object &From, llvm::StringRef Key) {
  return From.getString(Key).value_or("").str();
}

static std::string placeIn(const Object &From) {
  auto Line = From.getInteger("line");
  return Line ? textIn(From, "file") + ":" + std::to_string(*Line) : "";
}

static std::vector<const Object *> listIn(const Object &From,
                                          llvm::StringRef Key) {
  std::vector<const Object *> All;
  if (const Array *List = From.getArray(Key))
    for (const Value &Each : *List)
      if (const Object *Entry = Each.getAsObject())
        All.push_back(Entry);
  return All;
}

static std::string joined(const Object &From, llvm::StringRef Key,
                          llvm::StringRef Between) {
  std::string Text;
  if (const Array *List = From.getArray(Key))
    for (const Value &Each : *List)
      Text += (Text.empty() ? "" : Between.str()) +
              Each.getAsString().value_or("").str();
  return Text;
}

namespace {

/// One kernel of the answer.
struct AnsweredKernel {
  std::string Name, Place;
  Object Of; ///< What the result has of it.
  std::vector<std::string> Settle;

  void settle(std::string By) {
    if (!By.empty() && !llvm::is_contained(Settle, By))
      Settle.push_back(std::move(By));
  }
};

/// Makes the result of lines of `warplint prove --format=json`.
class VerdictAnswer {
public:
  llvm::Error add(llvm::StringRef Line);
  ToolResult take(llvm::StringRef Messages, size_t Most);

private:
  void addVerdict(const Object &Of);
  std::string textOf(const Object &Of, AnsweredKernel &Kernel);
  AnsweredKernel &kernelOf(const Object &Of);

  std::vector<AnsweredKernel> Kernels;
  Array Incomplete;
  bool IsViolated = false, IsUnknown = false;
  std::optional<int64_t> ExitCode;
};

} // namespace

AnsweredKernel &VerdictAnswer::kernelOf(const Object &Of) {
  std::string Name = textIn(Of, "kernel"), Place = placeIn(Of);
  if (!Kernels.empty() && Kernels.back().Name == Name &&
      Kernels.back().Place == Place)
    return Kernels.back();
  Object Kept;
  for (llvm::StringRef Key :
       {"kernel", "file", "line", "launches", "guessedBlocks", "stated"})
    if (const Value *Found = Of.get(Key))
      Kept[Key] = *Found;
  Kept["properties"] = Object();
  Kernels.push_back({Name, Place, std::move(Kept), {}});
  return Kernels.back();
}

/// The verdict in words; what would settle it goes to \p Kernel.
std::string VerdictAnswer::textOf(const Object &Of, AnsweredKernel &Kernel) {
  std::string Says = textIn(Of, "verdict"), Text;
  auto Add = [&](const std::string &Part) {
    Text += (Text.empty() ? "" : "; ") + Part;
  };
  if (Says == "holds-if")
    for (const Object *Each : listIn(Of, "evidence")) {
      std::string About = joined(*Each, "subjects", "; ");
      Add(textIn(*Each, "id") + (About.empty() ? "" : "(" + About + ")"));
      Kernel.settle(textIn(*Each, "statement"));
    }
  if (Says == "violated")
    for (const Object *Each : listIn(Of, "findings"))
      Add(textIn(*Each, "check") + " at " + placeIn(*Each) + ": " +
          textIn(*Each, "message"));
  if (Says == "unknown")
    for (const Object *Each : listIn(Of, "reasons")) {
      std::string At = placeIn(*Each);
      Add(textIn(*Each, "text") + (At.empty() ? "" : " at " + At));
      Kernel.settle(textIn(*Each, "settledBy"));
    }
  if (Says == "holds-if")
    return "holds if " + Text;
  return Says + (Text.empty() ? "" : ": " + Text);
}

void VerdictAnswer::addVerdict(const Object &Of) {
  AnsweredKernel &Kernel = kernelOf(Of);
  std::string Says = textIn(Of, "verdict");
  IsViolated |= Says == "violated";
  IsUnknown |= Says == "unknown";
  (*Kernel.Of.getObject("properties"))[textIn(Of, "property")] =
      textOf(Of, Kernel);
  if (textIn(Of, "promise") == "broken")
    (*Kernel.Of.try_emplace("broken", Array()).first->second.getAsArray())
        .push_back(textIn(Of, "property"));
}

llvm::Error VerdictAnswer::add(llvm::StringRef Line) {
  llvm::Expected<Value> Parsed = base::parseJson(Line);
  if (!Parsed)
    return Parsed.takeError();
  const Object *Entry = Parsed->getAsObject();
  if (!Entry)
    return llvm::Error::success();
  std::string Type = textIn(*Entry, "type");
  if (Type == "verdict")
    addVerdict(*Entry);
  else if (Type == "incomplete")
    Incomplete.push_back(std::move(*Parsed));
  else if (Type == "verdicts")
    ExitCode = Entry->getInteger("exitCode");
  return llvm::Error::success();
}

ToolResult VerdictAnswer::take(llvm::StringRef Messages, size_t Most) {
  ToolResult Result;
  llvm::raw_string_ostream Text(Result.Text);
  llvm::StringRef Answer = IsViolated ? "no"
                           : IsUnknown || !Incomplete.empty() || Kernels.empty()
                               ? "unknown"
                           : ExitCode == 0 ? "yes"
                                           : "under-assumptions";
  Text << Answer << "\n";
  if (Kernels.empty())
    Text << "no such kernel\n";
  Array All;
  for (AnsweredKernel &Each : Kernels) {
    if (All.size() == Most)
      break;
    std::vector<std::string> Holds;
    Text << Each.Name << " (" << Each.Place << ")\n";
    for (const auto &[Property, Says] : *Each.Of.getObject("properties"))
      if (*Says.getAsString() == "holds")
        Holds.push_back(Property.str());
    llvm::sort(Holds);
    if (!Holds.empty())
      Text << "  holds: " << llvm::join(Holds, ", ") << "\n";
    std::vector<std::string> Others;
    for (const auto &[Property, Says] : *Each.Of.getObject("properties"))
      if (*Says.getAsString() != "holds")
        Others.push_back(Property.str() + " " + Says.getAsString()->str());
    llvm::sort(Others);
    for (const std::string &Line : Others)
      Text << "  " << Line << "\n";
    for (const std::string &By : Each.Settle)
      Text << "  to settle it: " << By << "\n";
    Each.Of["settle"] = Array(Each.Settle);
    All.push_back(std::move(Each.Of));
  }
  size_t Omitted = Kernels.size() - All.size();
  if (Omitted)
    Text << Omitted << " more kernels\n";
  for (const Value &Each : Incomplete)
    Text << textIn(*Each.getAsObject(), "file")
         << ": not read whole: " << textIn(*Each.getAsObject(), "reason")
         << "\n";
  Result.Holds = Object{{"answer", Answer},
                        {"kernels", std::move(All)},
                        {"omitted", int64_t(Omitted)},
                        {"incomplete", std::move(Incomplete)},
                        {"messages", llvm::json::fixUTF8(Messages)}};
  return Result;
}

ToolResult verdictResult(llvm::StringRef Lines, llvm::StringRef Messages,
                         size_t Most) {
  VerdictAnswer Answer;
  while (!Lines.empty()) {
    auto [Line, Rest] = Lines.split('\n');
    Lines = Rest;
    if (llvm::Error Broken = Answer.add(Line))
      return failedCall("a line of the report cannot be read: " +
                        llvm::toString(std::move(Broken)));
  }
  return Answer.take(Messages, Most);
}

Object verdictProperties() {
  auto Text = [] { return Object{{"type", "string"}}; };
  auto Number = [] { return Object{{"type", "integer"}}; };
  auto Texts = [&] { return Object{{"type", "array"}, {"items", Text()}}; };
  Object Verdicts{{"type", "object"},
                  {"description", "By property, the verdict in words"},
                  {"additionalProperties", Text()}};
  Object OfKernel{{"kernel", Text()},
                  {"file", Text()},
                  {"line", Number()},
                  {"launches", Texts()},
                  {"guessedBlocks", Texts()},
                  {"stated", Texts()},
                  {"broken", Texts()},
                  {"settle", Texts()},
                  {"properties", std::move(Verdicts)}};
  Object Kernel{{"type", "object"},
                {"properties", std::move(OfKernel)},
                {"required", Array{"kernel", "properties", "settle"}},
                {"additionalProperties", false}};
  return Object{
      {"answer",
       Object{{"enum", Array{"yes", "under-assumptions", "no", "unknown"}}}},
      {"kernels", Object{{"type", "array"}, {"items", std::move(Kernel)}}},
      {"omitted", Number()},
      {"incomplete",
       Object{{"type", "array"}, {"items", Object{{"type", "object"}}}}},
      {"messages", Text()}};
}

} // namespace warplint::protocol
