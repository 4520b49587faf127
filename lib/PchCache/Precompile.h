//===--- Precompile.h - Making a precompiled header --------- -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_PRECOMPILE_H
#define WARPLINT_PCHCACHE_PRECOMPILE_H

#include "PchCache/CommandMacros.h"
#include "PchCache/PrefixCandidates.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace clang {
class CompilerInstance;
class Decl;
} // namespace clang

namespace warplint {

/// A file that is only in memory, and its name there.
struct NamedBuffer {
  std::string Name;
  std::shared_ptr<llvm::MemoryBuffer> Contents;
};

/// \p Disk with \p InMemory, which it refers to.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withBuffers(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
            llvm::ArrayRef<NamedBuffer> InMemory);

/// Has \p Unit parsed after \p Precompiled, which holds what its options force
/// in.
void startAfter(clang::CompilerInvocation &Unit, llvm::StringRef Precompiled);

/// What is in a precompiled header. Files have the names that clang gives them.
struct PrecompiledContents {
  /// Of the user's declarations at the top level, for
  /// `precompiledDeclarations`.
  std::vector<uint64_t> Declarations;
  std::vector<std::string> UserFiles;
  /// Files that say nothing when they are included again.
  std::set<std::string> Guarded;
  /// What it asks for, found or not, as it stands between angles or quotes.
  std::set<std::string> Asked;
  /// `HeaderFolders::holding` these.
  std::vector<std::string> Folders;
  /// Those of the command with which it was made, by `commandMacros`.
  std::vector<std::string> Macros;
  /// Macros that it does not ask for may be others, or none.
  AskedWords Words;
};

/// The declarations that \p Numbers stand for in what \p Unit was parsed after.
std::vector<clang::Decl *>
precompiledDeclarations(clang::CompilerInstance &Unit,
                        llvm::ArrayRef<uint64_t> Numbers);

/// A file that includes \p Headers, in their order, in a folder of its own.
NamedBuffer fileThatIncludes(llvm::ArrayRef<LeadingHeader> Headers);

/// What came of precompiling a text.
struct Precompilation {
  /// A precompiled header; empty if none was made.
  std::string Bytes;
  /// Its words are there if none was made, too.
  PrecompiledContents Contents;
  /// The text does not stand for itself: it does not parse, or includes a
  /// header that a unit would not find again as it was. Otherwise nothing was
  /// made for a reason that has nothing to do with the text.
  bool IsUnfit = false;
  /// The first include, counted from 0, that is unfit whatever stands before
  /// it: it would say something again if a unit included it once more, or clang
  /// would name the user's file in another way.
  std::optional<size_t> UnfitHeader;
  /// The first include that asks for a file which the unit reads already when
  /// the text begins, and that file: so it does in every text.
  std::optional<std::pair<size_t, std::string>> AskedOpen;
  /// The first include with which the text does not parse.
  std::optional<size_t> Broken;
};

/// Parses \p Text, a file in memory that includes the headers of \p Beginning,
/// with the options of \p Unit. Never after another precompiled header: clang
/// 19 forgets macros of the first whose names the second uses for something
/// else.
Precompilation precompile(const clang::CompilerInvocation &Unit,
                          const NamedBuffer &Text,
                          const PrefixCandidate &Beginning,
                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk);

} // namespace warplint

#endif // WARPLINT_PCHCACHE_PRECOMPILE_H
