//===--- ProgramStamp.h - Identity of this program --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_PROGRAMSTAMP_H
#define WARPLINT_WORKFLOWS_LINT_PROGRAMSTAMP_H

#include <string>

namespace warplint::lint {

/// Identifies this build of the program, since another build may parse
/// differently: the build ids that the linker has put into it and its
/// libraries. Sizes and times could be equal for two builds. Empty if not
/// known.
std::string programStamp();

} // namespace warplint::lint

#endif // WARPLINT_WORKFLOWS_LINT_PROGRAMSTAMP_H
