//===--- ThreadOwnership.h - Elements that one thread has to itself -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a thread writes and reads itself, or its warp does, announces nothing to
// others. Two accesses are taken for ones to a thread's own element if they
// name the same element, also where a variable has a value on one path only, and
// for ones to its own row if both count from a number that the thread has
// loaded for itself (`start[v]`, also as passed on by a shuffle) and nothing
// else in the index tells blocks apart.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_THREADOWNERSHIP_H
#define WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_THREADOWNERSHIP_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/Expr/TermTraversal.h"

namespace warplint {

class OwnElements {
public:
  explicit OwnElements(const KernelFacts &Facts);

  /// \p Address with each join replaced by the one value that the thread can
  /// have there, if the others are none that an element has (`int v; if (in) v
  /// = i;`, `int last = -1;`).
  const Term *elementAt(const Term *Address) const;
  /// Both addresses are in one row of the thread or its warp.
  bool areInOneRow(const Term *A, const Term *B) const;

private:
  /// What an index counts from.
  struct Row {
    /// Where the thread's own numbers were loaded, the array and the index. The
    /// next one is where the row ends (`start[v + 1]`), and so counts as one.
    llvm::SmallVector<std::pair<const Term *, const Term *>, 2> Starts;
    /// Something in it can tell blocks or warps apart by itself.
    bool HasOther = false;
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
  /// Shuffles by where they are.
  llvm::DenseMap<std::pair<const CallContext *, const clang::Stmt *>,
                 const Event *>
      Shuffles;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_MEMORYORDERING_THREADOWNERSHIP_H
