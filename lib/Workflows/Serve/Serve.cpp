//===--- Serve.cpp - Answering programs that write kernels ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Serve/Serve.h"
#include "Protocol/Session.h"
#include "Report/Summary.h"
#include "Workflows/Lint/Settings.h"
#include "Workflows/Serve/LineReader.h"
#include "Workflows/Serve/ServedCall.h"
#include "checks/Check.h"
#include "llvm/Support/FileSystem.h"
#include <csignal>
#include <deque>
#include <poll.h>
#include <unistd.h>

namespace cl = llvm::cl;

namespace warplint::serve {

static cl::opt<std::string>
    Root("root", cl::value_desc("folder"), cl::init("."),
         cl::desc("What names of files are relative to, and below which fixes "
                  "are written; by default the current folder"),
         cl::cat(lint::category()), cl::sub(lint::serveCommand()));
static cl::opt<bool>
    AllowConfirm("allow-confirm",
                 cl::desc("Let the client run commands of its choice to build "
                          "and run a copy of the project"),
                 cl::cat(lint::category()), cl::sub(lint::serveCommand()));
static cl::opt<unsigned>
    CallTime("call-time", cl::init(600), cl::value_desc("seconds"),
             cl::desc("End a lint run after that time (default 600; 0 is no "
                      "limit)"),
             cl::cat(lint::category()), cl::sub(lint::serveCommand()));
static cl::opt<unsigned>
    CallMemory("call-memory", cl::init(4096), cl::value_desc("MiB"),
               cl::desc("Memory that a lint run may use (default 4096; 0 is no "
                        "limit)"),
               cl::cat(lint::category()), cl::sub(lint::serveCommand()));

/// A message: source comes in them.
static constexpr size_t MostBytes = 16 << 20;
static constexpr size_t MostWaiting = 64;
/// How often a run is looked at, in milliseconds.
static constexpr int LookEvery = 10;

/// Set by a signal: what is in progress is ended, and its files go.
static volatile std::sig_atomic_t IsEnding = 0;

static void endSoon(int) { IsEnding = 1; }

namespace {

/// One call at a time is done; lines are heard all the while.
class Server {
public:
  explicit Server(ServeSettings Settings)
      : Settings(std::move(Settings)), Talk(WARPLINT_VERSION, allChecks()),
        Lines(STDIN_FILENO, MostBytes) {}

  void run();

private:
  void say(const std::string &Line) {
    llvm::outs() << Line;
    llvm::outs().flush();
  }
  void hear(const LineReader::Line &Line);
  void forget(const std::string &Id);
  void work();
  void tellProgress();

  ServeSettings Settings;
  protocol::Session Talk;
  LineReader Lines;
  std::deque<protocol::PendingCall> Waiting;
  std::unique_ptr<ServedCall> Current;
  bool IsUnwanted = false;  ///< The current call was cancelled.
  std::string LastProgress; ///< The file of the last progress message.
  unsigned Step = 0;
};

} // namespace

void Server::forget(const std::string &Id) {
  llvm::erase_if(Waiting, [&](const protocol::PendingCall &Each) {
    return Each.Id == Id;
  });
  if (!Current || Current->asked().Id != Id)
    return;
  if (Current->giveUp())
    Current.reset();
  else
    IsUnwanted = true;
}

void Server::hear(const LineReader::Line &Line) {
  if (Line.TooLong)
    return say(protocol::Session::tooLong(MostBytes));
  protocol::Session::Heard Heard = Talk.hear(Line.Text);
  if (!Heard.Reply.empty())
    say(Heard.Reply);
  if (!Heard.Cancelled.empty())
    forget(Heard.Cancelled);
  if (!Heard.Call)
    return;
  if (Waiting.size() == MostWaiting)
    say(protocol::Session::tooMany(*Heard.Call));
  else
    Waiting.push_back(std::move(*Heard.Call));
}

void Server::tellProgress() {
  std::string File = Current->current();
  if (Current->asked().Progress.empty() || IsUnwanted || File.empty() ||
      File == LastProgress)
    return;
  LastProgress = File;
  say(Talk.progress(Current->asked(), ++Step, "linting " + File));
}

void Server::work() {
  if (!Current && !Waiting.empty()) {
    Current =
        std::make_unique<ServedCall>(std::move(Waiting.front()), Settings);
    Waiting.pop_front();
    IsUnwanted = false;
    LastProgress.clear();
    Step = 0;
  }
  if (!Current)
    return;
  if (!Current->advance())
    return tellProgress();
  if (!IsUnwanted)
    say(Talk.answer(Current->asked(), Current->result()));
  Current.reset();
}

/// Whether somebody may still read what is said: a pipe, a socket or a terminal
/// knows. Who only writes nothing more may well wait for answers.
static bool hasReader() {
  pollfd Watched = {STDOUT_FILENO, 0, 0};
  return poll(&Watched, 1, 0) <= 0 ||
         !(Watched.revents & (POLLERR | POLLHUP | POLLNVAL));
}

void Server::run() {
  while (!llvm::outs().has_error() && !IsEnding && hasReader()) {
    while (auto Line = Lines.next())
      hear(*Line);
    work();
    if (!Current && Waiting.empty() && Lines.hasEnded())
      return;
    Lines.wait(Current ? LookEvery : Waiting.empty() ? -1 : 0);
  }
}

int serve() {
  std::string Folder = lint::absolute(Root);
  llvm::SmallString<256> Real;
  std::error_code Failed = llvm::sys::fs::real_path(Folder, Real);
  if (!Failed)
    Failed = llvm::sys::fs::set_current_path(Real);
  if (Failed)
    return lint::usageError("--root: '" + Root + "': " + Failed.message());
  ServeSettings Settings;
  Settings.Options = lint::optionsForUnits();
  Settings.Root = Real.str().str();
  Settings.MayConfirm = AllowConfirm;
  Settings.PerRun = {CallTime, CallMemory};
  for (int Signal : {SIGTERM, SIGINT, SIGHUP})
    std::signal(Signal, endSoon);
  std::signal(SIGPIPE, SIG_IGN); // Nobody reads: seen when something is said.
  Server(std::move(Settings)).run();
  if (!hasReader() && !llvm::outs().has_error())
    return lint::usageError(
        "stdout cannot be written: " +
        std::make_error_code(std::errc::broken_pipe).message());
  return report::ExitClean;
}

} // namespace warplint::serve
