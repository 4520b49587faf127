//===--- ArgumentSlots.h - The numbers that a kernel gets -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch passes a number or an address for each parameter, or several in one
// that is a record: `struct Sizes { int rows, columns; }`.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHES_ARGUMENTSLOTS_H
#define WARPLINT_ANALYSIS_LAUNCHES_ARGUMENTSLOTS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace warplint {

/// A parameter, or a field of one.
struct ArgumentSlot {
  const clang::ParmVarDecl *Parameter = nullptr;
  /// From the record to the field, outermost first; none for the parameter.
  llvm::SmallVector<const clang::FieldDecl *, 2> Fields;
  /// The same among the parts of each record, of which bases are some
  /// (placeOfBase).
  llvm::SmallVector<size_t, 4> Places;

  clang::QualType type() const {
    return Fields.empty() ? Parameter->getType() : Fields.back()->getType();
  }
};

/// Integers, enumerators, truths and pointers.
bool isIntegerOrPointer(clang::QualType Type);

/// By index what LaunchConstraint::Arguments tells of: the parameters of \p Kernel, in
/// order, whether or not they are numbers, and behind them the fields of counted
/// type of those that are records, also those that they inherit or hold in other
/// records: what lies less deep first, at most 96 of them. The same in all units
/// of a build.
std::vector<ArgumentSlot> argumentSlotsOf(const clang::FunctionDecl &Kernel);

/// Which of those \p Parameter or the field of it at \p Fields is.
std::optional<unsigned>
argumentSlotOf(const clang::ParmVarDecl &Parameter,
               llvm::ArrayRef<const clang::FieldDecl *> Fields);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_LAUNCHES_ARGUMENTSLOTS_H
