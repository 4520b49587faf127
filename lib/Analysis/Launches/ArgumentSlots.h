//===--- ArgumentSlots.h - Values passed to a kernel ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch passes a number or an address for each parameter, or several in a
// parameter that is a record: `struct Sizes { int rows, columns; }`. A slot is
// one of these values.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_LAUNCHES_ARGUMENTSLOTS_H
#define WARPLINT_ANALYSIS_LAUNCHES_ARGUMENTSLOTS_H

#include "clang/AST/Decl.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <vector>

namespace warplint::launches {

/// A parameter of a kernel, or a field inside a parameter that is a record.
struct ArgumentSlot {
  const clang::ParmVarDecl *Parameter = nullptr;
  /// The fields from the parameter to the slot, outermost first; empty if the
  /// slot is the parameter itself.
  llvm::SmallVector<const clang::FieldDecl *, 2> Fields;
  /// The path from the parameter to the slot as indices into the parts of each
  /// record: fields first, then bases (see placeOfBase). Unlike `Fields` it has
  /// the steps into bases.
  llvm::SmallVector<size_t, 4> Places;

  clang::QualType type() const {
    return Fields.empty() ? Parameter->getType() : Fields.back()->getType();
  }
};

/// True for integers, enumerations, bool and pointers: what the analysis
/// follows as one number.
bool isIntegerOrPointer(clang::QualType Type);

/// The slots of \p Kernel, by the index that LaunchConstraint::Arguments uses:
/// all parameters in order, whatever their types, then the fields of counted
/// type (isCountedType) of parameters that are records. Inherited and nested
/// fields are included, shallower ones first. Bit-fields, unions and virtual
/// bases are left out, and so is what follows the first 96 fields. The order is
/// the same in all units of a build.
std::vector<ArgumentSlot> argumentSlotsOf(const clang::FunctionDecl &Kernel);

/// The index in argumentSlotsOf of \p Parameter or, if \p Fields is not empty,
/// of the field at that path inside it. Nothing if there is no such slot.
std::optional<unsigned>
argumentSlotOf(const clang::ParmVarDecl &Parameter,
               llvm::ArrayRef<const clang::FieldDecl *> Fields);

} // namespace warplint::launches

#endif // WARPLINT_ANALYSIS_LAUNCHES_ARGUMENTSLOTS_H
