//===--- ChosenUnits.cpp - Which units run again --------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Audit/ChosenUnits.h"

namespace warplint::audit {

llvm::Expected<std::set<std::string>>
chooseUnits(const AuditGraph &Graph, AuditInputs &Inputs, bool Drops) {
  std::set<std::string> Names;
  Inputs.adopt(Graph);
  for (const AuditUnit &Unit : Graph.units()) {
    if (Inputs.isUpToDate(Graph, Unit))
      continue;
    Names.insert(Unit.Name);
    if (Drops)
      if (llvm::Error Failed = Graph.dropReports(Unit))
        return std::move(Failed);
  }
  return Names;
}

std::set<std::string> targetsOf(const std::set<std::string> &Units) {
  std::set<std::string> Targets;
  for (const std::string &Name : Units)
    Targets.insert("units/" + Name + ".sarif");
  return Targets;
}

llvm::Expected<std::set<std::string>>
wholeTargets(const AuditGraph &Graph, const AuditInputs &Inputs,
             const std::set<std::string> &Linted) {
  std::set<std::string> Targets;
  for (const AuditUnit &Unit : Graph.units()) {
    if (!Unit.Again ||
        (!Linted.count(Unit.Name) && Inputs.isWholeUpToDate(Graph, Unit)))
      continue;
    Targets.insert("units/" + Unit.Name + ".whole.sarif");
    if (llvm::Error Failed = Graph.dropSecondReport(Unit))
      return std::move(Failed);
  }
  return Targets;
}

llvm::Expected<std::set<std::string>>
callerTargets(const AuditGraph &Graph, AuditInputs &Inputs,
              std::set<std::string> &Linted) {
  std::set<std::string> Names;
  for (const AuditUnit *Unit : Graph.callers()) {
    if (Linted.count(Unit->Name) || Inputs.isUpToDate(Graph, *Unit))
      continue;
    Names.insert(Unit->Name);
    Linted.insert(Unit->Name);
    if (llvm::Error Failed = Graph.dropReports(*Unit))
      return std::move(Failed);
  }
  return targetsOf(Names);
}

} // namespace warplint::audit
