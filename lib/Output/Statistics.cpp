//===--- Statistics.cpp - What kernels cost -------------------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output/Statistics.h"
#include "Output/Printable.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

namespace warplint {

static llvm::json::Object partsOf(const TimeParts &Spent) {
  llvm::json::Object Parts;
  for (const auto &[What, Milliseconds] : Spent)
    Parts[What] = Milliseconds;
  return Parts;
}

static void writeLine(llvm::raw_ostream &OS, llvm::json::Object Line) {
  OS << printableJson(
      llvm::formatv("{0}\n", llvm::json::Value(std::move(Line))).str());
}

void writeStatistics(llvm::raw_ostream &OS, const UnitCost &Cost) {
  writeLine(OS, llvm::json::Object{{"unit", Cost.Unit},
                                   {"milliseconds", Cost.Milliseconds},
                                   {"spent", partsOf(Cost.Spent)},
                                   {"unread", Cost.Unread}});
}

void writeStatistics(llvm::raw_ostream &OS, const KernelCost &Cost) {
  llvm::json::Object Reasons, Cuts;
  for (const auto &[Reason, Count] : Cost.Reasons)
    Reasons[Reason] = Count;
  for (const auto &[Construct, Count] : Cost.Cuts)
    Cuts[Construct] = Count;
  llvm::json::Object Assumed;
  for (const auto &[Assumption, Count] : Cost.Assumed)
    Assumed[Assumption] = Count;
  writeLine(
      OS, llvm::json::Object{
              {"unit", Cost.Unit},
              {"kernel", Cost.Kernel},
              {"nodes", Cost.Nodes},
              {"milliseconds", Cost.Milliseconds},
              {"spent", partsOf(Cost.Spent)},
              {"work", Cost.Work},
              {"pairs", Cost.Pairs},
              {"queries", Cost.Queries},
              {"undecided", Cost.Undecided},
              {"reasons", std::move(Reasons)},
              {"assumed", std::move(Assumed)},
              {"cuts", std::move(Cuts)},
              {"notFollowed", llvm::json::Array(Cost.NotFollowed)},
              {"solverMilliseconds", Cost.SolverMilliseconds}});
}

} // namespace warplint
