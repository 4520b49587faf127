//===--- Statistics.cpp - What kernels cost -------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Report/Statistics.h"
#include "Quoting/Printable.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace warplint::report {

static llvm::json::Object partsOf(const TimeParts &Spent) {
  llvm::json::Object Parts;
  for (const auto &[What, Milliseconds] : Spent)
    Parts[What] = Milliseconds;
  return Parts;
}

static llvm::json::Object
numbersOf(const std::vector<std::pair<std::string, int64_t>> &Counts) {
  llvm::json::Object Numbers;
  for (const auto &[What, Count] : Counts)
    Numbers[What] = Count;
  return Numbers;
}

static void writeLine(llvm::raw_ostream &OS, llvm::json::Object Line) {
  OS << quoting::printableJson(
      llvm::formatv("{0}\n", llvm::json::Value(std::move(Line))).str());
}

void writeStatistics(llvm::raw_ostream &OS, const UnitCost &Cost) {
  writeLine(OS, llvm::json::Object{{"unit", Cost.Unit},
                                   {"milliseconds", Cost.Milliseconds},
                                   {"spent", partsOf(Cost.Spent)},
                                   {"hostSteps", Cost.HostSteps},
                                   {"cuts", numbersOf(Cost.Cuts)},
                                   {"budgets", numbersOf(Cost.CutBy)},
                                   {"unread", Cost.Unread}});
}

void writeStatistics(llvm::raw_ostream &OS, const KernelCost &Cost) {
  writeLine(OS, llvm::json::Object{
                    {"unit", Cost.Unit},
                    {"kernel", Cost.Kernel},
                    {"nodes", Cost.Nodes},
                    {"milliseconds", Cost.Milliseconds},
                    {"spent", partsOf(Cost.Spent)},
                    {"work", Cost.Work},
                    {"pairs", Cost.Pairs},
                    {"queries", Cost.Queries},
                    {"undecided", Cost.Undecided},
                    {"replayed", Cost.Replayed},
                    {"notReplayed", Cost.NotReplayed},
                    {"refuted", Cost.Refuted},
                    {"reasons", numbersOf(Cost.Reasons)},
                    {"assumed", numbersOf(Cost.Assumed)},
                    {"restsOn", numbersOf(Cost.RestsOn)},
                    {"cuts", numbersOf(Cost.Cuts)},
                    {"budgets", numbersOf(Cost.CutBy)},
                    {"notFollowed", llvm::json::Array(Cost.NotFollowed)},
                    {"silentInGuesses", numbersOf(Cost.SilentInGuesses)},
                    {"solverMilliseconds", Cost.SolverMilliseconds}});
}

} // namespace warplint::report
