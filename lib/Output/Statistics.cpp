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

void writeStatistics(llvm::raw_ostream &OS, const KernelCost &Cost) {
  llvm::json::Object Reasons, Cuts;
  for (const auto &[Reason, Count] : Cost.Reasons)
    Reasons[Reason] = Count;
  for (const auto &[Construct, Count] : Cost.Cuts)
    Cuts[Construct] = Count;
  llvm::json::Object Assumed;
  for (const auto &[Assumption, Count] : Cost.Assumed)
    Assumed[Assumption] = Count;
  llvm::json::Value Line =
      llvm::json::Object{{"unit", Cost.Unit},
                         {"kernel", Cost.Kernel},
                         {"nodes", Cost.Nodes},
                         {"milliseconds", Cost.Milliseconds},
                         {"work", Cost.Work},
                         {"pairs", Cost.Pairs},
                         {"queries", Cost.Queries},
                         {"undecided", Cost.Undecided},
                         {"reasons", std::move(Reasons)},
                         {"assumed", std::move(Assumed)},
                         {"cuts", std::move(Cuts)},
                         {"notFollowed", llvm::json::Array(Cost.NotFollowed)},
                         {"solverMilliseconds", Cost.SolverMilliseconds}};
  OS << printableJson(llvm::formatv("{0}\n", Line).str());
}

} // namespace warplint
