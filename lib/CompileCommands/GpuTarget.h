//===--- GpuTarget.h - Which GPU the device pass is for ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A command may ask for many targets; one is analysed, and Clang may not know
// it by name.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_GPUTARGET_H
#define WARPLINT_COMPILECOMMANDS_GPUTARGET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint {

/// A compute capability. Orders by age: a newer one is greater, and the variant
/// with architecture-specific features ('a') is greater than the
/// family-specific ('f') and the plain one.
struct GpuTarget {
  unsigned Capability = 0; ///< 90 for sm_90 and compute_90.
  char Variant = 0;        ///< 'a', 'f' or 0.

  /// "sm_90a".
  std::string str() const;
  bool operator<(const GpuTarget &Other) const;
  bool operator==(const GpuTarget &Other) const {
    return Capability == Other.Capability && Variant == Other.Variant;
  }
};

/// Reads `sm_90a`, `compute_90`, `lto_90` or the bare `90-real` of CMake.
std::optional<GpuTarget> parseGpuTarget(llvm::StringRef Name);

/// Says for each name of \p Unknown, which parseGpuTarget rejects, what of
/// \p Targets is analysed in its place; the newest of Clang where there is
/// none.
std::vector<std::string>
replaceUnknownTargets(std::vector<GpuTarget> &Targets,
                      llvm::ArrayRef<std::string> Unknown);

/// What the targets of one command come to.
struct TargetChoice {
  /// What the program is compiled for; `__CUDA_ARCH__` is ten times its
  /// capability.
  GpuTarget Target;
  /// What Clang is told with --cuda-gpu-arch: the same, or the newest target
  /// that this Clang knows and that is no newer.
  GpuTarget ClangTarget;
  /// Macros for what Clang's target does not define, each `NAME=VALUE`.
  std::vector<std::string> Macros;
  /// One sentence each, where the choice differs from what was asked for.
  std::vector<std::string> Remarks;
};

/// Chooses among \p Requested the newest, which has the most features to check;
/// with none requested, what nvcc of that toolkit compiles for by default. A
/// target older than the toolkit's headers accept is raised.
TargetChoice chooseTarget(llvm::ArrayRef<GpuTarget> Requested,
                          unsigned ToolkitMajor);

/// The newest target that this Clang knows.
GpuTarget newestClangTarget();

} // namespace warplint

#endif // WARPLINT_COMPILECOMMANDS_GPUTARGET_H
