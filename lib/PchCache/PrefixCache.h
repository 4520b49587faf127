//===--- PrefixCache.h - Units that start precompiled ------ -*- C++ -*-===//
//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of the time that a unit takes to parse goes into headers of the toolkit
// which it shares with others. What a unit begins with, the headers that its
// command forces in and those that its file includes first, is precompiled and
// taken from a cache: the parse after it finds the same as without.
//
// A prefix is made once those who asked for it have parsed as much text without
// it as making it takes: more is never lost than what is gained. Who knows which
// units are to come says so, and those that are expected count like those that
// have asked.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_PREFIXCACHE_H
#define WARPLINT_PCHCACHE_PREFIXCACHE_H

#include "PchCache/HeaderFolders.h"
#include "PchCache/PrefixStore.h"
#include <map>

namespace warplint {

/// The precompiled beginning of one unit.
struct Prefix {
  /// What has to be in memory while the unit is parsed.
  std::vector<NamedBuffer> Buffers;
  std::string Header;              ///< Which of them comes before the unit.
  std::vector<std::string> Inputs; ///< The headers in it, by absolute path.
  /// Where a header of it would have been found if there were one, if that is
  /// asked for.
  std::vector<NoFile> NoFiles;
  PrecompiledContents Contents;
  std::string Key;   ///< Under which it is stored.
  uint64_t Text = 0; ///< What was read to make it, in bytes.
};

/// What came of asking for a prefix.
struct PrefixAnswer {
  std::optional<Prefix> Found; ///< The longest that there is.
  /// Headers that a longer one would hold, by clang's names: under which key it
  /// is noted how much text comes with them.
  std::map<std::string, std::string> Wanted;
};

/// A unit that is to come.
struct ExpectedUnit {
  std::shared_ptr<clang::CompilerInvocation> Invocation;
  std::string Text; ///< Of its file.
  /// In the folder of its command.
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk;
};

class PrefixCache {
public:
  /// \p Program: what stands for the program that made a prefix; another one
  /// does not read it.
  PrefixCache(PrefixStore Store, llvm::StringRef Program)
      : Store(std::move(Store)), Program(Program) {}

  /// Looks for the longest prefix of \p Unit that there is, which is made if it is
  /// time. The unit's file holds \p Text; \p Disk is in the folder of its command.
  PrefixAnswer find(const clang::CompilerInvocation &Unit, llvm::StringRef Text,
                    llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk,
                    bool WantsNoFiles = false) const;

  /// \p Units are to come, by this and other processes: what several of them
  /// begin with is made for the first that asks, if that is worth it for all,
  /// and what all units of one target begin with is made now.
  void expect(llvm::ArrayRef<ExpectedUnit> Units) const;

  /// Notes what it took to parse a unit after \p Answer, whose files are in
  /// \p Sources.
  void weigh(const PrefixAnswer &Answer,
             const clang::SourceManager &Sources) const;

private:
  class Search;
  PrefixStore Store;
  std::string Program;
};

} // namespace warplint

#endif // WARPLINT_PCHCACHE_PREFIXCACHE_H
