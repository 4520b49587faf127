//===--- Supervision.h - Runs within limits of time and memory --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_PROCESSES_SUPERVISION_H
#define WARPLINT_WORKFLOWS_PROCESSES_SUPERVISION_H

#include "Workflows/Processes/MemoryFile.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace warplint::processes {

/// Whether `--time-limit` or `--memory-limit` is given to a run that has no
/// supervisor.
bool hasLimits();

/// Whether `warplint serve` started this run for an agent: the report then says
/// what cannot be linted.
bool isServed();

/// Limits the memory of this run to `--memory-limit` or the default.
void limitMemoryOfRun();

/// The option for a run whose supervisor reads \p ProgressFile; the next
/// program that is started inherits the file.
std::string supervisedBy(const MemoryFile &ProgressFile);

/// Tells the supervisor, if there is one, that \p File is being linted. The
/// supervisor names the file if it has to end the run.
void tellSupervisor(llvm::StringRef File);

/// Runs this program again with \p Arguments but without the time limit, and
/// ends it when it exceeds a limit; the report then says so, and the exit code
/// is 3.
int superviseLint(llvm::ArrayRef<const char *> Arguments);

} // namespace warplint::processes

#endif // WARPLINT_WORKFLOWS_PROCESSES_SUPERVISION_H
