//===--- DecidedByLaunch.h - Values of launch and code ----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_DECIDEDBYLAUNCH_H
#define WARPLINT_ANALYSIS_KERNELFACTS_DECIDEDBYLAUNCH_H

#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {

class Evaluation;
class Node;
class Term;

/// The first part of \p T that is no constant, launch extent or identity of the
/// thread: a parameter, memory, an undefined value, the result of an operation
/// or unknown function. Null if there is none.
const Term *partBesideLaunch(const Term *T, const Evaluation &Values);
/// Whether \p T is computed from constants, launch extents and the thread's
/// identity alone.
inline bool dependsOnLaunchOnly(const Term *T, const Evaluation &Values) {
  return !partBesideLaunch(T, Values);
}

/// Whether launch and code alone decide which threads reach \p N: the condition
/// of every branch in CfgView::allControls(\p N) is known and decided.
bool dependsOnLaunchOnly(const Node &N, const KernelFacts &Facts);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_DECIDEDBYLAUNCH_H
