//===--- ConditionParts.h - What a condition says at least ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_EXPR_CONDITIONPARTS_H
#define WARPLINT_ANALYSIS_EXPR_CONDITIONPARTS_H

#include "Analysis/Expr/Term.h"
#include "llvm/ADT/SmallVector.h"

namespace warplint {

struct ConditionPart {
  const Term *Says;
  bool Holds; ///< It is not 0; it is 0 otherwise.
};

/// What must all be so where \p Condition \p Holds, and is together as much as
/// that: the two sides of `a && b`, those of `a || b` where it does not hold.
llvm::SmallVector<ConditionPart, 4> partsOf(const Term *Condition, bool Holds);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_EXPR_CONDITIONPARTS_H
