//===--- ConstantObjects.h - Constants in constexpr objects -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables, sizes and offsets that a program declares as constants (`constexpr`,
// or const with a constant initializer) have the values that clang evaluates.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_SYMBOLICEXECUTION_CONSTANTOBJECTS_H
#define WARPLINT_ANALYSIS_SYMBOLICEXECUTION_CONSTANTOBJECTS_H

#include "Analysis/Expr/Term.h"
#include "llvm/ADT/APSInt.h"
#include <optional>

namespace clang {
class ASTContext;
} // namespace clang

namespace warplint {

class Limits;

/// The integer at \p Address, a part of a constant object under constant
/// indices. Nullopt if the object is not constant or larger than
/// Budgets::ConstantBytes, an index is not constant or out of bounds, or the
/// value is no integer.
std::optional<llvm::APSInt> constantAt(const Term *Address,
                                       const clang::ASTContext &Context,
                                       const Limits &Within);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_CONSTANTOBJECTS_H
