//===--- Toolkit.h - Finding CUDA's headers ---------------------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_TOOLKIT_H
#define WARPLINT_COMPILECOMMANDS_TOOLKIT_H

#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warplint::commands {

/// How a toolkit was found, in the order of search.
enum class ToolkitOrigin {
  CompilerPath,   ///< Beside the compiler that the command names.
  CudaPathOption, ///< --cuda-path.
  Environment,    ///< CUDA_HOME or CUDA_PATH.
  UsualPlace,     ///< Where packages put it.
  Fetched,        ///< Headers that warplint brings along or has fetched.
  PythonPackages, ///< NVIDIA's, in the Python environment of warplint itself.
};

/// \p Origin for a message: "beside the compiler", "in a usual place" ...
llvm::StringRef nameOf(ToolkitOrigin Origin);

/// The headers of one CUDA release. Libraries and programs are not needed.
struct Toolkit {
  std::string IncludeDir; ///< Holds cuda_runtime.h.
  /// The folder that has `cuda/` and `thrust/` (CUDA 13: include/cccl); empty
  /// if they are in IncludeDir.
  std::string CcclDir;
  unsigned Major = 0, Minor = 0;
  unsigned Build = 0; ///< nvcc's build number; 0 if the toolkit does not say.
  ToolkitOrigin Origin = ToolkitOrigin::UsualPlace;
};

/// Where to look for a toolkit.
struct ToolkitSearch {
  std::string Compiler;  ///< First word of the command; may be empty.
  std::string Directory; ///< What relative paths are relative to.
  std::optional<std::string> CudaPath; ///< --cuda-path.
  std::vector<std::string> FetchedDirs;
  std::string FetchCommand; ///< Installation::FetchCommand, for messages.
  /// The installation prefix of warplint; Python packages below it are
  /// searched, others never. Empty: none.
  std::string Prefix;

  /// The file system to search; null is the real one.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FileSystem;
  /// Looks up an environment variable; empty uses the process's environment.
  std::function<std::optional<std::string>(llvm::StringRef)> Environment;
};

/// Finds the first toolkit in the order of ToolkitOrigin. The error names every
/// place that was searched. A --cuda-path without a toolkit is an error, too,
/// since the user meant that one.
llvm::Expected<Toolkit> findToolkit(const ToolkitSearch &Search);

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_TOOLKIT_H
