//===--- BuildNames.h - Names in a whole build ------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHES_BUILDNAMES_H
#define WARPLINT_ANALYSIS_LAUNCHES_BUILDNAMES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include <string>

namespace warplint {

/// Names \p F in the whole build: by its mangled name and, if other units
/// cannot see it, the unit.
std::string buildNameOf(const clang::FunctionDecl &F);

/// The path of the file that the unit is made from.
std::string mainFileOf(const clang::ASTContext &Context);

/// Where \p Site is, as messages say it: "run.cu:40".
std::string placeOf(const clang::Expr &Site, const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHES_BUILDNAMES_H
