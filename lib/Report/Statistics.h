//===--- Statistics.h - What kernels cost -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_REPORT_STATISTICS_H
#define WARPLINT_REPORT_STATISTICS_H

#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace warplint {

/// Milliseconds by what they went into, in order.
using TimeParts = std::vector<std::pair<std::string, double>>;

/// What it cost to analyse one kernel.
struct KernelCost {
  std::string Unit, Kernel;
  int64_t Nodes = 0;       ///< Of control flow, calls inlined.
  double Milliseconds = 0; ///< Of the whole analysis.
  TimeParts Spent;         ///< What they went into.
  int64_t Work = 0;        ///< In steps, the same on every machine.
  int64_t Pairs = 0;       ///< Pairs of accesses that were looked at.
  int64_t Queries = 0;     ///< Of those, given to the solver.
  int64_t Undecided = 0;
  double SolverMilliseconds = 0;
  /// Reasons for which pairs were left undecided, with how many.
  std::vector<std::pair<std::string, int64_t>> Reasons;
  /// What limits left out, in words, with how many.
  std::vector<std::pair<std::string, int64_t>> Cuts;
  /// Assumptions by which pairs were found to be harmless, with how many.
  std::vector<std::pair<std::string, int64_t>> Assumed;
  /// Protocols between threads that could not be followed.
  std::vector<std::string> NotFollowed;
};

/// What one unit cost, its kernels included.
struct UnitCost {
  std::string Unit;
  double Milliseconds = 0;
  TimeParts Spent; ///< What they went into.
  unsigned Unread = 0; ///< Functions of the host with an error in them.
  int64_t HostSteps = 0; ///< Statements of the host that were followed.
  /// What limits left out of host code, in words, with how many.
  std::vector<std::pair<std::string, int64_t>> Cuts;
};

/// One line of JSON.
void writeStatistics(llvm::raw_ostream &OS, const KernelCost &Cost);
void writeStatistics(llvm::raw_ostream &OS, const UnitCost &Cost);

} // namespace warplint

#endif // WARPLINT_REPORT_STATISTICS_H
