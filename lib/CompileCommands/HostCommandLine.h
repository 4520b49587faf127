//===--- HostCommandLine.h - Options of gcc and clang -----------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_HOSTCOMMANDLINE_H
#define WARPLINT_COMPILECOMMANDS_HOSTCOMMANDLINE_H

#include "Target/GpuTarget.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>
#include <vector>

namespace warplint::commands {

/// What one gcc or clang command says about how to read its source.
struct HostCommandLine {
  /// Options that say how clang reads the source (HostOptions.def).
  std::vector<std::string> ClangOptions;
  /// GPU targets, if it is a CUDA command of clang.
  std::vector<GpuTarget> Targets;
  /// The value of --cuda-path.
  std::optional<std::string> CudaPath;
  /// The last value of -x before the input; empty if there is none.
  std::string Language;
  /// Sentences about options that were removed or not known.
  std::vector<std::string> Remarks;
};

/// Reads \p Arguments, the command without the compiler and with its response
/// files expanded. Options that do not say how clang reads the source are
/// dropped; options that would load code, run a program or rename files are
/// also reported. Warning options are kept, and unknown options reported, only
/// if \p ForClang: those written for gcc mean little to clang. A warning never
/// becomes an error.
HostCommandLine readHostCommandLine(llvm::ArrayRef<std::string> Arguments,
                                    bool ForClang);

/// Whether \p Option is one that is kept and that takes the next word as its
/// value.
bool isHostOptionWithWord(llvm::StringRef Option);

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_HOSTCOMMANDLINE_H
