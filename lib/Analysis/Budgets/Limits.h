//===--- Limits.h - What may be taken, and what was cut off -----*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The budgets of one kernel, or of the host code of one unit, and what they
// have cut off. What is cut off is unknown: nothing is reported that rests on
// it.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BUDGETS_LIMITS_H
#define WARPLINT_ANALYSIS_BUDGETS_LIMITS_H

#include "Analysis/Budgets/Budgets.h"
#include "llvm/ADT/ArrayRef.h"
#include <array>
#include <string>
#include <vector>

namespace warplint {

/// Shows that a question stays without an answer and that this was counted:
/// only Limits makes one. What may be unknown is made of one then, so that
/// nothing is silent without a count.
class Counted {
  friend class Limits;
  Counted() {}
};

/// Facts ask it while they are computed, through a const reference, and it
/// counts what they are refused.
class Limits {
public:
  explicit Limits(const Budgets &Of) : Of(Of) {}
  Limits(const Limits &) = delete;
  Limits &operator=(const Limits &) = delete;

  const Budgets &budgets() const { return Of; }

  /// Whether \p Count things are within the budget \p Id. If they are not, that
  /// is counted.
  bool allows(BudgetId Id, uint64_t Count) const {
    if (Count <= Of[Id])
      return true;
    cut(Id);
    return false;
  }
  /// Counts what \p Id cut off.
  Counted cut(BudgetId Id, uint64_t Times = 1) const {
    Counts[unsigned(Id)] += Times;
    return {};
  }

  /// How often constructs of one kind were left out.
  struct Cut {
    std::string Construct; ///< In the plural and in the user's words.
    unsigned Times = 0;    ///< How many of them were left out.
  };
  /// Counts what \p Id cut off and shows it to the user, too (tell).
  Counted cut(BudgetId Id, llvm::StringRef Construct,
              unsigned Times = 1) const {
    tell(Construct, Times);
    return cut(Id, uint64_t(Times));
  }
  /// Tells the user that of \p Construct \p Times are left out.
  void tell(llvm::StringRef Construct, unsigned Times) const;
  /// What the user is shown, one entry per construct, in the order of the first
  /// tell() of each.
  llvm::ArrayRef<Cut> cuts() const { return Cuts; }

  /// Counts a question about \p Of, in the plural and the user's words, that no
  /// budget cut off and nothing answers.
  Counted leaveOpen(llvm::StringRef Of) const;
  /// Those, in the order of the first of each.
  llvm::ArrayRef<Cut> open() const { return Open; }

  /// How often a budget has cut something off.
  using Count = std::pair<BudgetId, uint64_t>;
  /// Those budgets that have, in the order of their rows.
  std::vector<Count> counts() const;

private:
  const Budgets Of;
  mutable std::vector<Cut> Cuts, Open;
  mutable std::array<uint64_t, BudgetIds> Counts{};
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BUDGETS_LIMITS_H
