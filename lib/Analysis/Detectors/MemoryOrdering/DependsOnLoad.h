//===--- DependsOnLoad.h - Data dependence on an operation ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a value depends on what one operation returned: through arithmetic,
// variables, shared memory, shuffles and votes. A condition tests what was
// returned if it depends on it through comparisons, conversions and arithmetic
// of integers: a number that is computed in floating point, or read at an
// address that depends on it, is no test of it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_DEPENDSONLOAD_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_DEPENDSONLOAD_H

#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "llvm/ADT/SetVector.h"

namespace warplint::memoryorder {

enum class Dependences : uint8_t {
  All,
  OfTests, ///< Those by which a condition tests a value.
};

/// Data dependences among the values of one kernel.
class LoadDependence {
public:
  LoadDependence(const Evaluation &Values, const CfgView &View,
                 const Uniformity &Agreement,
                 llvm::ArrayRef<MemoryOperation> Operations, TermArena &Arena);

private:
  friend class DerivedFrom;
  using PartList = llvm::SmallVectorImpl<const Term *>;
  /// The direct dependences of \p T that count as \p Of, from left to right.
  void addParts(const Term *T, Dependences Of, PartList &Parts) const;
  void addPartsOfJoin(const Term *Phi, PartList &Parts) const;
  void addStored(const Event &Write, PartList &Parts) const;

  const Evaluation &Values;
  const CfgView &View;
  const Uniformity &Agreement;
  /// Terms that stand for the contents of an object in shared memory, and the
  /// values stored there: all loads of one object depend on one term.
  llvm::DenseMap<const Term *, const Term *> Contents;
  llvm::DenseMap<const Term *, llvm::SmallVector<const Term *, 4>> Stored;
};

/// The values that depend on one operation, or on any of several. Keeps its
/// answers.
class DerivedFrom {
public:
  DerivedFrom(const LoadDependence &Of, llvm::ArrayRef<const Event *> Sources);
  DerivedFrom(const LoadDependence &Of, const Event &Source,
              Dependences By = Dependences::All)
      : DerivedFrom(Of, {&Source}) {
    this->By = By;
  }

  /// \p T depends on the value that the operation read or returned.
  bool contains(const Term *T);
  /// The comparisons that \p T depends on and that have an operand that depends
  /// on the operation; inner ones precede outer ones.
  std::vector<const BinaryTerm *> comparisonsIn(const Term *T);

private:
  using Comparisons = llvm::SmallSetVector<const BinaryTerm *, 4>;
  void addComparisons(const Term *T, Comparisons &Found,
                      llvm::function_ref<bool(const Term &)> Add);

  bool isSource(const Term *T) const;

  const LoadDependence &Of;
  Dependences By = Dependences::All;
  using Place = std::pair<const CallContext *, const clang::Stmt *>;
  llvm::SmallDenseSet<Place, 1> Sources;
  TermReach Known;
  /// Of objects in shared memory, by the term that stands for their contents.
  llvm::DenseMap<const Term *, Comparisons> InContents;
};

/// \p T is the value that \p Source read or returned.
bool isResultOf(const Term *T, const Event &Source);

} // namespace warplint::memoryorder

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_DEPENDSONLOAD_H
