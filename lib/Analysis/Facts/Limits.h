//===--- Limits.h - What was cut off to end in time -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work that could grow faster than a kernel does has a budget in steps, never
// in seconds, so that one input always has one answer. What a budget cuts off
// is counted here, and nothing is reported that rests on it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_FACTS_LIMITS_H
#define WARPLINT_ANALYSIS_FACTS_LIMITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint {

class KernelFacts;

/// What limits cut off of one kernel. A fact (KernelFacts::get) that others add
/// to while they are computed.
class Limits {
public:
  explicit Limits(const KernelFacts &) {}

  struct Cut {
    std::string Construct; ///< In the plural and the user's words.
    unsigned Times = 0;    ///< How many of them were not looked at.
  };

  void cut(llvm::StringRef Construct, unsigned Times = 1) const {
    auto Known = llvm::find_if(
        Cuts, [&](const Cut &Old) { return Old.Construct == Construct; });
    if (Known == Cuts.end())
      Cuts.push_back({Construct.str(), Times});
    else
      Known->Times += Times;
  }
  /// One entry per construct, in the order in which they were met.
  llvm::ArrayRef<Cut> cuts() const { return Cuts; }

private:
  mutable std::vector<Cut> Cuts;
};

/// The steps that an analysis may still take.
class StepBudget {
public:
  explicit StepBudget(uint64_t Steps) : Left(Steps) {}

  /// False if fewer than \p Steps are left; then none is left from here on.
  bool spend(uint64_t Steps) {
    bool Enough = Steps <= Left;
    Left = Enough ? Left - Steps : 0;
    return Enough;
  }
  uint64_t left() const { return Left; }

private:
  uint64_t Left;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_FACTS_LIMITS_H
