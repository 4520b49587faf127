//===--- Progress.h - Progress on stderr ------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Progress on stderr: a bar, which is one line that is overwritten, or a line
// for each unit. Nothing if stderr is no terminal, unless it is asked for.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_PROGRESS_H
#define WARPLINT_WORKFLOWS_LINT_PROGRESS_H

#include "llvm/ADT/StringRef.h"

namespace warplint::lint {

/// How progress is shown (`--progress`).
enum class ProgressKind : uint8_t {
  None,
  Bar,  ///< One line, overwritten.
  Lines ///< One line for each unit.
};

/// The kind that `--progress` selects; None with `--quiet`, unless asked for.
ProgressKind progressKind();
/// Whether `--progress` is given.
bool isProgressAsked();
/// Whether a user reads stderr and can be told what to do next.
bool isWatched();

/// Begins a run over \p Files files. A single file shows no progress.
void beginProgress(size_t Files);
/// Counts that the next file is begun.
void nextFile();
/// Shows that \p File is being linted.
void showFile(llvm::StringRef File);
/// Shows the one line \p Text instead of the last one.
void showBar(llvm::StringRef Text);
/// Removes the bar, before something else is printed.
void hideBar();

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_PROGRESS_H
