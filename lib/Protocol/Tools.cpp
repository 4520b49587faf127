//===--- Tools.cpp - What an agent can ask of warplint --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Protocol/Tools.h"
#include "Protocol/Results.h"
#include "Support/Json.h"
#include "llvm/ADT/STLExtras.h"

using llvm::json::Array;
using llvm::json::Object;
using llvm::json::Value;

namespace warplint::protocol {

namespace {

struct Parameter {
  enum class Kind : uint8_t { Text, Words, Flag, Number };
  llvm::StringLiteral Name;
  Kind Of;
  llvm::StringLiteral Meaning;
  bool Required = false;
};

struct ToolRow {
  Tool Of;
  llvm::StringLiteral Name, Title, Meaning;
  bool Lints; ///< It takes what a run of the checks takes, and gives findings.
  bool Changes; ///< It may change files.
  std::vector<Parameter> Own;
};

} // namespace

using Kind = Parameter::Kind;

/// Of tools that analyse.
static const std::vector<Parameter> &runParameters() {
  static const std::vector<Parameter> All = {
      {"flags", Kind::Words,
       "Compiler flags in nvcc's or clang's spelling, as [\"-arch=sm_90\", "
       "\"-Iinclude\"]. In place of a database. They are read and translated, "
       "never run"},
      {"effort", Kind::Text,
       "Work that a kernel is worth: low, normal (default) or high"},
      {"assume", Kind::Text,
       "What may be taken for granted without proof: \"no-distinct-indices\" "
       "switches one assumption off, \"none\" all that keep findings silent"},
      {"blockSize", Kind::Text,
       "Threads per block of kernels that are launched elsewhere: \"256\" or "
       "\"32,8\""},
      {"gridSize", Kind::Text,
       "Blocks per grid of kernels that are launched elsewhere"},
      {"most", Kind::Number,
       "Findings, or kernels, in the result at most; 50 by default"},
  };
  return All;
}

/// Of tools that give findings, besides.
static const std::vector<Parameter> &lintParameters() {
  static const std::vector<Parameter> All = {
      {"checks", Kind::Text,
       "Globs added to those of .clang-tidy: \"-*,warplint-sync-mask\""},
      {"certainty", Kind::Text,
       "The least certain findings to report: proven, likely (default), "
       "possible or model"},
      {"only", Kind::Words,
       "Fingerprints: findings that have none of these are left out"},
      {"brief", Kind::Flag,
       "Only what a decision takes: check, certainty, place, message, notes, "
       "edits and fingerprint of each finding"},
  };
  return All;
}

static const Parameter Files = {
    "files", Kind::Words,
    "Files to lint, relative to the server's root. Without them all CUDA files "
    "of the database are"};
static const Parameter Build = {
    "build", Kind::Text,
    "Folder of compile_commands.json. Without it, and without flags, the "
    "database above each file is taken; a .cu file without one is linted as "
    "nvcc would compile it without options"};

static const Parameter StoodFor = {
    "file", Kind::Text,
    "A file that is there, for which the text stands: its commands, includes "
    "and configuration hold. The file stays as it is"};
static const Parameter NameOfText = {
    "name", Kind::Text,
    "Without a file, what the source is called in the result; kernel.cu by "
    "default"};

static const Parameter Unsafe = {
    "unsafe", Kind::Flag,
    "Also edits that want a second look, such as barriers"};

static const std::vector<ToolRow> &tools() {
  static const std::vector<ToolRow> All = {
      {Tool::LintFiles,
       "lint_files",
       "Lint CUDA files",
       "Finds synchronization bugs in CUDA files: barriers that only some "
       "threads reach, races, wrong lane masks, missing fences. Each finding "
       "names places, threads, launch, certainty and a suggested edit.",
       true,
       false,
       {Files, Build}},
      {Tool::LintText,
       "lint_text",
       "Lint CUDA source text",
       "The same for source that is not in a file yet, or an edit that is not "
       "made yet. Nothing of it is run.",
       true,
       false,
       {{"text", Kind::Text, "The whole source", true},
        StoodFor,
        Build,
        NameOfText}},
      {Tool::ExplainCheck,
       "explain_check",
       "Explain a check",
       "The page of a check: what it finds, why that is wrong, what to do, "
       "what it leaves alone.",
       false,
       false,
       {{"check", Kind::Text, "As in a finding: warplint-sync-mask", true}}},
      {Tool::ListChecks,
       "list_checks",
       "List the checks",
       "All checks with a line about each.",
       false,
       false,
       {}},
      {Tool::ConfirmFindings,
       "confirm_findings",
       "Run the program to confirm findings",
       "Builds a copy of the project that records, runs it, and says for each "
       "finding whether two threads met. Without leave (warplint serve "
       "--allow-confirm) nothing is run: the result says what would be.",
       true,
       false,
       {Files,
        Build,
        {"buildCommand", Kind::Text,
         "What builds the program, run by a shell in the copy"},
        {"runCommand", Kind::Text, "What runs it, in the same folder", true}}},
      {Tool::ApplyFixes,
       "apply_fixes",
       "Apply fixes that help",
       "Tries the suggested edits, analyses again, and writes those whose "
       "finding goes and that bring no other. Writes only below the server's "
       "root.",
       true,
       true,
       {Files, Build, Unsafe}},
      {Tool::FixText,
       "fix_text",
       "Fix CUDA source text",
       "Tries the suggested edits on source that is in no file, analyses "
       "again, and gives the text with those whose finding goes and that "
       "bring no other. No file is written.",
       true,
       false,
       {{"text", Kind::Text, "The whole source", true}, NameOfText, Unsafe}},
      {Tool::Prove,
       "prove",
       "Say what is known of kernels",
       "Whether each kernel is free of races, and reaches its barriers, in all "
       "launches that are known: yes, under which assumptions, no, or not "
       "known and why. `settle` has statements to paste above the kernel "
       "(// warplint: assume(...)) or into .clang-tidy, and what else would "
       "settle it.",
       false,
       false,
       {Files,
        Build,
        {"text", Kind::Text, "In place of files: the whole source"},
        StoodFor,
        NameOfText,
        {"properties", Kind::Words,
         "Of convergence, shared-race-free, global-race-free, warp-race-free, "
         "initialized, ordered, barrier-protocol, grid; all by default"},
        {"kernels", Kind::Words,
         "Names of kernels, with or without namespaces; all by default"},
        {"accept", Kind::Words,
         "Ids of assumptions under which a property counts as holding"}}},
  };
  return All;
}

static const ToolRow &rowOf(Tool Of) {
  return *llvm::find_if(tools(),
                        [&](const ToolRow &Row) { return Row.Of == Of; });
}

std::optional<Tool> toolNamed(llvm::StringRef Name) {
  for (const ToolRow &Row : tools())
    if (Row.Name == Name)
      return Row.Of;
  return std::nullopt;
}

static std::vector<Parameter> parametersOf(const ToolRow &Row) {
  std::vector<Parameter> All = Row.Own;
  if (Row.Lints || Row.Of == Tool::Prove)
    All.insert(All.end(), runParameters().begin(), runParameters().end());
  if (Row.Lints)
    All.insert(All.end(), lintParameters().begin(), lintParameters().end());
  return All;
}

static llvm::Error wrongKind(const Parameter &Of, llvm::StringRef Wanted) {
  return llvm::createStringError("'" + Of.Name + "' is " + Wanted + ": " +
                                 Of.Meaning);
}

static std::optional<std::vector<std::string>> wordsOf(const Value &From) {
  const Array *Items = From.getAsArray();
  if (!Items)
    return std::nullopt;
  std::vector<std::string> Words;
  for (const Value &Each : *Items) {
    auto Word = Each.getAsString();
    if (!Word)
      return std::nullopt;
    Words.push_back(Word->str());
  }
  return Words;
}

llvm::Expected<ToolArguments> ToolArguments::read(Tool Of, const Object &From) {
  ToolArguments Result;
  std::vector<Parameter> Known = parametersOf(rowOf(Of));
  for (const Parameter &Each : Known)
    if (Each.Required && !From.get(Each.Name))
      return llvm::createStringError("'" + Each.Name +
                                     "' is missing: " + Each.Meaning);
  for (const auto &[Key, Given] : From) {
    llvm::StringRef Name = Key;
    auto Found = llvm::find_if(
        Known, [&](const Parameter &Each) { return Each.Name == Name; });
    if (Found == Known.end())
      return llvm::createStringError("there is no parameter '" + Name.str() +
                                     "' of " + rowOf(Of).Name);
    switch (Found->Of) {
    case Kind::Text:
      if (auto Text = Given.getAsString(); Text && !Text->contains('\0'))
        Result.Texts[Name.str()] = Text->str();
      else
        return wrongKind(*Found, "a string without zero bytes");
      break;
    case Kind::Flag:
      if (auto Flag = Given.getAsBoolean())
        Result.Flags[Name.str()] = *Flag;
      else
        return wrongKind(*Found, "true or false");
      break;
    case Kind::Number:
      if (auto Number = Given.getAsInteger(); Number && *Number >= 0)
        Result.Numbers[Name.str()] = *Number;
      else
        return wrongKind(*Found, "a number, not below 0");
      break;
    case Kind::Words:
      if (auto Words = wordsOf(Given);
          Words && llvm::none_of(*Words, [](llvm::StringRef Word) {
            return Word.contains('\0');
          }))
        Result.Lists[Name.str()] = std::move(*Words);
      else
        return wrongKind(*Found, "a list of strings without zero bytes");
      break;
    }
  }
  return Result;
}

/// What \p From holds for \p Name, \p Otherwise if nothing.
template <typename T>
static T found(const std::map<std::string, T> &From, llvm::StringRef Name,
               T Otherwise) {
  auto Found = From.find(Name.str());
  return Found == From.end() ? Otherwise : Found->second;
}

std::string ToolArguments::text(llvm::StringRef Name) const {
  return found(Texts, Name, std::string());
}

bool ToolArguments::isSet(llvm::StringRef Name) const {
  return found(Flags, Name, false);
}

uint64_t ToolArguments::number(llvm::StringRef Name, uint64_t Otherwise) const {
  return found(Numbers, Name, Otherwise);
}

std::optional<std::vector<std::string>>
ToolArguments::words(llvm::StringRef Name) const {
  auto Found = Lists.find(Name.str());
  return Found == Lists.end() ? std::nullopt : std::optional(Found->second);
}

static Object inputSchema(const ToolRow &Row) {
  Object Properties;
  Array Required;
  for (const Parameter &Each : parametersOf(Row)) {
    Object Schema{{"description", Each.Meaning}};
    switch (Each.Of) {
    case Kind::Text:
      Schema["type"] = "string";
      break;
    case Kind::Flag:
      Schema["type"] = "boolean";
      break;
    case Kind::Number:
      Schema["type"] = "integer";
      Schema["minimum"] = 0;
      break;
    case Kind::Words:
      Schema["type"] = "array";
      Schema["items"] = Object{{"type", "string"}};
      break;
    }
    Properties[Each.Name] = std::move(Schema);
    if (Each.Required)
      Required.push_back(Each.Name);
  }
  Object Schema{{"type", "object"},
                {"properties", std::move(Properties)},
                {"additionalProperties", false}};
  if (!Required.empty())
    Schema["required"] = std::move(Required);
  return Schema;
}

/// The definitions of docs/report.schema.json.
static Object reportDefinitions() {
  llvm::StringRef Text;
#define SCHEMA(NAME, ...) Text = __VA_ARGS__;
#include "ReportSchema.inc"
#undef SCHEMA
  llvm::Expected<Value> Parsed = base::parseJson(Text);
  if (!Parsed)
    llvm::report_fatal_error(Parsed.takeError());
  return std::move(*Parsed->getAsObject()->getObject("definitions"));
}

static Object listOf(Object Items) {
  return Object{{"type", "array"}, {"items", std::move(Items)}};
}

static Object listOfDefined(llvm::StringRef Name) {
  return listOf(Object{{"$ref", ("#/definitions/" + Name).str()}});
}

/// A finding with `brief`, which lib/Protocol makes.
static Object briefFinding() {
  Object Place{{"file", Object{{"type", "string"}}},
               {"line", Object{{"type", "integer"}}},
               {"message", Object{{"type", "string"}}},
               {"role", Object{{"type", "string"}}}};
  Object Note{{"type", "object"},
              {"properties", std::move(Place)},
              {"required", Array{"message", "role"}},
              {"additionalProperties", false}};
  Object Properties{{"notes", listOf(std::move(Note))},
                    {"edits", Object{{"type", "array"}}},
                    {"line", Object{{"type", "integer"}}}};
  Array Required{"notes", "edits", "line"};
  for (llvm::StringRef Name :
       {"check", "certainty", "tier", "file", "message", "fingerprint"}) {
    Properties[Name] = Object{{"type", "string"}};
    Required.push_back(Name);
  }
  return Object{{"type", "object"},
                {"properties", std::move(Properties)},
                {"required", std::move(Required)},
                {"additionalProperties", false}};
}

static Object text() { return Object{{"type", "string"}}; }

/// As lib/Report writes a check.
static Object checkProperties() {
  return Object{{"id", text()},       {"category", text()},
                {"summary", text()},  {"since", text()},
                {"helpUri", text()},  {"cwe", Object{{"type", "integer"}}},
                {"guideline", text()}};
}

static Object outputSchema(const ToolRow &Row) {
  Object Properties;
  Array Required;
  if (Row.Lints) {
    Properties = Object{
        {"findings",
         listOf(
             Object{{"anyOf",
                     Array{Object{{"$ref", "#/definitions/finding"}},
                           Object{{"$ref", "#/definitions/briefFinding"}}}}})},
        {"omitted", Object{{"type", "integer"},
                           {"description", "Findings beyond the most"}}},
        {"incomplete", listOfDefined("incomplete")},
        {"cuts", listOfDefined("cut")},
        {"unread", listOfDefined("unread")},
        {"summary", Object{{"$ref", "#/definitions/summary"}}},
        {"messages", Object{{"type", "string"},
                            {"description", "What warplint said besides"}}}};
    Required = Array{"findings", "omitted", "incomplete",
                     "cuts",     "unread",  "messages"};
  }
  if (Row.Of == Tool::FixText) {
    Properties["text"] =
        Object{{"type", "string"},
               {"description", "The source with the fixes that were kept"}};
    Required.push_back("text");
  }
  if (Row.Of == Tool::ApplyFixes || Row.Of == Tool::FixText) {
    Properties["fixes"] = listOfDefined("fix");
    Required.push_back("fixes");
  }
  if (Row.Of == Tool::ConfirmFindings) {
    Properties["ran"] =
        Object{{"type", "boolean"}, {"description", "The commands were run"}};
    Properties["commands"] = listOf(text());
    Required.push_back("ran");
    Required.push_back("commands");
  }
  if (Row.Of == Tool::Prove) {
    Properties = verdictProperties();
    Required = Array{"answer", "kernels", "omitted", "incomplete", "messages"};
  }
  if (Row.Of == Tool::ExplainCheck) {
    Properties = checkProperties();
    Properties["page"] =
        Object{{"type", "string"}, {"description", "Markdown"}};
    Required = Array{"id", "summary", "page"};
  }
  if (Row.Of == Tool::ListChecks) {
    Properties["checks"] = listOf(Object{{"type", "object"},
                                         {"properties", checkProperties()},
                                         {"required", Array{"id", "summary"}}});
    Required = Array{"checks"};
  }
  Object Schema{{"type", "object"},
                {"properties", std::move(Properties)},
                {"required", std::move(Required)}};
  if (Row.Lints) {
    Object Definitions = reportDefinitions();
    Definitions["briefFinding"] = briefFinding();
    Schema["definitions"] = std::move(Definitions);
  }
  return Schema;
}

Array describeTools() {
  Array All;
  for (const ToolRow &Row : tools())
    All.push_back(
        Object{{"name", Row.Name},
               {"title", Row.Title},
               {"description", Row.Meaning},
               {"inputSchema", inputSchema(Row)},
               {"outputSchema", outputSchema(Row)},
               {"annotations",
                Object{{"readOnlyHint",
                        !Row.Changes && Row.Of != Tool::ConfirmFindings},
                       {"destructiveHint", Row.Changes},
                       {"openWorldHint", Row.Of == Tool::ConfirmFindings}}}});
  return All;
}

} // namespace warplint::protocol
