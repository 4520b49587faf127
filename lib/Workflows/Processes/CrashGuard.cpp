//===--- CrashGuard.cpp - A crash is a failed unit ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Processes/CrashGuard.h"
#include "Tidy/LargeStack.h"
#include "Tidy/Survival.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <unistd.h>

namespace warplint::processes {

static std::atomic<bool> OutOfMemory = false;
static std::atomic<bool> Crashed = false;

/// By default LLVM ends the program here with 1, which is our code for
/// findings.
static void onFatalError(void *, const char *Reason, bool) {
  llvm::errs() << "warplint: internal error: " << Reason << "\n";
  abort();
}

/// There is no memory to print anything with.
static void onBadAllocation(void *, const char *, bool) {
  OutOfMemory = true;
  abort();
}

void prepareForCrashes() {
  llvm::setBugReportMsg(
      "warplint crashed. Please report it to warplint's developers, with the "
      "file that it was linting and what stands below.\n");
  llvm::install_fatal_error_handler(onFatalError);
  llvm::install_bad_alloc_error_handler(onBadAllocation);
  std::signal(SIGXFSZ, SIG_IGN);
  edge::catchCrashes();
}

void noteCrash() { Crashed = true; }

bool isOutOfMemory() { return OutOfMemory; }

std::string runGuarded(llvm::function_ref<void()> Do) {
  OutOfMemory = false;
  bool Survived = false;
  if (!edge::onLargeStack([&] {
        Survived = edge::survive([&] {
          edge::HandlerStack ForHandlers;
          Do();
        });
      }))
    return "no thread can be started: out of memory, or too many processes";
  if (Survived)
    return "";
  Crashed = true;
  return OutOfMemory ? NoMemory.str()
                     : "warplint crashed on it; please report this with the "
                       "output of --print-command";
}

int endWith(int Code) {
  if (Crashed)
    _exit(Code);
  return Code;
}

} // namespace warplint::processes
