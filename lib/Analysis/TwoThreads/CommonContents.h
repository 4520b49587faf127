//===--- CommonContents.h - Shared loads equal in two threads ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which loads of shared memory give two threads the same value, provided that
// no race touches the loaded variable: such a race is reported for the variable
// itself.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_COMMONCONTENTS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_COMMONCONTENTS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include <array>
#include <optional>

namespace warplint {
class CallContext;
class LoadTerm;
class Node;
class Term;
struct Event;
} // namespace warplint

namespace warplint::twothreads {

/// Answers for the `__shared__` variables of one kernel. Refers to \p Facts.
class CommonContents {
public:
  explicit CommonContents(const KernelFacts &Facts) : Facts(Facts) {}

  /// All stores into the variable that \p Load reads store one value, which is
  /// uniform over the grid and the same in all iterations. That one of them has
  /// set the element that is read is assumed (`takeAsSet`).
  bool isOneValue(const LoadTerm &Load, bool Blocks) const;
  /// An answer about threads of one block, or with \p Blocks of several, rests
  /// on that somebody has set what \p Load reads.
  void takeAsSet(const LoadTerm &Load, bool Blocks) const {
    if (!TakenAsSet[Blocks])
      TakenAsSet[Blocks] = &Load;
  }
  /// The first load that `takeAsSet` was called for; null if there is none.
  const LoadTerm *takenAsSet(bool Blocks) const { return TakenAsSet[Blocks]; }
  /// \p Load gives the same value to all threads that read one element: to the
  /// threads of one block, or with \p Blocks to those of all blocks. The load
  /// is not in a loop, so every thread executes it once, and a write between
  /// the loads of two threads of a block would be a race; with \p Blocks, no
  /// value written to the variable depends on the block. False if unknown.
  bool isAlike(const LoadTerm &Load, bool Blocks) const;
  /// Nothing in the kernel depends on the block index or reads global memory
  /// that the launch writes: threads with the same index in their blocks do the
  /// same. False if unknown.
  bool areBlocksAlike() const;

private:
  /// The stores into the variable \p Root, which is a `__shared__` variable
  /// with a name; empty for any other object, and if a write to it is no plain
  /// store.
  llvm::ArrayRef<const Event *> storesInto(const Term *Root) const;
  bool isByAll(const Event &Store) const;
  bool isInLoop(const LoadTerm &Load) const;
  bool dependsOnBlock(const LoadTerm &Load) const;
  bool isAlikeInBlocks(const Event &E) const;
  bool addParts(const Term &Part,
                llvm::SmallVectorImpl<const Term *> &To) const;

  const KernelFacts &Facts;
  /// `dependsOnBlock`, by load.
  mutable llvm::DenseMap<const Term *, bool> OfBlock;
  mutable std::optional<bool> AlikeBlocks;
  mutable std::array<const LoadTerm *, 2> TakenAsSet = {};
};

} // namespace warplint::twothreads

#endif // WARPLINT_ANALYSIS_TWOTHREADS_COMMONCONTENTS_H
