//===--- CrossInstanceCache.h - Pairs that instances have in common --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A unit may hold hundreds of kernels that are instances of one template. What
// was found of a pair of accesses in one of them holds for the pair at the same
// places in another, where nothing that the answer comes from differs: where
// both access, what brings threads there and what their loops count, how wide
// the elements are, which operations divide what they do and how the kernels
// are launched. Those are compared by numbers that follow from the source, not
// by the terms of one kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_CROSSINSTANCECACHE_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_CROSSINSTANCECACHE_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LaunchScenarios/BlockShapeInference.h"
#include "Analysis/TwoThreads/PairQuestion.h"
#include "Analysis/LaunchScenarios/ParameterUses.h"
#include "llvm/ADT/DenseMap.h"
#include <unordered_map>

namespace warplint {

/// Numbers for what the terms of one kernel are made of. Those of two kernels
/// are the same where their source is, and what templates make of it.
class SourceNumbers {
public:
  explicit SourceNumbers(const KernelFacts &Facts) : Facts(Facts) {}

  uint64_t of(clang::SourceLocation At) const;
  uint64_t of(const CallContext &Call);
  uint64_t of(const Event &E);
  /// Joins count as the places where they are; null is a term, too.
  uint64_t of(const Term *T);
  uint64_t of(const Node &N);
  /// Of \p Terms and all that they come from, which is what joins hold, too,
  /// and what decides which of it.
  uint64_t behind(llvm::ArrayRef<const Term *> Terms);

private:
  uint64_t of(const clang::Stmt *S, const CallContext *Call);
  uint64_t ofItself(const Term *T);
  llvm::ArrayRef<const Term *> joinedBy(const Term *Phi);

  const KernelFacts &Facts;
  // Looked up, never iterated.
  llvm::DenseMap<const Term *, uint64_t> Terms;
  llvm::DenseMap<const Term *, std::vector<const Term *>> Joined;
  llvm::DenseMap<const Node *, uint64_t> Nodes;
  llvm::DenseMap<const CallContext *, uint64_t> Calls;
};

/// Why nothing is reported of pairs of accesses of one kernel, as far as other
/// instances of its template have shown it.
class CrossInstanceCache {
public:
  CrossInstanceCache(const KernelFacts &Facts,
                llvm::ArrayRef<LaunchScenario> Launches,
                const ParameterUses &Roles);

  /// Null if no other has shown it. The launch of \p Asked is left open: it
  /// stands for all of them.
  const PairVerdict *known(const PairQuestion &Asked);
  /// Keeps \p Silent for those that come after, if it is not up to what else
  /// the kernel does or what is left of its budgets.
  void keep(const PairQuestion &Asked, const PairVerdict &Silent);

private:
  uint64_t of(const PairQuestion &Asked);
  uint64_t of(const Interval &In);
  uint64_t of(const Event &Access, bool WithValue);

  const KernelFacts &Facts;
  SourceNumbers Numbers;
  uint64_t OfKernel = 0;
  /// No other kernel of the unit can have the same pairs.
  const bool IsAlone;
  // Looked up, never iterated.
  llvm::DenseMap<const Interval *, uint64_t> Intervals;
  /// How many of those that start with one event were asked for.
  llvm::DenseMap<const Event *, unsigned> AtStart;
  llvm::DenseMap<std::pair<const Event *, unsigned>, uint64_t> Accesses;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_CROSSINSTANCECACHE_H
