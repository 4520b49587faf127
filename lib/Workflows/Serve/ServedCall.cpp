//===--- ServedCall.cpp - What an agent asked for, being done -------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Serve/ServedCall.h"
#include "Analysis/Program/DeviceCode.h"
#include "Quoting/Printable.h"
#include "Report/Summary.h"
#include "Support/InputFile.h"
#include "Support/OutputFile.h"
#include "checks/Check.h"
#include "llvm/Support/FileSystem.h"

namespace warplint::serve {

using Words = std::vector<std::string>;

static constexpr uint64_t MostFindings = 50;

/// Writes the text that is to be linted, beside the project.
void ServedCall::beginText() {
  auto Name = nameOfText(Asked.With);
  if (!Name) {
    Result = protocol::failedCall(llvm::toString(Name.takeError()));
    return;
  }
  std::string Folder = Scratch->path() + "/source";
  std::string Problem;
  if (std::error_code Failed = llvm::sys::fs::create_directory(Folder))
    Problem = Failed.message();
  else if (llvm::Error Lost =
               base::writeWhole(Folder + "/" + *Name, Asked.With.text("text")))
    Problem = llvm::toString(std::move(Lost));
  if (!Problem.empty()) {
    Result = protocol::failedCall(Problem);
    return;
  }
  Text = Folder + "/" + *Name;
  Steps = {stepOfText(Asked.Of, Asked.With, Settings, Folder, *Name)};
}

bool ServedCall::makeScratch() {
  auto Made = processes::ScratchFolder::make();
  if (!Made) {
    Result = protocol::failedCall(llvm::toString(Made.takeError()));
    return false;
  }
  Scratch.emplace(std::move(*Made));
  return true;
}

void ServedCall::begin() {
  const protocol::ToolArguments &With = Asked.With;
  if (Asked.Of == protocol::Tool::ExplainCheck)
    Result = protocol::explanation(With.text("check"), allChecks());
  if (Asked.Of == protocol::Tool::ListChecks)
    Result = protocol::listing(allChecks());
  if (Result)
    return;
  bool IsText = Asked.Of == protocol::Tool::LintText ||
                Asked.Of == protocol::Tool::FixText ||
                (Asked.Of == protocol::Tool::Prove && With.has("text"));
  if (IsText && With.words("files")) {
    Result = protocol::failedCall("give 'files' or 'text', not both");
    return;
  }
  if (IsText) {
    if (makeScratch())
      beginText();
    return;
  }
  if (With.text("build").empty() && !With.words("files")) {
    Result = protocol::failedCall(
        "name 'files', or the 'build' whose files are meant");
    return;
  }
  bool Confirms =
      Asked.Of == protocol::Tool::ConfirmFindings && Settings.MayConfirm;
  if (Confirms && !makeScratch())
    return;
  for (CallStep &Step :
       stepsOf(Asked.Of, With, Settings, Confirms ? reportFile() : ""))
    Steps.push_back(std::move(Step));
}

/// What a run that has ended leaves.
void ServedCall::noteEnd() {
  std::string File = Run->current(), Said = Run->messages();
  if (!Run->trouble().empty())
    Result = protocol::failedCall(
        (File.empty() ? "" : quoting::printable(File) + ": ") + Run->trouble());
  else if (Run->code() == report::ExitUsage)
    Result = protocol::failedCall(inWordsOfTools(Said));
  Output = Run->output();
  Messages += Said;
  Run.reset();
}

void ServedCall::finish() {
  uint64_t Most = Asked.With.number("most", MostFindings);
  switch (Asked.Of) {
  case protocol::Tool::ApplyFixes:
    Result = protocol::fixResult(Output, Messages, Most);
    break;
  case protocol::Tool::ConfirmFindings: {
    Words Commands;
    for (llvm::StringRef Name : {"buildCommand", "runCommand"})
      if (std::string Command = Asked.With.text(Name); !Command.empty())
        Commands.push_back(Command);
    Result = protocol::confirmResult(Output, Messages, Most,
                                     Settings.MayConfirm, Commands);
    break;
  }
  case protocol::Tool::FixText: {
    auto Fixed = base::readWhole(Text);
    Result = Fixed ? protocol::fixedTextResult(Output, Messages, Most, *Fixed)
                   : protocol::failedCall(llvm::toString(Fixed.takeError()));
    break;
  }
  case protocol::Tool::Prove:
    Result = protocol::verdictResult(Output, Messages, Most);
    break;
  default:
    Result = protocol::lintResult(Output, Messages, Most);
  }
  if (Asked.With.isSet("brief"))
    protocol::makeBrief(*Result);
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
  CallStep Next = std::move(Steps.front());
  Steps.pop_front();
  // What the user's program takes is for --run-time to say.
  auto Started = processes::ChildRun::start(
      Next.Run, Next.Lints ? Settings.PerRun : processes::ChildRun::Limits(),
      Next.Lints);
  if (!Started) {
    Result = protocol::failedCall(llvm::toString(Started.takeError()));
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

} // namespace warplint::serve
