//===--- ChildRun.cpp - This program once more, beside us -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Processes/ChildRun.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Processes/Supervision.h"
#include <utility>

namespace warplint::processes {

/// Of what is said on stderr, at each end of it.
static constexpr uint64_t KeptOfMessages = 64 << 10;
static constexpr uint64_t MostMiBOfMessages = 1024, MostMiBOfOutput = 256;

ChildRun::ChildRun(Limits Of)
    : Within(Of), Begin(std::chrono::steady_clock::now()) {}

llvm::Expected<std::unique_ptr<ChildRun>>
ChildRun::start(const std::vector<std::string> &Words, Limits Of, bool Lints) {
  std::unique_ptr<ChildRun> Run(new ChildRun(Of));
  Run->Lints = Lints;
  ChildProcess::Setup What;
  What.Program = lint::programPath();
  What.Words = Words;
  // A command comes before its options.
  bool IsOfCommand =
      !Words.empty() && !llvm::StringRef(Words.front()).starts_with("-");
  if (Lints)
    What.Words.insert(What.Words.begin() + IsOfCommand,
                      {supervisedBy(Run->ProgressFile), "--served"});
  What.Out = Run->Out.descriptor();
  What.Err = Run->Err.descriptor();
  What.MiB = Of.MiB;
  auto Started = ChildProcess::start(What);
  if (!Started) {
    Run->Over = true;
    return Started.takeError();
  }
  Run->Process.emplace(std::move(*Started));
  return std::move(Run);
}

std::string ChildRun::messages() const { return Err.ends(KeptOfMessages); }

std::string ChildRun::crossedLimit() {
  std::chrono::duration<double> Taken =
      std::chrono::steady_clock::now() - Begin;
  if (Within.Seconds && Taken.count() >= Within.Seconds)
    return "ended after " + std::to_string(Within.Seconds) +
           " seconds (its limit)";
  Err.dropMiddle(KeptOfMessages);
  for (auto [File, Most] :
       {std::pair(&Err, MostMiBOfMessages), std::pair(&Out, MostMiBOfOutput)})
    if (File->size() >> 20 >= Most)
      return "ended because it, or a program that it ran, printed more than " +
             std::to_string(Most) + " MiB";
  return "";
}

bool ChildRun::isOver() {
  if (Over)
    return true;
  auto End = Process->waitFor(std::chrono::milliseconds(0));
  if (!End) {
    std::string Crossed = crossedLimit();
    if (Crossed.empty())
      return false;
    end();
    Trouble = std::move(Crossed);
    return true;
  }
  Over = true;
  Code = End->Code;
  if (!End->isRegular()) {
    Code = -1;
    Trouble = "ended by its limit of memory (" + std::to_string(Within.MiB) +
              " MiB), or crashed: " + End->text();
  }
  return true;
}

void ChildRun::end() {
  if (Over)
    return;
  Process->end();
  Over = true;
  Code = -1;
}

std::string ChildRun::current() const {
  return Lints ? ProgressFile.text() : std::string();
}

} // namespace warplint::processes
