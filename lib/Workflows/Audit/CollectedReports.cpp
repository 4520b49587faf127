//===--- CollectedReports.cpp - One report of many ------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/CollectedReports.h"
#include "Support/InputFile.h"
#include "Workflows/Lint/ReportOutput.h"
#include "llvm/Support/FileSystem.h"

namespace warplint::audit {

/// A run that could not write its list of launches may leave findings in other
/// units unfound.
static void noteMissingLaunches(const AuditGraph &Graph, const AuditUnit &Unit,
                                report::Report &All,
                                std::set<std::string> &Broken) {
  if (llvm::sys::fs::is_regular_file(Graph.launchesOf(Unit)))
    return;
  Broken.insert(Unit.Name);
  All.Summary.Failures.push_back(
      {Unit.File, "its run left no list of launches"});
}

report::Report collectReports(const AuditGraph &Graph,
                              std::set<std::string> &Broken) {
  report::Report All;
  for (const AuditUnit &Unit : Graph.units()) {
    auto Read = lint::readReport(Graph.reportOf(Unit));
    if (!Read || !Read->Summary.Failures.empty())
      Broken.insert(Unit.Name);
    if (Read) {
      // A run that was ended could not say what it was about.
      for (report::UnitFailure &Failure : Read->Summary.Failures)
        if (Failure.File.empty())
          Failure.File = Unit.File;
      bool IsWhole = Read->Summary.Failures.empty();
      All.add(std::move(*Read));
      if (IsWhole)
        noteMissingLaunches(Graph, Unit, All, Broken);
    } else {
      All.Summary.Failures.push_back(
          {Unit.File,
           "its run left no report: " + llvm::toString(Read.takeError())});
    }
  }
  for (const AuditUnit *Caller : Graph.callers())
    noteMissingLaunches(Graph, *Caller, All, Broken);
  return All;
}

std::string collectCosts(const AuditGraph &Graph) {
  std::string Text;
  for (const AuditUnit &Unit : Graph.units()) {
    auto Costs = base::readWhole(Graph.reportOf(Unit) + ".costs");
    if (Costs)
      Text += *Costs;
    else
      llvm::consumeError(Costs.takeError()); // Its report says what happened.
  }
  return Text;
}

} // namespace warplint::audit
