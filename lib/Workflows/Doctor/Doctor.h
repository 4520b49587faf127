//===--- Doctor.h - What warplint sees of a project ----------- -*- C++ -*-===//
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

namespace warplint {

/// Notes in \p D from which toolkit the headers of \p Files come, or why there
/// is none.
void lookForToolkit(Diagnosis &D, const CommandDatabase &Database,
                    const TranslationContext &Context,
                    const std::vector<std::string> &Files);

/// `warplint doctor`: toolkit, database, targets, what does not parse and why,
/// which launches are known. Returns the exit code: as of linting, but that
/// there are no findings.
int doctor();

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_DOCTOR_DOCTOR_H
