//===--- Ownership.h - Elements that a thread or a block owns ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whose an element is by how its index is made: different blocks compute
// different addresses, a thread counts on from where its own row begins, a
// table or an atomic gives each thread another element.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_OWNERSHIP_H
#define WARPLINT_ANALYSIS_DEPENDENCE_OWNERSHIP_H

#include "Analysis/Expr/TermArena.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/MemoryOperations.h"
#include <optional>

namespace warplint::dependence {

/// Both access one object, and no different members of it; indices are not
/// compared.
bool mayTouch(const MemoryOperation &A, const MemoryOperation &B);

/// Which addresses no two blocks have in common. Keeps its answers.
class BlockOwnership {
public:
  explicit BlockOwnership(const KernelFacts &Facts);

  /// Whether no two blocks have the address \p Address; nothing if unknown.
  std::optional<bool> isOfBlock(const Term *Address) const;

private:
  std::optional<bool> compute(const Term *Address) const;

  /// Axes along which the kernel distinguishes blocks, one bit each.
  unsigned UsedAxes = 0;
  /// What may be any block's own counts as unknown, else as shared.
  const AssumptionUses Assumed;
  mutable llvm::DenseMap<const Term *, std::optional<bool>> Known;
};

/// The elements and rows that threads of one kernel own: what a thread or its
/// warp writes and reads itself announces nothing to others. Two accesses are
/// to a thread's own element if they name the same element, also if a variable
/// has a value on one path only. They are to its own row if both index from a
/// number that the thread has loaded for itself (`start[v]`, also as passed on
/// by a shuffle), and nothing else in the index distinguishes blocks.
class OwnElements {
public:
  explicit OwnElements(const KernelFacts &Facts);

  /// \p Address with each phi replaced by the only value that can be an
  /// element's index there, if its other values are none (`int v; if (in) v =
  /// i;`, `int last = -1;`).
  const Term *elementAt(const Term *Address) const;
  /// Both addresses lie in one row of the thread or its warp, or a budget is
  /// too small to tell. False if unknown otherwise.
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

/// The array in shared memory that \p Load reads holds results of atomics or of
/// warp collectives (tickets, ranks of a scan), which give each thread its own.
bool readsHandedOut(const LoadTerm &Load, const KernelFacts &Facts);

/// The element that \p T is read from; null if it is read from none.
const ElementTerm *elementReadBy(const Term *T);

/// Some table is loaded at \p Row and at the next index: the begin and the end
/// of a row.
bool beginsRows(const Term *Row, const KernelFacts &Facts);

/// The table, if only threads reach \p N in whose window of a table, from its
/// own element to the next one, a number lies that is the same for all threads
/// of the block (`key[t] <= wanted && wanted < key[t + 1]`); null otherwise. At
/// most one thread passes where the table is sorted, which is an assumption.
const Term *windowOver(const Node &N, const KernelFacts &Facts);

/// The table, if only threads reach the access \p E that find \p Number, which
/// they have loaded, to differ from its neighbour in the table (`key[t] !=
/// key[t - 1]`), or what they compute of the two (`key[t] >> 8 != key[t - 1] >>
/// 8`), where \p E is at an index of that: in a sorted table that is one thread
/// per index. Null otherwise.
const Term *tableOfRunsEnding(const Event &E, const Term *Number,
                              const KernelFacts &Facts);

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_OWNERSHIP_H
