//===--- ChosenUnits.h - Which units run again ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_AUDIT_CHOSENUNITS_H
#define WARPLINT_WORKFLOWS_AUDIT_CHOSENUNITS_H

#include "Workflows/Audit/AuditGraph.h"
#include "Workflows/Audit/AuditInputs.h"
#include "llvm/Support/Error.h"
#include <set>
#include <string>

namespace warplint::audit {

/// The names of the units of \p Graph to be linted: those whose reports
/// \p Inputs does not know to be what they would be again. With \p Drops, what
/// these units have left is removed, so that Ninja runs them; an error names
/// what could not be removed.
llvm::Expected<std::set<std::string>>
chooseUnits(const AuditGraph &Graph, AuditInputs &Inputs, bool Drops);

/// The files that Ninja has to make for the units called \p Units.
std::set<std::string> targetsOf(const std::set<std::string> &Units);

/// The files that second runs have to make: of units whose kernels others
/// launch, if they are in \p Linted or others launch otherwise than before.
llvm::Expected<std::set<std::string>>
wholeTargets(const AuditGraph &Graph, const AuditInputs &Inputs,
             const std::set<std::string> &Linted);

/// The files to be made for plain C++ that calls what launches and has to be
/// read. Adds its units to \p Linted, and leaves out those that are in there.
llvm::Expected<std::set<std::string>>
callerTargets(const AuditGraph &Graph, AuditInputs &Inputs,
              std::set<std::string> &Linted);

} // namespace warplint::audit

#endif // WARPLINT_WORKFLOWS_AUDIT_CHOSENUNITS_H
