//===--- InstanceBudgets.h - Kernels of one template ------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_FACTS_INSTANCEBUDGETS_H
#define WARPLINT_ANALYSIS_FACTS_INSTANCEBUDGETS_H

#include "Analysis/Facts/KernelFacts.h"
#include "llvm/ADT/DenseMap.h"

namespace warplint {

/// What the kernels of a unit that are instances of one template take together,
/// and how much is spent on the next one.
class InstanceBudgets {
public:
  /// \p Options, which must outlive this, are those of each kernel.
  explicit InstanceBudgets(const AnalysisOptions &Options);

  const AnalysisOptions &optionsFor(const clang::FunctionDecl &Root) const;
  /// \p Root has taken \p Work, in steps of Budgets::Work.
  void add(const clang::FunctionDecl &Root, uint64_t Work);

private:
  const AnalysisOptions &Options;
  AnalysisOptions ForFurther, ForFar;
  llvm::DenseMap<const clang::FunctionDecl *, uint64_t> Taken; ///< Looked up.
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_FACTS_INSTANCEBUDGETS_H
