//===--- PtxOperands.h - Operands of asm statements in the AST --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_PTXOPERANDS_H
#define WARPLINT_CUDAMODEL_PTXOPERANDS_H

#include "CudaModel/PtxText.h"
#include "clang/AST/Stmt.h"

namespace warplint {

/// The expression among the arguments of \p Asm that \p Operand names, counted
/// as GCC does: outputs, inputs, then one per "+" output. Null if there is
/// none.
const clang::Expr *asmArgument(const clang::GCCAsmStmt &Asm,
                               const PtxOperand &Operand);

/// The input of \p Asm whose value \p Output has, merely converted to an
/// address of another state space or a number of another width
/// (`cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t;`); null if there is none.
const clang::Expr *convertedBy(const clang::GCCAsmStmt &Asm,
                               const clang::Expr *Output);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_PTXOPERANDS_H
