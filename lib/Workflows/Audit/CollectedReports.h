//===--- CollectedReports.h - What units have left --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_AUDIT_COLLECTEDREPORTS_H
#define WARPLINT_WORKFLOWS_AUDIT_COLLECTEDREPORTS_H

#include "Report/Report.h"
#include "Workflows/Audit/AuditGraph.h"
#include <set>
#include <string>

namespace warplint::audit {

/// Who may call a function that other units can see.
enum class World : uint8_t {
  ByTarget, ///< Anyone, if its unit goes into a shared library; see isExported.
  Open,     ///< Anyone.
  Closed    ///< The units of the build alone.
};

/// Whether CMake compiles \p Unit for a shared library or a module: it defines
/// `<target>_EXPORTS` there.
bool isExported(const AuditUnit &Unit);

/// Puts together the reports of all units of \p Graph. A unit that left no
/// report, or no list of launches, becomes a failure. Adds the names of units
/// that were not linted whole to \p Broken.
report::Report collectReports(const AuditGraph &Graph, World Callers,
                              std::set<std::string> &Broken);

/// What every unit cost when it was linted last: the lines of `--statistics`,
/// unit by unit.
std::string collectCosts(const AuditGraph &Graph);

} // namespace warplint::audit

#endif // WARPLINT_WORKFLOWS_AUDIT_COLLECTEDREPORTS_H
