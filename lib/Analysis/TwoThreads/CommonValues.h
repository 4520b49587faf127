//===--- CommonValues.h - What two threads have the same --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_COMMONVALUES_H
#define WARPLINT_ANALYSIS_TWOTHREADS_COMMONVALUES_H

#include "Analysis/TwoThreads/QuerySymbols.h"
#include <memory>

namespace warplint {

/// Finds what thread 2 has the same as thread 1 where the two meet: what both
/// have read, and functions of what is the same.
class CommonValues {
public:
  /// Refers to \p Symbols. \p Places: symbols of thread 2 that are equal to one
  /// of thread 1 where the two meet. \p Distance is 0 there.
  CommonValues(QuerySymbols &Symbols, const QuerySymbols::Renaming &Places,
               const Term *Distance)
      : Symbols(Symbols), Distance(Distance), Equal(Places),
        Renamed(Symbols.renamedTerms(Equal)) {}

  /// \p Left of thread 1 is \p Right of thread 2, as far as it is known.
  bool areSame(const Term *Left, const Term *Right) {
    return areSame(Left, Right, 0);
  }

private:
  static constexpr unsigned MostDepth = 8, MostParts = 8;

  bool areSame(const Term *Left, const Term *Right, unsigned Depth);
  bool isNoDistance(const Term *Left, const Term *Right);
  bool areEqual(const Term *Left, const Term *Right, unsigned Depth);
  bool areAlike(const Term *Left, const Term *Right, unsigned Depth);
  bool haveSame(const Term *First, const Term *Second, unsigned Depth);
  bool compare(const Term *First, const Term *Second, unsigned Depth);
  bool isSameRead(const SymbolInfo &L, const SymbolInfo &R,
                  const LoadTerm &Load, unsigned Depth);
  using TermList = llvm::SmallVector<const Term *, 2>;
  const llvm::DenseMap<const Term *, TermList> &madeInFirst(const Term *T);
  llvm::ArrayRef<const Term *> symbolsOfSecond(const Term *T);
  void setEqual(const Term *Second, const Term *First);

  QuerySymbols &Symbols;
  const Term *Distance;
  QuerySymbols::Renaming Equal;
  QuerySymbols::RenamedTerms Renamed; ///< With what is equal.
  /// By terms, which many questions have in common: symbols of thread 1 by what
  /// they stand for and what they are a function of, and those of thread 2.
  llvm::DenseMap<const Term *,
                 std::unique_ptr<llvm::DenseMap<const Term *, TermList>>>
      MadeInFirst;
  llvm::DenseMap<const Term *, std::unique_ptr<std::vector<const Term *>>>
      OfSecond;
  /// What was asked of two symbols, at which depth; looked up, never iterated.
  llvm::DenseMap<std::pair<std::pair<const Term *, const Term *>, unsigned>,
                 bool>
      Asked;
  /// What `areEqual` has found; looked up, never iterated.
  llvm::DenseMap<std::pair<const Term *, const Term *>, bool> Compared;
};

/// All that \p Value is made of, and what decides which way it was made, is the
/// same in two threads of a block that agree on who they are as far as
/// \p IsSame says.
bool followsFrom(const Term *Value, const KernelFacts &Facts,
                 llvm::function_ref<bool(const IdentityTerm &)> IsSame);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_TWOTHREADS_COMMONVALUES_H
