//===--- Supervision.cpp - A lint run that cannot run away ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Processes/Supervision.h"
#include "Quoting/Printable.h"
#include "Report/Summary.h"
#include "Workflows/Lint/Outputs.h"
#include "Workflows/Lint/ReportOutput.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Processes/ChildProcess.h"
#include "Workflows/Processes/MemoryLimit.h"
#include "llvm/Support/CommandLine.h"
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace cl = llvm::cl;

namespace warplint::processes {

static cl::opt<unsigned>
    TimeLimit("time-limit", cl::value_desc("seconds"),
              cl::desc("End the run after that time, with exit code 3"),
              cl::cat(lint::category()));
static cl::opt<unsigned> MemoryLimit(
    "memory-limit", cl::value_desc("MiB"),
    cl::desc("Memory the run may use, with exit code 3; by default "
             "half of the machine's, at most 8192; 0 is no limit"),
    cl::cat(lint::category()), cl::sub(cl::SubCommand::getTopLevel()),
    cl::sub(lint::confirmCommand()), cl::sub(lint::reproduceCommand()),
    cl::sub(lint::doctorCommand()));

static cl::opt<int>
    Supervisor("supervisor", cl::Hidden, cl::init(-1),
               cl::desc("Descriptor of the file to tell the supervisor in"),
               cl::cat(lint::category()),
               cl::sub(cl::SubCommand::getTopLevel()),
               cl::sub(lint::proveCommand()));

static cl::opt<bool> Served("served", cl::Hidden,
                            cl::desc("Whatever the sources are, they are told "
                                     "of in the report"),
                            cl::cat(lint::category()),
                            cl::sub(cl::SubCommand::getTopLevel()),
                            cl::sub(lint::proveCommand()));

void tellSupervisor(llvm::StringRef File) {
  if (Supervisor < 0)
    return;
  if (ftruncate(Supervisor, 0) ||
      pwrite(Supervisor, File.data(), File.size(), 0) < 0)
    errno = 0; // The supervisor names no file, then.
}

std::string supervisedBy(const MemoryFile &ProgressFile) {
  fcntl(ProgressFile.descriptor(), F_SETFD, 0);
  return "--supervisor=" + std::to_string(ProgressFile.descriptor());
}

bool isServed() { return Served; }

bool hasLimits() { return Supervisor < 0 && (TimeLimit || MemoryLimit); }

void limitMemoryOfRun() {
  limitMemory(MemoryLimit.getNumOccurrences() ? MemoryLimit
                                              : memoryLimitOfRun());
}

static bool isTimeLimit(llvm::StringRef Argument) {
  return Argument.starts_with("-") &&
         Argument.ltrim('-').split('=').first == TimeLimit.ArgStr;
}

/// \p Arguments but for the limit of time; its value may be a word of its own.
static std::vector<llvm::StringRef>
withoutTimeLimit(llvm::ArrayRef<const char *> Arguments) {
  std::vector<llvm::StringRef> Kept;
  bool Flags = false; // Behind `--` nothing is ours.
  for (size_t I = 0; I < Arguments.size(); ++I) {
    llvm::StringRef Argument = Arguments[I];
    Flags |= Argument == "--";
    if (Flags || !isTimeLimit(Argument))
      Kept.push_back(Argument);
    else if (!Argument.contains('='))
      ++I;
  }
  return Kept;
}

/// What ended the run \p Child early; empty if nothing did.
static std::string troubleOf(ChildProcess &Child, int &Code) {
  std::optional<ChildProcess::End> End;
  if (!TimeLimit)
    End = Child.wait();
  else
    End = Child.waitFor(std::chrono::seconds(TimeLimit));
  if (!End) {
    Child.end();
    return "Child timed out";
  }
  Code = End->Code;
  if (!End->isRegular())
    return End->text();
  return Code <= report::ExitIncomplete ? ""
                                        : "exit code " + std::to_string(Code);
}

int superviseLint(llvm::ArrayRef<const char *> Arguments) {
  lint::rememberOutputs(); // We write them if the child cannot.
  MemoryFile ProgressFile;
  ChildProcess::Setup What;
  What.Program = lint::programPath();
  What.ReadsOurs = true; // --diff-from=- does.
  What.MiB = MemoryLimit;
  What.Words = {supervisedBy(ProgressFile)};
  for (llvm::StringRef Word : withoutTimeLimit(Arguments))
    What.Words.push_back(Word.str());
  auto Child = ChildProcess::start(What);
  int Code = report::ExitIncomplete;
  std::string Problem =
      Child ? troubleOf(*Child, Code) : llvm::toString(Child.takeError());
  if (Problem.empty())
    return Code;
  std::string Reason =
      "ended by its limits of time and memory, or crashed: " + Problem;
  std::string File = ProgressFile.text();
  llvm::errs() << "warplint: incomplete: " << quoting::printable(File)
               << (File.empty() ? "" : ": ") << quoting::printable(Reason)
               << "\n";
  if (lint::wantsReport())
    if (llvm::Error Failed = lint::writeFailure(File, Reason))
      return lint::usageError(llvm::toString(std::move(Failed)));
  return report::ExitIncomplete;
}

} // namespace warplint::processes
