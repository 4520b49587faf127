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
#include "Support/OutputFile.h"
#include "checks/Check.h"
#include "llvm/Support/FileSystem.h"

namespace warplint {

using Words = std::vector<std::string>;

static constexpr uint64_t MostFindings = 50;

/// Writes the text that is to be linted, beside the project.
void ServedCall::beginText() {
  auto Name = nameOfText(Asked.With);
  if (!Name) {
    Result = failedCall(llvm::toString(Name.takeError()));
    return;
  }
  std::string Folder = Scratch->path() + "/source";
  std::string Problem;
  if (std::error_code Failed = llvm::sys::fs::create_directory(Folder))
    Problem = Failed.message();
  else if (llvm::Error Lost =
               writeWhole(Folder + "/" + *Name, Asked.With.text("text")))
    Problem = llvm::toString(std::move(Lost));
  if (!Problem.empty()) {
    Result = failedCall(Problem);
    return;
  }
  Steps = {stepOfText(Asked.With, Settings, Folder, *Name)};
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
  if (Asked.Of == Tool::LintText) {
    if (makeScratch())
      beginText();
    return;
  }
  if (With.text("build").empty() && !With.words("files")) {
    Result = failedCall("name 'files', or the 'build' whose files are meant");
    return;
  }
  bool Confirms = Asked.Of == Tool::ConfirmFindings && Settings.MayConfirm;
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
  CallStep Next = std::move(Steps.front());
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
