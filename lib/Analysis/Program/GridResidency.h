//===--- GridResidency.h - Grids that devices hold at once ------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks that wait for each other must all be resident (CUDA Programming Guide,
// "Grid Synchronization"). This finds the launches that a device cannot hold at
// once, and those that nothing promises to hold at once.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_ANALYSIS_PROGRAM_GRIDRESIDENCY_H
#define WARPLINT_ANALYSIS_PROGRAM_GRIDRESIDENCY_H

#include "clang/AST/Decl.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warplint {

class DeviceCode;

/// A cooperative launch of more blocks than any device holds at once.
struct OversizedLaunch {
  const clang::FunctionDecl *Kernel = nullptr; ///< Never null.
  /// The launch, or the kernel if another unit launches it.
  clang::SourceLocation At;
  int64_t Blocks = 0;
  int64_t Threads = 0; ///< Of a block; 0 if not known.
  int64_t Most = 0;    ///< An upper bound of the blocks that a device holds.
};

/// The cooperative launches of \p Code that fail since they are too large, in
/// the order of kernels and of their launches.
std::vector<OversizedLaunch> oversizedLaunches(const DeviceCode &Code);

/// A launch that is not cooperative.
struct PlainLaunch {
  /// The launch, or the kernel if another unit launches it.
  clang::SourceLocation At;
  std::string Elsewhere; ///< File and line in another unit; else empty.
};

/// The first launch of \p Kernel that is certainly not cooperative. If
/// \p MayNotFit, only one whose blocks a device may not hold at once.
std::optional<PlainLaunch> plainLaunchOf(const clang::FunctionDecl &Kernel,
                                         const DeviceCode &Code,
                                         bool MayNotFit);

} // namespace warplint

#endif // WARPLINT_ANALYSIS_PROGRAM_GRIDRESIDENCY_H
