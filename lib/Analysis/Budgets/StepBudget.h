//===--- StepBudget.h - Budgets in steps ------------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Work that can grow faster than a kernel has a budget in steps, never in
// seconds, so that one input always has one answer.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_BUDGETS_STEPBUDGET_H
#define WARPLINT_ANALYSIS_BUDGETS_STEPBUDGET_H

#include <cstdint>

namespace warplint {

/// The steps that an analysis may still take.
class StepBudget {
public:
  explicit StepBudget(uint64_t Steps) : Left(Steps) {}
  /// \p Steps that also count against \p Whole, which must outlive this:
  /// \p PerStep steps here are one step there.
  StepBudget(uint64_t Steps, StepBudget &Whole, unsigned PerStep)
      : Left(Steps), Whole(&Whole), PerStep(PerStep) {}

  /// Takes \p Steps. False if fewer are left here or in the whole budget; then
  /// no step is left here.
  bool spend(uint64_t Steps) {
    bool Enough = Steps <= Left;
    uint64_t Taken = Enough ? Steps : Left;
    if (Whole && !Whole->spend((Spent + Taken) / PerStep - Spent / PerStep)) {
      Enough = false;
      Taken = Left;
    }
    Left -= Taken;
    Spent += Taken;
    return Enough;
  }
  uint64_t left() const { return Left; }
  uint64_t spent() const { return Spent; }

private:
  uint64_t Left, Spent = 0;
  StepBudget *Whole = nullptr;
  unsigned PerStep = 1;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_BUDGETS_STEPBUDGET_H
