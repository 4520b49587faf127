//===--- InstanceBudgets.cpp - Template instances to analyse --------------===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Analysis/KernelFacts/InstanceBudgets.h"

namespace warplint {

InstanceBudgets::InstanceBudgets(const AnalysisOptions &Options,
                                 DeviceCode &Code)
    : Options(Options), ForFurther(Options), Choices(Code) {
  ForFurther.Budget = Options.Budget.ofFurtherInstance();
}

const AnalysisOptions *
InstanceBudgets::optionsFor(const clang::FunctionDecl &Root) {
  const auto *Pattern = Root.getTemplateInstantiationPattern();
  if (!Pattern)
    return &Options;
  Seen &Of = OfTemplates[Pattern];
  size_t Before = Of.Made.size();
  InstanceChoices::Choices Made = Choices.of(Root);
  Of.Made.insert(Made.begin(), Made.end());
  if (Of.Work > Options.Budget.forRepeatedInstances() &&
      Of.Made.size() == Before)
    return nullptr;
  return Of.Work > Options.Budget.forInstances() ? &ForFurther : &Options;
}

void InstanceBudgets::add(const clang::FunctionDecl &Root, uint64_t Work) {
  if (const auto *Pattern = Root.getTemplateInstantiationPattern())
    OfTemplates[Pattern].Work += Work;
}

} // namespace warplint
