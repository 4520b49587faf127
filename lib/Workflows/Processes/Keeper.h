//===--- Keeper.h - Ending a run with all it started ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A command that starts programs runs as three processes:
//
//   warplint   the process that the user started. It waits, and forwards
//    |         signals.
//    `- keeper in a process group of its own, so that no signal to a group
//              ends it. It holds one end of a connection to the first process.
//              When that process ends, however it does, the keeper ends all
//              descendants and removes the temporary folders of the run.
//        `- worker, in the group of the first process, does the work.
//
// Whatever a descendant does with process groups and sessions, it becomes a
// child of the keeper when its parent ends. If the keeper itself is killed, the
// worker ends, and the first process does what the keeper would have done.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_PROCESSES_KEEPER_H
#define WARPLINT_WORKFLOWS_PROCESSES_KEEPER_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace warplint::processes {

/// Splits this process into the three. Returns nothing in the worker, which
/// must do the work; in the other processes, the exit code when the run is
/// over. \p WhenInterrupted is printed if a signal ended the run.
std::optional<int> keepRun(llvm::StringRef WhenInterrupted);

} // namespace warplint::processes

#endif // WARPLINT_WORKFLOWS_PROCESSES_KEEPER_H
