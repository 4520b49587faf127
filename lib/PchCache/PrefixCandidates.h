//===--- PrefixCandidates.h - What could be precompiled ------ -*- C++ -*-===//
// Part of the warplint project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===----------------------------------------------------------------------===//
// A unit begins with includes, and so do the user's headers that it includes.
// Each place in that text before which nothing else has been said is where a
// precompiled beginning may end. Units that differ in their own headers still
// share what those begin with.
//===----------------------------------------------------------------------===//

#ifndef WARPLINT_PCHCACHE_PREFIXCANDIDATES_H
#define WARPLINT_PCHCACHE_PREFIXCANDIDATES_H

#include "clang/Frontend/CompilerInvocation.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <set>
#include <string>
#include <vector>

namespace warplint {

/// A header that is included where nothing else has been said.
struct LeadingHeader {
  /// With angles or quotes, as a file in a folder of its own includes it.
  std::string Include;
  /// As clang names it; empty if that is not known.
  std::string Path;
  bool IsUsers = false;
  bool IsStandard = false; ///< One of the standard library.

  bool operator==(const LeadingHeader &Other) const {
    return Include == Other.Include;
  }
};

/// \p Name, as it stands in angles, is one of the headers of the C++ or C
/// standard library. A unit may include those in any order and as often as it
/// likes (C++20 [using.headers], C17 7.1.2).
bool isStandardHeader(llvm::StringRef Name);

/// A beginning of a unit.
struct PrefixCandidate {
  std::vector<LeadingHeader> Headers;
  /// Macros that the unit has defined by then, to nothing: the beginning stands
  /// for that only if no header of it ever asks for one.
  std::vector<std::string> Guards;
  /// Headers that the unit has begun to read by then: none of the beginning
  /// includes one of those, or it would be read in another order.
  std::vector<std::string> Open;
  /// Headers that were left out because all beginnings hold them.
  std::vector<std::string> LeftOut;
};

/// The beginnings of \p Unit, whose file holds \p Text, from the empty one to the
/// longest. \p Known: headers that are in all of them and say nothing when they
/// are included again; they are left out.
std::vector<PrefixCandidate>
prefixCandidates(const clang::CompilerInvocation &Unit, llvm::StringRef Text,
                 const std::set<std::string> &Known,
                 llvm::vfs::FileSystem &Disk);

} // namespace warplint

#endif // WARPLINT_PCHCACHE_PREFIXCANDIDATES_H
