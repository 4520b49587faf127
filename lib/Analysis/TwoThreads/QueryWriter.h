//===--- QueryWriter.h - From terms to solver queries -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_QUERYWRITER_H
#define WARPLINT_ANALYSIS_TWOTHREADS_QUERYWRITER_H

#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/TwoThreads/QuerySymbols.h"
#include "Solver/Query.h"
#include "llvm/ADT/MapVector.h"

namespace warplint::twothreads {

/// Translates terms of QuerySymbols into one solver query.
class QueryWriter {
public:
  /// Both outlive the writer.
  QueryWriter(solver::Query &Q, const QuerySymbols &Symbols)
      : Q(Q), Symbols(Symbols) {}

  void require(const Term *Truth) { Q.require(write(Truth)); }
  /// Requires \p Truth, a condition to reach an access, approximately: parts
  /// that are too large or too hard for the solver become unknown numbers.
  void requireRoughly(const Term *Truth) {
    Roughly = true;
    require(Truth);
    Roughly = false;
  }

  solver::Query::Ref write(const Term *T);

  /// The symbols written so far, with their index in the query.
  const llvm::MapVector<const Term *, unsigned> &symbols() const {
    return Written;
  }

private:
  bool dependsOnNoPlace(const Term *T) const;
  using Parts = TermFold<solver::Query::Ref>::Parts;
  solver::Query::Ref make(const Term *T, Parts &Of);
  solver::Query::Ref makeBinary(const BinaryTerm *T, Parts &Of);

  solver::Query &Q;
  const QuerySymbols &Symbols;
  bool Roughly = false;
  TermFold<solver::Query::Ref> Done;
  llvm::MapVector<const Term *, unsigned> Written;
};

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_QUERYWRITER_H
