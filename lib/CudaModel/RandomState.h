//===--- RandomState.h - State of cuRAND generators -------------*- C++ -*-===//
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

/// The pointer to the generator state that \p Call reads and updates without
/// synchronization: cuRAND's device functions (cuRAND Library, "Device API
/// Overview": a state must not be used by several threads at once). Null for
/// other calls, and for MTGP32, whose state is meant for a whole block.
const clang::Expr *generatorState(const clang::CallExpr &Call);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_RANDOMSTATE_H
