//===--- TargetChoice.h - Target that a command is analysed for -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A command may name many targets; the code of one is analysed, and clang may
// not know its name.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_TARGETCHOICE_H
#define WARPLINT_COMPILECOMMANDS_TARGETCHOICE_H

#include "Target/GpuTarget.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace warplint::commands {

/// For each name of \p Unknown, which parseGpuTarget rejects, a remark that
/// says which of \p Targets is analysed instead; if \p Targets is empty,
/// clang's newest target is added to it.
std::vector<std::string>
replaceUnknownTargets(std::vector<GpuTarget> &Targets,
                      llvm::ArrayRef<std::string> Unknown);

/// The target that is analysed for one command.
struct TargetChoice {
  /// The target that the program is compiled for; `__CUDA_ARCH__` is ten times
  /// its capability.
  GpuTarget Target;
  /// The targets of the command that the toolkit accepts, `Target` among them,
  /// in rising order.
  std::vector<GpuTarget> All;
  /// The value of clang's --cuda-gpu-arch: the same target, or the newest one
  /// that clang knows and that is not newer.
  GpuTarget ClangTarget;
  /// Macros that the target has and clang's target lacks, each `NAME=VALUE`.
  std::vector<std::string> Macros;
  /// Sentences that say where the choice differs from the request.
  std::vector<std::string> Remarks;
};

/// Chooses the newest of \p Requested, whose code has the most features to
/// check; if none is requested, the default of nvcc in a toolkit of version
/// \p ToolkitMajor. A target older than the toolkit's headers accept is raised.
TargetChoice chooseTarget(llvm::ArrayRef<GpuTarget> Requested,
                          unsigned ToolkitMajor);

/// The newest target that clang knows.
GpuTarget newestClangTarget();

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_TARGETCHOICE_H
