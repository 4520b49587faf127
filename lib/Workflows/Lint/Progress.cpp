//===--- Progress.cpp - Progress on stderr --------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/Progress.h"
#include "Quoting/Printable.h"
#include "Workflows/CommandLine/OptionTable.h"
#include "Workflows/Lint/Commands.h"
#include "llvm/Support/Process.h"

namespace cl = llvm::cl;

namespace warplint::lint {

enum class AskedProgress : uint8_t { Auto, None, Bar, Lines };
static cl::opt<AskedProgress> Asked(
    "progress", cl::desc("How far the run has come, on stderr:"),
    cl::values(clEnumValN(AskedProgress::Auto, "auto",
                          "a bar on a terminal, else nothing (default)"),
               clEnumValN(AskedProgress::None, "none", "nothing"),
               clEnumValN(AskedProgress::Bar, "bar",
                          "one line, written over and taken away at the end"),
               clEnumValN(AskedProgress::Lines, "lines",
                          "one line for each unit")),
    cl::init(AskedProgress::Auto), cl::cat(category()),
    cl::sub(cl::SubCommand::getTopLevel()), cl::sub(auditCommand()));
static const cli::ListedValues ValuesOfAsked(Asked);

static size_t Total = 0, Begun = 0;
static bool IsShown = false;

bool isWatched() {
  return !Quiet && llvm::sys::Process::StandardErrIsDisplayed() &&
         llvm::sys::Process::GetEnv("TERM").value_or("dumb") != "dumb";
}

bool isProgressAsked() { return Asked != AskedProgress::Auto; }

ProgressKind progressKind() {
  switch (Asked) {
  case AskedProgress::Auto:
    return isWatched() ? ProgressKind::Bar : ProgressKind::None;
  case AskedProgress::None:
    return ProgressKind::None;
  case AskedProgress::Bar:
    return ProgressKind::Bar;
  case AskedProgress::Lines:
    return ProgressKind::Lines;
  }
  llvm_unreachable("no such progress");
}

void beginProgress(size_t Files) {
  Total = Files;
  Begun = 0;
}

void nextFile() { ++Begun; }

/// The end of \p Text, which says more than its beginning, if it is too long
/// for a line of the terminal: one that wraps cannot be written over.
static std::string fitted(llvm::StringRef Text) {
  unsigned Columns = llvm::sys::Process::StandardErrColumns();
  size_t Most = (Columns ? Columns : 80) - 1;
  if (Text.size() <= Most || Most < 20)
    return Text.take_front(Most).str();
  auto [Count, Name] = Text.split(' ');
  size_t Left = Most - std::min(Most, Count.size() + 4);
  Name = Name.take_back(Left);
  // Not from the middle of a character on.
  while (!Name.empty() && (Name.front() & 0xC0) == 0x80)
    Name = Name.drop_front();
  return (Count + " ..." + Name).str();
}

void showBar(llvm::StringRef Text) {
  hideBar();
  llvm::errs() << fitted(quoting::printable(Text));
  llvm::errs().flush();
  IsShown = true;
}

void hideBar() {
  if (IsShown)
    llvm::errs() << "\r\x1b[K";
  IsShown = false;
}

void showFile(llvm::StringRef File) {
  ProgressKind Kind = progressKind();
  if (Total < 2 || Kind == ProgressKind::None)
    return;
  std::string Text = "[" + std::to_string(Begun) + "/" + std::to_string(Total) +
                     "] " + File.str();
  if (Kind == ProgressKind::Bar)
    showBar(Text);
  else
    llvm::errs() << "warplint: " << quoting::printable(Text) << "\n";
}

} // namespace warplint::lint
