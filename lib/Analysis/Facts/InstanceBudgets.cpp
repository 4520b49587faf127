//===--- InstanceBudgets.cpp - Kernels of one template --------------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/Facts/InstanceBudgets.h"

namespace warplint {

InstanceBudgets::InstanceBudgets(const AnalysisOptions &Options)
    : Options(Options), ForFurther(Options), ForFar(Options) {
  ForFurther.Budget = Options.Budget.ofFurtherInstance();
  ForFar.Budget = Options.Budget.ofFarInstance();
}

const AnalysisOptions &
InstanceBudgets::optionsFor(const clang::FunctionDecl &Root) const {
  uint64_t Before = Taken.lookup(Root.getTemplateInstantiationPattern());
  return Before > Options.Budget.forSeenInstances() ? ForFar
         : Before > Options.Budget.forInstances()   ? ForFurther
                                                    : Options;
}

void InstanceBudgets::add(const clang::FunctionDecl &Root, uint64_t Work) {
  if (const auto *Pattern = Root.getTemplateInstantiationPattern())
    Taken[Pattern] += Work;
}

} // namespace warplint
