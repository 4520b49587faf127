//===--- Keeper.cpp - A run that ends with all it started -----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Processes/Keeper.h"
#include "Report/Summary.h"
#include "Workflows/Processes/Descendants.h"
#include "Workflows/Processes/ScratchFolder.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace warplint::processes {

static constexpr int Interrupts[] = {SIGINT, SIGTERM, SIGHUP};

static volatile std::sig_atomic_t WasInterrupted = 0;
static void noteInterrupt(int) { WasInterrupted = 1; }
static void wakeUp(int) {}

static void setHandler(int Signal, void (*Handler)(int)) {
  struct sigaction Action = {};
  Action.sa_handler = Handler;
  sigaction(Signal, &Action, nullptr);
}

static bool isIgnored(int Signal) {
  struct sigaction Now;
  return !sigaction(Signal, nullptr, &Now) && Now.sa_handler == SIG_IGN;
}

/// Keeps nothing open but \p Connection: who reads what the run prints waits
/// until nobody can write any more.
static void closeAllBut(int Connection) {
  int Nothing = open("/dev/null", O_RDWR);
  for (int Standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (Nothing >= 0)
      dup2(Nothing, Standard);
    else
      close(Standard);
  rlimit Most = {};
  getrlimit(RLIMIT_NOFILE, &Most);
  int End = int(std::min<rlim_t>(Most.rlim_cur, 1 << 16));
  for (int Each = STDERR_FILENO + 1; Each < End; ++Each)
    if (Each != Connection)
      close(Each);
}

/// Waits until the worker has ended or nobody wants it any more. \p Status: the
/// worker's, if it has ended.
static void waitForEnd(int Connection, pid_t Worker, const sigset_t &Awake,
                       std::optional<int> &Status) {
  while (!Status) {
    pollfd Look = {Connection, POLLIN, 0};
    if (ppoll(&Look, 1, nullptr, &Awake) > 0)
      return;
    pid_t Number;
    for (int Now; (Number = waitpid(-1, &Now, WNOHANG)) > 0;)
      if (Number == Worker)
        Status = Now;
  }
}

/// What the keeper does.
[[noreturn]] static void keep(int Connection, pid_t Worker,
                              const sigset_t &Awake) {
  setpgid(0, 0);
  for (int Signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM,
                     SIGUSR1, SIGUSR2, SIGTSTP, SIGTTIN, SIGTTOU})
    setHandler(Signal, SIG_IGN);
  closeAllBut(Connection);
  std::optional<int> Status;
  waitForEnd(Connection, Worker, Awake, Status);
  bool HasFolders = !Status || !WIFEXITED(*Status);
  endChildren(GraceOfEnding, [&](pid_t Number, int Now) {
    if (Number == Worker)
      Status = Now;
    HasFolders = true; // It may have been a run of ours.
  });
  if (HasFolders)
    removeDeadFolders();
  if (Status)
    send(Connection, &*Status, sizeof(int), MSG_NOSIGNAL);
  _exit(0);
}

/// There is no room for a worker.
[[noreturn]] static void giveUp(int Connection) {
  llvm::errs() << "warplint: error: no process can be started: "
               << std::strerror(errno) << "\n";
  int Status = W_EXITCODE(report::ExitIncomplete, 0);
  send(Connection, &Status, sizeof(int), MSG_NOSIGNAL);
  _exit(0);
}

/// Becomes the keeper, and in a child of it the worker, for which this returns.
static void keepOrWork(int Connection, const sigset_t &Before) {
  adoptOrphans();
  pid_t Keeper = getpid();
  setHandler(SIGCHLD, wakeUp);
  sigset_t Awake = Before, Children;
  sigdelset(&Awake, SIGCHLD);
  sigemptyset(&Children);
  sigaddset(&Children, SIGCHLD);
  sigprocmask(SIG_BLOCK, &Children, nullptr);
  pid_t Worker = fork();
  if (Worker < 0)
    giveUp(Connection);
  if (Worker)
    keep(Connection, Worker, Awake);
  close(Connection);
  // The keeper may have ended before this is heard.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != Keeper)
    _exit(report::ExitIncomplete);
  setHandler(SIGCHLD, SIG_DFL);
  sigprocmask(SIG_SETMASK, &Before, nullptr);
}

/// Waits for the keeper. The wait status of the worker; nothing if nobody
/// knows.
static std::optional<int> waitForKeeper(int Connection, pid_t Keeper,
                                        const sigset_t &Awake) {
  bool IsReported = false;
  while (true) {
    if (WasInterrupted && !IsReported)
      IsReported = send(Connection, "", 1, MSG_NOSIGNAL) >= 0 || errno != EINTR;
    pollfd Look = {Connection, POLLIN, 0};
    if (ppoll(&Look, 1, nullptr, &Awake) > 0)
      break;
  }
  int Status;
  bool IsKnown = recv(Connection, &Status, sizeof(int), 0) == sizeof(int);
  while (waitpid(Keeper, nullptr, 0) < 0 && errno == EINTR)
    ;
  if (IsKnown)
    return Status;
  endChildren(GraceOfEnding, [](pid_t, int) {});
  removeDeadFolders();
  return std::nullopt;
}

static int codeOf(std::optional<int> Status, llvm::StringRef WhenInterrupted) {
  if (Status && WIFEXITED(*Status))
    return WEXITSTATUS(*Status);
  int Signal = Status ? WTERMSIG(*Status) : SIGKILL;
  if (!WasInterrupted && Signal != SIGKILL &&
      !llvm::is_contained(Interrupts, Signal)) {
    // It has said of itself what there was to say.
    rlimit None = {0, 0};
    setrlimit(RLIMIT_CORE, &None);
    setHandler(Signal, SIG_DFL);
    raise(Signal);
  }
  llvm::errs() << "warplint: interrupted; " << WhenInterrupted << "\n";
  return report::ExitIncomplete;
}

std::optional<int> keepRun(llvm::StringRef WhenInterrupted) {
  int Ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, Ends))
    return std::nullopt;
  // None comes while nobody would hear it.
  sigset_t Heard, Before;
  sigemptyset(&Heard);
  for (int Signal : Interrupts)
    sigaddset(&Heard, Signal);
  sigprocmask(SIG_BLOCK, &Heard, &Before);
  adoptOrphans();
  setHandler(SIGCHLD, SIG_DFL); // Who ignores it cannot wait.
  llvm::outs().flush();
  pid_t Keeper = fork();
  if (Keeper <= 0) {
    close(Ends[0]);
    if (!Keeper)
      keepOrWork(Ends[1], Before);
    else
      close(Ends[1]); // No room for processes: who starts one says so.
    sigprocmask(SIG_SETMASK, &Before, nullptr);
    return std::nullopt;
  }
  close(Ends[1]);
  for (int Signal : Interrupts)
    if (!isIgnored(Signal))
      setHandler(Signal, noteInterrupt);
  std::optional<int> Status = waitForKeeper(Ends[0], Keeper, Before);
  sigprocmask(SIG_SETMASK, &Before, nullptr);
  return codeOf(Status, WhenInterrupted);
}

} // namespace warplint::processes
