//===--- RemoteMemory.h - Memory of other processing elements ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What NVSHMEM's device functions do to the memory of another processing
// element (NVSHMEM API, "Memory Ordering" and "Point-To-Point
// Synchronization").
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_REMOTEMEMORY_H
#define WARPLINT_CUDAMODEL_REMOTEMEMORY_H

#include "clang/AST/Expr.h"

namespace warplint {

/// A call that reaches the memory of other processing elements.
struct RemoteOperation {
  enum class Kind : uint8_t {
    Put,    ///< Writes data; nothing says when it is delivered.
    Signal, ///< Changes a word that the other one looks at.
    /// Orders the deliveries of what was written before, or completes them.
    Order,
    Other, ///< Reads, waits, asks: deliveries are as before.
  };
  Kind K = Kind::Other;
  const clang::Expr *Element = nullptr; ///< Of Put and Signal: who gets it.
};

/// What \p Call does; nothing if it is no such call.
std::optional<RemoteOperation> remoteOperation(const clang::CallExpr &Call);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_REMOTEMEMORY_H
