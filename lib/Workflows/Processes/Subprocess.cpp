//===--- Subprocess.cpp - Asking other programs ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Processes/Subprocess.h"
#include "Workflows/Processes/ChildProcess.h"
#include "Workflows/Processes/MemoryFile.h"
#include "llvm/Support/Program.h"

namespace warplint::processes {

llvm::Expected<std::string> outputOf(llvm::StringRef Program,
                                     llvm::ArrayRef<std::string> Words,
                                     llvm::ArrayRef<std::string> Settings,
                                     std::chrono::minutes Most) {
  auto Path = llvm::sys::findProgramByName(Program);
  if (!Path)
    return llvm::createStringError("there is no '" + Program + "' in PATH");
  MemoryFile Out, Err;
  ChildProcess::Setup What;
  What.Program = *Path;
  What.Words = Words.vec();
  What.Settings = Settings.vec();
  What.Out = Out.descriptor();
  What.Err = Err.descriptor();
  auto Child = ChildProcess::start(What);
  if (!Child)
    return Child.takeError();
  auto End = Child->waitFor(Most);
  if (!End)
    return llvm::createStringError(
        Program + ": no answer within " + std::to_string(Most.count()) +
        (Most.count() == 1 ? " minute" : " minutes"));
  if (End->isRegular() && !End->Code)
    return Out.text();
  std::string Complaint = Err.text();
  llvm::StringRef First = llvm::StringRef(Complaint).split('\n').first;
  First.consume_front("fatal: ");
  return llvm::createStringError(Program + ": " +
                                 (First.empty() ? End->text() : First.str()));
}

} // namespace warplint::processes
