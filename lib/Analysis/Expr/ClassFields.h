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

class Limits;

using ClassFields = llvm::SmallVector<const clang::FieldDecl *, 16>;

/// The fields that a value of \p Type holds, in the order of the operands of a
/// RecordTerm: the fields of \p Type itself, then those of its bases. Only the
/// fields of \p Type itself where more fields or classes than
/// Budgets::InheritedFields are inherited; none where \p Type is invalid.
ClassFields fieldsOfClass(const clang::RecordDecl &Type, const Limits &Within);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_CLASSFIELDS_H
