//===--- Baselines.cpp - Baselines of any kind ---------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Findings that are those of a baseline are all known, and none is stale.
//
//===----------------------------------------------------------------------===//

#include "FuzzTarget.h"
#include "Report/Baseline.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace warplint;

static report::ReportedFinding findingOf(const report::KnownFinding &Known) {
  report::ReportedFinding F;
  F.Check = Known.Check;
  F.At.File = Known.File;
  F.At.Line = 1;
  F.At.Text = Known.Text;
  F.Function = Known.Function;
  F.Message = "message";
  return F;
}

FUZZ_TARGET(Baselines)(llvm::StringRef Text) {
  auto Known = report::readBaseline(Text);
  if (!Known) {
    llvm::consumeError(Known.takeError());
    return;
  }
  report::Report R;
  for (const report::KnownFinding &Each : *Known) {
    R.Findings.push_back(findingOf(Each));
    R.Checks.push_back(Each.Check);
    R.Sources.insert(Each.File);
    R.Files.insert(Each.File);
  }
  R.settle();
  std::string Written;
  llvm::raw_string_ostream OS(Written);
  report::writeBaseline(OS, report::knownOf(R));
  size_t Findings = R.Findings.size();
  auto Again = report::readBaseline(Written);
  if (!Again || Again->size() != Findings)
    abort();
  report::Baseline Stale = report::applyBaseline(
      R, *Again, /*Whole=*/true, [](llvm::StringRef) { return false; });
  if (!Stale.empty() || !R.Findings.empty() || R.Summary.Known != Findings)
    abort();
}
