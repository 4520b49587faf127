//===--- ProgramStamp.h - Which program it is ----------------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_WORKFLOWS_LINT_PROGRAMSTAMP_H
#define WARPLINT_WORKFLOWS_LINT_PROGRAMSTAMP_H

#include <string>

namespace warplint {

/// What tells this program from others, such as another build of it, which may
/// parse differently: the hashes that the linker has put into it and its
/// libraries. Sizes and times can be those of another. Empty if it is not
/// known.
std::string programStamp();

} // namespace warplint

#endif // WARPLINT_WORKFLOWS_LINT_PROGRAMSTAMP_H
