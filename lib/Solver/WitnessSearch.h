//===--- WitnessSearch.h - Satisfying values by local search ----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most satisfiable queries have a simple answer: two neighbours, a value on one
// side of a constant of the code. The search evaluates a query from a fixed
// sequence of starting values and repairs one requirement after the other. It
// needs no bounds, proves nothing if it finds nothing, and counts its work in
// steps that do not depend on the machine.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SOLVER_WITNESSSEARCH_H
#define WARPLINT_SOLVER_WITNESSSEARCH_H

#include "Solver/Query.h"

namespace warplint::solver {

/// Values, one per symbol, that satisfy \p Q; nothing if none were found, which
/// proves nothing. The vectors of \p Starts, one value per symbol each, are
/// tried in order; values are moved into their bounds. \p Steps, a limit in
/// evaluations of one expression, is lowered by the steps used.
std::optional<std::vector<int64_t>>
searchWitness(const Query &Q, llvm::ArrayRef<std::vector<int64_t>> Starts,
              unsigned &Steps);

/// The values \p Found, which satisfy \p Q, made small: one symbol of \p Order
/// after the other comes as close to 0 as others can be mended to suit, and
/// keeps that value. A reader checks two neighbours in his head. \p Steps as
/// above; where they end, the values are those so far.
std::vector<int64_t> smallerWitness(const Query &Q, std::vector<int64_t> Found,
                                    llvm::ArrayRef<unsigned> Order,
                                    unsigned &Steps);

} // namespace warplint::solver

#endif // WARPLINT_SOLVER_WITNESSSEARCH_H
