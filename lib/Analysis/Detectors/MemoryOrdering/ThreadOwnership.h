//===--- ThreadOwnership.h - Elements that one thread owns ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a thread or its warp writes and reads itself announces nothing to
// others. Two accesses are to a thread's own element if they name the same
// element, also if a variable has a value on one path only. They are to its own
// row if both index from a number that the thread has loaded for itself
// (`start[v]`, also as passed on by a shuffle), and nothing else in the index
// distinguishes blocks.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_THREADOWNERSHIP_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_THREADOWNERSHIP_H

#include "Analysis/Expr/TermArena.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"

namespace warplint {
class CallContext;
struct Event;
} // namespace warplint

namespace warplint::memoryorder {

/// The elements and rows that threads of one kernel own.
class OwnElements {
public:
  explicit OwnElements(const KernelFacts &Facts);

  /// \p Address with each phi replaced by the only value that can be an
  /// element's index there, if its other values are none (`int v; if (in) v =
  /// i;`, `int last = -1;`).
  const Term *elementAt(const Term *Address) const;
  /// Both addresses lie in one row of the thread or its warp, or a budget is
  /// too small to decide. False if unknown otherwise.
  bool areInOneRow(const Term *A, const Term *B) const;

private:
  /// The numbers that an index starts from.
  struct Row {
    /// The array and the index from which the thread's own numbers were loaded.
    /// The next element is the end of the row (`start[v + 1]`), so it counts as
    /// the same one.
    llvm::SmallVector<std::pair<const Term *, const Term *>, 2> Starts;
    /// Something else in the index distinguishes blocks or warps.
    bool HasOther = false;
    bool IsCut = false; ///< Some starts are left out.
  };
  const Term *onlyElement(const Term *Phi) const;
  using Parts = TermFold<Row>::Parts;
  Row rowOf(const Term *Address) const;
  Row countedFrom(const Term *T) const;
  std::optional<Row> compute(const Term *T, Parts &Of) const;
  std::optional<Row> joined(const Term *Phi, Parts &Of) const;

  const KernelFacts &Facts;
  mutable TermRewriter Elements;
  mutable TermFold<Row> Known;
  mutable llvm::DenseMap<const Term *, Row> Rows; ///< By address.
};

} // namespace warplint::memoryorder

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_THREADOWNERSHIP_H
