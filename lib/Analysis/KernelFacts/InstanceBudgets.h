//===--- InstanceBudgets.h - Kernels of one template ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_KERNELFACTS_INSTANCEBUDGETS_H
#define WARPLINT_ANALYSIS_KERNELFACTS_INSTANCEBUDGETS_H

#include "Analysis/KernelFacts/InstanceShapes.h"
#include "Analysis/KernelFacts/KernelFacts.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace warplint {

/// What the kernels of a unit that are instances of one template take together,
/// and how much is spent on the next one.
class InstanceBudgets {
public:
  /// \p Options, which must outlive this, are those of each kernel of \p Code.
  InstanceBudgets(const AnalysisOptions &Options, DeviceCode &Code);

  /// How \p Root, the next kernel, is analysed; null if it is left out, since
  /// others have shown what there is in it.
  const AnalysisOptions *optionsFor(const clang::FunctionDecl &Root);
  /// \p Root has taken \p Work, in steps of Budgets::Work.
  void add(const clang::FunctionDecl &Root, uint64_t Work);

private:
  /// The instances of one template so far.
  struct Seen {
    uint64_t Work = 0;
    llvm::DenseSet<unsigned> Shapes;
    InstanceShapes::Choices Choices;
  };
  const AnalysisOptions &Options;
  AnalysisOptions ForFurther;
  InstanceShapes Shapes;
  llvm::DenseMap<const clang::FunctionDecl *, Seen> OfTemplates; ///< Looked up.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_KERNELFACTS_INSTANCEBUDGETS_H
