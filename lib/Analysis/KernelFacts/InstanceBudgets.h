//===--- InstanceBudgets.h - Template instances to analyse ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_INSTANCEBUDGETS_H
#define WARPLINT_ANALYSIS_KERNELFACTS_INSTANCEBUDGETS_H

#include "Analysis/KernelFacts/AnalysisOptions.h"
#include "Analysis/KernelFacts/InstanceChoices.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint {

/// Decides, for each kernel that is an instance of a template, whether it is
/// analysed and with which budgets, by the work that earlier instances of that
/// template took in this translation unit.
class InstanceBudgets {
public:
  /// \p Options apply to every kernel of \p Code. Both must outlive this.
  InstanceBudgets(const AnalysisOptions &Options, DeviceCode &Code);

  /// The options to analyse \p Root with, owned by this or by the caller of the
  /// constructor; null if \p Root is skipped because earlier instances cover
  /// it (see Budgets::forRepeatedInstances). Counts \p Root as seen.
  const AnalysisOptions *optionsFor(const clang::FunctionDecl &Root);
  /// Records that \p Root took \p Work, in steps of Budgets::Work.
  void add(const clang::FunctionDecl &Root, uint64_t Work);

private:
  /// What the instances of one template have taken and shown so far.
  struct Seen {
    uint64_t Work = 0;
    InstanceChoices::Choices Made;
  };
  const AnalysisOptions &Options;
  AnalysisOptions ForFurther;
  InstanceChoices Choices;
  llvm::DenseMap<const clang::FunctionDecl *, Seen> OfTemplates; ///< Looked up.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_INSTANCEBUDGETS_H
