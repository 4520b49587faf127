//===--- Descendants.cpp - Ending what we started -------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Processes/Descendants.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <dirent.h>
#include <fstream>
#include <set>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace warplint::processes {

/// Linux gives no process a larger number.
static constexpr pid_t LargestNumber = 1 << 22;
/// What cannot be killed (it runs as another user) is not waited for longer.
static constexpr std::chrono::seconds PatienceWithKilled(5);
static constexpr std::chrono::milliseconds AskAgainEvery(5);

void adoptOrphans() { prctl(PR_SET_CHILD_SUBREAPER, 1); }

/// Adds the children whose process ids are from \p First to \p Last.
static void addChildren(pid_t First, pid_t Last, std::vector<pid_t> &Children) {
  for (pid_t Number = First; Number <= Last; ++Number) {
    siginfo_t Info;
    if (!waitid(P_PID, id_t(Number), &Info, WEXITED | WNOHANG | WNOWAIT))
      Children.push_back(Number);
  }
}

/// The number of a process that is started now; 0 if none can be.
static pid_t newestNumber() {
  pid_t Newest = fork();
  if (!Newest)
    _exit(0);
  while (Newest > 0 && waitpid(Newest, nullptr, 0) < 0 && errno == EINTR)
    ;
  return std::max(Newest, 0);
}

std::vector<pid_t> childrenByNumbers() {
  std::vector<pid_t> Children;
  // Numbers are given in turn. To ask for all takes seconds on a busy machine,
  // and is done only where the turn has come iteration.
  addChildren(getpid() + 1, newestNumber(), Children);
  if (Children.empty())
    addChildren(1, LargestNumber, Children);
  return Children;
}

std::vector<pid_t> childrenOfThis() {
  const char *Threads = "/proc/self/task";
  DIR *Folder = opendir(Threads);
  if (!Folder)
    return childrenByNumbers();
  std::vector<pid_t> Children;
  bool WasRead = false;
  while (dirent *Thread = readdir(Folder)) {
    std::ifstream List(std::string(Threads) + "/" + Thread->d_name +
                       "/children");
    WasRead |= List.is_open() && Thread->d_name[0] != '.';
    for (pid_t Number; List >> Number;)
      Children.push_back(Number);
  }
  closedir(Folder);
  return WasRead ? Children : childrenByNumbers();
}

/// Waits for all that have ended. False if there are no children left.
static bool reap(std::set<pid_t> &Asked,
                 llvm::function_ref<void(pid_t, int)> Ended) {
  while (true) {
    int Status;
    pid_t Number = waitpid(-1, &Status, WNOHANG);
    if (Number == 0 || (Number < 0 && errno != ECHILD))
      return true;
    if (Number < 0)
      return false;
    Asked.erase(Number);
    Ended(Number, Status);
  }
}

void endChildren(std::chrono::milliseconds Grace,
                 llvm::function_ref<void(pid_t, int)> Ended) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point Hard = Clock::now() + Grace, LastEnd = Hard;
  std::set<pid_t> Asked;
  unsigned InVain = 0; ///< So often all were killed, and none has ended.
  auto Note = [&](pid_t Number, int Status) {
    LastEnd = std::max(Clock::now(), Hard);
    InVain = 0;
    Ended(Number, Status);
  };
  while (reap(Asked, Note)) {
    Clock::time_point Now = Clock::now();
    // To look for them may take longer than the patience.
    if (Now > LastEnd + PatienceWithKilled && InVain > 1)
      return;
    InVain += Now >= Hard;
    // Their numbers are theirs until they are waited for. What they leave comes
    // to us, and is found the next time.
    for (pid_t Number : childrenOfThis()) {
      if (Now >= Hard)
        kill(Number, SIGKILL);
      else if (Asked.insert(Number).second && !kill(Number, SIGTERM))
        kill(Number, SIGCONT); // One that is stopped does not hear.
    }
    std::this_thread::sleep_for(AskAgainEvery);
  }
}

} // namespace warplint::processes
