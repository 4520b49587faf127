//===--- BranchOutcomes.h - Branch outcomes by thread -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_BRANCHOUTCOMES_H
#define WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_BRANCHOUTCOMES_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/SymbolicExecution/ThreadValues.h"
#include <map>

namespace warplint::collectives {

/// The values of conditions over thread identity and constants. A fact of one
/// kernel (KernelFacts::get), which detectors share.
class BranchOutcomes {
public:
  explicit BranchOutcomes(const KernelFacts &Facts) : Facts(Facts) {}

  /// By rank in the block: the value for the thread; nothing where it is
  /// unknown.
  using OfThreads = std::vector<std::optional<bool>>;
  const OfThreads &of(const Term *Condition,
                      llvm::ArrayRef<ThreadOfBlock> Threads) const {
    OfThreads &Known = All[{Condition->id(), Threads.front().BlockDim}];
    if (Known.empty())
      Known = run(Condition, Threads, GivenValues());
    return Known;
  }
  OfThreads run(const Term *Condition, llvm::ArrayRef<ThreadOfBlock> Threads,
                const GivenValues &Given) const {
    ThreadValues Run(Facts.values(), Given);
    OfThreads Outcomes;
    for (const ThreadOfBlock &Self : Threads) {
      auto Outcome = Run.run(Condition, Self);
      Outcomes.push_back(Outcome ? std::optional(*Outcome != 0) : std::nullopt);
    }
    return Outcomes;
  }

private:
  const KernelFacts &Facts;
  mutable std::map<std::pair<unsigned, std::array<int64_t, 3>>, OfThreads> All;
};

} // namespace warplint::collectives

#endif // WARPLINT_ANALYSIS_DETECTORS_WARPCOLLECTIVES_BRANCHOUTCOMES_H
