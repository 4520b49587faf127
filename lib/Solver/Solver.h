//===--- Solver.h - Answers to queries -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides queries bit by bit through LLVM's SMT interface. Not knowing is an
// answer: work is limited, per query and for all queries of one solver.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_SOLVER_SOLVER_H
#define WARPLINT_SOLVER_SOLVER_H

#include "Solver/Query.h"
#include <climits>
#include <memory>

namespace warplint {

/// Steps of the solver, its own measure of work: the same answers on a busy
/// machine and an idle one. A million takes a third of a second; questions
/// about races that have an answer take a few thousand.
struct SolverLimits {
  unsigned PerQuery = 400000;
  /// All queries of one solver. Each expression counts as a hundred steps: it
  /// takes as long to write.
  unsigned Together = 4000000;
};

struct Answer {
  enum class Kind : uint8_t {
    Impossible, ///< No values satisfy the query.
    Possible,   ///< `Values` do.
    Unknown     ///< Out of steps, or beyond what the solver represents.
  };
  Kind K = Kind::Unknown;
  std::vector<int64_t> Values; ///< One per symbol of the query.
};

/// \p Guess, one value per symbol, each moved into its symbol's bounds, if that
/// is an answer to \p Q. The answer to a similar query often fits.
std::optional<std::vector<int64_t>>
confirmedAnswer(const Query &Q, llvm::ArrayRef<int64_t> Guess);

/// Not thread-safe; make one per kernel. The solver proper is started by the
/// first query.
class Solver {
public:
  explicit Solver(const SolverLimits &Limits = {});
  ~Solver();

  /// Values found are checked against the query before they are handed out.
  /// \p Guess, one value per symbol, is tried first; the answer to a similar
  /// query often fits. \p Most steps, if that is less than the limit of a query.
  Answer decide(const Query &Q, llvm::ArrayRef<int64_t> Guess = {},
                unsigned Most = UINT_MAX);

  /// \p Q in SMT-LIB 2, ready to be given to a solver; empty if there is no
  /// width in which it can be stated.
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
  unsigned SolverSteps = 0; ///< As far as the solver proper has counted.
  double Spent = 0;
};

} // namespace warplint

#endif // WARPLINT_SOLVER_SOLVER_H
