//===--- TopLevel.h - The user's top-level declarations ---------*- C++ -*-===//
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

/// The top-level declarations of a unit outside of system headers, in source
/// order. \p Before: those that were precompiled, if the caller knows them;
/// then no other precompiled declaration is deserialized.
std::vector<clang::Decl *> userDeclarations(
    const clang::ASTContext &Context,
    std::optional<llvm::ArrayRef<clang::Decl *>> Before = std::nullopt);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_TOPLEVEL_H
