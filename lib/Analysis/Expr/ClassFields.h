//===--- ClassFields.h - The fields of a class value ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_CLASSFIELDS_H
#define WARPLINT_ANALYSIS_EXPR_CLASSFIELDS_H

#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

using ClassFields = llvm::SmallVector<const clang::FieldDecl *, 16>;

/// What a value of \p Type holds, in the order of a Record's operands: the own
/// fields of \p Type, then those of its bases. Where bases have many, only the
/// own ones.
ClassFields fieldsOfClass(const clang::RecordDecl &Type);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_CLASSFIELDS_H
