//===--- NvccCommandLine.h - Options of nvcc --------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_NVCCCOMMANDLINE_H
#define WARPLINT_COMPILECOMMANDS_NVCCCOMMANDLINE_H

#include "CompileCommands/ResponseFiles.h"
#include "Target/GpuTarget.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace warplint::commands {

/// What one nvcc command says about how to read its source.
struct NvccCommandLine {
  /// Options in clang's spelling, ready to use.
  std::vector<std::string> ClangOptions;
  /// Options for the host compiler (-Xcompiler, or unknown to nvcc and
  /// forwarded), to be read as options of gcc.
  std::vector<std::string> HostOptions;
  /// The virtual architectures, which determine `__CUDA_ARCH__`.
  std::vector<GpuTarget> Targets;
  /// The value of -x ("cu", "c++", "c"); empty if there is none.
  std::string Language;
  /// Sentences about options that were changed or not known.
  std::vector<std::string> Remarks;
};

/// Reads \p Arguments, the command without the compiler. Names of inputs are
/// left out: a command may have several, and the caller knows which one is
/// meant. A missing value and a broken response file are errors.
llvm::Expected<NvccCommandLine>
readNvccCommandLine(llvm::ArrayRef<std::string> Arguments,
                    ResponseFiles &Responses);

/// Whether \p Argument is an option of nvcc that clang does not have: it shows
/// that a command is nvcc's whose compiler has another name.
bool isNvccOnlyOption(llvm::StringRef Argument);

/// Whether \p Argument is an option of nvcc or clang, with its value if it has
/// one.
bool isCompilerOption(llvm::StringRef Argument);

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_NVCCCOMMANDLINE_H
