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
// taken from a cache: the parse after it finds the same as without. It holds
// system headers only, so that none of the user's code comes from there.
//
// A prefix is made once it has been asked for a few times; otherwise the first
// may have been the only one.
//
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PREFIX_PREFIXCACHE_H
#define WARPLINT_PREFIX_PREFIXCACHE_H

#include "Prefix/PrefixStore.h"

namespace warplint {

/// The precompiled beginning of one unit.
struct Prefix {
  /// What has to be in memory while the unit is parsed.
  std::vector<NamedBuffer> Buffers;
  std::string Header;              ///< Which of them comes before the unit.
  std::vector<std::string> Inputs; ///< The headers in it, by absolute path.
};

class PrefixCache {
public:
  /// \p Program: what stands for the program that made a prefix; another one
  /// does not read it.
  PrefixCache(PrefixStore Store, llvm::StringRef Program)
      : Store(std::move(Store)), Program(Program) {}

  /// The longest prefix of \p Unit that there is, made if it is time. The
  /// unit's file holds \p Text; \p Disk is in the folder of its command.
  /// Nothing if there is none.
  std::optional<Prefix>
  find(const clang::CompilerInvocation &Unit, llvm::StringRef Text,
       llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Disk) const;

private:
  class Search;
  PrefixStore Store;
  std::string Program;
};

} // namespace warplint

#endif // WARPLINT_PREFIX_PREFIXCACHE_H
