//===--- Enumeration.h - Queries decided by trying all values ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most queries have few values: two threads of a block, the iterations of a
// loop that halves its step. If a query has two sides, and each side has few
// values once the symbols that both share have one, the values of one side are
// put into a table, keyed by what the other side must equal, and looked up for
// each value of the other side. That decides the query either way in the time
// that evaluating each side once takes. Work is counted in steps that do not
// depend on the machine.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SOLVER_ENUMERATION_H
#define WARPLINT_SOLVER_ENUMERATION_H

#include "Solver/Solver.h"

namespace warplint::solver {

/// The side of a query that a symbol belongs to.
enum class Side : uint8_t { Shared, First, Second };

/// Decides \p Q by trying all values of its symbols; \p Of has the side of each
/// symbol. Unknown if that takes more than \p Steps evaluations of one
/// expression, or if a requirement is not defined for some values. \p Steps is
/// lowered by the steps used: few if it is clear from the start that they are
/// not enough.
SolverAnswer enumerate(const Query &Q, llvm::ArrayRef<Side> Of,
                       unsigned &Steps);

} // namespace warplint::solver

#endif // WARPLINT_SOLVER_ENUMERATION_H
