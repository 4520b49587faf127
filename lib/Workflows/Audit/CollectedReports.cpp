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
#include <tuple>

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

bool isExported(const AuditUnit &Unit) {
  return Unit.Command &&
         llvm::any_of(Unit.Command->Arguments, [](llvm::StringRef W) {
           W.consume_front("-D");
           return W.split('=').first.ends_with("_EXPORTS");
         });
}

/// The first run of a unit does not know who calls its functions. What it found
/// besides \p Whole, the report with the calls that the build makes, is added
/// if others may call them, too, and counted if not.
static void addOutside(const AuditGraph &Graph, const AuditUnit &Unit,
                       World Callers, report::Report &Whole) {
  auto First = lint::readReport(Graph.firstReportOf(Unit));
  if (!First)
    return llvm::consumeError(First.takeError());
  auto PlaceOf = [](const report::ReportedFinding &F) {
    return std::tuple(F.Check, F.At.File, F.At.Line, F.At.Column);
  };
  std::set<decltype(PlaceOf(First->Findings.front()))> Known;
  for (const report::ReportedFinding &F : Whole.Findings)
    Known.insert(PlaceOf(F));
  bool IsOpen = Callers == World::Open ||
                (Callers == World::ByTarget && isExported(Unit));
  for (report::ReportedFinding &F : First->Findings) {
    if (Known.count(PlaceOf(F)))
      continue;
    ++(IsOpen ? Whole.Summary.Findings : Whole.Summary.ByOthers);
    if (IsOpen)
      Whole.Findings.push_back(std::move(F));
  }
}

report::Report collectReports(const AuditGraph &Graph, World Callers,
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
      if (Unit.Again)
        addOutside(Graph, Unit, Callers, *Read);
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
