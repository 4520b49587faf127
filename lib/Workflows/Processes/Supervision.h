//===--- Supervision.h - A lint run that cannot run away ------ -*- C++ -*-===//
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

namespace warplint {

/// Whether `--time-limit` or `--memory-limit` is given, to a run that nobody
/// supervises.
bool hasLimits();

/// An agent asks for this run: what it cannot lint is told in its report.
bool isServed();

/// From now on this run takes no more memory than `--memory-limit`, or the
/// default, lets it.
void limitMemoryOfRun();

/// The option for a run whose supervisor reads \p ProgressFile, which is handed on to
/// the next program that is started.
std::string supervisedBy(const MemoryFile &ProgressFile);

/// Tells the supervisor, if there is one, that \p File is being linted. It
/// names it when the run is ended meanwhile.
void tellSupervisor(llvm::StringRef File);

/// Runs this program again on \p Arguments without the limit of time, and ends
/// it when it crosses one. Then the report says so, and the exit code is 3.
int superviseLint(llvm::ArrayRef<const char *> Arguments);

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_PROCESSES_SUPERVISION_H
