//===--- ConditionParts.h - Conjuncts of a condition ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_CONDITIONPARTS_H
#define WARPLINT_ANALYSIS_EXPR_CONDITIONPARTS_H

#include "Analysis/Expr/TermArena.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

/// A condition that must hold, or must not.
struct ConditionPart {
  const Term *Says;
  bool Holds; ///< True: `Says` is not 0. False: it is 0.
};

/// The conjuncts that together say that \p Condition \p Holds: the two sides of
/// `a && b`, or those of `a || b` where it does not hold, through any nesting
/// and `!`. \p Condition itself if it has no such parts.
llvm::SmallVector<ConditionPart, 4> partsOf(const Term *Condition, bool Holds);

/// That a number lies within bounds, as a comparison says it of a distance.
struct BoundedNumber {
  const Term *Number = nullptr;
  TermArena::Range Bounds; ///< Open where only `IsNotZero` is said.
  bool IsNotZero = false;
  bool isBounded() const { return Bounds.Min || Bounds.Max; }
};

/// What \p Part says of one number. An order says that it is not below a
/// bound.
BoundedNumber boundedBy(const ConditionPart &Part, TermArena &Arena);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_CONDITIONPARTS_H
