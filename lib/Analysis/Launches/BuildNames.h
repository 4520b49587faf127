//===--- BuildNames.h - Names of functions across a build -------*- C++ -*-===//
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

namespace warplint::launches {

/// A name of \p F that is unique in the build: the mangled name, followed by
/// `@` and the main file if \p F has internal linkage.
std::string buildNameOf(const clang::FunctionDecl &F);

/// The path of the main file of the unit, resolved if clang knows the real
/// path; empty if there is none.
std::string mainFileOf(const clang::ASTContext &Context);

/// File name and line of \p Site as messages have them: "run.cu:40". Empty if
/// the location is invalid.
std::string placeOf(const clang::Expr &Site, const clang::ASTContext &Context);

} // namespace warplint::launches

#endif // WARPLINT_ANALYSIS_LAUNCHES_BUILDNAMES_H
