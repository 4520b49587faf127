//===--- HostSyntax.h - What is around an expression of the host -*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHES_HOSTSYNTAX_H
#define WARPLINT_ANALYSIS_LAUNCHES_HOSTSYNTAX_H

#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace warplint {

/// \p E without casts, temporaries and parentheses. Unlike Expr's own helpers
/// this stops at a construction: dim3(256) is one behind implicit casts.
const clang::Expr *withoutCasts(const clang::Expr *E);

/// What `__builtin_expect` says is likely, if \p E is a call of it.
const clang::Expr *expectedBy(const clang::Expr *E);

/// The variable that \p E names, or is a member or element of, or null.
const clang::VarDecl *variableOf(const clang::Expr *E);

/// The part of a variable that \p Var, a reference of a function, is another
/// name of for good; null if it is something else.
const clang::Expr *partNamedBy(const clang::VarDecl &Var);
/// The same of the variable that \p E names.
const clang::Expr *partNamedBy(const clang::Expr &E);
/// The variable that \p E names, or null.
const clang::VarDecl *namedVariable(const clang::Expr &E);

/// An object and the path from it to the base whose field, or which, is meant:
/// places among the parts of each, outermost first.
struct BaseObject {
  const clang::Expr *Object = nullptr; ///< Or a pointer to it.
  llvm::SmallVector<size_t, 2> Bases;
};
/// Where the field that \p Member names lies; nothing if the object is seen as
/// one of another class.
std::optional<BaseObject> ownerOf(const clang::MemberExpr &Member);
/// What \p E, an object, is converted from to one of its bases; nothing if it is
/// converted otherwise or not at all.
std::optional<BaseObject> convertedToBase(const clang::Expr &E);
/// The place of the base number \p Index of \p Class among its parts: bases
/// stand behind the fields.
size_t placeOfBase(const clang::CXXRecordDecl &Class, size_t Index);

/// The array that \p E is an element of; null if it is reached by a pointer.
const clang::Expr *arrayOf(const clang::ArraySubscriptExpr &E);

/// The container whose element, or place of one, \p E is by a call of its
/// method; null if it is something else.
const clang::Expr *containerOfElement(const clang::Expr &E);

/// The elements of \p Container are a part of it, its first.
bool holdsElements(const clang::Expr &Container);

/// The object whose method \p E calls, if that returns the object itself; null
/// if it is something else.
const clang::Expr *objectReturnedBy(const clang::Expr &E);

/// A `return` or a jump is in \p S, which may be null.
bool holdsPathOut(const clang::Stmt *S);

/// The variable that \p S, `*p` or `p->x`, goes through; null if it is
/// something else.
const clang::Expr *pointerOf(const clang::Stmt *S);

/// A field of a record, or what it inherits from one class.
struct RecordPart {
  clang::QualType Type;
  const clang::FieldDecl *Field = nullptr; ///< Null if it is a base.
};
/// The parts of a record of few, in their places: fields, and behind them bases
/// (placeOfBase). None if \p Type is anything else.
llvm::SmallVector<RecordPart, 8> partsOfSmall(clang::QualType Type);

/// \p Var, outside of functions, is this unit's: no header shows it to others.
bool isOurs(const clang::VarDecl &Var);

/// The compiler or a system's header has \p F.
bool isOfLibrary(const clang::FunctionDecl &F,
                 const clang::ASTContext &Context);

/// Another unit of the build may define \p Callee: this one does not, no
/// library does, and it gets something.
bool mayBeElsewhere(const clang::FunctionDecl &Callee,
                    const clang::ASTContext &Context);

/// The function that \p Call calls; null where that is not certain: through a
/// pointer, or of a virtual function.
const clang::FunctionDecl *calleeOf(const clang::CallExpr &Call);

/// The object whose method \p Call is; null if it is none that changes it.
const clang::Expr *changedObject(const clang::CallExpr &Call);

/// A callee can change what it gets by \p T, a reference.
bool allowsChange(clang::QualType T);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHES_HOSTSYNTAX_H
