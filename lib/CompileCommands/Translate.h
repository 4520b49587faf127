//===--- Translate.h - Build commands as clang commands ---------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_COMPILECOMMANDS_TRANSLATE_H
#define WARPLINT_COMPILECOMMANDS_TRANSLATE_H

#include "CompileCommands/Installation.h"
#include "Target/GpuTarget.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "llvm/ADT/IntrusiveRefCntPtr.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace warplint::commands {

/// What a translation needs besides the command.
struct TranslationContext {
  std::string ResourceDir; ///< Installation::ResourceDir.
  std::string PreludeDir;  ///< Installation::PreludeDir.
  /// Folders with fetched toolkits, tried last.
  std::vector<std::string> FetchedToolkits;
  std::string FetchCommand; ///< Installation::FetchCommand.
  std::string Prefix;       ///< Installation::Prefix.

  /// The user's own choices, which override the command.
  std::optional<std::string> CudaPathOverride;
  std::optional<GpuTarget> TargetOverride;
  /// Options of clang, appended as they are and not filtered, since the user
  /// chose them: never fill this from files of a build.
  std::vector<std::string> ExtraArguments;

  /// For a plugin in a stock clang-tidy: `__shared__` gets the attribute of
  /// warplintSharedAttribute.
  bool ForPlugin = false;

  /// The file system; null is the regular files of the machine. Environment
  /// looks up a variable; an empty function uses the process's.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> FileSystem;
  std::function<std::optional<std::string>(llvm::StringRef)> Environment;

  TranslationContext() = default;
  explicit TranslationContext(const Installation &Installed)
      : ResourceDir(Installed.ResourceDir), PreludeDir(Installed.PreludeDir),
        FetchedToolkits{Installed.ToolkitDir},
        FetchCommand(Installed.FetchCommand), Prefix(Installed.Prefix) {}
};

/// A command that clang can run, and what translation changed.
struct Translation {
  /// Clang's command line: the first word is "clang++", the last is File. It
  /// writes nothing and loads nothing.
  std::vector<std::string> Arguments;
  std::string Directory; ///< What relative paths are relative to.
  std::string File;      ///< As the command spells it.
  /// Whether this is the device pass of a CUDA source. Host-only C++ is
  /// translated, too, but has nothing to check.
  bool IsCuda = false;
  bool FromNvcc = false; ///< Whether the command was written for nvcc.
  /// Compute capability, 90 for sm_90: `__CUDA_ARCH__` divided by ten. 0 if not
  /// IsCuda.
  unsigned ComputeCapability = 0;
  /// Absolute names of the files that have parts of the command.
  std::set<std::string> ResponseFiles;
  /// Sentences in lower case: a raised target, a removed option, ...
  std::vector<std::string> Remarks;
};

/// Translates \p Command, written for nvcc, clang or gcc. nvcc is recognized by
/// its name or, under another name, by an option that only nvcc has. Errors: an
/// empty command, an option without its value, a broken response file, a
/// missing toolkit.
llvm::Expected<Translation>
translate(const clang::tooling::CompileCommand &Command,
          const TranslationContext &Context);

/// Whether \p File is CUDA by its name alone (.cu, .cuh).
bool isCudaFileName(llvm::StringRef File);

/// Whether \p File is a header by its name alone.
bool isHeaderFileName(llvm::StringRef File);

/// Whether \p File is code of C, C++ or CUDA by its name alone.
bool isSourceFileName(llvm::StringRef File);

} // namespace warplint::commands

#endif // WARPLINT_COMPILECOMMANDS_TRANSLATE_H
