//===--- CommonContents.h - What several threads read alike -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which loads of shared memory give two threads one value, if nothing races for
// the variable itself: what does is reported there.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_TWOTHREADS_COMMONCONTENTS_H
#define WARPLINT_ANALYSIS_TWOTHREADS_COMMONCONTENTS_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include <optional>

namespace warplint {

/// Of one kernel, which it refers to.
class CommonContents {
public:
  explicit CommonContents(const KernelFacts &Facts);

  /// Only one value is ever written into the variable that \p Load reads, the
  /// same by all threads of the grid.
  bool isOneValue(const LoadTerm &Load) const;
  /// \p Load gives threads that read one element the same: those of one block,
  /// or if \p Blocks those of any. All run it once, so threads of a block have
  /// no write between them that does not race; and across blocks, nothing that
  /// is written there depends on the block.
  bool isAlike(const LoadTerm &Load, bool Blocks) const;
  /// Nothing in the kernel asks for the block or reads what the launch writes
  /// in global memory: threads that stand at one place of their blocks do the
  /// same, whatever that is.
  bool areBlocksAlike() const;

private:
  using EventList = std::vector<const Event *>;
  /// The writes into a shared variable with a name of its own; null for any
  /// other object, and where one of them is no plain store.
  const EventList *storesInto(const Term *Root) const;
  bool isInLoop(const LoadTerm &Load) const;
  bool dependsOnBlock(const LoadTerm &Load) const;
  bool isAlikeInBlocks(const Event &E) const;
  bool addParts(const Term &Part,
                llvm::SmallVectorImpl<const Term *> &To) const;

  const KernelFacts &Facts;
  llvm::DenseMap<const Term *, EventList> Writes; ///< Looked up by root.
  llvm::DenseMap<std::pair<const CallContext *, const clang::Stmt *>,
                 const Node *>
      Reads; ///< Where a load happens, looked up by its place.
  mutable llvm::DenseMap<const Term *, bool> OfBlock; ///< Looked up by load.
  mutable std::optional<bool> AlikeBlocks;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_TWOTHREADS_COMMONCONTENTS_H
