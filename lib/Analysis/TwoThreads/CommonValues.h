//===--- CommonValues.h - Values equal in two threads that meet -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_COMMONVALUES_H
#define WARPLINT_ANALYSIS_TWOTHREADS_COMMONVALUES_H

#include "Analysis/Budgets/Limits.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/TwoThreads/QuerySymbols.h"
#include <memory>

namespace warplint {
class IdentityTerm;
class LoadTerm;
class Term;
} // namespace warplint

namespace warplint::twothreads {

/// Decides which values two threads have in common, given that their two
/// accesses touch one element: values that both loaded from one place, and
/// functions of equal values.
class CommonValues {
public:
  /// Refers to \p Symbols. \p Places maps symbols of thread 2 to the symbols of
  /// thread 1 that equal them where the two threads meet. \p Distance, of the
  /// two addresses, is 0 there.
  CommonValues(QuerySymbols &Symbols, const QuerySymbols::Renaming &Places,
               const Term *Distance)
      : Symbols(Symbols), Distance(Distance), Equal(Places),
        Renamed(Symbols.renamedTerms(Equal)) {}

  /// Whether \p Left in thread 1 equals \p Right in thread 2; false if unknown.
  bool areSame(const Term *Left, const Term *Right) {
    return areSame(Left, Right, 0);
  }

private:
  /// No more than \p Depth operations are around.
  bool isTooDeep(unsigned Depth) const {
    return !Symbols.facts().limits().allows(BudgetId::CommonDepth, Depth + 1);
  }
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
  QuerySymbols::RenamedTerms Renamed; ///< Replaces by `Equal`.
  /// Caches by term, since many questions share terms: the symbols of thread 1
  /// in a term, by their kernel term and the function that they name, and the
  /// symbols of thread 2 in a term.
  llvm::DenseMap<const Term *,
                 std::unique_ptr<llvm::DenseMap<const Term *, TermList>>>
      MadeInFirst;
  llvm::DenseMap<const Term *, std::unique_ptr<std::vector<const Term *>>>
      OfSecond;
  /// Results for two symbols at a recursion depth; looked up, never iterated.
  llvm::DenseMap<std::pair<std::pair<const Term *, const Term *>, unsigned>,
                 bool>
      Asked;
  /// Results of `areEqual`; looked up, never iterated.
  llvm::DenseMap<std::pair<const Term *, const Term *>, bool> Compared;
};

/// Whether \p Value is the same in two threads of a block: it, and the branches
/// that select how it is computed, depend only on identities that \p IsSame
/// says both threads have in common. False if unknown.
bool followsFrom(const Term *Value, const KernelFacts &Facts,
                 llvm::function_ref<bool(const IdentityTerm &)> IsSame);

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_COMMONVALUES_H
