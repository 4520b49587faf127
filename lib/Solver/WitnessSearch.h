//===--- WitnessSearch.h - Answers found by evaluating -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most queries that have an answer have a simple one: two neighbours, a value
// on one side of a constant of the code. The search evaluates a query from a
// fixed sequence of starts and mends one requirement after the other. It needs
// no bounds, proves nothing by finding nothing, and its work is counted in
// steps that do not depend on the machine.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SOLVER_WITNESSSEARCH_H
#define WARPLINT_SOLVER_WITNESSSEARCH_H

#include "Solver/Query.h"

namespace warplint {

/// Values, one per symbol, for which the requirements of \p Q hold; nothing if
/// none was found. \p Starts, one value per symbol each, are tried in their
/// order; values are moved into their bounds. \p Steps, evaluations of one
/// expression, is lowered by what was used.
std::optional<std::vector<int64_t>>
searchWitness(const Query &Q, llvm::ArrayRef<std::vector<int64_t>> Starts,
              unsigned &Steps);

} // namespace warplint

#endif // WARPLINT_SOLVER_WITNESSSEARCH_H
