//===--- Survival.cpp - Going on behind a crash ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tidy/Survival.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/PrettyStackTrace.h"
#include <csignal>
#include <cstdlib>
#include <mutex>
#include <unistd.h>

namespace warplint::edge {

void catchCrashes() {
  static std::once_flag Once;
  std::call_once(Once, [] {
    llvm::CrashRecoveryContext::Enable();
    for (int Signal : {SIGSEGV, SIGBUS}) {
      struct sigaction Action;
      if (!sigaction(Signal, nullptr, &Action)) {
        Action.sa_flags |= SA_ONSTACK;
        sigaction(Signal, &Action, nullptr);
      }
    }
  });
}

static constexpr size_t HandlerBytes = 256 << 10;

HandlerStack::HandlerStack() : Memory(new char[HandlerBytes]) {
  stack_t Stack = {};
  Stack.ss_sp = Memory.get();
  Stack.ss_size = HandlerBytes;
  sigaltstack(&Stack, &Old);
}

HandlerStack::~HandlerStack() { sigaltstack(&Old, nullptr); }

/// Seconds within which who wants memory gets some.
static constexpr unsigned PatienceForMemory = 5;
/// The code for incomplete.
static constexpr int NoPathOn = 3;

static void onNoMemoryComing(int) {
  static constexpr char Text[] =
      "warplint: error: it crashed in the midst of taking memory and cannot go "
      "on; please report this with the output of --print-command\n";
  [[maybe_unused]] ssize_t Written =
      write(STDERR_FILENO, Text, sizeof(Text) - 1);
  _exit(NoPathOn);
}

/// What has crashed may hold the lock of this thread's memory, as a stack that
/// ends in malloc does. Then whoever gives some of it back waits
/// for ever: the program ends.
static void endIfMemoryIsLocked() {
  // Larger than what a thread can allocate without the lock.
  static constexpr size_t Bytes = 8 << 10;
  auto Before = std::signal(SIGALRM, onNoMemoryComing);
  alarm(PatienceForMemory);
  void *volatile Piece = std::malloc(Bytes);
  std::free(Piece);
  alarm(0);
  std::signal(SIGALRM, Before);
}

bool survive(llvm::function_ref<void()> Do) {
  auto Recovery = std::make_unique<llvm::CrashRecoveryContext>();
  const void *SavedState = llvm::SavePrettyStackState();
  if (Recovery->RunSafely(Do))
    return true;
  llvm::RestorePrettyStackState(SavedState);
  endIfMemoryIsLocked();
  // Its end would destroy clang's objects, part of which lay on the stack of
  // what is gone.
  Recovery.release();
  return false;
}

} // namespace warplint::edge
