//===--- Budgets.cpp - Step budgets of a kernel's analysis ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelFacts/Budgets.h"
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

/// A step of work takes 0.1 to 0.9 microseconds; of the CUDA samples, dxtc
/// takes 11 million and the next 4.4 million; tests of sorting and scans reach
/// it. Unrolled attention and sorting kernels have 4000 to 12000 nodes and take
/// a second each, a GEMM of CUTLASS for Hopper has 46000; nested loops take 74
/// visits of a node. Queries about races that have an answer take a few
/// thousand steps of the solver.
static constexpr Budgets Normal = {
    /*Work=*/24'000'000,
    /*Opening=*/{/*Nodes=*/48'000, /*Depth=*/48},
    /*VisitsPerNode=*/300,
    /*EarlyExits=*/256,
    /*ExitedThreadStepsOfThread=*/1'000,
    /*ExitedThreadSteps=*/2'000'000,
    /*RacePairs=*/20'000,
    /*RaceQueries=*/400,
    /*SolverStepsOfQuery=*/400'000,
    /*SolverSteps=*/4'000'000,
    /*SearchSteps=*/200'000,
    /*EnumerationSteps=*/16'000'000,
    /*FootprintSteps=*/2'000'000,
    /*SignalSteps=*/32'000'000,
    /*SignalTests=*/4'000'000,
    /*OrderSteps=*/50'000'000,
    /*RereadSteps=*/32'000'000,
    /*CopySteps=*/32'000'000,
    /*StorageStepsOfWalk=*/20'000,
    /*StorageSteps=*/200'000,
};

/// \p Of divided by \p Divisor and multiplied by \p Factor. Depth stays: it
/// holds off recursion, not work.
static constexpr Budgets scaled(Budgets Of, unsigned Factor, unsigned Divisor) {
  auto Scale = [&](auto &Budget) { Budget = Budget / Divisor * Factor; };
  Scale(Of.Work);
  Scale(Of.Opening.Nodes);
  Scale(Of.VisitsPerNode);
  Scale(Of.EarlyExits);
  Scale(Of.ExitedThreadStepsOfThread);
  Scale(Of.ExitedThreadSteps);
  Scale(Of.RacePairs);
  Scale(Of.RaceQueries);
  Scale(Of.SolverStepsOfQuery);
  Scale(Of.SolverSteps);
  Scale(Of.SearchSteps);
  Scale(Of.EnumerationSteps);
  Scale(Of.FootprintSteps);
  Scale(Of.SignalSteps);
  Scale(Of.SignalTests);
  Scale(Of.OrderSteps);
  Scale(Of.RereadSteps);
  Scale(Of.CopySteps);
  Scale(Of.StorageStepsOfWalk);
  Scale(Of.StorageSteps);
  return Of;
}

Budgets Budgets::ofFurtherInstance() const {
  Budgets Less = *this;
  for (unsigned *Budget :
       {&Less.RaceQueries, &Less.SolverStepsOfQuery, &Less.SolverSteps,
        &Less.SearchSteps, &Less.EnumerationSteps, &Less.StorageStepsOfWalk,
        &Less.Opening.Nodes})
    *Budget /= 8;
  Less.StorageSteps /= 8;
  Less.Work /= 8;
  return Less;
}

const Budgets &Budgets::of(EffortLevel Effort) {
  static constexpr Budgets Low = scaled(Normal, 1, 4),
                           High = scaled(Normal, 10, 1);
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
