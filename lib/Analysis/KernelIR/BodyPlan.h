//===--- BodyPlan.h - CFG blocks that become nodes --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's CFG of a function has blocks in which nothing happens: its entry and
// exit, unreachable blocks, and one for each `if constexpr`. In a kernel that
// calls thousands of accessors they are most of the blocks, so a call is
// inlined without them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_BODYPLAN_H
#define WARPLINT_ANALYSIS_KERNELIR_BODYPLAN_H

#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace warplint {

/// Which blocks of a function's CFG become nodes of an InlinedCFG.
class BodyPlan {
public:
  /// \p Graph must outlive the plan. With \p KeepsEnds the entry and the exit
  /// become nodes even if they are empty.
  BodyPlan(const clang::CFG &Graph, bool KeepsEnds);

  /// The blocks that become nodes, in clang's order.
  llvm::ArrayRef<const clang::CFGBlock *> blocks() const { return Blocks; }
  /// How many statements and expressions are evaluated in them.
  uint64_t numStatements() const { return Statements; }
  const clang::CFGBlock &begin() const { return *Begin; }
  /// The last block: control that reaches its end has left the function.
  const clang::CFGBlock &end() const { return *End; }
  /// \p Block, or the first block after it that was not dropped.
  const clang::CFGBlock &behind(const clang::CFGBlock &Block) const;

private:
  std::vector<const clang::CFGBlock *> Blocks;
  uint64_t Statements = 0;
  const clang::CFGBlock *Begin = nullptr, *End = nullptr;
  /// Dropped blocks, with their successors. Looked up, never iterated.
  llvm::DenseMap<const clang::CFGBlock *, const clang::CFGBlock *> Passed;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_BODYPLAN_H
