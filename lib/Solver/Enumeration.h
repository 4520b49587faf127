//===--- Enumeration.h - Questions decided by trying all values -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most questions are about few values: two threads of a block, the iterations of a
// loop that halves its step. Where a question has two sides, each of which has
// few values once what they share is chosen, the values of one side are put
// into a table by what the other side must equal, and looked up from there.
// That decides the question, either way, in the time that it takes to evaluate
// each side once. Work is counted in steps that do not depend on the machine.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SOLVER_ENUMERATION_H
#define WARPLINT_SOLVER_ENUMERATION_H

#include "Solver/Solver.h"

namespace warplint {

/// Whose symbol it is.
enum class Side : uint8_t { Shared, First, Second };

/// Decides \p Q by trying all values of its symbols; \p Of has the side of
/// each. Unknown if that takes more than \p Steps, evaluations of one
/// expression, or if something that is required is not defined. \p Steps is
/// lowered by what was used, which is little where it is plain from the start
/// that they would not do.
Answer enumerate(const Query &Q, llvm::ArrayRef<Side> Of, unsigned &Steps);

} // namespace warplint

#endif // WARPLINT_SOLVER_ENUMERATION_H
