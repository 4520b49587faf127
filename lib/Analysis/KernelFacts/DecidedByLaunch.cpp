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

bool dependsOnLaunchOnly(const Term *T, const Evaluation &Values) {
  return walkTerms(T, Values, [](const Term &Part) {
    return llvm::isa<UndefinedTerm, LoadTerm, OpaqueTerm, ResultTerm,
                     SymbolTerm, ParameterTerm>(Part)
               ? Walk::Stop
               : Walk::Enter;
  });
}

bool dependsOnLaunchOnly(const Node &N, const KernelFacts &Facts) {
  return llvm::all_of(Facts.paths().allControls(N), [&](const Node *Branch) {
    return Branch->Branch &&
           dependsOnLaunchOnly(Branch->Branch, Facts.values());
  });
}

} // namespace warplint
