//===--- PrefixCache.h - Cache of precompiled beginnings --------*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of the time of parsing a unit goes into headers of the toolkit that it
// shares with others. The headers that a unit's command forces in and those
// that its file includes first are its prefix. Prefixes are precompiled and
// cached; parsing after one finds the same as parsing without.
//
// A prefix is made once the units that asked for it have parsed as much text
// without it as making it takes, so that no more is lost than can be gained. A
// caller that knows which units are to come announces them; announced units
// count like units that asked.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_PREFIXCACHE_H
#define WARPLINT_PCHCACHE_PREFIXCACHE_H

#include "PchCache/HeaderFolders.h"
#include "PchCache/PrefixStore.h"
#include <map>

namespace warplint::pch {

/// A prefix as a unit uses it.
struct Prefix {
  /// Files that have to be in memory while the unit is parsed.
  std::vector<NamedBuffer> Buffers;
  std::string Header;              ///< Name of the header in Buffers.
  std::vector<std::string> Inputs; ///< Its headers, by absolute path.
  /// Paths where a header of it would have been found first if it existed; set
  /// if asked for.
  std::vector<NoFile> NoFiles;
  PrecompiledContents Contents;
  std::string Key;   ///< Its key in the store.
  uint64_t Text = 0; ///< Bytes of text that were read to make it.
};

/// The answer to a request for a prefix.
struct PrefixAnswer {
  std::optional<Prefix> Found; ///< The longest one; nothing if none.
  /// Headers that a longer prefix would have, by clang's names, each with the
  /// key under which the store counts how much text comes with it.
  std::map<std::string, std::string> Wanted;
};

/// A unit that will be linted.
struct ExpectedUnit {
  std::shared_ptr<clang::CompilerInvocation> Invocation;
  std::string Text; ///< Contents of its file.
  /// A file system whose current folder is that of the command.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk;
};

/// Finds and makes prefixes. Several processes may use one store.
class PrefixCache {
public:
  /// \p Program identifies the program that makes prefixes; another program
  /// does not read them.
  PrefixCache(PrefixStore Store, llvm::StringRef Program)
      : Store(std::move(Store)), Program(Program) {}

  /// Finds the longest prefix for \p Unit, whose file has the contents \p Text,
  /// and makes one if that pays by now. The current folder of \p Disk is that
  /// of the command. With \p WantsNoFiles, Prefix::NoFiles is set.
  PrefixAnswer find(const clang::CompilerInvocation &Unit, llvm::StringRef Text,
                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
                    bool WantsNoFiles = false) const;

  /// Announces that \p Units will be linted, by this or other processes. What
  /// several of them begin with will be made for the first that asks, if that
  /// pays for all of them; what all units of one target begin with is made now.
  void expect(llvm::ArrayRef<ExpectedUnit> Units) const;

  /// Records how much text had to be parsed for a unit after \p Answer, from
  /// the files in \p Sources.
  void weigh(const PrefixAnswer &Answer,
             const clang::SourceManager &Sources) const;

private:
  class Search;
  PrefixStore Store;
  std::string Program;
};

} // namespace warplint::pch

#endif // WARPLINT_PCHCACHE_PREFIXCACHE_H
