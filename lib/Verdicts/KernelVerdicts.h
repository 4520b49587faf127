//===--- KernelVerdicts.h - The verdicts about one kernel -------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_VERDICTS_KERNELVERDICTS_H
#define WARPLINT_VERDICTS_KERNELVERDICTS_H

#include "Finding/Verdict.h"
#include "Verdicts/Contracts.h"
#include "Verdicts/Reasons.h"
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace warplint {
class DeviceCode;
class KernelFacts;
} // namespace warplint

namespace warplint::verdicts {

/// What the checks have said of a kernel.
struct CheckedKernel {
  llvm::ArrayRef<Finding> Found;    ///< About this kernel, of any certainty.
  llvm::ArrayRef<Finding> OfUnit;   ///< Of checks that look at the whole unit.
  std::vector<std::string> LeftOut; ///< Checks that crashed.
  bool IsWhole = true;              ///< Every other check has run to its end.
  StatedContracts Stated;           ///< Of the configuration.
  bool WantsRedundantBarriers = false;
};

/// The verdicts about the kernel of \p Facts, after the checks have run. It was
/// analysed with AnalysisOptions::JudgeEveryShape.
KernelVerdict judge(const KernelFacts &Facts, const CheckedKernel &By);

/// The verdicts about \p Kernel, of which nothing is known for \p Why.
KernelVerdict notJudged(const clang::FunctionDecl &Kernel, Reason Why,
                        StatedContracts Stated);

} // namespace warplint::verdicts

#endif // WARPLINT_VERDICTS_KERNELVERDICTS_H
