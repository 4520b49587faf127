//===--- Main.cpp - The command line of warplint -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Quoting/Printable.h"
#include "Report/Summary.h"
#include "Workflows/Audit/Audit.h"
#include "Workflows/CommandLine/Mistakes.h"
#include "Workflows/CommandLine/Usage.h"
#include "Workflows/Confirm/Confirm.h"
#include "Workflows/Doctor/Doctor.h"
#include "Workflows/Init/Init.h"
#include "Workflows/Lint/Documentation.h"
#include "Workflows/Lint/LintCommand.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Processes/CrashGuard.h"
#include "Workflows/Processes/Keeper.h"
#include "Workflows/Prove/Prove.h"
#include "Workflows/Query/Query.h"
#include "Workflows/Serve/Serve.h"
#include "checks/Check.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Signals.h"
#include <csignal>
#include <cstdlib>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace warplint;
namespace cl = llvm::cl;

/// What stands behind `--`, cut off \p Arguments.
static std::optional<std::vector<std::string>>
splitFlags(std::vector<const char *> &Arguments) {
  auto Dashes = llvm::find_if(Arguments, [](const char *Argument) {
    return llvm::StringRef(Argument) == "--";
  });
  if (Dashes == Arguments.end())
    return std::nullopt;
  std::vector<std::string> Flags(Dashes + 1, Arguments.end());
  Arguments.erase(Dashes, Arguments.end());
  return Flags;
}

static int run(const std::optional<std::vector<std::string>> &Flags,
               llvm::ArrayRef<const char *> Arguments) {
  if (lint::auditCommand())
    return audit::audit();
  if (lint::mergeCommand())
    return audit::merge();
  if (lint::confirmCommand())
    return confirm::confirm(Flags);
  if (lint::reproduceCommand())
    return confirm::reproduce(Flags);
  if (lint::doctorCommand())
    return doctor::doctor();
  if (lint::initCommand())
    return init::init();
  if (lint::serveCommand())
    return serve::serve();
  if (lint::proveCommand())
    return prove::prove(Flags);
  if (lint::queryCommand())
    return query::query(Flags);
  if (lint::explainCommand())
    return lint::explain();
  if (lint::checksCommand())
    return lint::checks();
  if (lint::completionsCommand())
    return cli::completions();
  if (lint::manualCommand())
    return cli::manual();
  return lint::lintCommand(Flags, Arguments);
}

/// \p Code, unless what was printed did not come to its end: then LLVM would
/// end the program with 1, which is our code for findings.
static int closeStdout(int Code) {
  llvm::outs().flush();
  std::error_code Failed = llvm::outs().error();
  llvm::outs().clear_error();
  llvm::errs().clear_error();
  if (Failed)
    Code = lint::usageError("stdout cannot be written: " + Failed.message());
  llvm::errs().clear_error(); // LLVM would end the program for it.
  return Code;
}

/// LLVM prints help and version, and ends the program.
static void closeAtExit() {
  if (int Code = closeStdout(report::ExitClean))
    _exit(Code);
}

/// LLVM's complaints about options, each a line that begins with the program's
/// name. A file name that was parsed as an option may hold line ends.
static void printComplaints(llvm::StringRef Text) {
  while (!Text.empty()) {
    size_t End = std::min(Text.find("\nwarplint: "), Text.size());
    llvm::errs() << quoting::printable(Text.take_front(End).rtrim('\n'))
                 << "\n";
    Text = Text.drop_front(std::min(End + 1, Text.size()));
  }
}

/// What is freed stays with the process, which ends soon: a unit takes and
/// frees the same memory for every question. Handing it back and fetching it
/// anew was a sixth of the time of one with many.
static void keepFreedMemory() {
#ifdef __GLIBC__
  constexpr int MiB = 1 << 20;
  mallopt(M_TRIM_THRESHOLD, 1024 * MiB - 1);
  mallopt(M_MMAP_THRESHOLD, 32 * MiB);
  mallopt(M_TOP_PAD, MiB);
#endif
}

/// Whether this run is kept: it starts programs that start others, or has files
/// that are to go with it.
static bool startsPrograms() {
  return lint::auditCommand() || lint::confirmCommand() || lint::serveCommand();
}

/// What is ignored when we begin (`nohup`) stays ignored. LLVM handles all.
class IgnoredSignals {
public:
  IgnoredSignals() {
    for (int Signal : {SIGHUP, SIGINT, SIGTERM, SIGQUIT, SIGPIPE}) {
      struct sigaction Now;
      if (!sigaction(Signal, nullptr, &Now) && Now.sa_handler == SIG_IGN)
        Signals.push_back(Signal);
    }
  }
  void ignoreAgain() const {
    for (int Signal : Signals)
      std::signal(Signal, SIG_IGN);
  }

private:
  std::vector<int> Signals;
};

/// Who reads our output has seen enough (`| head`): we end as any filter does,
/// without a word. LLVM would end the program with 74.
static void endWithReader() {
  llvm::sys::RunInterruptHandlers(); // Removes files that are half written.
  std::signal(SIGPIPE, SIG_DFL);
  raise(SIGPIPE);
}

/// Who ends us asks for no report of a crash; files that are half written go.
static void endBySignal(int Signal) {
  llvm::sys::RunInterruptHandlers();
  std::signal(Signal, SIG_DFL);
  raise(Signal);
}

/// After a crash LLVM would run a program of PATH, which leaves files, for the
/// names of functions that we have not.
static void startNothingInCrashes() {
  auto &Known = cl::getRegisteredOptions();
  if (auto Found = Known.find("disable-symbolication"); Found != Known.end())
    Found->second->addOccurrence(0, Found->first, "true");
}

int main(int Argc, const char **Argv) {
  // Or the first file that is opened would be what is printed to.
  (void)llvm::sys::Process::FixupStandardFileDescriptors();
  // What is asked for first is destroyed last.
  llvm::outs(), llvm::errs();
  std::atexit(closeAtExit);
  IgnoredSignals Ignored;
  llvm::sys::SetOneShotPipeSignalFunction(endWithReader);
  llvm::InitLLVM Init(Argc, Argv, /*InstallPipeSignalExitHandler=*/false);
  for (int Signal : {SIGQUIT, SIGXCPU})
    std::signal(Signal, endBySignal);
  startNothingInCrashes();
  Ignored.ignoreAgain();
  processes::prepareForCrashes();
  std::vector<const char *> Arguments(Argv, Argv + Argc);
  auto Flags = splitFlags(Arguments);
  cl::HideUnrelatedOptions(lint::category());
  for (cl::SubCommand *Command :
       {&lint::auditCommand(), &lint::mergeCommand(), &lint::confirmCommand(),
        &lint::reproduceCommand(), &lint::explainCommand(),
        &lint::checksCommand(), &lint::doctorCommand(), &lint::initCommand(),
        &lint::serveCommand(), &lint::proveCommand(), &lint::queryCommand(),
        &lint::completionsCommand(), &lint::manualCommand()})
    cl::HideUnrelatedOptions(lint::category(), *Command);
  cl::SetVersionPrinter(lint::printVersion);
  lint::keepErrorsPlain();
  Arguments = cli::spelledOut(std::move(Arguments));
  if (std::string Mistake = cli::mistakeIn(Arguments); !Mistake.empty())
    return lint::usageError(Mistake);
  std::string Complaint, Overview = cli::overview();
  llvm::raw_string_ostream Complaints(Complaint);
  if (!cl::ParseCommandLineOptions(Arguments.size(), Arguments.data(), Overview,
                                   &Complaints)) {
    printComplaints(Complaints.str());
    return report::ExitUsage;
  }
  lint::programPath(); // From where we were started.
  if (startsPrograms())
    if (auto Code = processes::keepRun(lint::auditCommand()
                                           ? "the same command continues"
                                           : "nothing of the run is left"))
      return *Code;
  if (!lint::serveCommand())
    keepFreedMemory();
  return processes::endWith(
      closeStdout(run(Flags, llvm::ArrayRef(Argv, Argc).drop_front())));
}
