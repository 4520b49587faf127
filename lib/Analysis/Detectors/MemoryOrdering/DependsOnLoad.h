//===--- DependsOnLoad.h - What follows from an operation -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether a value depends on what one operation returned: through arithmetic,
// variables, shared memory, shuffles and votes.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_DEPENDSONLOAD_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_DEPENDSONLOAD_H

#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/Uniformity/Uniformity.h"
#include "llvm/ADT/SetVector.h"

namespace warplint {

/// How values of one kernel depend on each other.
class LoadDependence {
public:
  LoadDependence(const InlinedCFG &P, const Evaluation &Values,
             const CfgView &View, const Uniformity &Agreement,
             llvm::ArrayRef<MemoryOperation> Operations, TermArena &Arena);

private:
  friend class DerivedFrom;
  using PartList = llvm::SmallVectorImpl<const Term *>;
  /// What \p T depends on directly, left to right.
  void addParts(const Term *T, PartList &Parts) const;
  void addPartsOfJoin(const Term *Phi, PartList &Parts) const;
  void addStored(const Event &Write, PartList &Parts) const;

  const Evaluation &Values;
  const CfgView &View;
  const Uniformity &Agreement;
  /// A term that stands for what lies in an object in shared memory, and what
  /// goes in there: all reads of one object lead to one term.
  llvm::DenseMap<const Term *, const Term *> Contents;
  llvm::DenseMap<const Term *, llvm::SmallVector<const Term *, 4>> Stored;
  /// Exchanges between threads by where they are.
  llvm::DenseMap<std::pair<const CallContext *, const clang::Stmt *>,
                 const Event *>
      Exchanges;
};

/// What depends on one operation, or on any of several; remembers what it was
/// asked.
class DerivedFrom {
public:
  DerivedFrom(const LoadDependence &Of, llvm::ArrayRef<const Event *> Sources);
  DerivedFrom(const LoadDependence &Of, const Event &Source)
      : DerivedFrom(Of, {&Source}) {}

  /// \p T depends on what the operation read or returned.
  bool contains(const Term *T);
  /// The comparisons that \p T depends on of which an operand depends on the
  /// operation; inner ones come before outer ones.
  std::vector<const BinaryTerm *> comparisonsIn(const Term *T);

private:
  using Comparisons = llvm::SmallSetVector<const BinaryTerm *, 4>;
  void addComparisons(const Term *T, Comparisons &Found,
                      llvm::function_ref<bool(const Term &)> Add);

  bool isSource(const Term *T) const;

  const LoadDependence &Of;
  using Place = std::pair<const CallContext *, const clang::Stmt *>;
  llvm::SmallDenseSet<Place, 1> Sources;
  TermReach Known;
  /// What lies in objects of shared memory, by the term that stands for it.
  llvm::DenseMap<const Term *, Comparisons> InContents;
};

/// \p T is what \p Source read or returned.
bool isResultOf(const Term *T, const Event &Source);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_DEPENDSONLOAD_H
