//===--- TopLevel.h - Where a unit's own declarations are -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_MODEL_TOPLEVEL_H
#define WARPLINT_MODEL_TOPLEVEL_H

#include <vector>

namespace clang {
class ASTContext;
class Decl;
} // namespace clang

namespace warplint {

/// What comes precompiled before the text of a unit.
enum class Precompiled {
  Anything,      ///< Or nothing: it is looked at like the rest.
  SystemHeaders, ///< Nothing else: it is not even read.
};

/// The declarations at the top level of a unit that are not of system headers,
/// in source order.
std::vector<clang::Decl *> userDeclarations(const clang::ASTContext &Context,
                                            Precompiled Before);

} // namespace warplint

#endif // WARPLINT_MODEL_TOPLEVEL_H
