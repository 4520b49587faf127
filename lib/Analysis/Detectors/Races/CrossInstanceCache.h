//===--- CrossInstanceCache.h - Verdicts that instances share ---*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A translation unit may have hundreds of kernels that are instances of one
// template. A verdict on a pair of accesses in one of them holds for the same
// pair in another one if nothing that the verdict depends on differs: the
// addresses of both accesses, the branches and loops that lead to them, element
// sizes, the operations that separate them, and the launches. These are
// compared by hash values that depend on the source only, not by terms of a
// kernel.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_RACES_CROSSINSTANCECACHE_H
#define WARPLINT_ANALYSIS_DETECTORS_RACES_CROSSINSTANCECACHE_H

#include "Analysis/KernelFacts/KernelFacts.h"
#include "Analysis/LaunchScenarios/LaunchScenarios.h"
#include "Analysis/LaunchScenarios/ParameterUses.h"
#include "Analysis/TwoThreads/PairQuestion.h"
#include "llvm/ADT/DenseMap.h"
#include <unordered_map>

namespace warplint::races {

/// Hash values for parts of one kernel. Equal parts of two kernels, by source
/// and template arguments, have equal values.
class SourceNumbers {
public:
  explicit SourceNumbers(const KernelFacts &Facts) : Facts(Facts) {}

  uint64_t of(clang::SourceLocation At) const;
  uint64_t of(const CallContext &Call);
  uint64_t of(const Event &E);
  /// A phi is represented by its place; null is a term, too.
  uint64_t of(const Term *T);
  uint64_t of(const Node &N);
  /// Of \p Terms and everything that they are computed from: the incoming
  /// values of phis, too, and the branches that select among those.
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

/// Verdicts on pairs of accesses of one kernel that found no race, taken from
/// other instances of its template.
class CrossInstanceCache {
public:
  CrossInstanceCache(const KernelFacts &Facts,
                     llvm::ArrayRef<scenarios::Scenario> Launches,
                     const scenarios::ParameterUses &Roles);

  /// The verdict on the same pair in another instance; null if there is none.
  /// The launch of \p Asked does not matter: a verdict stands for all launches.
  const twothreads::PairVerdict *known(const twothreads::PairQuestion &Asked);
  /// Keeps \p Silent for instances that are analysed later, unless it depends
  /// on the rest of the kernel or on its budgets.
  void keep(const twothreads::PairQuestion &Asked,
            const twothreads::PairVerdict &Silent);

private:
  uint64_t of(const twothreads::PairQuestion &Asked);
  uint64_t of(const Interval &In);
  uint64_t of(const Event &Access, bool WithValue);

  const KernelFacts &Facts;
  SourceNumbers Numbers;
  uint64_t OfKernel = 0;
  /// No other kernel of the translation unit can have the same pairs.
  const bool IsAlone;
  // Looked up, never iterated.
  llvm::DenseMap<const Interval *, uint64_t> Intervals;
  /// How many intervals with this start were asked for.
  llvm::DenseMap<const Event *, unsigned> AtStart;
  llvm::DenseMap<std::pair<const Event *, unsigned>, uint64_t> Accesses;
};

} // namespace warplint::races

#endif // WARPLINT_ANALYSIS_DETECTORS_RACES_CROSSINSTANCECACHE_H
