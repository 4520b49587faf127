//===--- CrashGuard.cpp - A crash is a failed unit ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CrashGuard.h"
#include "Output/Summary.h"
#include "tidy/LargeStack.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <unistd.h>

namespace warplint {

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
  llvm::CrashRecoveryContext::Enable();
  // A stack that has come to its end has no room for the handler.
  for (int Signal : {SIGSEGV, SIGBUS}) {
    struct sigaction Action;
    if (!sigaction(Signal, nullptr, &Action)) {
      Action.sa_flags |= SA_ONSTACK;
      sigaction(Signal, &Action, nullptr);
    }
  }
}

namespace {
/// Where this thread's signal handlers run.
class HandlerStack {
public:
  HandlerStack() : Memory(new char[Bytes]) {
    stack_t Stack = {};
    Stack.ss_sp = Memory.get();
    Stack.ss_size = Bytes;
    sigaltstack(&Stack, &Old);
  }
  ~HandlerStack() { sigaltstack(&Old, nullptr); }

private:
  static constexpr size_t Bytes = 256 << 10;
  std::unique_ptr<char[]> Memory;
  stack_t Old = {};
};
} // namespace

/// Seconds within which who wants memory gets some.
static constexpr unsigned PatienceForMemory = 5;

static void onNoMemoryComing(int) {
  static constexpr char Text[] =
      "warplint: error: it crashed in the midst of taking memory and cannot go "
      "on; please report this with the output of --print-command\n";
  [[maybe_unused]] ssize_t Written =
      write(STDERR_FILENO, Text, sizeof(Text) - 1);
  _exit(ExitIncomplete);
}

/// What has crashed may hold the lock of this thread's memory, as a stack that
/// comes to its end in malloc does. Then whoever gives some of it back waits
/// for ever: the program ends.
static void endIfMemoryIsLocked() {
  // Of small pieces a thread has some at hand without the lock.
  static constexpr size_t Bytes = 8 << 10;
  auto Before = std::signal(SIGALRM, onNoMemoryComing);
  alarm(PatienceForMemory);
  void *volatile Piece = std::malloc(Bytes);
  std::free(Piece);
  alarm(0);
  std::signal(SIGALRM, Before);
}

std::string runGuarded(llvm::function_ref<void()> Do) {
  auto Recovery = std::make_unique<llvm::CrashRecoveryContext>();
  OutOfMemory = false;
  bool Survived = false;
  if (!onLargeStack([&] {
        Survived = Recovery->RunSafely([&] {
          HandlerStack ForHandlers;
          Do();
        });
        if (!Survived)
          endIfMemoryIsLocked();
      }))
    return "no thread can be started: out of memory, or too many processes";
  if (Survived)
    return "";
  // Its end would destroy clang's objects, part of which lay on the stack of
  // the thread that is gone.
  Recovery.release();
  Crashed = true;
  return OutOfMemory ? "out of memory"
                     : "warplint crashed on it; please report this with the "
                       "output of --print-command";
}

int endWith(int Code) {
  if (Crashed)
    _exit(Code);
  return Code;
}

} // namespace warplint
