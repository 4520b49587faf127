//===--- KernelRun.h - Runs checks over one root ----------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_CHECKS_KERNELRUN_H
#define WARPLINT_CHECKS_KERNELRUN_H

#include "checks/RunChecks.h"

namespace warplint {

class Check;
class DeviceCode;

/// Runs \p Checks over \p Root, which \p Part is about, until its work is used
/// up, and adds to \p Report what they find. \p OfUnit: what was found in the
/// unit as a whole.
KernelEffort checkRoot(const clang::FunctionDecl &Root, CheckPart Part,
                       DeviceCode &Code, llvm::ArrayRef<Check *> Checks,
                       const AnalysisOptions &Options,
                       const CheckSettings &Settings,
                       llvm::ArrayRef<Finding> OfUnit, UnitReport &Report);

} // namespace warplint

#endif // WARPLINT_CHECKS_KERNELRUN_H
