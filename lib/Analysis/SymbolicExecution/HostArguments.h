//===--- HostArguments.h - Terms for what a host passes ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_HOSTARGUMENTS_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_HOSTARGUMENTS_H

#include "Analysis/Expr/TermArena.h"
#include "Analysis/Launches/ArgumentSlots.h"
#include "Analysis/Expr/LaunchTerms.h"
#include <string>

namespace warplint {

/// Where LaunchConstraint::Arguments tells of \p T, a parameter of a kernel or a field
/// of one that is a record; nothing if it is anything else.
std::optional<unsigned> argumentSlotOf(const Term *T);

/// \p T is an integer parameter, or such a field of one at any depth.
bool isIntegerParameter(const Term *T);

/// `sizes.rows`; empty if \p T is neither a parameter of a function nor a field
/// of one.
std::string nameOfArgument(const Term *T);

/// What a kernel has for \p Slot.
const Term *termOf(const ArgumentSlot &Slot, TermArena &Arena);

/// \p L and \p R as the host combines them.
const Term *combined(LaunchOperator Op, const Term *L, const Term *R,
                     TermArena &Arena);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_HOSTARGUMENTS_H
