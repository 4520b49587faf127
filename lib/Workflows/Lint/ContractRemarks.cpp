//===--- ContractRemarks.cpp - Contracts that are not kept ----------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workflows/Lint/ContractRemarks.h"
#include "Report/Verdicts.h"
#include "Tidy/TidyEdge.h"
#include "Verdicts/Contracts.h"
#include "checks/Check.h"
#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace warplint::lint {

bool judgePromises(const ASTContext &Unit, CheckSettings &Settings,
                   std::vector<std::string> &Run) {
  if (Settings.Verdicts || !verdicts::mayPromise(Unit, Settings.Contracts))
    return false;
  Settings.Verdicts = true;
  Settings.Analysis.JudgeEveryShape = true;
  for (const CheckInfo &Info : allChecks())
    if (!llvm::is_contained(Run, Info.Id))
      Run.push_back(Info.Id.str());
  return true;
}

void remarkContracts(const UnitReport &Made,
                     llvm::ArrayRef<report::ReportedVerdict> Resolved,
                     tidy::ClangTidyContext &Tidy) {
  for (const auto &[At, Text] : Made.ContractMistakes)
    Tidy.diag(edge::ContractName, At, "%0") << Text;
  for (auto [Verdict, Of] : llvm::zip_equal(Made.Verdicts, Resolved)) {
    SourceLocation At = Verdict.Contract.At;
    for (const std::string &Broken : report::brokenPromises(Of, {}))
      Tidy.diag(edge::ContractName, At.isValid() ? At : Verdict.At, "%0")
          << "of '" + Of.Kernel + "' " + Broken;
  }
}

} // namespace warplint::lint
