//===--- Commands.cpp - The commands of the program -----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/Commands.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <sys/auxv.h>

namespace cl = llvm::cl;

namespace warplint::lint {

cl::OptionCategory &category() {
  static cl::OptionCategory Category("warplint options");
  return Category;
}

cl::SubCommand &auditCommand() {
  static cl::SubCommand Command(
      "audit", "Lint a whole build, in parallel and again only what changed");
  return Command;
}

cl::SubCommand &mergeCommand() {
  static cl::SubCommand Command("merge", "Make one report of several");
  return Command;
}

cl::SubCommand &explainCommand() {
  static cl::SubCommand Command("explain", "Show the page of a check");
  return Command;
}

cl::SubCommand &checksCommand() {
  static cl::SubCommand Command("checks", "List all checks");
  return Command;
}

cl::SubCommand &confirmCommand() {
  static cl::SubCommand Command(
      "confirm", "Run the program and say which findings happened");
  return Command;
}

cl::SubCommand &reproduceCommand() {
  static cl::SubCommand Command("reproduce",
                                "Write one source that shows one finding");
  return Command;
}

cl::SubCommand &doctorCommand() {
  static cl::SubCommand Command(
      "doctor", "Say what warplint sees of a project: toolkit, commands, what "
                "does not parse, which launches are known");
  return Command;
}

cl::SubCommand &initCommand() {
  static cl::SubCommand Command(
      "init", "Set a project up: commands, configuration, CI, baseline");
  return Command;
}

cl::SubCommand &serveCommand() {
  static cl::SubCommand Command(
      "serve", "Answer programs that write kernels, by the Model Context "
               "Protocol on stdin and stdout");
  return Command;
}

cl::SubCommand &proveCommand() {
  static cl::SubCommand Command(
      "prove", "Say of each kernel which properties hold, under which "
               "assumptions, and which are not known");
  return Command;
}

cl::SubCommand &queryCommand() {
  static cl::SubCommand Command(
      "query", "Say where matchers of code match: clang-query's language, with "
               "matchers that know CUDA");
  return Command;
}

cl::SubCommand &completionsCommand() {
  static cl::SubCommand Command(
      "completions", "Print what makes bash, zsh or fish complete options");
  return Command;
}

cl::SubCommand &manualCommand() {
  static cl::SubCommand Command("manual", "Print the manual page, for man");
  return Command;
}

cl::opt<bool> Quiet("quiet",
                    cl::desc("Print no summary unless a file could not be "
                             "linted whole or a NOLINT lacks a reason"),
                    cl::cat(category()), cl::sub(cl::SubCommand::getTopLevel()),
                    cl::sub(auditCommand()), cl::sub(mergeCommand()),
                    cl::sub(proveCommand()));

std::string absolute(llvm::StringRef Path) {
  llvm::SmallString<256> Absolute(Path);
  llvm::sys::fs::make_absolute(Absolute);
  llvm::sys::path::remove_dots(Absolute, /*remove_dot_dot=*/true);
  return Absolute.str().str();
}

std::string programPath() {
  // Where there is no /proc, the name by which we were started leads to us, as
  // long as we are where that was.
  static const std::string Path = llvm::sys::fs::getMainExecutable(
      reinterpret_cast<const char *>(getauxval(AT_EXECFN)),
      reinterpret_cast<void *>(&category));
  return Path;
}

} // namespace warplint::lint
