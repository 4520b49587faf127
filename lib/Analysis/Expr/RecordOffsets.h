//===--- RecordOffsets.h - Offsets of bases and members ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distances in bytes, as clang lays records out for the device. Virtual bases
// have no constant offset: it is read from the object at run time.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_RECORDOFFSETS_H
#define WARPLINT_ANALYSIS_EXPR_RECORDOFFSETS_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Expr.h"
#include <cstdint>
#include <optional>

namespace warplint {

/// The bytes that \p Cast adds to an address if it converts between an object
/// and its base: positive or 0 towards the base, negative or 0 back. 0 for all
/// other casts; nothing if a virtual base is on the path.
std::optional<int64_t> bytesMovedBy(const clang::CastExpr &Cast,
                                    const clang::ASTContext &Context);

/// Bytes from the start of a \p Derived to its base \p Base; 0 if they are one
/// class. Nothing if \p Derived has no such base, several, or a virtual one.
std::optional<int64_t> offsetOfBase(const clang::CXXRecordDecl &Derived,
                                    const clang::CXXRecordDecl &Base,
                                    const clang::ASTContext &Context);

/// Bytes from the start of its class to where an access to \p Field begins. A
/// bit-field is read and written with the word of its declared type that holds
/// it. Nothing if the class has no layout.
std::optional<int64_t> offsetOfAccess(const clang::FieldDecl &Field,
                                      const clang::ASTContext &Context);

/// True if \p L and \p R are bit-fields of one class in one word, so that an
/// access to one is an access to the other ([intro.memory] 3). False if the
/// class has no layout.
bool areInOneWord(const clang::FieldDecl &L, const clang::FieldDecl &R);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_RECORDOFFSETS_H
