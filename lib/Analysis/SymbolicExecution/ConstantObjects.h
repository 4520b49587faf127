//===--- ConstantObjects.h - What the compiler knows of objects --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables, sizes and offsets that a program writes down as constants (`constexpr`,
// or const with a constant initializer) hold what clang makes of them.
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

/// The number at \p Address, a part of an object that nothing may change, under
/// indices that are constants; nothing if it is no such part, or no number.
std::optional<llvm::APSInt> constantAt(const Term *Address,
                                       const clang::ASTContext &Context);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_SYMBOLICEXECUTION_CONSTANTOBJECTS_H
