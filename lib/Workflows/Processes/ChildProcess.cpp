//===--- ChildProcess.cpp - A program that we start -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Processes/ChildProcess.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace warplint::processes {

/// Where the kernel cannot tell us of an end.
static constexpr std::chrono::milliseconds LookForEndEvery(10);

static llvm::StringRef nameOf(llvm::StringRef Setting) {
  return Setting.split('=').first;
}

namespace {
/// All that a child needs, made before there is one: between fork and exec no
/// memory can be had.
struct Prepared {
  explicit Prepared(const ChildProcess::Setup &What) : What(What) {
    auto Own = [](const std::string &Text) {
      return const_cast<char *>(Text.c_str());
    };
    Arguments.push_back(Own(What.Program));
    for (const std::string &Word : What.Words)
      Arguments.push_back(Own(Word));
    Arguments.push_back(nullptr);
    for (const std::string &Setting : What.Settings)
      Environment.push_back(Own(Setting));
    for (char **Each = environ; *Each; ++Each)
      if (llvm::none_of(What.Settings, [&](llvm::StringRef Setting) {
            return nameOf(Setting) == nameOf(*Each);
          }))
        Environment.push_back(*Each);
    Environment.push_back(nullptr);
  }

  const ChildProcess::Setup &What;
  std::vector<char *> Arguments, Environment;
  pid_t Parent = getpid();
};
} // namespace

/// \p Descriptor under a number that is no standard one; a program may have
/// been started without those.
static int lifted(int Descriptor) {
  return Descriptor < 0 || Descriptor > STDERR_FILENO
             ? Descriptor
             : fcntl(Descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
}

/// Puts \p Descriptor in the place of \p Standard; -1 leaves what is there.
static bool place(int Descriptor, int Standard) {
  return Descriptor < 0 || dup2(Descriptor, Standard) >= 0;
}

static void limitData(unsigned MiB) {
  rlimit Most;
  if (!MiB || getrlimit(RLIMIT_DATA, &Most))
    return;
  Most.rlim_cur = std::min<rlim_t>(rlim_t(MiB) << 20, Most.rlim_max);
  setrlimit(RLIMIT_DATA, &Most);
}

/// In the child: errno says what failed.
static void become(const Prepared &Child) {
  const ChildProcess::Setup &What = Child.What;
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  // The parent may have ended before this is heard.
  if (getppid() != Child.Parent)
    _exit(1);
  int In = -1, Out = lifted(What.Out), Err = lifted(What.Err);
  if (!What.ReadsOurs &&
      (In = lifted(open("/dev/null", O_RDONLY | O_CLOEXEC))) < 0)
    return;
  if (!place(In, STDIN_FILENO) || !place(Out, STDOUT_FILENO) ||
      !place(Err, STDERR_FILENO))
    return;
  if (!What.Folder.empty() && chdir(What.Folder.c_str()))
    return;
  std::signal(SIGPIPE, SIG_DFL);
  limitData(What.MiB);
  execve(Child.Arguments.front(), Child.Arguments.data(),
         Child.Environment.data());
}

llvm::Expected<ChildProcess> ChildProcess::start(const Setup &What) {
  Prepared Child(What);
  auto Because = [&](int Why) {
    return llvm::createStringError("'" + What.Program +
                                   "' cannot be run: " + std::strerror(Why));
  };
  int Ends[2]; // Closed by exec, or written to when exec fails.
  if (pipe2(Ends, O_CLOEXEC))
    return Because(errno);
  int Tell = lifted(Ends[1]);
  pid_t Number = fork();
  if (!Number) {
    become(Child);
    int Why = errno;
    _exit(write(Tell, &Why, sizeof(Why)) < 0);
  }
  int Why = errno;
  close(Ends[1]);
  if (Tell != Ends[1])
    close(Tell);
  ssize_t Written = 0;
  if (Number > 0)
    while ((Written = read(Ends[0], &Why, sizeof(Why))) < 0 && errno == EINTR)
      ;
  close(Ends[0]);
  if (Number < 0)
    return Because(Why);
  ChildProcess Started(Number);
  if (Written == sizeof(Why)) {
    Started.wait();
    return Because(Why);
  }
  return std::move(Started);
}

ChildProcess::ChildProcess(ChildProcess &&Other) noexcept
    : Number(std::exchange(Other.Number, 0)), Ended(Other.Ended) {}

ChildProcess::~ChildProcess() { end(); }

static ChildProcess::End endOf(int Status) {
  if (WIFSIGNALED(Status))
    return {0, WTERMSIG(Status)};
  return {WEXITSTATUS(Status), 0};
}

/// Returns when \p Number ends or \p Time is over, or now and then.
static void sleepUntilEnd(pid_t Number, std::chrono::milliseconds Time) {
  int Descriptor = int(syscall(SYS_pidfd_open, Number, 0));
  if (Descriptor < 0)
    return std::this_thread::sleep_for(std::min(Time, LookForEndEvery));
  pollfd Look = {Descriptor, POLLIN, 0};
  poll(&Look, 1, int(std::min<int64_t>(Time.count(), 1000)));
  close(Descriptor);
}

std::optional<ChildProcess::End>
ChildProcess::waitFor(std::chrono::milliseconds Time) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point Until = Clock::now() + Time;
  while (!Ended) {
    int Status = 0;
    pid_t Found = waitpid(Number, &Status, WNOHANG);
    if (Found == Number || (Found < 0 && errno == ECHILD))
      return Ended = endOf(Status);
    auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        Until - Clock::now());
    if (Left.count() <= 0)
      return std::nullopt;
    sleepUntilEnd(Number, Left);
  }
  return Ended;
}

ChildProcess::End ChildProcess::wait() {
  while (!waitFor(std::chrono::hours(1)))
    ;
  return *Ended;
}

/// Who is asked to end takes its unfinished files away; one that cannot has so
/// long.
static constexpr std::chrono::milliseconds TimeToEnd(2000);

void ChildProcess::end() {
  if (!Number || Ended)
    return;
  kill(Number, SIGTERM);
  // One that is stopped hears nothing else.
  kill(Number, SIGCONT);
  if (waitFor(TimeToEnd))
    return;
  kill(Number, SIGKILL);
  wait();
}

std::string ChildProcess::End::text() const {
  return Signal ? strsignal(Signal) : "";
}

} // namespace warplint::processes
