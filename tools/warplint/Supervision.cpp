//===--- Supervision.cpp - A lint run that cannot run away ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Supervision.h"
#include "Delivery.h"
#include "Output/Printable.h"
#include "Output/Summary.h"
#include "Settings.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Program.h"

namespace cl = llvm::cl;

namespace warplint {

static cl::opt<unsigned>
    TimeLimit("time-limit", cl::value_desc("seconds"),
              cl::desc("End the run after that time, with exit code 3"),
              cl::cat(category()));
static cl::opt<unsigned>
    MemoryLimit("memory-limit", cl::value_desc("MiB"),
                cl::desc("Memory the run may use, with exit code 3"),
                cl::cat(category()));

bool hasLimits() { return TimeLimit || MemoryLimit; }

static bool isLimit(llvm::StringRef Argument) {
  llvm::StringRef Name = Argument.ltrim('-').split('=').first;
  return Argument.starts_with("-") &&
         (Name == TimeLimit.ArgStr || Name == MemoryLimit.ArgStr);
}

/// \p Arguments but for the limits; a value may be a word of its own.
static std::vector<llvm::StringRef>
withoutLimits(llvm::ArrayRef<const char *> Arguments) {
  std::vector<llvm::StringRef> Kept;
  bool Flags = false; // Behind `--` nothing is ours.
  for (size_t I = 0; I < Arguments.size(); ++I) {
    llvm::StringRef Argument = Arguments[I];
    Flags |= Argument == "--";
    if (Flags || !isLimit(Argument))
      Kept.push_back(Argument);
    else if (!Argument.contains('='))
      ++I;
  }
  return Kept;
}

int superviseLint(llvm::ArrayRef<const char *> Arguments) {
  std::string Program = programPath(), Problem;
  std::vector<llvm::StringRef> Words = withoutLimits(Arguments);
  Words.insert(Words.begin(), Program);
  int Code = llvm::sys::ExecuteAndWait(Program, Words, std::nullopt, {},
                                       TimeLimit, MemoryLimit, &Problem);
  if (Code >= ExitClean && Code <= ExitIncomplete)
    return Code;
  std::string Reason = ("ended by its limits of time and memory, or crashed: " +
                        llvm::StringRef(Problem).rtrim(": "))
                           .str();
  llvm::errs() << "warplint: incomplete: " << printable(Reason) << "\n";
  if (wantsReport())
    if (llvm::Error Failed = writeFailure(Reason))
      return usageError(llvm::toString(std::move(Failed)));
  return ExitIncomplete;
}

} // namespace warplint
