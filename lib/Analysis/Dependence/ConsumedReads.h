//===--- ConsumedReads.h - What becomes of what was read --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a thread does something that depends on the value of a read and that
// other threads or the host could notice: stores, atomics, exchanges, and
// whatever branches on the value decide. A thread that reaches none of these
// places has read in vain, and which value it read does not matter: what is not
// followed, or not modelled, depends on the read. By the memory model it is a
// race all the same, which is what the assumption unused-value leaves out.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DEPENDENCE_CONSUMEDREADS_H
#define WARPLINT_ANALYSIS_DEPENDENCE_CONSUMEDREADS_H

#include "Analysis/Expr/ConditionParts.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include <map>

namespace warplint::dependence {

/// All that the kernel does something with, but for the value that \p Update
/// stores.
std::vector<const Term *> usedTerms(const KernelFacts &Facts,
                                    const Event *Update = nullptr);

/// A fact of a kernel (KernelFacts::get). Keeps its answers.
class ConsumedReads {
public:
  explicit ConsumedReads(const KernelFacts &Facts) : Facts(Facts) {}

  /// For each place that depends on what \p Read gave, what a thread's own
  /// place in the block must be for the thread to come there. Nothing if it may
  /// be any, if there is no such place, or if unknown. Where the others that
  /// write do so by \p Other, a minimum or maximum, an update of that kind of
  /// the place that was read is none of these, if all that the read decides is
  /// whether it would change anything (`if (x < *least) atomicMin(least, x)`).
  using Places = std::vector<std::vector<ConditionPart>>;
  const std::optional<Places> &consumersOf(const Event &Read,
                                           AtomicUpdate Other) const;

private:
  std::optional<Places> find(const Event &Read, AtomicUpdate Other) const;

  const KernelFacts &Facts;
  mutable std::map<std::pair<const Event *, AtomicUpdate>,
                   std::optional<Places>>
      Known; ///< Looked up.
};

} // namespace warplint::dependence

#endif // WARPLINT_ANALYSIS_DEPENDENCE_CONSUMEDREADS_H
