//===--- Limits.h - What was cut off to end in time -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a budget (Budgets.h) cuts off is counted here, and nothing is reported
// that rests on it.
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

/// What limits cut off of one kernel; facts add to it while they are computed.
class Limits {
public:
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

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_LIMITS_H
