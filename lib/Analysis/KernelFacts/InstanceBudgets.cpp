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
    : Options(Options), ForFurther(Options), Shapes(Code) {
  ForFurther.Budget = Options.Budget.ofFurtherInstance();
}

const AnalysisOptions *
InstanceBudgets::optionsFor(const clang::FunctionDecl &Root) {
  const auto *Pattern = Root.getTemplateInstantiationPattern();
  if (!Pattern)
    return &Options;
  Seen &Of = OfTemplates[Pattern];
  bool IsFurther = Of.Work > Options.Budget.forInstances();
  if (!Of.Shapes.insert(Shapes.of(Root)).second &&
      Of.Work > Options.Budget.forRepeatedInstances())
    return nullptr;
  size_t Before = Of.Choices.size();
  InstanceShapes::Choices Made = Shapes.choicesOf(Root);
  Of.Choices.insert(Made.begin(), Made.end());
  if (IsFurther && Of.Choices.size() == Before)
    return nullptr;
  return IsFurther ? &ForFurther : &Options;
}

void InstanceBudgets::add(const clang::FunctionDecl &Root, uint64_t Work) {
  if (const auto *Pattern = Root.getTemplateInstantiationPattern())
    OfTemplates[Pattern].Work += Work;
}

} // namespace warplint
