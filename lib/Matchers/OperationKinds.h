//===--- OperationKinds.h - What kinds of operations share ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MATCHERS_OPERATIONKINDS_H
#define WARPLINT_MATCHERS_OPERATIONKINDS_H

#include "CudaModel/SyncOp.h"

namespace warplint::matchers {

/// Whether \p Op keeps accesses of its thread on one side.
bool ordersMemory(const SyncOp &Op);

} // namespace warplint::matchers

#endif // WARPLINT_MATCHERS_OPERATIONKINDS_H
