//===--- BodyPlan.h - Which blocks of a function become nodes ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang's CFG of a function has blocks in which nothing happens: one at each
// end, those that no path leads to, and one for each `if constexpr`. Where a
// kernel calls thousands of accessors they are most of what there is, so a
// call is inlined without them.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELIR_BODYPLAN_H
#define WARPLINT_ANALYSIS_KERNELIR_BODYPLAN_H

#include "clang/Analysis/CFG.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace warplint {

class BodyPlan {
public:
  /// \p Graph must outlive the plan. \p KeepsEnds: both ends become nodes.
  BodyPlan(const clang::CFG &Graph, bool KeepsEnds);

  /// The blocks that become nodes, in clang's order.
  llvm::ArrayRef<const clang::CFGBlock *> blocks() const { return Blocks; }
  const clang::CFGBlock &begin() const { return *Begin; }
  /// Who comes to its end has left the function.
  const clang::CFGBlock &end() const { return *End; }
  /// \p Block, or the one that follows where nothing happens in it.
  const clang::CFGBlock &behind(const clang::CFGBlock &Block) const;

private:
  std::vector<const clang::CFGBlock *> Blocks;
  const clang::CFGBlock *Begin = nullptr, *End = nullptr;
  /// What is passed over, with what follows. Looked up, never iterated.
  llvm::DenseMap<const clang::CFGBlock *, const clang::CFGBlock *> Passed;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELIR_BODYPLAN_H
