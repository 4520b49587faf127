//===--- DecidedByLaunch.cpp - Values of launch and code ------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelFacts/DecidedByLaunch.h"
#include "Analysis/Dataflow/CfgView.h"
#include "Analysis/Expr/TermTraversal.h"
#include "Analysis/SymbolicExecution/Evaluation.h"

namespace warplint {

const Term *partBesideLaunch(const Term *T, const Evaluation &Values) {
  const Term *Found = nullptr;
  walkTerms(T, Values, [&](const Term &Part) {
    if (!llvm::isa<UndefinedTerm, LoadTerm, OpaqueTerm, ResultTerm, SymbolTerm,
                   ParameterTerm>(Part))
      return Walk::Enter;
    Found = &Part;
    return Walk::Stop;
  });
  return Found;
}

bool dependsOnLaunchOnly(const Node &N, const KernelFacts &Facts) {
  return llvm::all_of(Facts.paths().allControls(N), [&](const Node *Branch) {
    return Branch->Branch &&
           dependsOnLaunchOnly(Branch->Branch, Facts.values());
  });
}

} // namespace warplint
