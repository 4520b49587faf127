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
// dependent launch), and which of their parameters the host has also passed to
// an earlier kernel that can write there. Each host function is read by itself,
// from its syntax. A launch is `<<<>>>`, or a call that gets the kernel and,
// last, its arguments: a function of the runtime, or a helper of the project. A
// helper that launches only in the host pass (`#if`) may or may not set the
// attribute.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_DEPENDENTLAUNCHES_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_DEPENDENTLAUNCHES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace warplint {
class SyncModel;
} // namespace warplint

namespace warplint::host {

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
  /// \p HostFunctions must have bodies.
  DependentLaunches(clang::ASTContext &Context, const SyncModel &Model,
                    llvm::ArrayRef<const clang::FunctionDecl *> HostFunctions);

  /// The dependent launches of \p Kernel in source order; empty if the unit
  /// shows none.
  llvm::ArrayRef<DependentLaunch> of(const clang::FunctionDecl &Kernel) const;

  /// True if the launch \p Site lies in a branch that no call of the unit
  /// takes: all of them pass another value for the bool parameter that decides.
  bool isNeverMade(const clang::Expr &Site) const {
    return NeverMade.contains(&Site);
  }

private:
  llvm::DenseSet<const clang::Expr *> NeverMade; ///< Looked up only.
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<DependentLaunch>>
      Launches;
};

} // namespace warplint::host

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_DEPENDENTLAUNCHES_H
