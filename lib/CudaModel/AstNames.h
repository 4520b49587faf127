//===--- AstNames.h - Names, classes and objects in the AST -----*- C++ -*-===//
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
#include "llvm/ADT/SmallVector.h"

namespace clang {
class ParentMap;
} // namespace clang

namespace warplint {

/// The last component of the name of \p D: "sync", "operator+=", "operator T"
/// for a conversion, the class name for a constructor. Empty for other kinds of
/// names. The result may point into \p Storage.
llvm::StringRef lastComponent(const clang::NamedDecl &D,
                              llvm::SmallVectorImpl<char> &Storage);

/// The qualified name of \p D as users write it: "cuda::barrier" for
/// cuda::__4::barrier<...>, without inline namespaces and template arguments.
/// Empty if \p D is local to a function.
llvm::SmallString<64> visibleName(const clang::NamedDecl &D);

/// The object that \p Call calls a member on, also if the member is static
/// (`block.sync()`); null if no object is written.
const clang::Expr *objectOf(const clang::CallExpr &Call);

/// The class through which \p Call names its member: the static type of the
/// object before conversion to a base, the qualifier of a static call, or else
/// the member's class. Null if \p Call calls no member.
const clang::CXXRecordDecl *objectClassOf(const clang::CallExpr &Call);

/// The class that \p T is, refers to or points to, its definition if there is
/// one; null if \p T is no class.
const clang::CXXRecordDecl *classOf(clang::QualType T);

/// The expression that \p Init initializes its base or member with; null if
/// clang could not read it, which leaves an initializer list without a type.
const clang::Expr *initOf(const clang::CXXCtorInitializer &Init);

/// Whether an object of type \p T can hold the address of something else.
bool mayHoldAddress(clang::QualType T);

/// The expression that \p E stands for and adds nothing to: in parentheses, a
/// temporary, the argument or initializer that is used by default, a template
/// parameter's argument. Null if \p E is none of these.
const clang::Expr *wrappedBy(const clang::Expr &E);

/// What \p Call, a call or construction, gets: its arguments in their order,
/// then the object of a member call.
llvm::SmallVector<const clang::Expr *, 8> givenTo(const clang::Expr &Call);

/// Whether clang can lay out \p Class: it is complete, not dependent and valid.
bool hasLayout(const clang::RecordDecl &Class);

/// Whether the value of \p E is used; \p Around has the parents of the
/// statement that holds \p E.
bool isUsed(const clang::Expr &E, const clang::ParentMap &Around);

/// Calls \p Visit for \p Class, then for its bases, nearest first, until
/// \p Visit returns true. Returns whether it did.
bool visitClassAndBases(
    const clang::CXXRecordDecl &Class,
    llvm::function_ref<bool(const clang::CXXRecordDecl &)> Visit);

} // namespace warplint

#endif // WARPLINT_CUDAMODEL_ASTNAMES_H
