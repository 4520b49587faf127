//===--- Doctor.h - warplint doctor -----------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_DOCTOR_DOCTOR_H
#define WARPLINT_WORKFLOWS_DOCTOR_DOCTOR_H

#include "CompileCommands/Database.h"
#include "Report/Diagnosis.h"

namespace warplint::doctor {

/// Sets in \p D the toolkit whose headers \p Files use, or why there is none.
void lookForToolkit(report::Diagnosis &D,
                    const commands::CommandDatabase &Database,
                    const commands::TranslationContext &Context,
                    const std::vector<std::string> &Files);

/// `warplint doctor`: toolkit, database, targets, units that do not parse and
/// why, and which launches are known. Returns the exit code: 0, or 3 if
/// something is wrong.
int doctor();

} // namespace warplint::doctor

#endif // WARPLINT_WORKFLOWS_DOCTOR_DOCTOR_H
