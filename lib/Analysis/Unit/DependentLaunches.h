//===--- DependentLaunches.h - Kernels that overlap others ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which kernels are launched so that they may start while earlier kernels of
// their stream still run, as the attributes of their launches say, and which of
// their parameters the host has handed to an earlier kernel that can write
// there. That is read function by function: a launch is `<<<>>>`, or a call
// that gets the kernel and, last, its arguments (the runtime's own functions, a
// project's helpers around them).
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_UNIT_DEPENDENTLAUNCHES_H
#define WARPLINT_ANALYSIS_UNIT_DEPENDENTLAUNCHES_H

#include "Analysis/Unit/DeviceCode.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace warplint {

/// One launch with the attribute that lets the kernel start early.
struct DependentLaunch {
  /// The call that names the kernel; null if another unit makes the launch.
  const clang::Expr *Site = nullptr;
  /// A parameter that gets the same pointer as a non-const one of a kernel that
  /// the same function launches before.
  struct Handed {
    unsigned Parameter = 0;
    const clang::Expr *Earlier = nullptr; ///< The earlier launch.
    const clang::FunctionDecl *Writer = nullptr;
  };
  std::vector<Handed> FromEarlier;
};

class DependentLaunches {
public:
  explicit DependentLaunches(const DeviceCode &Code);

  /// In the order of the source; empty if the unit shows none.
  llvm::ArrayRef<DependentLaunch> of(const clang::FunctionDecl &Kernel) const;

private:
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<DependentLaunch>>
      Launches;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_UNIT_DEPENDENTLAUNCHES_H
