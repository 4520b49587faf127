//===--- HostArguments.h - Kernel arguments as terms ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_HOSTARGUMENTS_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_HOSTARGUMENTS_H

#include "Analysis/Expr/LaunchTerms.h"
#include "Analysis/Expr/TermArena.h"
#include "Analysis/Launches/ArgumentSlots.h"
#include <string>

namespace warplint {

/// The index in LaunchConstraint::Arguments of \p T, a kernel parameter or a
/// field of a parameter of class type; nullopt if \p T is anything else.
std::optional<unsigned> argumentSlotOf(const Term *T);

/// Whether \p T is a parameter of integer or enumeration type, or a field of
/// such a type at any depth in a parameter.
bool isIntegerParameter(const Term *T);

/// The source name of a parameter or of a field of one, like `sizes.rows`;
/// empty if \p T is neither.
std::string nameOfArgument(const Term *T);

/// The term of the parameter or field that \p Slot names.
const Term *termOf(const launches::ArgumentSlot &Slot, TermArena &Arena);

/// The kernel's term for \p L and \p R combined by the host's operator \p Op,
/// which must be a binary one.
const Term *combined(Operator Op, const Term *L, const Term *R,
                     TermArena &Arena);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_HOSTARGUMENTS_H
