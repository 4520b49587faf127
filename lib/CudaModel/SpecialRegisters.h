//===--- SpecialRegisters.h - Special registers read by PTX -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_SPECIALREGISTERS_H
#define WARPLINT_CUDAMODEL_SPECIALREGISTERS_H

#include "CudaModel/SyncOp.h"

namespace clang {
class GCCAsmStmt;
} // namespace clang

namespace warplint {

/// The widest scope over which all special registers that \p Asm reads
/// (`%laneid`) are uniform; Scope::System if it reads none.
Scope agreeOnSpecialRegisters(const clang::GCCAsmStmt &Asm);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_SPECIALREGISTERS_H
