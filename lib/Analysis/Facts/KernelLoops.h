//===--- KernelLoops.h - The loops of one kernel -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_FACTS_KERNELLOOPS_H
#define WARPLINT_ANALYSIS_FACTS_KERNELLOOPS_H

#include "Analysis/Facts/KernelFacts.h"
#include "Analysis/Flow/Loops.h"

namespace warplint {

/// The natural loops of a kernel's live paths: a fact (KernelFacts::get).
class KernelLoops : public Loops {
public:
  explicit KernelLoops(const KernelFacts &Facts)
      : Loops(Facts.cfg(), Facts.paths()), Facts(Facts) {}

  /// How many rounds whoever comes to the loop of \p Head runs at least, unless
  /// it leaves the loop by another branch; 0 if that is not known.
  int64_t leastRounds(const Node &Head) const;

private:
  const KernelFacts &Facts;
  mutable llvm::DenseMap<const Node *, int64_t> LeastRounds; ///< Looked up.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_FACTS_KERNELLOOPS_H
