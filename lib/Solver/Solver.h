//===--- Solver.h - Bit-precise answers to queries (Z3) ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides queries bit by bit, with Z3 behind LLVM's SMT interface. Unknown is
// an answer: work is limited for each query and for all queries of one solver.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SOLVER_SOLVER_H
#define WARPLINT_SOLVER_SOLVER_H

#include "Solver/Query.h"
#include <climits>
#include <memory>

namespace warplint::solver {

/// Limits in steps of the solver, its own measure of work: the answers are the
/// same on a busy machine and an idle one. A million steps take a third of a
/// second; satisfiable questions about races take a few thousand.
struct SolverLimits {
  /// Limit for one query. Each expression counts as a hundred steps: writing it
  /// takes as long. A query whose expressions alone are more is not asked.
  unsigned PerQuery = 400000;
  /// Limit for all queries of one solver, likewise.
  unsigned Together = 4000000;
};

/// The answer to a query.
struct SolverAnswer {
  enum class Kind : uint8_t {
    Impossible, ///< No values satisfy the query.
    Possible,   ///< `Values` satisfies it.
    Unknown     ///< Out of steps, or beyond what the solver represents.
  };
  Kind K = Kind::Unknown;
  std::vector<int64_t> Values; ///< One per symbol of the query.
};

/// \p Guess, one value per symbol, each moved into the bounds of its symbol, if
/// it satisfies \p Q; nothing if it does not. The answer to a similar query
/// often does.
std::optional<std::vector<int64_t>>
confirmedAnswer(const Query &Q, llvm::ArrayRef<int64_t> Guess);

/// Decides queries and keeps count of its work. Not thread-safe; make one per
/// kernel. Z3 is started by the first query that needs it.
class Solver {
public:
  explicit Solver(const SolverLimits &Limits = {});
  ~Solver();

  /// Decides \p Q. Values are checked against the query before they are
  /// returned. \p Guess, one value per symbol, is tried first; the answer to a
  /// similar query often fits. \p Most is a limit in steps that counts if it is
  /// below the limit of a query. Unknown if a limit is reached, or if an
  /// expression that is needed has no bounds.
  SolverAnswer decide(const Query &Q, llvm::ArrayRef<int64_t> Guess = {},
                      unsigned Most = UINT_MAX);

  /// \p Q as an SMT-LIB 2 script that a solver can read; empty if no bit width
  /// can state it.
  std::string smtLib(const Query &Q);

  unsigned queries() const { return Queries; }
  unsigned unknown() const { return Unknown; }
  uint64_t steps() const { return Steps; }
  double milliseconds() const { return Spent; }

private:
  class Encoder;
  void start();

  SolverLimits Limits;
  struct Backend;
  std::unique_ptr<Backend> Engine;
  unsigned Queries = 0, Unknown = 0;
  uint64_t Steps = 0;
  unsigned SolverSteps = 0; ///< The count of Z3 so far.
  double Spent = 0;
};

} // namespace warplint::solver

#endif // WARPLINT_SOLVER_SOLVER_H
