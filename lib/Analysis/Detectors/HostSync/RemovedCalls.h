//===--- RemovedCalls.h - Calls removed in CUDA 13 --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_REMOVEDCALLS_H
#define WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_REMOVEDCALLS_H

#include "CudaModel/HostApi.h"
#include "clang/AST/Expr.h"
#include <vector>

namespace warplint::hostsync {

/// A call of a function that CUDA 13 does not have.
struct RemovedCall {
  const clang::CallExpr *Call = nullptr; ///< Never null.
  const HostApiEntry *Api = nullptr;     ///< Never null; names the replacement.
};

/// The calls in the body of \p Host, a definition, of functions that CUDA 13 no
/// longer has, in source order.
std::vector<RemovedCall> removedCalls(const clang::FunctionDecl &Host);

} // namespace warplint::hostsync

#endif // WARPLINT_ANALYSIS_DETECTORS_HOSTSYNC_REMOVEDCALLS_H
