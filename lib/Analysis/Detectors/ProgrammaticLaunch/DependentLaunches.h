//===--- DependentLaunches.h - Programmatic dependent launches --*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which kernels the host code of a unit launches with the attribute that lets
// them start while earlier kernels of their stream still run (programmatic
// dependent launch), as interpreted host code gives it, and which of their
// parameters the host has also passed to an earlier kernel that can write
// there. A launch is `<<<>>>`, or a call that gets the kernel and, last, its
// arguments: a function of the runtime, or a helper of the project. A kernel of
// which no launch is known (a helper may launch in the host pass alone) may or
// may not have the attribute.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_DETECTORS_PROGRAMMATICLAUNCH_DEPENDENTLAUNCHES_H
#define WARPLINT_ANALYSIS_DETECTORS_PROGRAMMATICLAUNCH_DEPENDENTLAUNCHES_H

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace warplint {
class DeviceCode;
} // namespace warplint

namespace warplint::pdl {

/// One launch with the attribute that lets the kernel start early.
struct DependentLaunch {
  const clang::Expr *Site = nullptr; ///< The call; never null.
  /// False if the unit does not show whether the launch has the attribute. Such
  /// a launch counts only for a kernel that waits for earlier ones itself, and
  /// so expects the attribute.
  bool HasAttribute = true;
  /// A pointer parameter that gets the same pointer as a non-const parameter of
  /// a kernel that the same function launches before.
  struct Handed {
    /// The index of the parameter in the later kernel.
    unsigned Parameter = 0;
    const clang::Expr *Earlier = nullptr; ///< The earlier launch.
    /// The kernel of the earlier launch.
    const clang::FunctionDecl *Writer = nullptr;
  };
  std::vector<Handed> FromEarlier;
};

/// The dependent launches of one unit.
class DependentLaunches {
public:
  explicit DependentLaunches(DeviceCode &Code);

  /// The dependent launches of \p Kernel in source order; empty if the unit
  /// shows none.
  llvm::ArrayRef<DependentLaunch> of(const clang::FunctionDecl &Kernel) const;

private:
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<DependentLaunch>>
      Launches;
};

} // namespace warplint::pdl

#endif // WARPLINT_ANALYSIS_DETECTORS_PROGRAMMATICLAUNCH_DEPENDENTLAUNCHES_H
