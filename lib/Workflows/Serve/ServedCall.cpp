//===--- ServedCall.cpp - What an agent asked for, being done -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Serve/ServedCall.h"
#include "Quoting/Printable.h"
#include "Report/Summary.h"
#include "Support/OutputFile.h"
#include "Workflows/Lint/Settings.h"
#include "checks/Check.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace warplint {

using Words = std::vector<std::string>;

static constexpr uint64_t MostFindings = 50;

/// Parameters that are options of the command line.
static constexpr std::pair<llvm::StringLiteral, llvm::StringLiteral>
    OptionsOf[] = {{"checks", "--checks="},
                   {"certainty", "--certainty="},
                   {"effort", "--effort="},
                   {"blockSize", "--block-dim="},
                   {"gridSize", "--grid-dim="}};

/// The options of a lint run. Each is one word, so that no value can be an
/// option of its own.
static Words lintOptions(const ToolArguments &With,
                         const ServeSettings &Settings) {
  Words All{"--quiet"};
  All.insert(All.end(), Settings.Options.begin(), Settings.Options.end());
  for (auto [Name, Option] : OptionsOf)
    if (std::string Given = With.text(Name); !Given.empty())
      All.push_back(Option.str() + Given);
  for (const std::string &Each : With.words("only").value_or(Words()))
    All.push_back("--only=" + Each);
  return All;
}

/// Absolute names cannot be options.
static Words filesOf(const ToolArguments &With) {
  Words All;
  for (const std::string &File : With.words("files").value_or(Words()))
    All.push_back(absolute(File));
  return All;
}

/// By which commands, as the last words of a command line: what stands behind
/// `--` are flags, whatever it is.
static Words commandsOf(const ToolArguments &With) {
  Words All;
  if (std::string Build = With.text("build"); !Build.empty())
    All.push_back("-p=" + absolute(Build));
  if (auto Flags = With.words("flags")) {
    All.push_back("--");
    All.insert(All.end(), Flags->begin(), Flags->end());
  }
  return All;
}

static Words joined(std::initializer_list<Words> Parts) {
  Words All;
  for (const Words &Part : Parts)
    All.insert(All.end(), Part.begin(), Part.end());
  return All;
}

/// Why source cannot be kept under \p Name; empty if it can.
static std::string problemWithName(llvm::StringRef Name) {
  if (llvm::sys::path::filename(Name) != Name || !isCudaFileName(Name))
    return "'name' is the name of a CUDA file, without folders: '" +
           Name.str() + "'";
  return "";
}

/// The project's configuration holds for text, too.
static Words configurationBelow(const std::string &Root) {
  std::string File = Root + "/.clang-tidy";
  return llvm::sys::fs::exists(File) ? Words{"--config-file=" + File} : Words();
}

/// Writes the text that is to be linted by \p Options, beside the project.
void ServedCall::beginText(const Words &Options) {
  const ToolArguments &With = Asked.With;
  std::string File = With.text("file"), Name = With.text("name");
  if (!File.empty() || Name.empty())
    Name = "kernel.cu";
  std::string Problem = problemWithName(Name);
  std::string Folder = Scratch->path() + "/source";
  std::string Text = Folder + "/" + Name;
  if (Problem.empty())
    if (std::error_code Failed = llvm::sys::fs::create_directory(Folder))
      Problem = Failed.message();
  if (Problem.empty())
    if (llvm::Error Failed = writeWhole(Text, With.text("text")))
      Problem = llvm::toString(std::move(Failed));
  if (!Problem.empty()) {
    Result = failedCall(Problem);
    return;
  }
  if (!File.empty()) {
    Steps = {
        {joined({Options,
                 {"--source-root=" + Settings.Root,
                  "--as-if=" + absolute(File) + "=" + Text, absolute(File)},
                 commandsOf(With)}),
         true}};
    return;
  }
  Words Flags = commandsOf(With);
  if (!With.words("flags"))
    Flags.push_back("--");
  Steps = {{joined({Options,
                    configurationBelow(Settings.Root),
                    {"--source-root=" + Folder, Text},
                    Flags}),
            true}};
}

bool ServedCall::makeScratch() {
  auto Made = ScratchFolder::make();
  if (!Made) {
    Result = failedCall(llvm::toString(Made.takeError()));
    return false;
  }
  Scratch.emplace(std::move(*Made));
  return true;
}

void ServedCall::begin() {
  const ToolArguments &With = Asked.With;
  if (Asked.Of == Tool::ExplainCheck)
    Result = explanation(With.text("check"), allChecks());
  if (Asked.Of == Tool::ListChecks)
    Result = listing(allChecks());
  if (Result)
    return;
  Words Options = lintOptions(With, Settings), Json{"--format=json"},
        Root{"--source-root=" + Settings.Root};
  if (Asked.Of == Tool::LintText) {
    if (makeScratch())
      beginText(joined({Options, Json}));
    return;
  }
  if (With.text("build").empty() && !With.words("files")) {
    Result = failedCall("name 'files', or the 'build' whose files are meant");
    return;
  }
  Words Lint = joined({Options, Root});
  if (Asked.Of == Tool::ConfirmFindings && Settings.MayConfirm) {
    if (!makeScratch())
      return;
    Steps = {{joined({Lint,
                      {"--format=sarif", "-o=" + reportFile()},
                      filesOf(With),
                      commandsOf(With)}),
              true},
             {joined({{"confirm", reportFile()},
                      Settings.Options,
                      Json,
                      Root,
                      {"--memory-limit=" + std::to_string(Settings.PerRun.MiB),
                       "--build=" + With.text("buildCommand"),
                       "--run=" + With.text("runCommand")},
                      commandsOf(With)}),
              false}};
    return;
  }
  Words Fix;
  if (Asked.Of == Tool::ApplyFixes)
    Fix = {With.isSet("unsafe") ? "--fix-unsafe" : "--fix",
           "--fix-below=" + Settings.Root};
  Steps = {{joined({Lint, Json, Fix, filesOf(With), commandsOf(With)}), true}};
}

/// What a run that has ended leaves.
void ServedCall::noteEnd() {
  std::string File = Run->current(), Said = Run->messages();
  if (!Run->trouble().empty())
    Result = failedCall((File.empty() ? "" : printable(File) + ": ") +
                        Run->trouble());
  else if (Run->code() == ExitUsage)
    Result = failedCall(Said);
  Output = Run->output();
  Messages += Said;
  Run.reset();
}

void ServedCall::finish() {
  uint64_t Most = Asked.With.number("most", MostFindings);
  switch (Asked.Of) {
  case Tool::ApplyFixes:
    Result = fixResult(Output, Messages, Most);
    break;
  case Tool::ConfirmFindings: {
    Words Commands;
    for (llvm::StringRef Name : {"buildCommand", "runCommand"})
      if (std::string Command = Asked.With.text(Name); !Command.empty())
        Commands.push_back(Command);
    Result =
        confirmResult(Output, Messages, Most, Settings.MayConfirm, Commands);
    break;
  }
  default:
    Result = lintResult(Output, Messages, Most);
  }
}

bool ServedCall::advance() {
  if (!Begun) {
    Begun = true;
    begin();
  }
  if (Run && !Run->isOver())
    return false;
  if (Run)
    noteEnd();
  if (Result)
    return true;
  if (Steps.empty()) {
    finish();
    return true;
  }
  Step Next = std::move(Steps.front());
  Steps.pop_front();
  // What the user's program takes is for --run-time to say.
  auto Started = ChildRun::start(
      Next.Run, Next.Lints ? Settings.PerRun : ChildRun::Limits(), Next.Lints);
  if (!Started) {
    Result = failedCall(llvm::toString(Started.takeError()));
    return true;
  }
  IsUsersProgram = !Next.Lints;
  Run = std::move(*Started);
  return false;
}

bool ServedCall::giveUp() {
  Steps.clear();
  if (Run && IsUsersProgram)
    return false;
  if (Run)
    Run->end();
  return true;
}

} // namespace warplint
