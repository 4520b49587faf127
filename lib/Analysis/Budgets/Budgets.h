//===--- Budgets.h - How much an analysis may take --------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All budgets of the analysis, a row of Budgets.def each. They count steps and
// things, never seconds, so that one input has one answer on every machine.
// Limits counts what a budget cuts off.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BUDGETS_BUDGETS_H
#define WARPLINT_ANALYSIS_BUDGETS_BUDGETS_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace warplint {

/// The user's choice of how much work is spent on a kernel.
enum class EffortLevel : uint8_t { Low, Normal, High };

/// The level named "low", "normal" or "high"; nullopt for any other word.
std::optional<EffortLevel> effortLevelOf(llvm::StringRef Name);
/// The name that effortLevelOf() reads.
llvm::StringRef nameOf(EffortLevel Effort);

/// A row of Budgets.def.
enum class BudgetId : uint8_t {
#define BUDGET(Id, ...) Id,
#include "Analysis/Budgets/Budgets.def"
};

inline constexpr unsigned BudgetIds = 0
#define BUDGET(Id, ...) +1
#include "Analysis/Budgets/Budgets.def"
    ;

/// The budget whose row has the name \p Name; nullopt if there is none.
std::optional<BudgetId> budgetOf(llvm::StringRef Name);
/// The name in the row of \p Id.
llvm::StringRef nameOf(BudgetId Id);

/// How much of each thing is allowed.
struct Budgets {
#define BUDGET(Id, ...) uint64_t Id;
#include "Analysis/Budgets/Budgets.def"

  uint64_t &operator[](BudgetId Id);
  uint64_t operator[](BudgetId Id) const;

  /// Steps for all instances of one template together. Once they exceed
  /// forRepeatedInstances(), an instance is skipped if its arguments make no
  /// new choice (see InstanceChoices). Once they exceed forInstances(), the
  /// others have the budgets of ofFurtherInstance().
  uint64_t forRepeatedInstances() const { return Work / 4; }
  uint64_t forInstances() const { return Work / 2; }
  /// The budgets of one instance after its template exceeded forInstances():
  /// smaller ones, since most such instances repeat what others have shown.
  Budgets ofFurtherInstance() const;
  /// Steps in addition to `Work` that the search for races leaves untouched, so
  /// that checks can still describe the races that were found.
  uint64_t forChecks() const { return Work / 8; }
  /// Steps to find out what the findings about one kernel rest on.
  uint64_t forEvidence() const { return Work / 4; }
  /// How many IntervalSteps one set of barrier intervals may have where it is
  /// built outside the pairwise search for races.
  uint64_t forIntervals() const { return Work / 8; }

  /// The budgets of \p Effort; the object lives until the program ends.
  static const Budgets &of(EffortLevel Effort);
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BUDGETS_BUDGETS_H
