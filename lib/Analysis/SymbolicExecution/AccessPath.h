//===--- AccessPath.h - Addresses as object, members and bytes --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits an address into the object that it lies in, the members on the way and
// the array steps. Barrier objects and the operands of asynchronous copies are
// identified so. Conversions to the integer addresses that PTX takes are looked
// through.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_ACCESSPATH_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_ACCESSPATH_H

#include "Analysis/Expr/LinearSum.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include "clang/AST/ASTContext.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <utility>

namespace warplint {

/// An address as object, members and bytes.
struct AccessPath {
  const Term *Root = nullptr; ///< The object, see rootOf; never null.
  llvm::SmallVector<const clang::FieldDecl *, 2> Fields; ///< Innermost first.
  /// Index and bytes per step of each array step that is not constant.
  llvm::SmallVector<std::pair<const Term *, int64_t>, 2> Steps;
  int64_t Bytes = 0; ///< The sum of the constant array steps.

  bool isConstant() const { return Steps.empty(); }
  bool operator==(const AccessPath &R) const {
    return Root == R.Root && Fields == R.Fields && Steps == R.Steps &&
           Bytes == R.Bytes;
  }
  /// All array steps together in bytes.
  LinearSum bytes() const;
  /// All array steps together in bytes, as \p Run computes them for \p Self.
  /// Nullopt if a step is not known or the sum overflows.
  std::optional<int64_t> offset(const ThreadValues &Run,
                                const ThreadOfBlock &Self) const;
};

/// The location of \p Address. Nullopt if \p Address is null, if it is a sum of
/// several addresses, or if its bytes overflow.
std::optional<AccessPath> locate(const Term *Address);

/// The integer address \p T, as PTX takes it, as a pointer into its object: to
/// an element if it is a multiple of the element size, otherwise to a byte.
/// \p T itself if it is no address made into an integer.
const Term *pointerFrom(const Term *T, TermArena &Arena,
                        const clang::ASTContext &Context);

/// The address of the matrix that \p Descriptor describes (PTX ISA, "Matrix
/// Descriptor"): the only address in the term, in shared memory, if all other
/// parts of the term are constant. Null otherwise.
const Term *matrixAt(const Term *Descriptor);

/// Whether \p L or \p R may be a part of the other.
bool mayBeParts(const AccessPath &L, const AccessPath &R,
                const clang::ASTContext &Context);

/// Whether \p L lies in a `__shared__` variable.
bool isShared(const AccessPath &L);

/// Whether \p L and \p R have one object and the same members, so that they
/// differ in array steps at most.
bool inSameMember(const AccessPath &L, const AccessPath &R);

/// \p Part with the members of \p Whole: its further members become bytes
/// (`tile.data[i]` as bytes of `tile`). Nullopt if \p Part does not lie in the
/// object at \p Whole, or if the offset of a member is not known.
std::optional<AccessPath> asPartOf(const AccessPath &Whole,
                                   const AccessPath &Part,
                                   const clang::ASTContext &Context);

/// What threads of a block access. Refers to both.
struct AccessOfThreads {
  const AccessPath &At;
  llvm::ArrayRef<ThreadOfBlock> Threads;
};

/// Whether \p IsPair is true of a thread of \p L and one of \p R that access
/// bytes at one offset of one member, as far as their offsets are known.
bool anyMeet(
    const AccessOfThreads &L, const AccessOfThreads &R,
    const Evaluation &Values,
    llvm::function_ref<bool(const ThreadOfBlock &, const ThreadOfBlock &)>
        IsPair);

/// The indices of \p Address, from the last one on to the root.
llvm::SmallVector<const Term *, 4> indicesOf(const Term *Address);

/// Whether \p L and \p R lie in different members of one object, that of the
/// one not in that of the other.
bool areInOtherMembers(const AccessPath &L, const AccessPath &R);

/// Whether the \p Bytes of a member at \p Front end where those at \p Behind,
/// of one object with it, have not begun: a field, and the array that stands
/// behind all fields in one buffer.
bool endsBefore(const AccessPath &Front, int64_t Bytes,
                const AccessPath &Behind,
                llvm::function_ref<TermArena::Range(const Term *)> RangeOf);

/// Whether \p L and \p R are known not to overlap: by different variables,
/// different members, or different constant array steps of equal size.
bool areApart(const AccessPath &L, const AccessPath &R);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_ACCESSPATH_H
