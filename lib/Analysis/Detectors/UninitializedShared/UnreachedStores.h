//===--- UnreachedStores.h - Stores that no thread comes to --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for another target often ends in a failed assertion before it does what
// it is for (`assert(false)` below some architecture). What stands behind is not
// evaluated, and who goes on elsewhere had nothing to do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_UNREACHEDSTORES_H
#define WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_UNREACHEDSTORES_H

#include "Analysis/KernelIR/InlinedCFG.h"

namespace warplint {

/// Nodes that end with a call from which no thread returns, where stores to
/// memory stand behind it that nothing else leads to.
std::vector<const Node *> callsBeforeStores(const InlinedCFG &P);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_UNREACHEDSTORES_H
