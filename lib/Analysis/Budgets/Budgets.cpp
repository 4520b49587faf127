//===--- Budgets.cpp - How much an analysis may take ----------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Budgets/Budgets.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

namespace warplint {

std::optional<EffortLevel> effortLevelOf(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<EffortLevel>>(Name)
      .Case("low", EffortLevel::Low)
      .Case("normal", EffortLevel::Normal)
      .Case("high", EffortLevel::High)
      .Default(std::nullopt);
}

llvm::StringRef nameOf(EffortLevel Effort) {
  switch (Effort) {
  case EffortLevel::Low:
    return "low";
  case EffortLevel::Normal:
    return "normal";
  case EffortLevel::High:
    return "high";
  }
  llvm_unreachable("an effort without a name");
}

std::optional<BudgetId> budgetOf(llvm::StringRef Name) {
  return llvm::StringSwitch<std::optional<BudgetId>>(Name)
#define BUDGET(Id, Name, ...) .Case(Name, BudgetId::Id)
#include "Analysis/Budgets/Budgets.def"
      .Default(std::nullopt);
}

llvm::StringRef nameOf(BudgetId Id) {
  switch (Id) {
#define BUDGET(Id, Name, ...)                                                  \
  case BudgetId::Id:                                                           \
    return Name;
#include "Analysis/Budgets/Budgets.def"
  }
  llvm_unreachable("a budget without a row");
}

static constexpr uint64_t Budgets::*Members[] = {
#define BUDGET(Id, ...) &Budgets::Id,
#include "Analysis/Budgets/Budgets.def"
};

uint64_t &Budgets::operator[](BudgetId Id) {
  return this->*Members[unsigned(Id)];
}

uint64_t Budgets::operator[](BudgetId Id) const {
  return this->*Members[unsigned(Id)];
}

Budgets Budgets::ofFurtherInstance() const {
  Budgets Less = *this;
  for (uint64_t *Budget :
       {&Less.RaceQueries, &Less.SolverStepsOfQuery, &Less.SolverSteps,
        &Less.SearchSteps, &Less.EnumerationSteps, &Less.StorageStepsOfWalk,
        &Less.StorageSteps, &Less.Nodes, &Less.Work})
    *Budget /= 8;
  return Less;
}

const Budgets &Budgets::of(EffortLevel Effort) {
  static constexpr Budgets Low = {
#define BUDGET(Id, Name, Low, ...) Low,
#include "Analysis/Budgets/Budgets.def"
  };
  static constexpr Budgets Normal = {
#define BUDGET(Id, Name, Low, Normal, ...) Normal,
#include "Analysis/Budgets/Budgets.def"
  };
  static constexpr Budgets High = {
#define BUDGET(Id, Name, Low, Normal, High, ...) High,
#include "Analysis/Budgets/Budgets.def"
  };
  switch (Effort) {
  case EffortLevel::Low:
    return Low;
  case EffortLevel::Normal:
    return Normal;
  case EffortLevel::High:
    return High;
  }
  llvm_unreachable("an effort without budgets");
}

} // namespace warplint
