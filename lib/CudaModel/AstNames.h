//===--- AstNames.h - Names and objects as the user sees them ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CUDAMODEL_ASTNAMES_H
#define WARPLINT_CUDAMODEL_ASTNAMES_H

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallString.h"

namespace clang {
class ParentMap;
} // namespace clang

namespace warplint {

/// The last component of \p D's name: "sync", "operator+=", "operator T" for a
/// conversion, the class name for a constructor. Empty for other names.
llvm::StringRef lastComponent(const clang::NamedDecl &D,
                              llvm::SmallVectorImpl<char> &Storage);

/// "cuda::barrier" for cuda::__4::barrier<...>: namespaces and classes, no
/// inline namespaces, no template arguments. Empty for what a function holds.
llvm::SmallString<64> visibleName(const clang::NamedDecl &D);

/// The object that \p Call is a member call on, also when the member is static
/// (`block.sync()`); null if none is written.
const clang::Expr *objectOf(const clang::CallExpr &Call);

/// The class through which \p Call names its member: the static type of the
/// object before conversion to a base, or the qualifier of a static call.
const clang::CXXRecordDecl *objectClassOf(const clang::CallExpr &Call);

/// The class that \p T is, refers to or points to.
const clang::CXXRecordDecl *classOf(clang::QualType T);

/// What \p Init makes its base or member of; null if clang could not read it,
/// which leaves a list without a type.
const clang::Expr *initOf(const clang::CXXCtorInitializer &Init);

/// The fields of \p Class have places: it is whole, of no template, and right.
bool hasLayout(const clang::RecordDecl &Class);

/// Something is made of the value of \p E, which stands in what \p Around is of.
bool isUsed(const clang::Expr &E, const clang::ParentMap &Around);

/// Calls \p Visit for \p Class, then for its bases, nearest first, until it
/// returns true. Returns whether it did.
bool visitClassAndBases(
    const clang::CXXRecordDecl &Class,
    llvm::function_ref<bool(const clang::CXXRecordDecl &)> Visit);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_ASTNAMES_H
