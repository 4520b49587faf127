//===--- UnreachedStores.h - Stores after noreturn calls --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code for another target often fails an assertion before its real work
// (`assert(false)` below some architecture). Code after that is not evaluated,
// and threads that continue elsewhere had nothing to do.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_UNREACHEDSTORES_H
#define WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_UNREACHEDSTORES_H

#include "Analysis/KernelIR/InlinedCFG.h"

namespace warplint::uninitialized {

/// Nodes that end with a call that never returns, after which there are stores
/// to memory that no other path reaches.
std::vector<const Node *> callsBeforeStores(const InlinedCFG &P);

} // namespace warplint::uninitialized

#endif // WARPLINT_ANALYSIS_DETECTORS_UNINITIALIZEDSHARED_UNREACHEDSTORES_H
