//===--- AccessPath.h - Addresses as bytes of an object -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barrier objects and the ends of asynchronous copies are found by address. An
// address is taken apart into the object it lies in, the members chosen and the
// array steps taken; conversions to the integers that PTX takes are looked
// through.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_ACCESSPATH_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_ACCESSPATH_H

#include "Analysis/Expr/TermArena.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <utility>

namespace warplint {

struct Location {
  const Term *Root = nullptr; ///< See rootOf; never null.
  llvm::SmallVector<const clang::FieldDecl *, 2> Fields; ///< Innermost first.
  /// Index and bytes per step of each array step that is not constant.
  llvm::SmallVector<std::pair<const Term *, int64_t>, 2> Steps;
  int64_t Bytes = 0; ///< The constant steps together.

  bool isConstant() const { return Steps.empty(); }
  /// Bytes from the members chosen, as \p Run computes them for \p Self.
  std::optional<int64_t> offset(const ThreadValues &Run,
                                const ThreadOfBlock &Self) const;
};

/// Nothing if \p Address is null or a sum of several addresses.
std::optional<Location> locate(const Term *Address);

/// The address that PTX gets as a number, as a pointer into the object that it
/// lies in: to an element, where it is a number of whole ones. \p T itself if
/// it is none.
const Term *pointerFrom(const Term *T, TermArena &Arena,
                        const clang::ASTContext &Context);

/// Where the matrix begins that \p Descriptor describes (PTX ISA, "Matrix
/// Descriptor"): the only address in it, in shared memory, if all else in it is
/// constant. Null otherwise.
const Term *matrixAt(const Term *Descriptor);

/// \p L lies in a variable in shared memory.
bool isShared(const Location &L);

/// Both lie in the same members of the same object; only array steps can keep
/// them apart.
bool inSameMember(const Location &L, const Location &R);

/// \p Part as bytes of what \p Whole lies in, of which it may be a member or an
/// element of one (`tile.data[i]` of `tile`); nothing if it is no part of that,
/// or if it is not known where in it.
std::optional<Location> asPartOf(const Location &Whole, const Location &Part,
                                 const clang::ASTContext &Context);

/// Certainly not the same bytes: variables that differ, or members that do.
bool areApart(const Location &L, const Location &R);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_ACCESSPATH_H
