//===--- DependentLaunches.h - Kernels that overlap others ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which kernels the host code of a unit launches so that they may start while
// earlier kernels of their stream still run, and which of their parameters it
// has handed to an earlier kernel that can write there. Read function by
// function: a launch is `<<<>>>`, or a call that gets the kernel and, last, its
// arguments (the runtime's own functions, a project's helpers around them).
// Helpers of which the device's side shows no launch (`#if` on the host's side)
// may launch with the attribute or not.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_HOSTINTERPRETER_DEPENDENTLAUNCHES_H
#define WARPLINT_ANALYSIS_HOSTINTERPRETER_DEPENDENTLAUNCHES_H

#include "CudaModel/SyncApi.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace warplint {

/// One launch with the attribute that lets the kernel start early.
struct DependentLaunch {
  const clang::Expr *Site = nullptr; ///< The call; never null.
  /// False if the unit does not show whether it has the attribute: it counts
  /// only for a kernel that waits, and so is made for such launches.
  bool HasAttribute = true;
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
  /// \p HostFunctions have bodies.
  DependentLaunches(clang::ASTContext &Context, const SyncModel &Model,
                    llvm::ArrayRef<const clang::FunctionDecl *> HostFunctions);

  /// In the order of the source; empty if the unit shows none.
  llvm::ArrayRef<DependentLaunch> of(const clang::FunctionDecl &Kernel) const;

  /// No call of the unit comes to the launch \p Site: all pass a flag that says
  /// otherwise.
  bool isNeverMade(const clang::Expr &Site) const {
    return NeverMade.contains(&Site);
  }

private:
  llvm::DenseSet<const clang::Expr *> NeverMade; ///< Looked up only.
  llvm::DenseMap<const clang::FunctionDecl *, std::vector<DependentLaunch>>
      Launches;
};

} // namespace warplint

#endif // WARPLINT_ANALYSIS_HOSTINTERPRETER_DEPENDENTLAUNCHES_H
