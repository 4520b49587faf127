//===--- Translate.h - From a build's command to one that clang parses --*- C++
//-*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_TRANSLATE_H
#define WARPLINT_COMPILECOMMANDS_TRANSLATE_H

#include "CompileCommands/GpuTarget.h"
#include "CompileCommands/Installation.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warplint {

/// What a translation needs besides the command.
struct TranslationContext {
  std::string ResourceDir; ///< Installation::ResourceDir.
  std::string PreludeDir;  ///< Installation::PreludeDir.
  /// Folders with fetched toolkits, tried last.
  std::vector<std::string> FetchedToolkits;
  std::string FetchCommand; ///< Installation::FetchCommand.
  std::string Prefix;       ///< Installation::Prefix.

  /// The user's own choices, which win over the command.
  std::optional<std::string> CudaPathOverride;
  std::optional<GpuTarget> TargetOverride;
  /// Options of clang, appended as they are. They are the user's word, so
  /// nothing is removed from them: never fill this from a build's files.
  std::vector<std::string> ExtraArguments;

  /// For a plugin inside a stock clang-tidy: `__shared__` carries the attribute
  /// of warplintSharedAttribute.
  bool ForPlugin = false;

  /// Null is the regular files of the machine, an empty function the process's
  /// environment.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FileSystem;
  std::function<std::optional<std::string>(llvm::StringRef)> Environment;

  TranslationContext() = default;
  explicit TranslationContext(const Installation &Installed)
      : ResourceDir(Installed.ResourceDir), PreludeDir(Installed.PreludeDir),
        FetchedToolkits{Installed.ToolkitDir},
        FetchCommand(Installed.FetchCommand), Prefix(Installed.Prefix) {}
};

/// A command that clang can run, and what was changed on the path.
struct Translation {
  /// Clang's command line; the first word is "clang++", the last is File. It
  /// writes nothing and loads nothing.
  std::vector<std::string> Arguments;
  std::string Directory; ///< What relative paths are relative to.
  std::string File;      ///< As the command spells it.
  /// Whether this is the device pass of a CUDA source. Host-only C++ is
  /// translated too, but there is nothing in it to check.
  bool IsCuda = false;
  bool FromNvcc = false; ///< Whether the command was written for nvcc.
  /// 90 for sm_90: `__CUDA_ARCH__` divided by ten. 0 if not IsCuda.
  unsigned ComputeCapability = 0;
  /// Absolute names of the files that hold parts of the command.
  std::set<std::string> ResponseFiles;
  /// One sentence each, in lower case: a raised target, a removed option, ...
  std::vector<std::string> Remarks;
};

/// Translates \p Command, written for nvcc, clang or gcc. nvcc is recognised by
/// its name or, under another name, by an option that only nvcc has. An empty
/// command, an option without its value, a broken response file and a missing
/// toolkit are errors.
llvm::Expected<Translation>
translate(const clang::tooling::CompileCommand &Command,
          const TranslationContext &Context);

/// Whether \p File is CUDA by its name alone (.cu, .cuh).
bool isCudaFileName(llvm::StringRef File);

/// Whether \p File is a header by its name alone.
bool isHeaderFileName(llvm::StringRef File);

/// Whether \p File is code of C, C++ or CUDA by its name alone.
bool isSourceFileName(llvm::StringRef File);

} // namespace warplint

#endif // WARPLINT_COMPILECOMMANDS_TRANSLATE_H
