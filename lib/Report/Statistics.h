//===--- Statistics.h - What kernels and units cost -------------*- C++ -*-===//
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

namespace warplint::report {

/// Milliseconds by the part of the work that they went into, in order.
using TimeParts = std::vector<std::pair<std::string, double>>;

/// What it cost to analyse one kernel.
struct KernelCost {
  std::string Unit, Kernel;
  int64_t Nodes = 0;       ///< Of the graph with calls inlined.
  double Milliseconds = 0; ///< For the whole analysis.
  TimeParts Spent;         ///< Milliseconds by part.
  int64_t Work = 0;        ///< Steps, the same on every machine.
  int64_t Pairs = 0;       ///< Pairs of accesses that were judged.
  int64_t Queries = 0;     ///< Pairs that the solver was asked about.
  int64_t Undecided = 0;   ///< Pairs that stayed undecided.
  double SolverMilliseconds = 0;
  /// Witnesses of races whose threads meet when they are run, those of which a
  /// run says nothing, and those whose threads do not meet.
  int64_t Replayed = 0, NotReplayed = 0, Refuted = 0;
  /// Why pairs stayed undecided, each with the number of pairs.
  std::vector<std::pair<std::string, int64_t>> Reasons;
  /// What budgets left out, in words, each with how many.
  std::vector<std::pair<std::string, int64_t>> Cuts;
  /// Budgets that were used up, by name, each with how often it cut something.
  std::vector<std::pair<std::string, int64_t>> CutBy;
  /// Assumptions that made pairs harmless, each with the number of pairs.
  std::vector<std::pair<std::string, int64_t>> Assumed;
  /// What other answers about the kernel rest on, by name, each with the number
  /// of times that it was asked.
  std::vector<std::pair<std::string, int64_t>> RestsOn;
  /// Protocols between threads that could not be simulated.
  std::vector<std::string> NotFollowed;
  /// What nothing is said of although only guessed launches and sample numbers
  /// were tried, each with how many.
  std::vector<std::pair<std::string, int64_t>> SilentInGuesses;
};

/// What it cost to analyse one unit, its kernels included.
struct UnitCost {
  std::string Unit;
  double Milliseconds = 0;
  TimeParts Spent;       ///< Milliseconds by part.
  unsigned Unread = 0;   ///< Host functions with an error.
  int64_t HostSteps = 0; ///< Statements of host code executed.
  /// What budgets left out of host code, in words, each with how many.
  std::vector<std::pair<std::string, int64_t>> Cuts;
  /// As for a kernel, of what is read of the unit as a whole.
  std::vector<std::pair<std::string, int64_t>> CutBy;
};

/// Writes one line of JSON.
void writeStatistics(llvm::raw_ostream &OS, const KernelCost &Cost);
void writeStatistics(llvm::raw_ostream &OS, const UnitCost &Cost);

} // namespace warplint::report

#endif // WARPLINT_REPORT_STATISTICS_H
