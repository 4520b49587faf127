//===--- Keeper.h - A run that ends with all it started --------- -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A command that starts programs runs as three processes:
//
//   warplint   the one that was started. It waits, and hands on signals;
//    `- keeper in a process group of its own, so that no signal to a group ends
//              it. It holds one end of a connection to the first. When that
//              ends, however it does, the keeper ends everything below it and
//              removes the temporary folders of the run;
//        `- worker, in the group of the first, does the work.
//
// Whatever a descendant does with process groups and sessions, it becomes a
// child of the keeper when its parent ends. If the keeper itself is killed, the
// worker ends, and the first does what the keeper would have done.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_PROCESSES_KEEPER_H
#define WARPLINT_WORKFLOWS_PROCESSES_KEEPER_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace warplint {

/// Nothing in the worker, which is to do the work. Otherwise the run is over,
/// with this exit code. \p WhenInterrupted is said of a run that a signal
/// ended.
std::optional<int> keepRun(llvm::StringRef WhenInterrupted);

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_PROCESSES_KEEPER_H
