//===--- Precompile.h - Making a precompiled header -------------*- C++ -*-===//
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

namespace warplint::pch {

/// The name and contents of a file that is only in memory.
struct NamedBuffer {
  std::string Name;
  std::shared_ptr<llvm::MemoryBuffer> Contents;
};

/// \p Disk with the files \p InMemory added; their buffers must outlive it.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withBuffers(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
            llvm::ArrayRef<NamedBuffer> InMemory);

/// Makes \p Unit parse its file after the precompiled header \p Precompiled,
/// which includes what the options of \p Unit force in.
void startAfter(clang::CompilerInvocation &Unit, llvm::StringRef Precompiled);

/// What a precompiled header contains and depends on. Files have the names that
/// clang gives them.
struct PrecompiledContents {
  /// Numbers of the user's top-level declarations, for
  /// `precompiledDeclarations`.
  std::vector<uint64_t> Declarations;
  std::vector<std::string> UserFiles;
  /// Files that add nothing when they are included again.
  std::set<std::string> Guarded;
  /// The names of all headers that it asks for, found or not, as written
  /// between angle brackets or quotes.
  std::set<std::string> Asked;
  /// What `HeaderFolders::holding` returns for Asked.
  std::vector<std::string> Folders;
  /// The `commandMacros` of the command that it was made with.
  std::vector<std::string> Macros;
  /// The identifiers that it asks for; other macros may differ.
  AskedWords Words;
};

/// The declarations that \p Numbers stand for in the precompiled header after
/// which \p Unit was parsed.
std::vector<clang::Decl *>
precompiledDeclarations(clang::CompilerInstance &Unit,
                        llvm::ArrayRef<uint64_t> Numbers);

/// A file, in memory and in a folder of its own, that includes \p Headers in
/// order.
NamedBuffer fileThatIncludes(llvm::ArrayRef<LeadingHeader> Headers);

/// The result of precompiling a text.
struct Precompilation {
  /// The precompiled header; empty if none was made.
  std::string Bytes;
  /// What the header contains. Contents.Words is set even if no header was
  /// made.
  PrecompiledContents Contents;
  /// Whether the text itself is why no header was made: it does not parse, or
  /// it includes a header that a unit would not find again as it was. If false
  /// and no header was made, the reason is something else (memory, say).
  bool IsUnfit = false;
  /// The first include, counted from 0, that is unfit whatever stands before
  /// it: it would add something again if a unit included it once more, or clang
  /// would name the user's file differently. Nothing if there is none.
  std::optional<size_t> UnfitHeader;
  /// The first include that asks for a file which the unit is already reading
  /// when the text begins, and that file; it does so in every text. Nothing if
  /// there is none.
  std::optional<std::pair<size_t, std::string>> AskedOpen;
  /// The first include with which the text does not parse; nothing if it
  /// parses.
  std::optional<size_t> Broken;
};

/// Parses \p Text, a file in memory that includes the headers of \p Beginning,
/// with the options of \p Unit, and makes a precompiled header of it. Never
/// parses after another precompiled header: clang forgets macros of the first
/// whose names the second uses for something else.
Precompilation precompile(const clang::CompilerInvocation &Unit,
                          const NamedBuffer &Text,
                          const PrefixCandidate &Beginning,
                          llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk);

} // namespace warplint::pch

#endif // WARPLINT_PCHCACHE_PRECOMPILE_H
