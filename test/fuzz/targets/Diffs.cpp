//===--- Diffs.cpp - Unified diffs of any kind ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Filtering a report leaves no more than was there, and is counted.
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"
#include "Report/ChangedLines.h"
#include <cstdlib>

using namespace warplint;

FUZZ_TARGET(Diffs)(llvm::StringRef Text) {
  auto Changed = report::ChangedLines::fromUnifiedDiff(Text);
  if (!Changed) {
    llvm::consumeError(Changed.takeError());
    return;
  }
  report::Report R;
  R.Checks = {"shared-race"};
  for (unsigned Line : {1u, 4u, 1000u, 4294967295u}) {
    report::ReportedFinding &F = R.Findings.emplace_back();
    F.Check = "shared-race";
    F.Message = "message";
    F.At.File = "a.cu";
    F.At.Line = Line;
    F.Notes.push_back({F.At, "note", NoteRole::Operation});
  }
  R.settle();
  size_t Before = R.Findings.size();
  Changed->filter(R);
  if (R.Findings.size() + R.Summary.Unchanged != Before)
    abort();
}
