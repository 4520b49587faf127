//===--- Limits.h - What budgets have cut off -------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts what a budget (Budgets.h) left out. Nothing is reported that rests on
// what was left out.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_LIMITS_H
#define WARPLINT_ANALYSIS_KERNELFACTS_LIMITS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace warplint {

/// What budgets left out in the analysis of one kernel. Facts add to it while
/// they are computed, through a const reference.
class Limits {
public:
  /// How often constructs of one kind were left out.
  struct Cut {
    std::string Construct; ///< In the plural and in the user's words.
    unsigned Times = 0;    ///< How many of them were left out.
  };

  /// Adds \p Times to the count of \p Construct.
  void cut(llvm::StringRef Construct, unsigned Times = 1) const {
    auto Known = llvm::find_if(
        Cuts, [&](const Cut &Old) { return Old.Construct == Construct; });
    if (Known == Cuts.end())
      Cuts.push_back({Construct.str(), Times});
    else
      Known->Times += Times;
  }
  /// One entry per construct, in the order of the first cut() of each.
  llvm::ArrayRef<Cut> cuts() const { return Cuts; }

private:
  mutable std::vector<Cut> Cuts;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_LIMITS_H
