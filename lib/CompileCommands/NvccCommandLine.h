//===--- NvccCommandLine.h - Reading nvcc's options -------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_NVCCCOMMANDLINE_H
#define WARPLINT_COMPILECOMMANDS_NVCCCOMMANDLINE_H

#include "CompileCommands/GpuTarget.h"
#include "CompileCommands/ResponseFiles.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warplint {

/// What one nvcc command says about how to read its source.
struct NvccCommandLine {
  /// In clang's spelling, ready to use.
  std::vector<std::string> ClangOptions;
  /// Meant for the host compiler (-Xcompiler, or unknown to nvcc and
  /// forwarded): to be read as an option of gcc.
  std::vector<std::string> HostOptions;
  /// The virtual architectures, which decide `__CUDA_ARCH__`.
  std::vector<GpuTarget> Targets;
  /// The value of -x ("cu", "c++", "c"), or empty.
  std::string Language;
  /// One sentence each.
  std::vector<std::string> Remarks;
};

/// Reads \p Arguments, the command without the compiler. Input names are left
/// out: a command may have several, and the caller knows which one is meant.
/// A missing value and a broken response file are errors.
llvm::Expected<NvccCommandLine>
readNvccCommandLine(llvm::ArrayRef<std::string> Arguments,
                    ResponseFiles &Responses);

/// Whether \p Argument is an option that nvcc has and clang has not: the sign
/// of an nvcc command whose compiler is not called nvcc.
bool isNvccOnlyOption(llvm::StringRef Argument);

} // namespace warplint

#endif // WARPLINT_COMPILECOMMANDS_NVCCCOMMANDLINE_H
