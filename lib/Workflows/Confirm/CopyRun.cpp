//===--- CopyRun.cpp - Commands that run in the copy ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Confirm/CopyRun.h"
#include "Quoting/Printable.h"
#include "Workflows/Processes/ChildProcess.h"
#include "Workflows/Processes/Descendants.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"
#include <unistd.h>

namespace warplint::confirm {

bool runInCopy(const CopyRun &What, int &Code) {
  if (What.Speaks)
    llvm::errs() << "warplint: in " << quoting::printable(What.Folder) << ": "
                 << quoting::printable(What.Command) << "\n";
  processes::ChildProcess::Setup Setup;
  Setup.Program = "/bin/sh";
  Setup.Words = {"-c",
                 (What.Speaks ? "" : "exec >/dev/null 2>&1\n") + What.Command};
  Setup.Settings = What.Settings;
  Setup.Folder = What.Folder;
  Setup.Out = STDERR_FILENO;
  Setup.ReadsOurs = true;
  processes::adoptOrphans();
  auto Child = processes::ChildProcess::start(Setup);
  if (!Child) {
    llvm::errs() << "warplint: "
                 << quoting::printable(llvm::toString(Child.takeError()))
                 << "\n";
    return false;
  }
  auto End = What.Seconds ? Child->waitFor(std::chrono::seconds(What.Seconds))
                          : Child->wait();
  Child->leave();
  processes::endChildren(processes::GraceOfEnding, [](pid_t, int) {});
  Code = End ? End->Code : 0;
  return End && End->isRegular();
}

} // namespace warplint::confirm
