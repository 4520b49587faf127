//===--- RandomState.h - States of random number generators -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_RANDOMSTATE_H
#define WARPLINT_CUDAMODEL_RANDOMSTATE_H

#include "clang/AST/Expr.h"

namespace warplint {

/// The pointer to the generator's state that \p Call reads and updates without
/// synchronization, or null: cuRAND's device functions (cuRAND Library,
/// "Device API Overview": a state must not be used by several threads at once).
/// MTGP32's state is meant for a whole block and is not one of these.
const clang::Expr *generatorState(const clang::CallExpr &Call);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_RANDOMSTATE_H
