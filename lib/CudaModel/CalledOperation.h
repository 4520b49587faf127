//===--- CalledOperation.h - What one call of a row does --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_CALLEDOPERATION_H
#define WARPLINT_CUDAMODEL_CALLEDOPERATION_H

#include "CudaModel/SyncOp.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/ArrayRef.h"

namespace warplint {

/// The operation that a call of \p Callee with \p Arguments performs, which
/// \p Row describes: its operands, and the scope and the order that they, tags
/// of `cuda::ptx`, groups and types name. \p Object is the object of a member
/// call, \p ObjectClass its class; null for other calls. Spelling and Origin
/// are not set.
SyncOp operationOfCall(const SyncApiEntry &Row,
                       const clang::FunctionDecl &Callee,
                       llvm::ArrayRef<const clang::Expr *> Arguments,
                       const clang::Expr *Object,
                       const clang::CXXRecordDecl *ObjectClass);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_CALLEDOPERATION_H
