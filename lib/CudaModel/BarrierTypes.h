//===--- BarrierTypes.h - Types of barrier objects --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_BARRIERTYPES_H
#define WARPLINT_CUDAMODEL_BARRIERTYPES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Type.h"

namespace warplint {

/// Whether \p T is a barrier object that threads arrive at and wait for, an
/// array of them, or a reference or pointer to one: a class with such members
/// in the table, or the type of the `__mbarrier_*` primitives. An integer that
/// PTX uses as an mbarrier is not known as one.
bool isBarrierObject(clang::QualType T, const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_BARRIERTYPES_H
