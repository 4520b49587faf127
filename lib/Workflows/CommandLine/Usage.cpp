//===--- Usage.cpp - How the program is called ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/CommandLine/Usage.h"
#include "Report/Summary.h"
#include "Workflows/CommandLine/OptionTable.h"
#include "Workflows/Lint/Settings.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include <optional>

namespace cl = llvm::cl;

namespace warplint::cli {

static cl::opt<std::string> For(cl::Positional, cl::desc("<bash|zsh|fish>"),
                                cl::Required, cl::cat(lint::category()),
                                cl::sub(lint::completionsCommand()));

namespace {
struct Example {
  llvm::StringLiteral Words, Meaning;
};
struct Environment {
  llvm::StringLiteral Name, Meaning;
};
} // namespace

static constexpr Example Examples[] = {
    {"-p build", "lint every CUDA file of a build"},
    {"-p build a.cu src/", "lint these, and those below a folder"},
    {"a.cu -- -arch=sm_90", "lint without a database"},
    {"audit -p build", "a whole build, and again what changed"},
    {"merge a.sarif b.sarif", "one report of several"},
    {"confirm report.sarif --build make --run ./app",
     "run a program, say which findings happened"},
    {"reproduce report.sarif --finding 1 -o shown.cu",
     "a program that shows a finding"},
    {"init", "set a project up: configuration, CI, baseline"},
    {"doctor -p build", "what it sees of a project"},
    {"prove a.cu -- -arch=sm_90", "what is known of each kernel, and why"},
    {"query 'match barrierCall()' -p build", "where matchers of code match"},
    {"serve", "answer agents (Model Context Protocol)"},
    {"explain sync-mask", "the page of a check"},
    {"checks", "all checks"},
    {"help audit", "the options of a command"},
};

static constexpr Environment Variables[] = {
    {"NO_COLOR", "If it is set and not empty, nothing is coloured, unless "
                 "--use-color is given."},
    {"WARPLINT_FAIL_ON", "The default of --fail-on."},
    {"WARPLINT_MEMORY_LIMIT", "The default of --memory-limit."},
    {"XDG_CACHE_HOME", "The user's folder for caches, in which warplint has "
                       "one."},
};

static constexpr llvm::StringLiteral OfSignals =
    "who closes stdout early ends it by SIGPIPE (141 in a shell)";

std::string overview() {
  constexpr size_t Column = 34;
  std::string Text = "Static analyzer for synchronization bugs in CUDA C++\n\n";
  for (const Example &Each : Examples) {
    std::string Line = ("  warplint " + Each.Words).str();
    if (Line.size() + 2 > Column)
      Text += Line + "\n" + std::string(Column, ' ');
    else
      Text += Line + std::string(Column - Line.size(), ' ');
    Text += Each.Meaning.str() + "\n";
  }
  std::vector<std::string> Codes;
  for (const auto &[Code, Meaning] : report::exitCodes())
    Codes.push_back(std::to_string(Code) + " " + Meaning.str());
  return Text + "\nExit code: " + llvm::join(Codes, ", ") + ";\n" +
         OfSignals.str() + "\n";
}

//===----------------------------------------------------------------------===//
// The manual
//===----------------------------------------------------------------------===//

/// \p Text for roff: a dash is one that can be searched for, and no line is a
/// request.
static std::string forRoff(llvm::StringRef Text) {
  std::string Result;
  if (Text.starts_with(".") || Text.starts_with("'"))
    Result = "\\&";
  for (char C : Text)
    if (C == '\\')
      Result += "\\e";
    else if (C == '-')
      Result += "\\-";
    else
      Result += C;
  return Result;
}

static void printOption(llvm::raw_ostream &OS, const OptionRow &Row) {
  OS << ".TP\n.B " << forRoff(Row.flag());
  if (!Row.ValueName.empty())
    OS << (Row.NeedsValue ? "=" : "[=") << "\\fI" << forRoff(Row.ValueName)
       << "\\fP" << (Row.NeedsValue ? "" : "]");
  OS << "\n" << forRoff(Row.Help) << "\n";
  for (const auto &[Value, Meaning] : Row.Values)
    OS << ".br\n\\fB" << forRoff(Value) << "\\fP: " << forRoff(Meaning) << "\n";
}

static bool isHelp(const OptionRow &Row) {
  return llvm::StringRef(Row.Name).starts_with("help") || Row.Name == "version";
}

void printManual(llvm::raw_ostream &OS, llvm::StringRef Version) {
  OS << ".TH WARPLINT 1 \"\" \"warplint " << forRoff(Version)
     << "\" \"User Commands\"\n.SH NAME\nwarplint \\- static analyzer for "
        "synchronization bugs in CUDA C++\n.SH SYNOPSIS\n";
  std::vector<CommandRow> Table = optionTable();
  for (const CommandRow &Each : Table) {
    OS << ".B warplint" << (Each.Name.empty() ? "" : " ") << Each.Name
       << "\n[\\fIoptions\\fP] " << forRoff(Each.Positional)
       << (Each.Name.empty() ? " [\\-\\- \\fIflags of the compiler\\fP]" : "")
       << "\n.br\n";
  }
  OS << ".SH EXAMPLES\n";
  for (const Example &Each : Examples)
    OS << ".TP\n.B warplint " << forRoff(Each.Words) << "\n"
       << forRoff(Each.Meaning) << "\n";
  for (const CommandRow &Each : Table) {
    OS << ".SH OPTIONS"
       << (Each.Name.empty() ? "" : " OF " + llvm::StringRef(Each.Name).upper())
       << "\n";
    if (!Each.Summary.empty())
      OS << forRoff(Each.Summary) << "\n";
    for (const OptionRow &Row : Each.Options)
      if (Each.Name.empty() || !isHelp(Row))
        printOption(OS, Row);
  }
  OS << ".SH EXIT STATUS\n";
  for (const auto &[Code, Meaning] : report::exitCodes())
    OS << ".TP\n.B " << Code << "\n" << forRoff(Meaning) << "\n";
  OS << ".PP\n" << forRoff(OfSignals) << "\n.SH ENVIRONMENT\n";
  for (const Environment &Each : Variables)
    OS << ".TP\n.B " << Each.Name << "\n" << forRoff(Each.Meaning) << "\n";
}

int manual() {
  printManual(llvm::outs(), WARPLINT_VERSION);
  return report::ExitClean;
}

int completions() {
  auto Asked = llvm::StringSwitch<std::optional<Shell>>(For)
                   .Case("bash", Shell::Bash)
                   .Case("zsh", Shell::Zsh)
                   .Case("fish", Shell::Fish)
                   .Default(std::nullopt);
  if (!Asked)
    return lint::usageError(
        "'warplint completions' takes bash, zsh, fish, not '" + For + "'");
  printCompletions(llvm::outs(), *Asked);
  return report::ExitClean;
}

} // namespace warplint::cli
