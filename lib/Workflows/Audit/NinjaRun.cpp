//===--- NinjaRun.cpp - Ninja and its progress ----------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/NinjaRun.h"
#include "Quoting/Printable.h"
#include "Workflows/Lint/Commands.h"
#include "Workflows/Lint/Progress.h"
#include "Workflows/Processes/ChildProcess.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>

namespace warplint::audit {

/// Ninja's exit code when the user interrupts it: 2 before 1.12, then 130.
static constexpr int NinjaInterrupted = 130;
bool wasInterrupted(int Code) { return Code == 2 || Code == NinjaInterrupted; }

unsigned jobsOfNinja() {
  unsigned Processors =
      llvm::heavyweight_hardware_concurrency().compute_thread_count();
  return Processors < 3 ? Processors + 1 : Processors + 2;
}

/// What Ninja says of each action.
static constexpr llvm::StringLiteral NinjaStatus = "[%f/%t] ";

/// Shows a line that Ninja has written in the bar, or above it.
static void showNinjaLine(llvm::StringRef Line) {
  if (Line.starts_with("ninja: Entering directory") ||
      Line == "ninja: no work to do.")
    return;
  if (Line.starts_with("[") && Line.split(' ').first.ends_with("]"))
    return lint::showBar(Line);
  lint::hideBar();
  llvm::errs() << quoting::printable(Line) << "\n";
}

/// Passes on a line that Ninja has written. It names folders as they are.
static void passNinjaLine(llvm::StringRef Line) {
  llvm::errs() << quoting::printable(Line) << "\n";
}

void readLines(int Descriptor, llvm::function_ref<void(llvm::StringRef)> Show) {
  std::string Text;
  char Bytes[4096];
  ssize_t Count;
  while ((Count = read(Descriptor, Bytes, sizeof(Bytes))) > 0 ||
         (Count < 0 && errno == EINTR)) {
    if (Count < 0)
      continue;
    Text.append(Bytes, Count);
    for (size_t End; (End = Text.find('\n')) != std::string::npos;
         Text.erase(0, End + 1))
      Show(llvm::StringRef(Text).take_front(End));
  }
  if (!Text.empty())
    Show(Text);
}

/// Runs \p Ninja and gives each line that it prints to \p Show.
static llvm::Expected<processes::ChildProcess::End>
runShown(processes::ChildProcess::Setup Ninja,
         llvm::function_ref<void(llvm::StringRef)> Show) {
  int Ends[2];
  if (pipe2(Ends, O_CLOEXEC))
    return llvm::createStringError(std::strerror(errno));
  Ninja.Out = Ninja.Err = Ends[1];
  auto Child = processes::ChildProcess::start(Ninja);
  close(Ends[1]);
  if (Child)
    readLines(Ends[0], Show);
  close(Ends[0]);
  if (!Child)
    return Child.takeError();
  return Child->wait();
}

/// Runs \p Ninja with a bar on stderr in place of what it prints.
static llvm::Expected<processes::ChildProcess::End>
runWithBar(processes::ChildProcess::Setup Ninja) {
  Ninja.Settings.push_back(("NINJA_STATUS=" + NinjaStatus).str());
  auto End = runShown(std::move(Ninja), showNinjaLine);
  lint::hideBar();
  return End;
}

static llvm::Expected<processes::ChildProcess::End>
runWithLines(processes::ChildProcess::Setup Ninja) {
  return runShown(std::move(Ninja), passNinjaLine);
}

llvm::Expected<int> runNinja(const std::string &Folder,
                             const std::string &Graph,
                             const std::set<std::string> &Targets,
                             unsigned Jobs) {
  auto Program = llvm::sys::findProgramByName("ninja");
  if (!Program)
    return llvm::createStringError(
        "there is no 'ninja' in PATH, which audit runs (Debian's package is "
        "ninja-build)");
  processes::ChildProcess::Setup Ninja;
  Ninja.Program = *Program;
  Ninja.Words = {"-C", Folder, "-f", Graph, "-k", "0"};
  if (Jobs)
    Ninja.Words.insert(Ninja.Words.end(), {"-j", std::to_string(Jobs)});
  lint::ProgressKind Kind = lint::progressKind();
  bool Silent =
      lint::isProgressAsked() ? Kind == lint::ProgressKind::None : lint::Quiet;
  if (Silent)
    Ninja.Words.push_back("--quiet");
  Ninja.Words.insert(Ninja.Words.end(), Targets.begin(), Targets.end());
  auto End = Kind == lint::ProgressKind::Bar ? runWithBar(std::move(Ninja))
                                             : runWithLines(std::move(Ninja));
  if (!End)
    return End.takeError();
  // A second interrupt ends Ninja where it would have said so.
  if (End->Signal == SIGINT || End->Signal == SIGTERM || End->Signal == SIGHUP)
    return NinjaInterrupted;
  if (!End->isRegular())
    return llvm::createStringError("'" + *Program + "' failed: " + End->text());
  return End->Code;
}

} // namespace warplint::audit
