//===--- NinjaRun.h - Running Ninja -----------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_AUDIT_NINJARUN_H
#define WARPLINT_WORKFLOWS_AUDIT_NINJARUN_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <set>
#include <string>

namespace warplint::audit {

/// Runs Ninja on the file \p Graph in \p Folder for \p Targets, all if they are
/// empty, \p Jobs actions at a time (0: as Ninja chooses), with its progress on
/// stderr. Returns its exit code; an error if there is no Ninja or a signal
/// other than an interrupt ended it.
llvm::Expected<int> runNinja(const std::string &Folder,
                             const std::string &Graph,
                             const std::set<std::string> &Targets,
                             unsigned Jobs);

/// Whether \p Code, of `runNinja`, says that the user interrupted Ninja.
bool wasInterrupted(int Code);

/// How many actions Ninja runs at a time by default.
unsigned jobsOfNinja();

/// Reads \p Descriptor to its end and calls \p Show for each line, also for a
/// last one without a line end.
void readLines(int Descriptor, llvm::function_ref<void(llvm::StringRef)> Show);

} // namespace warplint::audit

#endif // WARPLINT_WORKFLOWS_AUDIT_NINJARUN_H
