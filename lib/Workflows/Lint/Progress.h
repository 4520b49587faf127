//===--- Progress.h - How far a run has come -------------------- -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On stderr: a line that is written over, or a line for each unit. Where nobody
// looks, nothing, unless it is asked for.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_PROGRESS_H
#define WARPLINT_WORKFLOWS_LINT_PROGRESS_H

#include "llvm/ADT/StringRef.h"

namespace warplint {

enum class ProgressKind : uint8_t {
  None,
  Bar,  ///< One line, written over.
  Lines ///< One for each unit.
};

/// What `--progress` amounts to; nothing is said with `--quiet`, unless it is
/// asked for.
ProgressKind progressKind();
/// `--progress` was given.
bool isProgressAsked();
/// Somebody looks at stderr, and can be told what to do next.
bool isWatched();

/// So many files are to be linted. One alone needs no progress.
void beginProgress(size_t Files);
/// The next of them is begun.
void nextFile();
/// \p File is being linted.
void showFile(llvm::StringRef File);
/// \p Text, one line, in the place of the last.
void showBar(llvm::StringRef Text);
/// Takes the bar away: something else is about to be printed.
void hideBar();

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_PROGRESS_H
