//===--- ChildRun.cpp - This program once more, beside us -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChildRun.h"
#include "Files/InputFile.h"
#include "Settings.h"
#include "Subprocess.h"
#include "Supervision.h"
#include <csignal>
#include <sys/mman.h>
#include <unistd.h>

namespace warplint {

ChildRun::ChildRun(const std::string &Folder, Limits Of)
    : OutFile(Folder + "/stdout"), ErrFile(Folder + "/stderr"), Within(Of),
      Begin(std::chrono::steady_clock::now()) {}

llvm::Expected<std::unique_ptr<ChildRun>>
ChildRun::start(const std::vector<std::string> &Words,
                const std::string &Folder, Limits Of, bool Lints) {
  std::unique_ptr<ChildRun> Run(new ChildRun(Folder, Of));
  std::string Program = programPath(), Problem, Option;
  std::vector<llvm::StringRef> All{Program};
  if (Lints) {
    Run->Told = memfd_create("warplint", 0);
    Option = supervisedBy(Run->Told);
    All.push_back(Option);
  }
  All.insert(All.end(), Words.begin(), Words.end());
  bool Failed = false;
  // What a run that is ended leaves of clang's goes with the folder.
  std::string Temporary = "TMPDIR=" + Folder;
  std::vector<llvm::StringRef> Settings;
  if (Lints)
    Settings.push_back(Temporary);
  std::vector<llvm::StringRef> Environment = environmentWith(Settings);
  Run->Process = llvm::sys::ExecuteNoWait(
      Program, All, llvm::ArrayRef(Environment),
      {llvm::StringRef(""), llvm::StringRef(Run->OutFile),
       llvm::StringRef(Run->ErrFile)},
      Of.MiB, &Problem, &Failed);
  if (Failed || !Run->Process.Pid) {
    Run->Over = true;
    return llvm::createStringError("'" + Program +
                                   "' cannot be run: " + Problem);
  }
  return std::move(Run);
}

ChildRun::~ChildRun() {
  end();
  if (Told >= 0)
    close(Told);
}

bool ChildRun::isOver() {
  if (Over)
    return true;
  std::string Problem;
  llvm::sys::ProcessInfo Now =
      llvm::sys::Wait(Process, /*SecondsToWait=*/0, &Problem,
                      /*ProcStat=*/nullptr, /*Polling=*/true);
  if (!Now.Pid) {
    std::chrono::duration<double> Taken =
        std::chrono::steady_clock::now() - Begin;
    if (!Within.Seconds || Taken.count() < Within.Seconds)
      return false;
    end();
    Trouble = "ended after " + std::to_string(Within.Seconds) +
              " seconds (its limit)";
    return true;
  }
  Over = true;
  Code = Now.ReturnCode;
  if (Code < 0)
    Trouble = "ended by its limit of memory (" + std::to_string(Within.MiB) +
              " MiB), or crashed: " + Problem;
  return true;
}

void ChildRun::end() {
  if (Over)
    return;
  kill(Process.Pid, SIGKILL);
  llvm::sys::Wait(Process, std::nullopt);
  Over = true;
  Code = -1;
}

std::string ChildRun::current() const {
  return Told < 0 ? std::string() : lastTold(Told);
}

/// Empty if it cannot be read: a run that did not begin leaves none.
static std::string contentsOf(const std::string &File) {
  auto Text = readWhole(File);
  if (Text)
    return std::move(*Text);
  llvm::consumeError(Text.takeError());
  return "";
}

std::string ChildRun::output() const { return contentsOf(OutFile); }

std::string ChildRun::messages() const { return contentsOf(ErrFile); }

} // namespace warplint
