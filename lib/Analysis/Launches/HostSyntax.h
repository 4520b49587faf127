//===--- HostSyntax.h - Objects and parts in host code ----------*- C++ -*-===//
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
class Limits;
} // namespace warplint

namespace warplint::host {

/// \p E without casts, temporaries, parentheses, default arguments and
/// substituted template parameters. Unlike Expr's own helpers this stops at a
/// construction: dim3(256) is a construction behind implicit casts.
const clang::Expr *withoutCasts(const clang::Expr *E);

/// The first argument if \p E is a call of `__builtin_expect`; else null.
const clang::Expr *expectedBy(const clang::Expr *E);

/// The variable that \p E names, or of which \p E is a member or element; null
/// if there is none.
const clang::VarDecl *variableOf(const clang::Expr *E);

/// The initializer of \p Var if \p Var is a local reference to a fixed part of
/// a variable, so that both names mean one object wherever \p Var is used; else
/// null.
const clang::Expr *partNamedBy(const clang::VarDecl &Var);
/// partNamedBy of the variable that \p E names; null if \p E names no variable.
const clang::Expr *partNamedBy(const clang::Expr &E);
/// The variable that \p E names, behind casts and parentheses; else null.
const clang::VarDecl *namedVariable(const clang::Expr &E);

/// What \p E, behind casts and parentheses, is the address of (`&x`); else
/// null.
const clang::Expr *addressedBy(const clang::Expr &E);

/// The name of the variable that \p E is or is a part of; null if a pointer
/// leads there.
const clang::DeclRefExpr *nameIn(const clang::Expr *E);

/// An object and the path from it to one of its bases: the index of each base
/// among the parts of its class (placeOfBase), outermost first.
struct BaseObject {
  const clang::Expr *Object = nullptr; ///< The object, or a pointer to it.
  llvm::SmallVector<size_t, 2> Bases;
};
/// The object and base that hold the field named by \p Member; nothing if
/// \p Member names no field or the object is seen as one of another class.
std::optional<BaseObject> ownerOf(const clang::MemberExpr &Member);
/// The object and base if \p E converts an object to one of its bases; else
/// nothing.
std::optional<BaseObject> convertedToBase(const clang::Expr &E);
/// The index of the base number \p Index of \p Class among the parts of
/// \p Class: bases follow the fields.
size_t placeOfBase(const clang::CXXRecordDecl &Class, size_t Index);

/// The array of which \p E is an element; null if \p E goes through a pointer.
const clang::Expr *arrayOf(const clang::ArraySubscriptExpr &E);

/// The container if \p E is a call that gives one of its elements or an
/// iterator (`v[i]`, `v.front()`, `v.begin()`, `std::get<1>(t)`); else null.
const clang::Expr *containerOfElement(const clang::Expr &E);

/// True if \p Container is an array or vector of the library: its first part in
/// a HostValue is its elements.
bool holdsElements(const clang::Expr &Container);

/// The object whose method \p E calls, if all that the method can return is
/// `*this`; else null.
const clang::Expr *objectReturnedBy(const clang::Expr &E);

/// True if \p S, which may be null, is or has one of \p Kinds outside of
/// lambdas.
template <typename... Kinds> bool holdsAny(const clang::Stmt *S) {
  return S && !llvm::isa<clang::LambdaExpr>(S) &&
         (llvm::isa<Kinds...>(S) ||
          llvm::any_of(S->children(), holdsAny<Kinds...>));
}
/// The same for what may leave a function early.
inline bool holdsPathOut(const clang::Stmt *S) {
  return holdsAny<clang::ReturnStmt, clang::GotoStmt, clang::IndirectGotoStmt>(
      S);
}

/// The name of the pointer `p`, or `this`, if \p S is `*p` or `p->x`; else
/// null.
const clang::Expr *pointerOf(const clang::Stmt *S);

/// A field of a record, or one of its bases.
struct RecordPart {
  clang::QualType Type;
  const clang::FieldDecl *Field = nullptr; ///< Null for a base.
};
/// The parts of \p Type by index: fields, then bases (placeOfBase). Empty if
/// \p Type is no trivially copyable record, or one with too many parts.
llvm::SmallVector<RecordPart, 8> partsOfSmall(clang::QualType Type,
                                              const Limits &Within);

/// True if \p Var is a variable outside of functions with its only declaration
/// here, so that no header shows it to other units. Static members do not
/// count.
bool isOurs(const clang::VarDecl &Var);

/// True if \p F is a builtin or is declared in a system header.
bool isOfLibrary(const clang::FunctionDecl &F,
                 const clang::ASTContext &Context);

/// True if another unit of the build may define \p Callee: \p Callee has
/// external linkage, at least one parameter and no body here, and belongs to no
/// library.
bool mayBeElsewhere(const clang::FunctionDecl &Callee,
                    const clang::ASTContext &Context);

/// The function that \p Call runs; null if that is not certain: a call through
/// a pointer, or of a virtual function that may be overridden.
const clang::FunctionDecl *calleeOf(const clang::CallExpr &Call);

/// The object whose non-const method \p Call calls; else null.
const clang::Expr *changedObject(const clang::CallExpr &Call);

/// True if a callee can change what it gets as a \p T: \p T is a reference to
/// non-const.
bool allowsChange(clang::QualType T);

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_LAUNCHES_HOSTSYNTAX_H
