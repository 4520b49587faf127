//===--- TopLevel.h - Where a unit's own declarations are -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_TOPLEVEL_H
#define WARPLINT_CUDAMODEL_TOPLEVEL_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <vector>

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace warplint {

/// The declarations at the top level of a unit that are not of system headers,
/// in source order. \p Before: those of them that came precompiled before the
/// text of the unit, where somebody knows; nothing else of what came so is then
/// even read.
std::vector<clang::Decl *> userDeclarations(
    const clang::ASTContext &Context,
    std::optional<llvm::ArrayRef<clang::Decl *>> Before = std::nullopt);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_TOPLEVEL_H
